"""Bundles: the same bytes for the same tables, nothing lost on the way, and nothing hostile let in."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.exchange.bundle.format import BundleFormat
from engramma.exchange.bundle.manifest import MANIFEST
from engramma.exchange.bundle.reader import BundleReader
from engramma.exchange.bundle.writer import write_bundle
from engramma.exchange.sniffer import open_source, recognise
from engramma.model.errors import ExportFileError, ImportFileError
from engramma.model.progress import Cancelled, CancelToken, Progress

TABLES: dict[str, list[dict[str, Any]]] = {
    "memory": [
        {"id": 1, "text": "Grüße\n\u2028", "importance": 0.1},
        {"id": 2, "text": "", "tags": ["a"], "at": None},
    ],
    "event": [],
    "association": [{"id": 2**60, "ok": True}],
}

ROWS = st.lists(
    st.dictionaries(
        st.text(max_size=8).filter(lambda text: not any("\ud800" <= letter <= "\udfff" for letter in text)),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=20),
        max_size=4,
    ),
    max_size=5,
)


def write(path: Path, tables: dict[str, list[dict[str, Any]]] = TABLES) -> Path:
    write_bundle(path, tables)
    return path


def read(path: Path) -> dict[str, list[dict[str, Any]]]:
    with BundleReader(path) as bundle:
        bundle.verify()
        return {table: list(bundle.rows(table)) for table in bundle.tables}


def repack(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The same bundle with other members."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    path = write(tmp_path / "a.engramma-bundle")
    assert read(path) == TABLES
    with BundleReader(path) as bundle:
        assert bundle.tables == ("association", "event", "memory")
        assert [(file.table, file.rows) for file in bundle.manifest.files] == [
            ("association", 1),
            ("event", 0),
            ("memory", 2),
        ]
        assert list(bundle.rows("absent")) == []


@given(ROWS, ROWS)
def test_any_rows_survive_twice_with_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, one: list[dict[str, Any]], two: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("bundle")
    first = write(folder / "first", {"one": one, "two": two})
    assert read(first) == {"one": one, "two": two}
    second = write(folder / "second", read(first))
    assert first.read_bytes() == second.read_bytes()


def test_bytes_tell_nothing_of_place_time_and_order_of_keys(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    one = write(tmp_path / "one")
    turned = {name: [dict(reversed(row.items())) for row in rows] for name, rows in reversed(TABLES.items())}
    two = write(tmp_path / "elsewhere" / "two", turned)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert str(tmp_path).encode() not in archive.read(MANIFEST)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_bundle_is_private(tmp_path: Path) -> None:
    assert stat.S_IMODE(write(tmp_path / "a").stat().st_mode) == 0o600


def test_it_is_recognised_and_read_only_as_a_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "anything.txt")
    assert recognise(path).format == "engramma-bundle"
    with pytest.raises(ImportFileError, match="imported whole"):
        BundleFormat().read(open_source(path), cancel=CancelToken())


def test_a_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a")
    before = path.read_bytes()

    def broken() -> Iterator[dict[str, Any]]:
        yield {"id": 1}
        raise RuntimeError("the store went away")

    with pytest.raises(RuntimeError):
        write_bundle(path, {"memory": broken()})
    with pytest.raises(ExportFileError, match="row of the table memory"):
        write_bundle(path, {"memory": [{"at": float("nan")}]})
    with pytest.raises(ExportFileError, match="table named"):
        write_bundle(path, {"../memory": []})
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        write_bundle(path, {"memory": [{"id": 1}]}, cancel=token)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ExportFileError, match="cannot be written: no such file"):
        write_bundle(tmp_path / "absent" / "a", {})


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[Progress] = []
    write_bundle(tmp_path / "a", {"memory": ({"id": number} for number in range(2_500))}, report=told.append)
    assert [(progress.done, progress.label) for progress in told] == [
        (1_000, "Writing memory"),
        (2_000, "Writing memory"),
    ]


def outcome(path: Path) -> str:
    """Empty when the bundle reads as it was written, else the sentence about it."""
    try:
        return "" if read(path) == TABLES else "other rows"
    except ImportFileError as error:
        return str(error)


def test_every_flipped_byte_is_noticed_or_harmless(tmp_path: Path) -> None:
    path = write(tmp_path / "a")
    whole = path.read_bytes()
    noticed = 0
    for at in range(0, len(whole), 3):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
        told = outcome(path)
        noticed += told != ""
        assert told == "" or (told.startswith("a ") and told.endswith("."))
    assert noticed > 50


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path / "a")
    whole = path.read_bytes()
    for size in range(0, len(whole), 11):
        path.write_bytes(whole[:size])
        with pytest.raises(ImportFileError):
            read(path)


def test_a_cut_bundle_is_still_recognised_as_one(tmp_path: Path) -> None:
    path = write(tmp_path / "a")
    path.write_bytes(path.read_bytes()[:-40])
    assert recognise(path).format == "engramma-bundle"


def with_manifest(**changes: Any) -> Callable[[dict[str, bytes]], None]:
    def change(members: dict[str, bytes]) -> None:
        members[MANIFEST] = json.dumps(json.loads(members[MANIFEST]) | changes).encode()

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_manifest(version=2), "made by a newer Engramma .* Update Engramma"),
        (with_manifest(version="1"), "gives no version"),
        (with_manifest(version=True), "gives no version"),
        (with_manifest(format="other"), "no Engramma bundle"),
        (with_manifest(files=[]), "names no files"),
        (with_manifest(files={"memory.jsonl": {"table": "memory"}}), "wrong about 'memory.jsonl'"),
        (lambda members: members.pop(MANIFEST), "no Engramma bundle"),
        (lambda members: members.update({MANIFEST: b"[" * 100_000}), "manifest cannot be read"),
        (lambda members: members.pop("memory.jsonl"), "memory.jsonl is missing"),
        (lambda members: members.update({"extra.jsonl": b""}), "does not name 'extra.jsonl'"),
        (lambda members: members.update({"memory.jsonl": b"{}\n"}), "not what the manifest says"),
        (lambda members: members.update({"../evil": b""}), "unsafe name"),
        (lambda members: members.update({"/etc/evil": b""}), "unsafe name"),
        (lambda members: members.update({"C:evil": b""}), "unsafe name"),
        (lambda members: members.update({"a/b": b""}), "unsafe name"),
        (lambda members: members.update({"a\\b": b""}), "unsafe name"),
        (lambda members: members.update({"bomb": bytes(64 * 1024 * 1024)}), "unpacks to far more"),
    ],
)
def test_what_is_refused(tmp_path: Path, change: Callable[[dict[str, bytes]], None], told: str) -> None:
    path = repack(write(tmp_path / "a"), change)
    with pytest.raises(ImportFileError, match=told):
        read(path)


def test_links_doubles_and_odd_packing_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    link = zipfile.ZipInfo("memory.jsonl")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(write(path), "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(ImportFileError, match="is a link"):
        BundleReader(path)
    with zipfile.ZipFile(write(path), "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("memory.jsonl", "{}")
    with pytest.raises(ImportFileError, match="stands in it twice"):
        BundleReader(path)
    with zipfile.ZipFile(write(path), "a") as archive:
        archive.writestr("other.jsonl", "{}", zipfile.ZIP_BZIP2)
    with pytest.raises(ImportFileError, match="packed oddly"):
        BundleReader(path)


def forged(text: bytes) -> Callable[[dict[str, bytes]], None]:
    """Rows that are wrong though their hash is right."""

    def change(members: dict[str, bytes]) -> None:
        members["memory.jsonl"] = text
        manifest = json.loads(members[MANIFEST])
        manifest["files"]["memory.jsonl"] |= {
            "bytes": len(text),
            "rows": 1,
            "sha256": hashlib.sha256(text).hexdigest(),
        }
        members[MANIFEST] = json.dumps(manifest).encode()

    return change


@pytest.mark.parametrize("text", [b"{", b"[1]\n", b"\xff\n", b"[" * 50_000, b"1" * 5_000 + b"\n"])
def test_rows_that_are_no_rows(tmp_path: Path, text: bytes) -> None:
    path = repack(write(tmp_path / "a"), forged(text))
    with pytest.raises(ImportFileError, match=r"memory.jsonl, line 1, is no (JSON|row)"):
        read(path)


def test_a_row_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[BundleReader.__module__], "_ROW_BYTES", 10)
    with pytest.raises(ImportFileError, match="longer than"):
        read(write(tmp_path / "a"))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ImportFileError, match=r"a does not exist\."):
        BundleReader(tmp_path / "a")
