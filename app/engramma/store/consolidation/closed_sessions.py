"""Closed live sessions that have no summary memory yet, with what was said in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, exists, func, select

from engramma.store.database import Reading
from engramma.store.tables import event, memory, session
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True)
class ClosedSession:
    """A session to be summarised; `ended_at` UTC µs."""

    id: int
    uid: str
    title: str
    ended_at: int
    summary: str
    topics: tuple[str, ...]


def summary_key(uid: str) -> str:
    """The source key of the summary memory of the session with this uid."""
    return f"summary:{uid}"


def read_closed_sessions(reading: Reading, *, turns: int, now: int) -> list[ClosedSession]:
    """Live sessions of at least `turns` events that ended by `now`, are all judged and never had a summary memory."""
    active = event.c.session_id == session.c.id, event.c.active == 1, visible(event, reading.hidden)
    count = select(func.count()).where(*active).correlate(session).scalar_subquery()
    last = select(func.max(event.c.turn)).where(*active).correlate(session).scalar_subquery()
    # One that was taken back counts, too: what a person undid is not done again.
    known = exists().where(memory.c.source_key == "summary:" + session.c.uid)
    rows = reading.connection.execute(
        select(session)
        .where(
            session.c.is_live == 1,
            session.c.is_open == 0,
            session.c.ended_at <= now,
            visible(session, reading.hidden),
            ~known,
            count >= turns,
            session.c.gated_turn >= last,
        )
        .order_by(session.c.ended_at, session.c.id)
    )
    return [
        ClosedSession(
            id=row.id,
            uid=row.uid,
            title=row.title,
            ended_at=row.ended_at,
            summary=row.summary,
            topics=tuple(json.loads(row.topics)),
        )
        for row in rows
    ]


def read_said(connection: Connection, session_id: int) -> list[tuple[str, str, str]]:
    """(role, speaker, text) of a session's turns, without rewound ones."""
    return [
        (row.role, row.speaker, row.text)
        for row in connection.execute(
            select(event.c.role, event.c.speaker, event.c.text)
            .where(event.c.session_id == session_id, event.c.active == 1, event.c.removed == 0)
            .order_by(event.c.turn, event.c.id)
        )
    ]


def read_sources(connection: Connection, session_id: int, *, until: int) -> Sequence[int]:
    """The memories that came from a session up to `until`, its summary apart; also those put away since.

    With what they were merged into: a merge hands such a source on.
    """
    newest = set(
        connection.scalars(
            select(memory.c.id).where(
                memory.c.session_id == session_id,
                memory.c.removed == 0,
                memory.c.created_at <= until,
                memory.c.category != "summary",
            )
        )
    )
    found = set(newest)
    while newest:
        survivors = select(memory.c.merged_into).where(
            memory.c.id.in_(sorted(newest)), memory.c.merged_into.is_not(None), memory.c.removed == 0
        )
        newest = set(connection.scalars(survivors)) - found
        found |= newest
    return sorted(found)


def last_said_at(connection: Connection, session_id: int) -> int:
    """When the newest turn of a session was said (UTC µs); 0 when none has a time."""
    at = connection.scalar(
        select(func.max(event.c.at)).where(event.c.session_id == session_id, event.c.removed == 0)
    )
    return int(at or 0)
