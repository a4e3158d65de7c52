"""Stores of other tools through the engine: preview, import, again, undo; and what hangs together is linked."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.engine.store_picture import picture
from tests.exchange.memory_store_files import database, document
from tests.exchange.memory_store_rows import CLAUDE_MEM
from tests.exchange.memory_store_samples import STORES, claude_mem_export

from engramma.engine import MemoryStore
from engramma.model.transfer import FileReport
from engramma.store.tables import association, entity, memory, mention


def told(report: FileReport) -> tuple[object, ...]:
    return report.read, report.new, report.known, report.changed, [item.reason for item in report.skipped]


def test_all_of_them_at_once_twice_and_undone(store: MemoryStore, tmp_path: Path) -> None:
    root = tmp_path / "in"
    for name, make in STORES.items():
        make(root / name)
    before = picture(store)
    planned = store.transfer.preview([root])
    assert picture(store) == before
    done = store.transfer.import_files([root])
    assert [item.error for item in done.files if item.error] == []
    assert {item.format for item in done.files} == set(STORES)
    assert [told(item) for item in planned.files] == [told(item) for item in done.files]
    for item in done.files:
        assert item.read == item.new + item.known + item.changed + len(item.skipped)
        assert item.changed == 0
    after = picture(store)
    again = store.transfer.import_files([root])
    assert sum(item.new for item in again.files) == 0
    assert picture(store) == after
    store.history.undo()
    assert picture(store) == before


def test_a_database_and_its_export_tell_the_same_once(store: MemoryStore, tmp_path: Path) -> None:
    database(tmp_path / "claude-mem.db", CLAUDE_MEM)
    first = store.transfer.import_files([tmp_path / "claude-mem.db"])
    document(tmp_path / "export.json", claude_mem_export())
    second = store.transfer.import_files([tmp_path / "export.json"])
    assert (first.files[0].memories, second.files[0].new) == (5, 0)


@pytest.mark.parametrize(("name", "least"), [("nexo", 2), ("portable-memory", 4), ("hindsight", 2)])
def test_links_become_associations(store: MemoryStore, tmp_path: Path, name: str, least: int) -> None:
    store.transfer.import_files([STORES[name](tmp_path)])
    with store.workspace.database.read() as reading:
        count = reading.connection.execute(select(func.count()).select_from(association)).scalar_one()
    assert count >= least


def test_notes_meet_in_the_things_that_they_link_to(store: MemoryStore, tmp_path: Path) -> None:
    """Whichever note is read first: the thing that is only named gets its note later."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bread.md").write_text("# Bread\n\nMade of [[Rye Flour]].\n")
    (tmp_path / "in" / "rye-flour.md").write_text("# Rye Flour\n\nDark; for [[Bread]].\n")
    store.transfer.import_files([tmp_path / "in"])
    with store.workspace.database.read() as reading:
        things = reading.connection.execute(
            select(entity.c.name, entity.c.ghost).order_by(entity.c.name)
        ).all()
        mentions = reading.connection.execute(select(func.count()).select_from(mention)).scalar_one()
    assert [tuple(thing) for thing in things] == [("Bread", 0), ("Rye Flour", 0)]
    assert mentions == 4


def test_a_mapping_of_columns_is_a_format_like_any_other(store: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("a,b\nRye keeps,2026-01-02\n")
    report = store.transfer.import_files([path], format="csv:text=a,time=b")
    assert (report.files[0].memories, report.files[0].format) == (1, "csv:text=a,time=b")
    with store.workspace.database.read() as reading:
        assert reading.connection.execute(select(memory.c.text)).scalar_one() == "Rye keeps"


def test_what_was_in_quarantine_waits_for_a_person(store: MemoryStore, tmp_path: Path) -> None:
    path = STORES["nexo"](tmp_path)
    before = picture(store)
    planned = store.transfer.preview([path])
    done = store.transfer.import_files([path])
    assert told(planned.files[0]) == told(done.files[0])
    waiting = {found.reason: found for found in store.consolidation.proposals()}
    assert set(waiting) == {
        "NEXO held it in quarantine, where it was pending",
        "NEXO held it in quarantine, where it was expired",
    }
    assert store.transfer.import_files([path]).files[0].new == 0
    store.history.undo()
    assert picture(store) == before
    store.history.redo()
    store.consolidation.accept(waiting["NEXO held it in quarantine, where it was pending"].id)
    store.consolidation.reject(waiting["NEXO held it in quarantine, where it was expired"].id)
    assert store.transfer.import_files([path]).files[0].new == 0
    with store.workspace.database.read() as reading:
        texts = set(reading.connection.scalars(select(memory.c.text)))
    assert "Maybe use honey" in texts
    assert "Never use salt" not in texts
