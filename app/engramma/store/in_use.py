"""Whether a store holds anything that somebody could lose: into an empty one, a bundle goes as it is."""

from __future__ import annotations

from sqlalchemy import select

from engramma.store.database import Reading
from engramma.store.tables import event, memory, session
from engramma.store.visibility import visible


def is_in_use(reading: Reading) -> bool:
    """Whether there is a memory, a session or a turn, in whatever state."""
    return any(
        reading.connection.scalar(select(table.c.id).where(visible(table, reading.hidden)).limit(1))
        is not None
        for table in (memory, session, event)
    )
