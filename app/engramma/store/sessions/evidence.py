"""Which memories rest on the turns of a session, and which of them on nothing else. Reads only."""

from __future__ import annotations

from sqlalchemy import and_, func, select

from engramma.store.database import Reading
from engramma.store.handles import Connection
from engramma.store.tables import event, memory, provenance
from engramma.store.visibility import visible


def read_resting(reading: Reading, session_id: int) -> tuple[tuple[int, bool], ...]:
    """(memory, whether all its turns are of this session) of those that show, oldest first."""
    own = (event.c.session_id == session_id).label("own")
    rows = reading.connection.execute(
        select(
            provenance.c.memory_id,
            func.max(own).label("any_own"),
            func.min(own).label("all_own"),
        )
        .select_from(provenance)
        .join(event, and_(event.c.id == provenance.c.event_id, visible(event, reading.hidden)))
        .join(memory, memory.c.id == provenance.c.memory_id)
        .where(
            visible(provenance, reading.hidden),
            visible(memory, reading.hidden),
            memory.c.state != "trashed",
            provenance.c.memory_id.in_(
                select(provenance.c.memory_id)
                .join(event, event.c.id == provenance.c.event_id)
                .where(event.c.session_id == session_id, provenance.c.removed == 0)
            ),
        )
        .group_by(provenance.c.memory_id)
        .order_by(memory.c.created_at, memory.c.id)
    )
    return tuple((row.memory_id, bool(row.all_own)) for row in rows if row.any_own)


def unquoted(connection: Connection, session_id: int) -> tuple[tuple[int, str], ...]:
    """(evidence, the words it points at) of what only points into a turn of the session."""
    rows = connection.execute(
        select(provenance.c.id, provenance.c.start_char, provenance.c.end_char, event.c.text)
        .join(event, event.c.id == provenance.c.event_id)
        .where(
            event.c.session_id == session_id,
            provenance.c.removed == 0,
            provenance.c.quote == "",
            provenance.c.start_char.is_not(None),
            provenance.c.end_char.is_not(None),
        )
    )
    return tuple((row.id, row.text[row.start_char : row.end_char]) for row in rows)


def shown_turns(connection: Connection, session_id: int, *, most: int) -> tuple[int, ...]:
    """The first `most` events of a session that are not hidden, by id; also those of an import that still runs."""
    wanted = select(event.c.id).where(event.c.session_id == session_id, event.c.removed == 0)
    return tuple(connection.scalars(wanted.order_by(event.c.id).limit(most)))
