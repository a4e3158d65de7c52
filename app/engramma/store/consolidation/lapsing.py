"""Memories that may be stale, due for the Trash or due for a purge, and live sessions whose events are due.

Only a coarse choice by indexed columns; what really lapsed is decided by `engramma.theory.lapsing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from engramma.model.clock import DAY
from engramma.model.lapse import Lapse
from engramma.model.policy import Policy
from engramma.store.database import Reading
from engramma.store.tables import conflict, event, memory, segment, session
from engramma.store.visibility import visible

STRENGTHENED = ("created", "rehearsed", "corrected", "edited", "unpinned", "restored", "revived", "imported")


def read_stale_candidates(reading: Reading, *, policy: Policy, now: int) -> Iterator[Lapse]:
    """Active semantic memories whose open segment began long ago, or that are in conflict with a later one."""
    shortest = min(policy.short_term_half_life, policy.long_term_half_life)
    began = now - round(policy.stale_half_lives * shortest * DAY)
    # A promotion begins a segment without strengthening, so a long-term memory may be stale before its t0 is old.
    return _read(
        reading,
        memory.c.state == "active",
        memory.c.kind == "semantic",
        memory.c.pinned == 0,
        or_(memory.c.t0 <= began, memory.c.tier == "long_term", memory.c.conflicted == 1),
    )


def read_due_candidates(reading: Reading, *, policy: Policy, now: int) -> Iterator[Lapse]:
    """Memories that have been dormant or superseded for long."""
    return _read(
        reading,
        memory.c.pinned == 0,
        memory.c.kind != "procedural",
        or_(
            and_(memory.c.state == "active", memory.c.fades_at <= now - round(policy.due_dormant * DAY)),
            and_(
                memory.c.state == "superseded", memory.c.state_at <= now - round(policy.due_superseded * DAY)
            ),
        ),
    )


def read_purge_candidates(reading: Reading, *, policy: Policy, now: int) -> Iterator[Lapse]:
    """Memories that have been in the Trash for long."""
    return _read(
        reading,
        memory.c.state == "trashed",
        memory.c.pinned == 0,
        memory.c.kind != "procedural",
        memory.c.state_at <= now - round(policy.trash_retention * DAY),
    )


def read_lapsing(reading: Reading, memory_id: int) -> Lapse | None:
    """One memory, whatever its state; None when it is not there."""
    return next(_read(reading, memory.c.id == memory_id), None)


def read_due_sessions(reading: Reading, *, policy: Policy, now: int) -> list[tuple[int, str, int]]:
    """(id, title, since when) of live sessions whose events are past their retention."""
    retention = round(policy.sensory_retention * DAY)
    rows = reading.connection.execute(
        select(session.c.id, session.c.title, session.c.ended_at)
        .where(
            session.c.is_live == 1,
            session.c.is_open == 0,
            session.c.ended_at <= now - retention,
            visible(session, reading.hidden),
            exists().where(event.c.session_id == session.c.id, visible(event, reading.hidden)),
        )
        .order_by(session.c.id)
    )
    return [(row.id, row.title, row.ended_at + retention) for row in rows]


def _read(reading: Reading, *clauses: ColumnElement[bool]) -> Iterator[Lapse]:
    strong_at = (
        select(func.max(segment.c.t0))
        .where(
            segment.c.memory_id == memory.c.id,
            segment.c.reason.in_(STRENGTHENED),
            visible(segment, reading.hidden),
        )
        .correlate(memory)
        .scalar_subquery()
    )
    rows = reading.connection.execute(
        select(
            memory.c.id,
            memory.c.kind,
            memory.c.state,
            memory.c.pinned,
            memory.c.conflicted,
            func.coalesce(strong_at, memory.c.created_at).label("strong_at"),
            memory.c.half_life,
            memory.c.fades_at,
            memory.c.state_at,
            case((memory.c.conflicted == 1, later_contradiction(reading))).label("contradicted_at"),
        )
        .where(visible(memory, reading.hidden), *clauses)
        .order_by(memory.c.id)
    )
    for row in rows:
        memory_id, kind, state, pinned, conflicted, *moments = row
        yield Lapse(memory_id, kind, state, bool(pinned), bool(conflicted), *moments)


def later_contradiction(reading: Reading) -> ColumnElement[Any]:
    """When the other side of a memory's open conflicts was made, if later than it: the latest (UTC µs), or NULL."""
    other = memory.alias("other")
    end = case((conflict.c.a_id == memory.c.id, conflict.c.b_id), else_=conflict.c.a_id)
    return (
        select(func.max(other.c.created_at))
        .select_from(conflict)
        .join(other, other.c.id == end)
        .where(
            or_(conflict.c.a_id == memory.c.id, conflict.c.b_id == memory.c.id),
            conflict.c.status == "open",
            visible(conflict, reading.hidden),
            other.c.created_at > memory.c.created_at,
        )
        .correlate(memory)
        .scalar_subquery()
    )
