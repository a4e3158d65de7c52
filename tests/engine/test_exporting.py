"""Exports of a real store: selections, losses that are true, masks that hold, and bundles with masks on import."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.exporting.row_masks import moved
from engramma.engine.exporting.values import Redaction
from engramma.engine.live_sessions import KeptStatement, SaidEvent, record_gate, record_session
from engramma.exchange.redaction.finds import HitKind
from engramma.exchange.writing.aspects import Aspect
from engramma.exchange.writing.formats import OUTGOING
from engramma.model.clock import FixedClock
from engramma.model.errors import ExportFileError, QueryError
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.transfer import CollisionPolicy

KEY = "ghp_" + "Zq3XwN8bV5cL1mK7jH4gF6dS9aP2oI0uYtRe"
SAID = f"Ask ann@shop.example for {KEY}: the port is 8443 now."


@pytest.fixture
def told(store: MemoryStore, clock: FixedClock) -> MemoryStore:
    """A session with a secret in a turn, a memory that quotes it, and some more."""
    session_id, events = record_session(
        store.workspace,
        "Ports with ann@shop.example",
        [SaidEvent(turn=0, role="user", speaker="Ann", text=SAID, at=clock.now())],
        agent="claude",
        topics=["ann@shop.example"],
        summary="On ports.",
        started_at=clock.now(),
        ended_at=clock.now() + 9,
    )
    start = SAID.index("the port")
    kept = KeptStatement(
        event_id=events[0], text="The port is 8443 now.", kind="semantic", category="fact", importance=0.7,
        tags=("port",), at=clock.now(), quote=SAID[start:-1], start=start, end=len(SAID) - 1,
    )  # fmt: skip
    record_gate(store.workspace, session_id, "Ports", statements=[kept], judgements=[])
    store.memories.remember(f"The deploy key is {KEY}.", tags=["deploy"])
    store.memories.trash([store.memories.remember("Nonsense about ann@shop.example.").id])
    return store


def rows(bundle: Path, table: str) -> list[dict[str, object]]:
    with zipfile.ZipFile(bundle) as archive:
        return [json.loads(line) for line in archive.read(f"{table}.jsonl").splitlines()]


def test_a_bundle_with_masks_is_whole_and_holds_nothing_private(told: MemoryStore, tmp_path: Path) -> None:
    bundle = tmp_path / "masked.engramma-bundle"
    done = told.transfer.export(bundle, redaction=Redaction())
    assert done.masked
    with zipfile.ZipFile(bundle) as archive:
        everything = "".join(archive.read(name).decode() for name in archive.namelist())
        assert json.loads(archive.read("manifest.json"))["redacted"] is True
    assert KEY not in everything
    assert "ann@shop" not in everything
    [turn] = rows(bundle, "event")
    assert turn["text"] == "Ask [email 1] for [key 1]: the port is 8443 now."
    quote = next(row for row in rows(bundle, "provenance") if row["event_id"] is not None)
    assert str(turn["text"])[quote["start_char"] : quote["end_char"]] == quote["quote"]  # type: ignore[misc]
    again = tmp_path / "again.engramma-bundle"
    told.transfer.export(again, redaction=Redaction())
    assert again.read_bytes() == bundle.read_bytes()


def test_masks_never_replace_the_words_of_a_store_that_knows_them(
    told: MemoryStore, tmp_path: Path, clock: FixedClock
) -> None:
    bundle = tmp_path / "masked.engramma-bundle"
    told.transfer.export(bundle, redaction=Redaction())
    memory_id = int(told.search.order("tag:deploy").ids[0])
    [report] = told.transfer.import_files([bundle], policy=CollisionPolicy.REPLACE).files
    assert (report.error, report.skipped) == ("", ())
    assert told.memories.get(memory_id).text == f"The deploy key is {KEY}."
    with open_store(tmp_path / "other.engramma", clock=clock, create=True) as other:
        [report] = other.transfer.import_files([bundle]).files
        assert (report.error, report.skipped, report.memories) == ("", (), 3)
        assert {line.memory.text for line in other.memories.page(other.search.order("").ids.tolist())} == {
            "The port is 8443 now.",
            "The deploy key is [key 1].",
        }
        second = tmp_path / "second.engramma-bundle"
        other.transfer.export(second)
        assert rows(second, "event") == rows(bundle, "event")
    told.transfer.import_files([second], policy=CollisionPolicy.REPLACE)
    assert told.memories.get(memory_id).text == f"The deploy key is {KEY}."


def test_hits_come_with_their_surroundings_and_can_be_kept(told: MemoryStore, tmp_path: Path) -> None:
    found = told.transfer.find_private(format="json")
    by_kind = {hit.kind: hit for hit in found.hits}
    key = by_kind[HitKind.KEY]
    long = "The refund of fees asked twice over goes to the IBAN DE89 3704 0044 0532 0130 00, ask bob@shop.example."
    memory_id = told.memories.remember(long).id
    [account, bob] = told.transfer.find_private(format="json", ids=[memory_id]).hits
    assert bob.places[0].before.endswith(f"{account.value}, ask "), "whole"
    told.memories.edit(memory_id, long.replace(", ask", " as it was agreed in spring with our bank, ask"))
    [_account, bob] = told.transfer.find_private(format="json", ids=[memory_id]).hits
    assert bob.places[0].before == "…as it was agreed in spring with our bank, ask ", "or not at all"
    assert (key.value, key.mask, key.label) == (KEY, "[key 1]", "GitHub Token")
    assert key.places[0].before.endswith("The deploy key is ")
    assert KEY not in key.shown
    path = tmp_path / "out.json"
    told.transfer.export(path, format="json", redaction=Redaction(keep=frozenset({key.secret})))
    texts = [item["text"] for item in json.loads(path.read_text("utf-8"))]
    assert f"The deploy key is {KEY}." in texts
    assert "Nonsense about [email 1]." in texts


def test_every_format_masks_what_it_writes(told: MemoryStore, tmp_path: Path) -> None:
    told.memories.remember("DATABASE_URL=postgres://shop:Otter*4711_x@db1.internal.net/main")
    for format_ in OUTGOING:
        path = tmp_path / f"{format_.name}{format_.suffix}"
        told.transfer.export(path, format=format_.name, redaction=Redaction())
        files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
        text = "".join(file.read_text("utf-8") + file.name for file in files)
        assert KEY not in text, format_.name
        assert "ann@" not in text, format_.name
        assert not re.search(r"Otter\W*4711", text), format_.name
        assert "key 1" in text, format_.name


def test_losses_are_counted_for_what_goes_out(told: MemoryStore) -> None:
    def counts(format: str, query: str = "") -> dict[Aspect, int]:
        foresight = told.transfer.foresee(format=format, query=query)
        return {loss.aspect: loss.count for loss in foresight.losses}

    assert counts("engramma-bundle") == {}
    everything = counts("memory-transfer")
    assert (everything[Aspect.SESSIONS], everything[Aspect.EVENTS], everything[Aspect.TRASHED]) == (1, 1, 1)
    assert Aspect.TRASHED not in counts("csv")
    assert counts("mcp-memory", "tag:deploy")[Aspect.TAGS] == 1
    assert told.transfer.foresee(format="mem0").memories == 2
    with pytest.raises(QueryError):
        counts("csv", "tag:")
    with pytest.raises(ExportFileError, match="Known are"):
        counts("paper")


def test_a_cancelled_export_leaves_what_was_there(told: MemoryStore, tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    for name in ("engramma-bundle", "csv"):
        path = tmp_path / f"old-{name}"
        path.write_text("old")
        with pytest.raises(Cancelled):
            told.transfer.export(path, format=name, redaction=Redaction(), cancel=token)
        assert path.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir() if "old" in path.name) == [
        "old-csv",
        "old-engramma-bundle",
    ]


def test_nothing_is_written_when_the_second_search_finds_something(
    told: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engramma.engine.exporting.cargo.masked", lambda item, _mask: item)
    with pytest.raises(ExportFileError, match="read back"):
        told.transfer.export(tmp_path / "x.csv", format="csv", redaction=Redaction())
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.parametrize(
    ("at", "at_end", "expected"), [(2, False, 2), (5, False, 4), (5, True, 11), (9, False, 12)]
)
def test_places_move_with_the_masks(at: int, at_end: bool, expected: int) -> None:
    assert moved(at, ((4, 8, 7),), at_end=at_end) == expected
