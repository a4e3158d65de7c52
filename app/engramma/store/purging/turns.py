"""The turns of a session that is to lose them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import event, session
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True)
class ExpiringSession:
    """What decides whether a session's turns may be erased. `unread`: the gate has not read all of them."""

    id: int
    title: str
    is_live: bool
    is_open: bool
    ended_at: int | None
    events: int
    unread: bool


def read_expiring(reading: Reading, session_id: int) -> ExpiringSession | None:
    """One session, or None."""
    row = reading.connection.execute(
        select(
            session.c.title,
            session.c.is_live,
            session.c.is_open,
            session.c.ended_at,
            session.c.gated_turn,
            select(func.count()).where(event.c.session_id == session_id).scalar_subquery().label("events"),
            select(func.max(event.c.turn))
            .where(event.c.session_id == session_id, event.c.removed == 0)
            .scalar_subquery()
            .label("last_turn"),
        ).where(session.c.id == session_id, visible(session, reading.hidden))
    ).first()
    if row is None:
        return None
    return ExpiringSession(
        id=session_id,
        title=row.title,
        is_live=bool(row.is_live),
        is_open=bool(row.is_open),
        ended_at=row.ended_at,
        events=int(row.events),
        unread=(row.last_turn or 0) > row.gated_turn,
    )


def turn_ids(connection: Connection, session_id: int) -> list[int]:
    """Every turn of a session, also those that were taken back, in order."""
    return list(
        connection.scalars(
            select(event.c.id).where(event.c.session_id == session_id).order_by(event.c.turn, event.c.id)
        )
    )


def turn_uids(connection: Connection, ids: Sequence[int]) -> list[str]:
    """The outside ids of turns."""
    return list(connection.scalars(select(event.c.uid).where(event.c.id.in_(ids))))
