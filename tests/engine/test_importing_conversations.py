"""Conversations of assistants through the engine: preview, import, again, undo; with provenance to the words."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select
from tests.engine.store_picture import picture
from tests.exchange.conversation_samples import SAMPLES, as_bytes, chat, node

from engramma.engine import MemoryStore
from engramma.model.transfer import CollisionPolicy, FileReport
from engramma.store.tables import event, memory, provenance


def told(report: FileReport) -> tuple[object, ...]:
    return report.read, report.new, report.known, report.changed, [item.reason for item in report.skipped]


def test_all_of_them_at_once_twice_and_undone(store: MemoryStore, tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for name, content in SAMPLES.items():
        (root / f"{name}.bin").write_bytes(content)
    before = picture(store)
    planned = store.transfer.preview([root])
    assert picture(store) == before
    done = store.transfer.import_files([root])
    assert {item.format for item in done.files} == set(SAMPLES)
    assert [told(item) for item in planned.files] == [told(item) for item in done.files]
    for item in done.files:
        assert item.error == ""
        assert item.changed == item.known == 0
        assert item.events > 0
        assert item.read == item.new + len(item.skipped)
    after = picture(store)
    again = store.transfer.import_files([root])
    assert sum(item.new + item.changed for item in again.files) == 0
    assert picture(store) == after
    store.history.undo()
    assert picture(store) == before


def test_a_saved_memory_leads_to_the_words_that_it_was_saved_with(store: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_bytes(SAMPLES["chatgpt"])
    store.transfer.import_files([path])
    columns = select(
        memory.c.text, event.c.text, provenance.c.start_char, provenance.c.end_char, provenance.c.original
    )
    joined = columns.select_from(
        provenance.join(memory, memory.c.id == provenance.c.memory_id).join(
            event, event.c.id == provenance.c.event_id
        )
    )
    with store.workspace.database.read() as reading:
        rows = reading.connection.execute(joined).all()
    assert [row[0] for row in rows] == ["Bakes rye bread.", "Owns no mixer."]
    assert all(said[start:end] == text and original for text, said, start, end, original in rows)


def test_an_answer_that_was_given_since_is_all_that_comes_with_the_next_export(
    store: MemoryStore, tmp_path: Path
) -> None:
    path = tmp_path / "conversations.json"
    asked, answered = node("q", None, "user", "Rye or wheat?"), node("a", "q", "assistant", "Rye.")
    path.write_bytes(as_bytes([chat(asked)]))
    store.transfer.import_files([path])
    path.write_bytes(as_bytes([chat(asked, answered)]))
    report = store.transfer.import_files([path], policy=CollisionPolicy.SKIP).files[0]
    assert (report.new, report.events, report.known) == (1, 1, 2)
