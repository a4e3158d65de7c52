"""The ids that a search finds, in order: all of them as one array, or the first rows fast.

Where an index has the order, SQLite follows it; by anything else numpy sorts, four times as fast as SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    case,
    cast,
    func,
    literal_column,
    select,
)

from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.model.search.sort import DEFAULT_SORT, Sort, SortKey
from engramma.model.search.tree import Query
from engramma.store.search.along import INDEX_OF, first_along
from engramma.store.search.arrays import integers, text_places
from engramma.store.search.context import Context
from engramma.store.search.events import events_clause
from engramma.store.search.plan import Plan, plan
from engramma.store.search.relevance import MOST_RANKED, by_relevance
from engramma.store.search.strength import strength_exponent
from engramma.store.tables import event, memory, session
from engramma.store.tables.memories import KINDS, TIERS
from engramma.store.visibility import visible

Ids = NDArray[np.int64]

_TEXT_COMPARED = 64
_MANY_TEXTS = 200_000
_STEPS = 1_000_000
_COLUMN_OF = {SortKey.IMPORTANCE: memory.c.importance, SortKey.RECALLS: memory.c.recalls}


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
    if sort.key is SortKey.RELEVANCE:
        if query.has_text and way.driver is not None and way.most <= MOST_RANKED:
            newest = _ordered(connection, way, sort=DEFAULT_SORT, now=now, limit=None)
            ranked = by_relevance(connection, query, newest, sizes=way.sizes)
            if ranked is not None:
                return _cut(ranked if sort.descending else ranked[::-1], sort, limit=limit)
        sort = Sort(SortKey.NEWEST, sort.descending)
    if limit is not None and sort.key in INDEX_OF:
        first = first_along(connection, query, context, driver=way.driver, sort=sort, limit=limit)
        if first is not None:
            return Ordered(first, False, sort)
    return _cut(_ordered(connection, way, sort=sort, now=now, limit=limit), sort, limit=limit)


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
    most = None if limit is None else limit + 1
    return _cut(integers(connection, found, limit=most)[0], DEFAULT_SORT, limit=limit)


def _cut(ids: Ids, sort: Sort, *, limit: int | None) -> Ordered:
    whole = limit is None or len(ids) <= limit
    return Ordered(ids if whole else ids[:limit], whole, sort)


def _ordered(connection: Connection, way: Plan, *, sort: Sort, now: int, limit: int | None) -> Ids:
    # One more than the limit tells whether there are more.
    most = None if limit is None else limit + 1
    found = select(memory.c.id).where(way.clause)
    if sort.key in _COMPUTED:
        return _computed(connection, found, sort, now=now)
    if sort.key is SortKey.TEXT and limit is None and way.most > _MANY_TEXTS:
        ids, *places = text_places(connection, found, memory.c.text)
        order = np.lexsort((ids, *reversed(places)))
        return ids[order[::-1] if sort.descending else order]
    if way.driver is None and sort.key in INDEX_OF:
        found = found.with_hint(memory, f"INDEXED BY {INDEX_OF[sort.key]}", "sqlite")
    if sort.key is SortKey.FADES:
        return _by_fading(connection, found, descending=sort.descending, most=most)
    key: ColumnElement[Any] = func.lower(func.substr(memory.c.text, 1, _TEXT_COMPARED))
    if sort.key is not SortKey.TEXT:
        column = _COLUMN_OF.get(sort.key, memory.c.created_at)
        # The plus keeps SQLite from walking this column's index when a rare condition is the way in.
        key = column if way.driver is None else literal_column(f"+memory.{column.name}")
    keys = (key, memory.c.id)
    ordered = found.order_by(*(each.desc() if sort.descending else each.asc() for each in keys))
    return integers(connection, ordered, limit=most)[0]


def _by_fading(
    connection: Connection, found: Select[tuple[int]], *, descending: bool, most: int | None
) -> Ids:
    """What never fades comes after everything that does; the index has it before, so there are two questions."""
    column = memory.c.fades_at
    fading, lasting = found.where(column.is_not(None)), found.where(column.is_(None))
    if descending:
        parts = (lasting.order_by(memory.c.id.desc()), fading.order_by(column.desc(), memory.c.id.desc()))
    else:
        parts = (fading.order_by(column, memory.c.id), lasting.order_by(memory.c.id))
    first = integers(connection, parts[0], limit=most)[0]
    if most is not None and len(first) >= most:
        return first
    return np.concatenate([first, integers(connection, parts[1], limit=most)[0]])


def _computed(connection: Connection, found: Select[tuple[int]], sort: Sort, *, now: int) -> Ids:
    ids, keys = integers(connection, found.add_columns(_COMPUTED[sort.key](now)))
    if sort.key is SortKey.SESSION:
        keys = _by_title(connection, keys)
    order = np.lexsort((ids, keys))
    return ids[order[::-1] if sort.descending else order]


def _by_title(connection: Connection, session_ids: Ids) -> Ids:
    """The place of each session in the order of their titles; a memory without one comes first."""
    titles = connection.execute(select(session.c.title, session.c.id)).all()
    ordered = sorted((title.casefold(), number) for title, number in titles)
    places = {number: place for place, (_title, number) in enumerate(ordered, start=1)}
    known, where = np.unique(session_ids, return_inverse=True)
    return np.array([places.get(number, 0) for number in known.tolist()], dtype=np.int64)[where]


def _place(column: ColumnElement[str], values: Sequence[str]) -> ColumnElement[int]:
    return case({value: place for place, value in enumerate(values)}, value=column, else_=len(values))


_COMPUTED: Mapping[SortKey, Callable[[int], ColumnElement[int]]] = {
    SortKey.STRENGTH: lambda now: cast(strength_exponent(now) * _STEPS, Integer),
    SortKey.UPDATED: lambda _now: memory.c.updated_at,
    SortKey.SESSION: lambda _now: func.coalesce(memory.c.session_id, 0),
    SortKey.TIER: lambda _now: _place(memory.c.tier, TIERS),
    SortKey.KIND: lambda _now: _place(memory.c.kind, KINDS),
}
