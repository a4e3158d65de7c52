"""What stands out on the axis of time: the first memory, imports, and what matters among what fades soon."""

from __future__ import annotations

from sqlalchemy import func, select

from engramma.model.overview import IMPORTANT
from engramma.store.database import Reading
from engramma.store.overview.ruler import Places
from engramma.store.search.arrays import integers
from engramma.store.tables import memory, operation
from engramma.store.visibility import visible


def first_made(reading: Reading, *, now: int) -> int:
    """When the oldest memory was made, UTC µs; now in an empty store."""
    oldest = reading.connection.scalar(
        select(func.min(memory.c.created_at)).where(visible(memory, reading.hidden))
    )
    return now if oldest is None else int(oldest)


def read_imports(reading: Reading, *, start: int, most: int) -> list[tuple[int, str]]:
    """(when, label) of the `most` largest imports since `start` that count, oldest first."""
    rows = reading.connection.execute(
        select(operation.c.at, operation.c.label)
        .where(
            operation.c.kind == "import",
            operation.c.status == "done",
            operation.c.undone_by.is_(None),
            operation.c.at >= start,
        )
        .order_by(operation.c.changes.desc(), operation.c.id)
        .limit(most)
    )
    return sorted((row.at, row.label) for row in rows)


def read_important(reading: Reading, *, start: int, end: int) -> Places:
    """The ids of what becomes dormant after `start` and before `end` (UTC µs) and matters."""
    columns = memory.c
    soon = select(columns.id).where(
        columns.fades_at > start,
        columns.fades_at < end,
        columns.importance >= IMPORTANT,
        visible(memory, reading.hidden),
    )
    return integers(reading.connection, soon)[0]
