"""Whether a store is whole after something terrible happened to a process that wrote to it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.faults.actors import GROUP

from engramma.engine import MemoryStore
from engramma.store.fulltext import FULLTEXT_CHECK
from engramma.store.tables import metadata


def check_file(path: Path) -> None:
    """SQLite's own checks, and that the full text is that of the rows."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for statement in FULLTEXT_CHECK:
            connection.execute(statement)
        connection.rollback()
    finally:
        connection.close()


def check_journal(store: MemoryStore) -> None:
    """No operation is half done: none open, and of those that were taken back nothing is left."""
    with store.workspace.database.read() as reading:
        assert reading.hidden == ()
        for table in metadata.tables.values():
            if "born_op" in table.c:
                left = reading.connection.exec_driver_sql(
                    f"SELECT count(*) FROM {table.name} JOIN operation ON operation.id = {table.name}.born_op "
                    "WHERE operation.status <> 'done'"
                ).scalar_one()
                assert left == 0, f"{left} rows of {table.name} belong to no finished operation"
        for table in ("image", "row_range"):
            left = reading.connection.exec_driver_sql(
                f"SELECT count(*) FROM {table} JOIN operation ON operation.id = {table}.operation_id "
                "WHERE operation.status <> 'done'"
            ).scalar_one()
            assert left == 0, f"{left} rows of {table} belong to no finished operation"


def check_group(store: MemoryStore) -> None:
    """Bulk changes are whole: all of the group are alike, and derived columns follow from the rest."""
    lines = store.memories.page(range(1, GROUP + 1))
    assert len(lines) == GROUP
    alike = {
        (line.memory.importance, line.memory.pinned, line.memory.tier, line.memory.tags) for line in lines
    }
    assert len(alike) == 1, alike
    for line in lines:
        newest = line.segments[-1]
        found = line.memory
        assert (found.fades_at is None) == found.pinned, (found.id, found.fades_at, found.pinned, newest)
