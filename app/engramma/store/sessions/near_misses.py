"""Statements that the gate dropped by a hair, and about which no person has said anything yet."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, func, not_, select

from engramma.model.session import NearMiss
from engramma.store.database import Reading
from engramma.store.tables import event, gate_verdict, session
from engramma.store.visibility import visible

DECLINED = "declined by a person"
_LONGEST = 400
_UNDECIDED = not_(gate_verdict.c.reasons.contains(DECLINED, autoescape=True))
_START = func.coalesce(gate_verdict.c.start_char, 0)
_END = func.coalesce(gate_verdict.c.end_char, func.length(event.c.text))


def read_near_misses(reading: Reading, *, least: float, limit: int) -> tuple[NearMiss, ...]:
    """Dropped statements with a score of at least `least`, the nearest first; what is very long is left out."""
    rows = reading.connection.execute(
        _query(reading)
        .where(
            gate_verdict.c.kept == 0,
            gate_verdict.c.score >= least,
            gate_verdict.c.memory_id.is_(None),
            _UNDECIDED,
            _END - _START <= _LONGEST,
        )
        .order_by(gate_verdict.c.score.desc(), gate_verdict.c.id.desc())
        .limit(limit)
    )
    return tuple(_near_miss(row) for row in rows)


def read_dropped(reading: Reading, verdict_id: int, *, declined_too: bool) -> NearMiss | None:
    """A dropped statement of any score and length, or None when it was kept, declined or is gone."""
    query = _query(reading).where(gate_verdict.c.id == verdict_id, gate_verdict.c.kept == 0)
    row = reading.connection.execute(query if declined_too else query.where(_UNDECIDED)).first()
    return None if row is None else _near_miss(row)


def _query(reading: Reading) -> Select[Any]:
    return (
        select(
            gate_verdict.c.id,
            gate_verdict.c.event_id,
            gate_verdict.c.score,
            _START.label("start"),
            _END.label("end"),
            func.substr(event.c.text, _START + 1, _END - _START).label("text"),
            event.c.role,
            event.c.turn,
            event.c.at,
            session.c.id.label("session_id"),
            session.c.title,
            session.c.agent,
        )
        .join(event, and_(event.c.id == gate_verdict.c.event_id, event.c.removed == 0))
        .join(session, and_(session.c.id == event.c.session_id, session.c.removed == 0))
        .where(visible(gate_verdict, reading.hidden))
    )


def _near_miss(row: Any) -> NearMiss:
    return NearMiss(
        verdict_id=row.id,
        event_id=row.event_id,
        session_id=row.session_id,
        session_title=row.title,
        agent=row.agent,
        turn=row.turn,
        role=row.role,
        at=row.at,
        start=row.start,
        end=row.end,
        text=row.text,
        score=row.score,
    )
