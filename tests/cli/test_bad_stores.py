"""What every command says to a file that is no store, a newer store, one that cannot be written, or none at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

READING = [
    ("show", "1"), ("search",), ("sessions",), ("history",), ("stats",), ("policy", "get"),
]  # fmt: skip
CHANGING = [
    ("edit", "1", "x"), ("correct", "1", "x"), ("merge", "1", "2"), ("pin", "1"), ("unpin", "1"), ("trash", "1"),
    ("restore", "1"), ("rehearse", "1"), ("tag", "1", "--add", "x"), ("undo",), ("redo",),
]  # fmt: skip
REMEMBER = [("remember", "x")]

as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)


def refused(done) -> str:
    assert (done.code, done.out) == (1, ""), done
    return done.complaint


@pytest.mark.parametrize("arguments", READING + CHANGING)
def test_no_store_there(engramma, store_path: Path, arguments) -> None:
    assert refused(engramma(*arguments)).startswith(f"There is no store at {store_path}.")
    assert list(store_path.parent.glob("store.engramma*")) == []


@pytest.mark.parametrize("arguments", READING + CHANGING + REMEMBER)
@pytest.mark.parametrize("sort", ["text", "empty", "truncated", "other", "folder"])
def test_a_file_that_is_no_store_is_left_alone(engramma, store_path: Path, arguments, sort) -> None:
    if sort == "other":
        connection = sqlite3.connect(store_path)
        connection.execute("CREATE TABLE mine (x)")
        connection.close()
    elif sort == "folder":
        store_path.mkdir()
    else:
        data: dict[str, bytes] = {
            "text": b"Dear diary,\n" * 20,
            "empty": b"",
            "truncated": b"SQLite format 3\x00" + b"\x10\x00\x01",
        }
        store_path.write_bytes(data[sort])
    before = None if sort == "folder" else store_path.read_bytes()
    assert str(store_path.name) in refused(engramma(*arguments, "--json"))
    assert before is None or store_path.read_bytes() == before
    assert [path for path in store_path.parent.glob("store.engramma*") if path != store_path] == []


@pytest.fixture
def newer(ask, store_path: Path) -> Path:
    """A store that a newer version made."""
    ask("remember", "From the future.")
    ask("remember", "And another.")
    connection = sqlite3.connect(store_path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    return store_path


@pytest.mark.parametrize("arguments", READING)
def test_a_newer_store_can_be_read(engramma, newer, arguments) -> None:
    done = engramma(*arguments, "--json")
    assert done.code == 0
    assert done.document
    assert "newer Engramma" in done.complaint


@pytest.mark.parametrize("arguments", CHANGING + REMEMBER)
def test_a_newer_store_is_not_changed(engramma, newer, content, arguments) -> None:
    before = content()
    said = refused(engramma(*arguments))
    assert "newer Engramma" in said or "nothing to" in said
    assert content() == before


def test_a_newer_store_can_be_exported(ask, engramma, newer, tmp_path: Path) -> None:
    done = engramma("export", tmp_path / "all.engramma-bundle", "--json")
    assert (done.code, done.document["counts"]["memory"]) == (0, 2)


@as_root
@pytest.mark.parametrize("arguments", READING + CHANGING + REMEMBER)
def test_a_store_in_a_folder_that_cannot_be_written(engramma, ask, tmp_path: Path, arguments) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    path = folder / "notes.engramma"
    for text in ("One.", "Two."):
        ask("remember", text, store=path)
    shutil.copy2(path, tmp_path / "copy")
    folder.chmod(0o500)
    try:
        done = engramma(*arguments, store=path)
        assert done.code == (0 if arguments in READING else 1)
        assert done.complaint
    finally:
        folder.chmod(0o700)
    assert path.read_bytes() == (tmp_path / "copy").read_bytes()


@as_root
def test_a_store_cannot_be_made_where_nothing_may_be_written(engramma, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    assert "cannot be created" in refused(engramma("remember", "x", store=folder / "new.engramma"))


def test_a_store_cannot_be_made_below_a_file(engramma, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be created" in refused(engramma("remember", "x", store=tmp_path / "file" / "new.engramma"))


def test_a_damaged_store_is_said_to_be_so(engramma, ask, store_path: Path) -> None:
    ask("remember", "Soon gone.")
    data = bytearray(store_path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    store_path.write_bytes(data)
    for arguments in (("stats",), ("remember", "x")):
        assert "damaged" in refused(engramma(*arguments))
    assert store_path.read_bytes() == bytes(data)
