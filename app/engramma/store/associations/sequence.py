"""Which memories stand beside one another in their sessions, in the order in which they came about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import ColumnElement, literal_column, select

from engramma.store.database import Reading
from engramma.store.tables import memory
from engramma.store.visibility import visible

_AT_ONCE = 500
# With the sign SQLite does not go by the index of states, through all that are active, but by that of sessions.
_STATE: ColumnElement[str] = literal_column("+memory.state")


def read_sequences(reading: Reading, session_ids: Sequence[int], *, most: int) -> dict[int, list[int]]:
    """The active memories of each session but its summary, by time; at most `most` rows in all."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    left = most
    for start in range(0, len(session_ids), _AT_ONCE):
        if left <= 0:
            break
        rows = reading.connection.execute(
            select(memory.c.session_id, memory.c.created_at, memory.c.id)
            .where(
                memory.c.session_id.in_(session_ids[start : start + _AT_ONCE]),
                _STATE == "active",
                memory.c.category != "summary",
                visible(memory, reading.hidden),
            )
            .limit(left)
        ).all()
        left -= len(rows)
        for session_id, created_at, memory_id in rows:
            found[session_id].append((created_at, memory_id))
    return {session_id: [one for _at, one in sorted(rows)] for session_id, rows in found.items()}
