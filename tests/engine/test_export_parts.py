"""Exports that leave parts behind: announced truly, gone from the file, and whole all the same when it is read."""

from __future__ import annotations

import json
import stat
import zipfile
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.exporting.mask_key import key_path
from engramma.engine.exporting.values import Redaction
from engramma.engine.links import link
from engramma.engine.live_sessions import KeptStatement, SaidEvent, record_gate, record_session
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict
from engramma.exchange.writing.aspects import Aspect
from engramma.model.clock import FixedClock
from engramma.model.errors import ExportFileError
from engramma.model.export_parts import WHOLE, ExportPart, LeftOut
from engramma.store import bundle_rows, outgoing

SAID = "Please remember: the port is 8443 now. Write to ann@shop.example."
TABLES = {
    ExportPart.QUOTES: ("provenance",),
    ExportPart.SESSIONS: ("session", "event", "gate_verdict"),
    ExportPart.EVENTS: ("event", "gate_verdict"),
    ExportPart.RECALLS: ("recall", "recall_hit"),
    ExportPart.TIES: ("association",),
}


@pytest.fixture
def told(store: MemoryStore, clock: FixedClock) -> MemoryStore:
    """A session, a memory that quotes it, a link, a recall, two wordings, one superseded and one in the Trash."""
    session_id, events = record_session(
        store.workspace, "Ports", [SaidEvent(turn=0, role="user", speaker="Ann", text=SAID, at=clock.now())],
        agent="claude", topics=[], summary="", started_at=clock.now(), ended_at=clock.now() + 9,
    )  # fmt: skip
    kept = KeptStatement(
        event_id=events[0], text="The port is 8443 now.", kind="semantic", category="fact", importance=0.7,
        tags=(), at=clock.now(), quote=SAID[17:38], start=17, end=38,
    )  # fmt: skip
    record_gate(store.workspace, session_id, "Ports", statements=[kept], judgements=[])
    port = store.search.order("", limit=1).ids.tolist()[0]
    host = store.memories.remember("The host is called brig.").id
    store.memories.edit(host, text="The host is called barque.")
    link(store.workspace, port, host)
    old = store.memories.remember("The port is 80.").id
    store.memories.correct(old, "The port was 80 until May.")
    store.memories.trash([store.memories.remember("Nonsense.").id])
    record_recall(store.workspace, "which port?", [port, host], session_id=session_id)
    return store


def rows_of(bundle: Path) -> dict[str, list[dict[str, object]]]:
    with zipfile.ZipFile(bundle) as archive:
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in archive.read(name).splitlines()]
            for name in archive.namelist()
            if name.endswith(".jsonl")
        }


@pytest.mark.parametrize("part", [*({part} for part in ExportPart), set(ExportPart)])
def test_what_is_left_out_is_announced_and_the_rest_is_whole(
    told: MemoryStore, tmp_path: Path, clock: FixedClock, part: set[ExportPart]
) -> None:
    left_out: LeftOut = frozenset(part)
    first, second = tmp_path / "a.engramma-bundle", tmp_path / "b.engramma-bundle"
    foresight = told.transfer.foresee(left_out=left_out)
    outlook = told.transfer.look_ahead(left_out=left_out)
    whole = told.transfer.look_ahead().contents
    assert (outlook.bundle, outlook.contents) == (foresight, whole)
    told.transfer.export(first, left_out=left_out)
    rows = rows_of(first)
    for one in part:
        assert not any(name in rows for name in TABLES.get(one, ()))
    assert len(rows["memory"]) == foresight.memories
    announced = {loss.aspect: loss.count for loss in foresight.losses}
    assert {Aspect(one.value) for one in part if whole[Aspect(one.value)]} <= announced.keys()
    assert all(count == whole[aspect] for aspect, count in announced.items())
    with open_store(tmp_path / "other.engramma", clock=clock, create=True) as other:
        (report,) = other.transfer.import_files([first]).files
        assert (report.error, report.skipped) == ("", ())
        assert other.doctor.check().ok
        other.transfer.export(second)
    assert second.read_bytes() == first.read_bytes()


