"""What SQLite would do for the statements that a call really runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from sqlalchemy import event

from engramma.engine import MemoryStore


def plans(store: MemoryStore, call: Callable[[], object]) -> list[str]:
    """One text a statement that `call` runs: the steps of its plan, joined."""
    database = store.workspace.database
    seen: list[tuple[str, Any]] = []

    def note(
        _connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool
    ) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH", "UPDATE", "DELETE")) and not many:
            seen.append((statement, parameters))

    engines = (database._readers, database._writer)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        call()
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
    connection = sqlite3.connect(store.path)
    try:
        return [
            " / ".join(
                str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            )
            for statement, parameters in seen
        ]
    finally:
        connection.close()


def scans(plan: str, table: str) -> bool:
    """Whether a plan walks all of `table` itself, not one of its indexes."""
    return any(step in (f"SCAN {table}", f"SCAN main.{table}") for step in plan.split(" / "))
