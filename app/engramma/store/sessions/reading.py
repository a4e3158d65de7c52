"""Reads sessions and their events as values, with the marks that memories left on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, select

from engramma.model.session import Event, EventPlace, Mark, Role, Session, Verdict
from engramma.store.database import Reading
from engramma.store.tables import event, gate_verdict, memory, provenance, session
from engramma.store.visibility import visible


def _selected(reading: Reading) -> Select[Any]:
    events = (
        select(func.count())
        .where(event.c.session_id == session.c.id, visible(event, reading.hidden))
        .correlate(session)
        .scalar_subquery()
    )
    memories = (
        select(func.count())
        .where(
            memory.c.session_id == session.c.id, visible(memory, reading.hidden), memory.c.state != "trashed"
        )
        .correlate(session)
        .scalar_subquery()
    )
    return select(session, events.label("events"), memories.label("memories")).where(
        visible(session, reading.hidden)
    )


def read_sessions(
    reading: Reading,
    *,
    where: ColumnElement[bool] | None = None,
    ids: Sequence[int] | None = None,
    limit: int | None = None,
) -> tuple[Session, ...]:
    """Sessions, newest first; undated ones last."""
    query = _selected(reading).order_by(session.c.started_at.desc().nulls_last(), session.c.id.desc())
    if ids is not None:
        query = query.where(session.c.id.in_(ids))
    if where is not None:
        query = query.where(where)
    if limit is not None:
        query = query.limit(limit)
    return tuple(_session(row) for row in reading.connection.execute(query))


def read_session(reading: Reading, session_id: int) -> Session | None:
    """One session, or None."""
    found = read_sessions(reading, ids=[session_id])
    return found[0] if found else None


def read_event_ids(reading: Reading, session_id: int) -> tuple[int, ...]:
    """The events of a session in order of their turns."""
    return tuple(
        reading.connection.scalars(
            select(event.c.id)
            .where(event.c.session_id == session_id, visible(event, reading.hidden))
            .order_by(event.c.turn, event.c.id)
        )
    )


def read_event_places(reading: Reading, session_id: int) -> tuple[EventPlace, ...]:
    """Where the events of a session stand, in order of their turns."""
    rows = reading.connection.execute(
        select(event.c.id, event.c.parent_id, event.c.active)
        .where(event.c.session_id == session_id, visible(event, reading.hidden))
        .order_by(event.c.turn, event.c.id)
    )
    return tuple(EventPlace(row.id, row.parent_id, bool(row.active)) for row in rows)


def read_remembered(reading: Reading, session_id: int) -> tuple[int, ...]:
    """The events of a session that memories rest on, in order of their turns."""
    rows = reading.connection.scalars(
        select(event.c.id)
        .join(provenance, provenance.c.event_id == event.c.id)
        .join(memory, memory.c.id == provenance.c.memory_id)
        .where(
            event.c.session_id == session_id,
            visible(event, reading.hidden),
            visible(provenance, reading.hidden),
            visible(memory, reading.hidden),
            memory.c.state != "trashed",
        )
        .order_by(event.c.turn, event.c.id)
    )
    return tuple(dict.fromkeys(rows))


def read_event_texts(reading: Reading, session_id: int) -> tuple[tuple[int, str], ...]:
    """(event, its text) of a session in order of their turns."""
    rows = reading.connection.execute(
        select(event.c.id, event.c.text)
        .where(event.c.session_id == session_id, visible(event, reading.hidden))
        .order_by(event.c.turn, event.c.id)
    )
    return tuple((row.id, row.text) for row in rows)


def read_events(reading: Reading, ids: Sequence[int]) -> dict[int, Event]:
    """Events by id, with marks and verdicts."""
    if not ids:
        return {}
    rows = reading.connection.execute(
        select(event).where(event.c.id.in_(ids), visible(event, reading.hidden))
    ).all()
    marks = _marks(reading, ids)
    verdicts = read_verdicts(reading, ids)
    return {
        row.id: Event(
            id=row.id,
            uid=row.uid,
            session_id=row.session_id,
            turn=row.turn,
            role=Role(row.role),
            speaker=row.speaker,
            text=row.text,
            at=row.at,
            time_quality=row.time_quality,
            active=bool(row.active),
            sidechain=bool(row.sidechain),
            parent_id=row.parent_id,
            detail=row.detail,
            marks=marks.get(row.id, ()),
            verdict=verdicts.get(row.id),
        )
        for row in rows
    }


def read_verdicts(reading: Reading, event_ids: Sequence[int]) -> dict[int, Verdict]:
    """The highest verdict on each event."""
    rows = reading.connection.execute(
        select(gate_verdict)
        .where(gate_verdict.c.event_id.in_(event_ids), visible(gate_verdict, reading.hidden))
        .order_by(gate_verdict.c.event_id, gate_verdict.c.score)
    )
    return {
        row.event_id: Verdict(
            id=row.id,
            event_id=row.event_id,
            start=row.start_char,
            end=row.end_char,
            score=row.score,
            kept=bool(row.kept),
            reasons=tuple((item["name"], float(item["points"])) for item in json.loads(row.reasons)),
            memory_id=row.memory_id,
        )
        for row in rows
    }


def _marks(reading: Reading, event_ids: Sequence[int]) -> dict[int, tuple[Mark, ...]]:
    rows = reading.connection.execute(
        select(
            provenance.c.event_id,
            provenance.c.memory_id,
            provenance.c.start_char,
            provenance.c.end_char,
            memory.c.tier,
            memory.c.state,
        )
        .join(memory, memory.c.id == provenance.c.memory_id)
        .where(
            provenance.c.event_id.in_(event_ids),
            visible(provenance, reading.hidden),
            visible(memory, reading.hidden),
            memory.c.state != "trashed",
        )
        .order_by(provenance.c.event_id, provenance.c.start_char)
    )
    found: dict[int, list[Mark]] = {}
    for row in rows:
        found.setdefault(row.event_id, []).append(
            Mark(
                memory_id=row.memory_id,
                start=row.start_char,
                end=row.end_char,
                tier=row.tier,
                state=row.state,
            )
        )
    return {event_id: tuple(marks) for event_id, marks in found.items()}


def read_session_memory_ids(reading: Reading, session_id: int) -> tuple[int, ...]:
    """Memories that came from a session, in order of creation."""
    return tuple(
        reading.connection.scalars(
            select(memory.c.id)
            .where(
                memory.c.session_id == session_id,
                visible(memory, reading.hidden),
                memory.c.state != "trashed",
            )
            .order_by(memory.c.created_at, memory.c.id)
        )
    )


def _session(row: Any) -> Session:
    return Session(
        id=row.id,
        uid=row.uid,
        title=row.title,
        agent=row.agent,
        source=row.source,
        project=row.project,
        started_at=row.started_at,
        ended_at=row.ended_at,
        is_open=bool(row.is_open),
        time_quality=row.time_quality,
        topics=tuple(json.loads(row.topics)),
        summary=row.summary,
        parent_id=row.parent_id,
        events=row.events,
        memories=row.memories,
    )


def count_verdicts(reading: Reading, session_id: int) -> tuple[int, int, int]:
    """(events, kept, dropped) of a session; an event with a kept statement counts as kept."""
    judged = (
        select(event.c.id, func.max(gate_verdict.c.kept).label("kept"))
        .select_from(event)
        .outerjoin(
            gate_verdict, and_(gate_verdict.c.event_id == event.c.id, visible(gate_verdict, reading.hidden))
        )
        .where(event.c.session_id == session_id, visible(event, reading.hidden))
        .group_by(event.c.id)
        .subquery()
    )
    row = reading.connection.execute(
        select(
            func.count(),
            func.coalesce(func.sum(case((judged.c.kept == 1, 1), else_=0)), 0),
            func.coalesce(func.sum(case((judged.c.kept == 0, 1), else_=0)), 0),
        ).select_from(judged)
    ).one()
    return int(row[0]), int(row[1]), int(row[2])
