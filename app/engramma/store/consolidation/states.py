"""In which state a plan saw its targets, in few characters, so that an item whose targets changed can be dropped."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from engramma.store.tables import event, memory, session

_AT_ONCE = 900
_MEMORY = (
    "version",
    "state",
    "state_at",
    "tier",
    "kind",
    "pinned",
    "importance",
    "t0",
    "half_life",
    "recalls",
    "person_edited",
)


def memory_states(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """A word for the state of each memory that is there."""
    columns = [memory.c[name] for name in _MEMORY]
    found: dict[int, str] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        rows = connection.execute(
            select(memory.c.id, *columns).where(memory.c.id.in_(part), memory.c.removed == 0)
        )
        found.update((row[0], repr(tuple(row[1:]))) for row in rows)
    return found


def session_states(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """A word for the state of each session that is there."""
    last = (
        select(func.max(event.c.turn))
        .where(event.c.session_id == session.c.id, event.c.removed == 0)
        .correlate(session)
        .scalar_subquery()
    )
    found: dict[int, str] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        rows = connection.execute(
            select(session.c.id, session.c.is_open, session.c.gated_turn, session.c.ended_at, last).where(
                session.c.id.in_(part), session.c.removed == 0
            )
        )
        found.update((row[0], repr(tuple(row[1:]))) for row in rows)
    return found
