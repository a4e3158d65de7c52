"""Which sessions a query finds: by their own title, topics and time, or by one of their events or memories."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, or_, select

from engramma.model.policy import Policy
from engramma.model.search import Query
from engramma.store.search import compile_events, compile_memories
from engramma.store.tables import event, memory, session
from engramma.store.visibility import visible


def find_sessions(query: Query, *, now: int, policy: Policy, hidden: Sequence[int]) -> ColumnElement[bool]:
    """A clause over `session`: one of its events fits, or one of its memories does."""
    said = select(event.c.session_id).where(
        visible(event, hidden), compile_events(query, now=now, policy=policy, hidden=hidden)
    )
    kept = select(memory.c.session_id).where(
        visible(memory, hidden),
        memory.c.session_id.is_not(None),
        compile_memories(query, now=now, policy=policy, hidden=hidden),
    )
    return or_(session.c.id.in_(said), session.c.id.in_(kept))