def test_other_formats_leave_out_as_well(told: MemoryStore, tmp_path: Path) -> None:
    def written(name: str, left_out: LeftOut) -> str:
        path = tmp_path / f"{name}-{len(left_out)}"
        told.transfer.export(path, format=name, left_out=left_out)
        files = [path] if path.is_file() else sorted(path.rglob("*.md"))
        return "\n".join(file.read_text("utf-8") for file in files)

    quoted = SAID[17:38]
    no_quotes = frozenset({ExportPart.QUOTES})
    assert written("markdown", WHOLE).count(quoted) == written("markdown", no_quotes).count(quoted) + 1
    states = frozenset({ExportPart.SUPERSEDED, ExportPart.TRASHED})
    assert {"Nonsense.", "The port is 80."} <= {item["text"] for item in json.loads(written("json", WHOLE))}
    texts = {item["text"] for item in json.loads(written("json", states))}
    assert not {"Nonsense.", "The port is 80."} & texts
    assert len(texts) == told.transfer.foresee(format="json", left_out=states).memories == 3
    ties = frozenset({ExportPart.TIES})
    assert "[[" in written("basic-memory", WHOLE)
    assert "[[" not in written("basic-memory", ties)


def test_only_what_goes_out_is_searched(told: MemoryStore) -> None:
    assert [hit.value for hit in told.transfer.find_private().hits] == ["ann@shop.example"]
    assert not told.transfer.find_private(left_out=frozenset({ExportPart.SESSIONS})).hits


def test_a_large_selection_is_read_another_way_and_is_the_same(
    told: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out = frozenset({ExportPart.SUPERSEDED, ExportPart.VERSIONS, ExportPart.EVENTS})
    for number, part in enumerate((WHOLE, left_out)):
        few, many = (tmp_path / f"{name}-{number}.engramma-bundle" for name in ("few", "many"))
        told.transfer.export(few, query="kind:semantic", left_out=part)
        before = told.transfer.look_ahead(query="kind:semantic", left_out=part)
        with monkeypatch.context() as patched:
            patched.setattr(bundle_rows, "SCANNED", 0)
            patched.setattr(outgoing, "SCANNED", 0)
            told.transfer.export(many, query="kind:semantic", left_out=part)
            assert told.transfer.look_ahead(query="kind:semantic", left_out=part) == before
        assert few.read_bytes() == many.read_bytes()


def test_the_key_to_the_masks_is_kept_beside_it(told: MemoryStore, tmp_path: Path) -> None:
    for name, format_name in (("out.engramma-bundle", "engramma-bundle"), ("notes", "basic-memory")):
        target = tmp_path / name
        told.memories.remember(f"Ask ben@shop.example about {name}.")
        told.transfer.export(target, format=format_name, redaction=Redaction(keep_key=True))
        key = key_path(target)
        document = json.loads(key.read_text("utf-8"))
        assert document["key_to"] == name
        assert {"ben@shop.example"} <= {item["value"] for item in document["masks"]}
        assert all(item["mask"].startswith("[email ") for item in document["masks"])
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    bundle = tmp_path / "out.engramma-bundle"
    told.transfer.export(bundle, redaction=Redaction(keep_key=True))
    before = bundle.read_bytes()
    key_path(bundle).write_text("mine", "utf-8")
    with pytest.raises(ExportFileError, match="cannot be kept"):
        told.transfer.export(bundle, redaction=Redaction(keep_key=True))
    assert (bundle.read_bytes(), key_path(bundle).read_text("utf-8")) == (before, "mine")
    told.transfer.export(tmp_path / "plain.engramma-bundle", redaction=Redaction())
    assert not key_path(tmp_path / "plain.engramma-bundle").exists()


def test_counts_and_conflicts_are_right_after_an_import(
    store: MemoryStore, tmp_path: Path, clock: FixedClock
) -> None:
    first, second, third = (store.memories.remember(f"Staging runs on port 543{n}.").id for n in range(3))
    record_recall(store.workspace, "which port?", [second])
    store.memories.merge(first, [second])
    mark_conflict(store.workspace, first, third, what="number", stakes="high", detail="5430, 5432")
    before = [store.memories.get(each) for each in (first, third)]
    assert [item.recalls for item in before] == [1, 0]
    bundle = tmp_path / "a.engramma-bundle"
    store.transfer.export(bundle)
    with open_store(tmp_path / "other.engramma", clock=clock, create=True) as other:
        other.transfer.import_files([bundle])
        found = {
            item.text: item for item in map(other.memories.get, other.search.order("", limit=9).ids.tolist())
        }
        assert [found[item.text].recalls for item in before] == [1, 0]
        assert other.search.count("is:conflicted") == store.search.count("is:conflicted") == 2
        assert other.doctor.check().ok
