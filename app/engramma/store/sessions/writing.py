"""Brings a known session up to date when its source has grown."""

from __future__ import annotations

from sqlalchemy import func, select

from engramma.store.journal.step import Step
from engramma.store.tables import event, session


def refresh_session(
    step: Step,
    session_id: int,
    *,
    title: str,
    summary: str,
    started_at: int | None,
    ended_at: int | None,
    is_open: bool,
    fresh: int,
) -> bool:
    """Take title, summary and time span from a source that holds `fresh` new events of a known session.

    Its title counts when it goes on longer than what is stored, or when most events came from it; the time span only
    ever grows. Returns whether anything changed.
    """
    row = step.connection.execute(select(session).where(session.c.id == session_id)).one()
    total = step.connection.scalar(
        select(func.count()).where(event.c.session_id == session_id, event.c.removed == 0)
    )
    longer = ended_at is not None and (row.ended_at is None or ended_at > row.ended_at)
    values: dict[str, object] = {}
    if longer:
        values.update(ended_at=ended_at, is_open=int(is_open))
    if started_at is not None and (row.started_at is None or started_at < row.started_at):
        values.update(started_at=started_at)
    if title and (longer or fresh * 2 > int(total or 0)):
        values.update(title=title, summary=summary or row.summary)
    return bool(values) and bool(step.update(session, session_id, **values))
