"""What the gate needs of sessions: which wait for it, their events not yet judged, and keeping its verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, func, or_, select

from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.tables import event, gate_verdict, row_range, session
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True)
class GateSession:
    """A session as the gate sees it; `gated_turn` is the last turn that has been judged."""

    id: int
    title: str
    agent: str
    is_open: bool
    is_live: bool
    gated_turn: int
    last_turn: int


@dataclass(frozen=True, slots=True)
class GateEvent:
    """An event to be judged; `at` UTC µs, None when its time is unknown."""

    id: int
    turn: int
    role: str
    speaker: str
    text: str
    at: int | None


@dataclass(frozen=True, slots=True)
class NewVerdict:
    """A verdict to be kept."""

    event_id: int
    start: int | None
    end: int | None
    score: float
    kept: bool
    reasons: tuple[tuple[str, float], ...]
    memory_id: int | None


def read_gate_session(connection: Connection, session_id: int) -> GateSession | None:
    """One session with its last turn."""
    last = select(func.coalesce(func.max(event.c.turn), 0)).where(
        event.c.session_id == session_id, event.c.removed == 0
    )
    row = connection.execute(
        select(
            session.c.id,
            session.c.title,
            session.c.agent,
            session.c.is_open,
            session.c.is_live,
            session.c.gated_turn,
            last.scalar_subquery().label("last_turn"),
        ).where(session.c.id == session_id, session.c.removed == 0)
    ).first()
    if row is None:
        return None
    return GateSession(
        id=row.id,
        title=row.title,
        agent=row.agent,
        is_open=bool(row.is_open),
        is_live=bool(row.is_live),
        gated_turn=row.gated_turn,
        last_turn=row.last_turn,
    )


def waiting_sessions(reading: Reading, *, every: int) -> tuple[int, ...]:
    """Live sessions with unjudged events: closed ones with any, open ones with at least `every`."""
    last = (
        select(event.c.session_id, func.max(event.c.turn).label("last_turn"))
        .where(visible(event, reading.hidden))
        .group_by(event.c.session_id)
        .subquery()
    )
    waiting = last.c.last_turn - session.c.gated_turn
    rows = reading.connection.scalars(
        select(session.c.id)
        .join(last, last.c.session_id == session.c.id)
        .where(
            session.c.is_live == 1,
            visible(session, reading.hidden),
            or_(waiting >= every, and_(session.c.is_open == 0, waiting > 0)),
        )
        .order_by(session.c.started_at, session.c.id)
    )
    return tuple(rows)


def sessions_brought(reading: Reading, operation_id: int) -> tuple[int, ...]:
    """The sessions with unjudged events that an operation brought into the store, oldest first."""
    brought = and_(
        row_range.c.operation_id == operation_id,
        row_range.c.table_name == event.name,
        row_range.c.act == "insert",
        event.c.id.between(row_range.c.first_id, row_range.c.last_id),
    )
    rows = reading.connection.scalars(
        select(session.c.id)
        .join(event, event.c.session_id == session.c.id)
        .join(row_range, brought)
        .where(
            visible(session, reading.hidden),
            visible(event, reading.hidden),
            event.c.active == 1,
            event.c.turn > session.c.gated_turn,
        )
        .distinct()
        .order_by(session.c.started_at, session.c.id)
    )
    return tuple(rows)


def read_gate_events(
    connection: Connection, session_id: int, *, after_turn: int, context: int, limit: int
) -> tuple[tuple[GateEvent, ...], tuple[GateEvent, ...]]:
    """(the last `context` events up to `after_turn`, at most `limit` active ones after it), in order of turns."""
    base = select(event.c.id, event.c.turn, event.c.role, event.c.speaker, event.c.text, event.c.at).where(
        event.c.session_id == session_id, event.c.removed == 0, event.c.active == 1
    )
    before = connection.execute(
        base.where(event.c.turn <= after_turn).order_by(event.c.turn.desc(), event.c.id.desc()).limit(context)
    ).all()
    fresh = connection.execute(base.where(event.c.turn > after_turn).order_by(event.c.turn, event.c.id)).all()
    return (
        tuple(GateEvent(*row) for row in reversed(before)),
        tuple(GateEvent(*row) for row in fresh),
    )


def keep_verdicts(step: Step, verdicts: Sequence[NewVerdict]) -> None:
    """Keep verdicts with their reasons."""
    step.insert_many(
        gate_verdict,
        [
            {
                "event_id": verdict.event_id,
                "start_char": verdict.start,
                "end_char": verdict.end,
                "score": verdict.score,
                "kept": int(verdict.kept),
                "reasons": json.dumps(
                    [{"name": name, "points": points} for name, points in verdict.reasons], ensure_ascii=False
                ),
                "memory_id": verdict.memory_id,
            }
            for verdict in verdicts
        ],
    )
