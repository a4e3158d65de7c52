"""The ids that a search finds, in order: all of them as one array, or the first rows fast.

The ids leave SQLite as one text: a million rows cost one call, during which other threads run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, func, select

from engramma.model.policy import Policy
from engramma.model.search.sort import DEFAULT_SORT, Sort, SortKey
from engramma.model.search.tree import Query
from engramma.store.search.context import Context
from engramma.store.search.events import events_clause
from engramma.store.search.plan import Plan, plan
from engramma.store.search.relevance import MOST_RANKED, by_relevance
from engramma.store.search.strength import strength_exponent
from engramma.store.tables import event, memory, session
from engramma.store.visibility import visible

Ids = NDArray[np.int64]

_INDEX_OF = {
    SortKey.NEWEST: "ix_memory_created_at",
    SortKey.CREATED: "ix_memory_created_at",
    SortKey.IMPORTANCE: "ix_memory_importance",
    SortKey.RECALLS: "ix_memory_recalls",
    SortKey.FADES: "ix_memory_fades_at",
}
_TEXT_COMPARED = 48


@dataclass(frozen=True, slots=True)
class Ordered:
    """Ids in order (int64). `total_known` False: there may be more. `sort_used`: what was ordered by in the end."""

    ids: Ids
    total_known: bool
    sort_used: Sort


def order_ids(
    connection: Connection,
    query: Query,
    *,
    sort: Sort = DEFAULT_SORT,
    now: int,
    policy: Policy,
    tz: tzinfo | None = None,
    hidden: Sequence[int] = (),
    limit: int | None = None,
) -> Ordered:
    """The ids of the memories that `query` finds, in order; with `limit` at most so many of the first ones.

    Relevance is told only where few enough match; else the newest come first, and `sort_used` says so.
    """
    context = Context(now=now, policy=policy, tz=tz, hidden=hidden)
    way = plan(connection, query, context)
    if sort.key is not SortKey.RELEVANCE:
        return _cut(_ordered(connection, way, sort=sort, now=now, limit=limit), sort, limit=limit)
    newest = Sort(SortKey.NEWEST, sort.descending)
    if not query.has_text or not way.driven or way.most > MOST_RANKED:
        return _cut(_ordered(connection, way, sort=newest, now=now, limit=limit), newest, limit=limit)
    ids = _ordered(connection, way, sort=Sort(), now=now, limit=None)
    ranked = by_relevance(connection, query, ids, sizes=way.sizes)
    if ranked is None:
        return _cut(ids if newest.descending else ids[::-1], newest, limit=limit)
    return _cut(ranked if sort.descending else ranked[::-1], sort, limit=limit)


def order_event_ids(
    connection: Connection,
    query: Query,
    *,
    now: int,
    policy: Policy,
    tz: tzinfo | None = None,
    hidden: Sequence[int] = (),
    limit: int | None = None,
) -> Ordered:
    """The ids of the events that `query` finds, newest session first, its turns in order."""
    context = Context(now=now, policy=policy, tz=tz, hidden=hidden)
    found = (
        select(event.c.id)
        .join(session, session.c.id == event.c.session_id)
        .where(visible(event, hidden), events_clause(query, context))
        .order_by(session.c.started_at.desc(), session.c.id.desc(), event.c.turn, event.c.id)
    )
    return _cut(_fetched(connection, found, limit=limit), DEFAULT_SORT, limit=limit)


def _cut(ids: Ids, sort: Sort, *, limit: int | None) -> Ordered:
    whole = limit is None or len(ids) <= limit
    return Ordered(ids if whole else ids[:limit], whole, sort)


def _ordered(connection: Connection, way: Plan, *, sort: Sort, now: int, limit: int | None) -> Ids:
    found = select(memory.c.id).where(way.clause)
    if not way.driven and sort.key in _INDEX_OF:
        found = found.with_hint(memory, f"INDEXED BY {_INDEX_OF[sort.key]}", "sqlite")
    if sort.key is SortKey.FADES:
        return _by_fading(connection, found, descending=sort.descending, limit=limit)
    if sort.key is SortKey.SESSION:
        found = found.outerjoin(session, session.c.id == memory.c.session_id)
    keys = _keys(sort.key, now)
    direction = [key.desc() if sort.descending else key.asc() for key in (*keys, memory.c.id)]
    return _fetched(connection, found.order_by(*direction), limit=limit)


def _by_fading(
    connection: Connection, found: Select[tuple[int]], *, descending: bool, limit: int | None
) -> Ids:
    """What never fades comes after everything that does; the index has it before, so there are two questions."""
    column = memory.c.fades_at
    fading, lasting = found.where(column.is_not(None)), found.where(column.is_(None))
    if descending:
        parts = (
            lasting.order_by(memory.c.id.desc()),
            fading.order_by(column.desc(), memory.c.id.desc()),
        )
    else:
        parts = (fading.order_by(column, memory.c.id), lasting.order_by(memory.c.id))
    first = _fetched(connection, parts[0], limit=limit)
    if limit is not None and len(first) > limit:
        return first
    return np.concatenate([first, _fetched(connection, parts[1], limit=limit)])


def _keys(key: SortKey, now: int) -> tuple[ColumnElement[Any], ...]:
    columns = memory.c
    match key:
        case SortKey.STRENGTH:
            return (strength_exponent(now),)
        case SortKey.RECALLS:
            return (columns.recalls,)
        case SortKey.IMPORTANCE:
            return (columns.importance,)
        case SortKey.UPDATED:
            return (columns.updated_at,)
        case SortKey.TEXT:
            return (func.lower(func.substr(columns.text, 1, _TEXT_COMPARED)),)
        case SortKey.SESSION:
            return (func.lower(func.coalesce(session.c.title, "")), columns.session_id)
        case SortKey.TIER:
            return (columns.tier, columns.created_at)
        case SortKey.KIND:
            return (columns.kind, columns.created_at)
        case _:
            return (columns.created_at,)


def _fetched(connection: Connection, found: Select[tuple[int]], *, limit: int | None) -> Ids:
    # One more than the limit tells whether there are more. The LIMIT also keeps the order inside the aggregate.
    rows = found.limit(-1 if limit is None else limit + 1).subquery()
    joined = connection.scalar(select(func.group_concat(rows.c.id)))
    if joined is None:
        return np.empty(0, dtype=np.int64)
    return np.fromstring(joined, dtype=np.int64, sep=",")
