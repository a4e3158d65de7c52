"""Many rows go in by few statements, and the text index finds them all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event as listening
from sqlalchemy import text

from engramma.engine import create_store
from engramma.model.clock import FixedClock
from engramma.store.tables import event

ROWS = 450


def test_a_few_statements_take_all_rows(store_path: Path, frozen_clock: FixedClock) -> None:
    store = create_store(store_path, clock=frozen_clock)
    session = store.sessions.start("Bulk", agent="a")
    at = frozen_clock.now()
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        if statement.startswith("INSERT INTO event "):
            statements.append(statement)

    with store.workspace.journal.short("import", "bulk", actor="person") as step:
        listening.listen(step.connection, "before_cursor_execute", note)
        rows = [
            {
                "uid": store.workspace.uids.next(at),
                "session_id": session,
                "turn": turn,
                "role": "user",
                "text": f"Said number {turn}, word{turn}.",
                "at": at,
            }
            for turn in range(1, ROWS + 1)
        ]
        ids = step.insert_many(event, rows)
    assert len(statements) == 4, "256, 128, 64 and 2"
    found = store.sessions.events(ids)
    assert [one.text for one in found] == [row["text"] for row in rows]
    with store.workspace.database.read() as reading:
        words = text("SELECT rowid FROM event_words WHERE event_words MATCH :word")
        for turn in (1, 256, 257, ROWS):
            hits = reading.connection.execute(words, {"word": f"word{turn}"}).scalars().all()
            assert hits == [ids[turn - 1]]
    store.close()
