"""Who asked the memory, what, and how: from the recalls that were recorded."""

from __future__ import annotations

from sqlalchemy import func, select

from engramma.model.recall_asking import AskedQuestion, Asker
from engramma.store.database import Reading
from engramma.store.tables import recall, session
from engramma.store.visibility import visible


def read_askers(reading: Reading) -> tuple[Asker, ...]:
    """Everybody who recalled, the one who did last first, with how that was asked."""
    newest = (
        select(func.max(recall.c.id).label("id"), func.count().label("asked"))
        .where(visible(recall, reading.hidden))
        .group_by(recall.c.actor)
        .subquery()
    )
    rows = reading.connection.execute(
        select(recall, newest.c.asked).join(newest, newest.c.id == recall.c.id).order_by(recall.c.id.desc())
    )
    return tuple(
        Asker(row.actor, row.asked, last_at=row.at, budget=row.budget, mode=row.mode) for row in rows
    )


def read_questions(reading: Reading, *, actor: str = "", limit: int) -> tuple[AskedQuestion, ...]:
    """The questions last asked, by this actor or by all, each once, the newest first."""
    last = (
        select(func.max(recall.c.id).label("id"), func.count().label("times"))
        .where(visible(recall, reading.hidden), recall.c.actor == actor if actor else recall.c.id > 0)
        .group_by(recall.c.question)
        .order_by(func.max(recall.c.id).desc())
        .limit(limit)
        .subquery()
    )
    rows = reading.connection.execute(
        select(recall, last.c.times).join(last, last.c.id == recall.c.id).order_by(recall.c.id.desc())
    )
    return tuple(
        AskedQuestion(row.question, row.actor, row.at, times=row.times, budget=row.budget, mode=row.mode)
        for row in rows
    )


def read_sessions_of(reading: Reading, agents: tuple[str, ...]) -> tuple[int, ...]:
    """The sessions of these agents."""
    found = reading.connection.scalars(
        select(session.c.id).where(visible(session, reading.hidden), session.c.agent.in_(agents))
    )
    return tuple(int(session_id) for session_id in found)
