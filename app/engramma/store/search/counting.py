"""How many memories a search finds, and how many each facet would leave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

import numpy as np
from sqlalchemy import ColumnElement, Connection, Integer, Select, and_, case, cast, func, select

from engramma.model.clock import DAY
from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.model.search.facets import FacetCount, Facets
from engramma.model.search.fields import FIELDS
from engramma.model.search.tree import Node, Query, Term, conjunction, leaves
from engramma.model.search.values import Choice
from engramma.store.search.arrays import integers
from engramma.store.search.context import Context
from engramma.store.search.events import events_clause
from engramma.store.search.plan import plan
from engramma.store.search.properties import undisputed
from engramma.store.tables import event, memory, tag
from engramma.store.visibility import visible

SOON = 7
SOON_VALUE = "<7d"

_STATES_IS = frozenset({"pinned", "dormant", "active", "superseded", "trashed"})


def count(
    connection: Connection,
    query: Query,
    *,
    now: int,
    policy: Policy,
    tz: tzinfo | None = None,
    hidden: Sequence[int] = (),
) -> int:
    """How many memories `query` finds."""
    way = plan(connection, query, Context(now=now, policy=policy, tz=tz, hidden=hidden))
    return connection.scalar(select(func.count()).select_from(memory).where(way.clause)) or 0


@dataclass(frozen=True, slots=True)
class _Row:
    state: str
    tier: str
    kind: str
    category: str
    pinned: int
    number: int
    soon: int
    dormant: int


def facet_counts(
    connection: Connection,
    query: Query,
    *,
    now: int,
    policy: Policy,
    tz: tzinfo | None = None,
    hidden: Sequence[int] = (),
    tags: int = 12,
    further: bool = True,
) -> Facets:
    """Counts of tiers, kinds, states, categories and the `tags` most frequent tags.

    Each group is counted under the query without the group's own conditions: what further filters would give. With
    `further` false it is counted under the whole query: what the results themselves are.
    """
    context = Context(now=now, policy=policy, tz=tz, hidden=hidden)
    cubes: dict[Query, list[_Row]] = {}

    def cube(part: Query) -> list[_Row]:
        if part not in cubes:
            cubes[part] = _cube(connection, part, context)
        return cubes[part]

    def group(field: str) -> list[_Row]:
        return _in_scope(cube(rest(field)), query)

    def rest(field: str) -> Query:
        return _without(query, field) if further else query

    whole = _in_scope(cube(query), query)
    tiers = group("tier")
    kinds, categories = group("kind"), group("category")
    states = cube(rest("state")) if further else whole
    return Facets(
        total=_total(connection, context) if not query.is_empty else _sum(whole),
        matching=_sum(whole),
        tiers=(
            FacetCount("tier", "sensory", _label("tier", "sensory"), _events(connection, query, context)),
            *(_counted("tier", value, tiers) for value in ("short_term", "long_term")),
        ),
        kinds=tuple(_counted("kind", item.value, kinds) for item in FIELDS["kind"].choices),
        states=_states(states),
        categories=tuple(_counted("category", item.value, categories) for item in FIELDS["category"].choices),
        tags=_tags(connection, rest("tag"), context, most=tags, any_state=query.names_state),
    )


def _cube(connection: Connection, query: Query, context: Context) -> list[_Row]:
    """The counts of every combination that occurs, in any state."""
    columns = memory.c
    clause = plan(connection, query, context, any_state=True).clause
    soon = and_(columns.fades_at > context.now, columns.fades_at < context.now + SOON * DAY)
    keys = (columns.state, columns.tier, columns.kind, columns.category, columns.pinned)
    rows = connection.execute(
        select(
            *keys,
            func.count(),
            _number_where(soon),
            _number_where(and_(columns.fades_at <= context.now, undisputed())),
        )
        .where(clause)
        .group_by(*keys)
    )
    return [_Row(*row) for row in rows]


def _number_where(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return cast(func.sum(case((condition, 1), else_=0)), Integer)


def _in_scope(rows: list[_Row], query: Query) -> list[_Row]:
    return rows if query.names_state else [row for row in rows if row.state == "active"]


def _sum(rows: list[_Row]) -> int:
    return sum(row.number for row in rows)


def _label(field: str, value: str) -> str:
    listed = FIELDS[field].choice(value)
    return value if listed is None else listed.label


def _counted(field: str, value: str, rows: list[_Row]) -> FacetCount:
    number = sum(row.number for row in rows if getattr(row, field) == value)
    return FacetCount(field, value, _label(field, value), number)


def _states(rows: list[_Row]) -> tuple[FacetCount, ...]:
    active = [row for row in rows if row.state == "active"]
    return (
        FacetCount("is", "pinned", "Pinned", sum(row.number for row in active if row.pinned)),
        FacetCount("fades", SOON_VALUE, f"Fades within {SOON} days", sum(row.soon for row in active)),
        FacetCount("is", "dormant", "Dormant", sum(row.dormant for row in active)),
        FacetCount(
            "is", "superseded", "Superseded", _sum([row for row in rows if row.state == "superseded"])
        ),
        FacetCount("is", "trashed", "Trash", _sum([row for row in rows if row.state == "trashed"])),
    )


def _without(query: Query, group: str) -> Query:
    return Query(conjunction(node for node in query.conjuncts if not _belongs(node, group)))


def _belongs(node: Node, group: str) -> bool:
    """Whether `node` is a condition of that group alone."""
    for leaf in leaves(node):
        if not isinstance(leaf, Term):
            return False
        if group == "state":
            named = isinstance(leaf.test, Choice) and leaf.field == "is" and leaf.test.value in _STATES_IS
            if not (named or leaf.field in ("state", "fades")):
                return False
        elif leaf.field != group:
            return False
    return True


def _total(connection: Connection, context: Context) -> int:
    clause = plan(connection, Query(), context).clause
    return connection.scalar(select(func.count()).select_from(memory).where(clause)) or 0


def _events(connection: Connection, query: Query, context: Context) -> int:
    clause = events_clause(_without(query, "tier"), context)
    return (
        connection.scalar(
            select(func.count()).select_from(event).where(visible(event, context.hidden), clause)
        )
        or 0
    )


def _tags(
    connection: Connection, query: Query, context: Context, *, most: int, any_state: bool
) -> tuple[FacetCount, ...]:
    way = plan(connection, query, context, any_state=any_state)
    found = select(memory.c.id).where(way.clause)
    counted = _tags_of_few if way.driver is not None else _tags_of_many
    return tuple(
        FacetCount("tag", name, name, number) for name, number in counted(connection, found, context, most)
    )


def _tags_of_few(
    connection: Connection, found: Select[tuple[int]], context: Context, most: int
) -> list[tuple[str, int]]:
    number = func.count().label("number")
    rows = connection.execute(
        select(tag.c.name, number)
        .where(visible(tag, context.hidden), tag.c.memory_id.in_(found))
        .group_by(tag.c.name)
        .order_by(number.desc(), tag.c.name)
        .limit(most)
    )
    return [(name, counted) for name, counted in rows]


def _tags_of_many(
    connection: Connection, found: Select[tuple[int]], context: Context, most: int
) -> list[tuple[str, int]]:
    """The same by arrays: a million look-ups in SQLite would take seconds."""
    shown = visible(tag, context.hidden)
    (ids,) = integers(connection, found)
    (owners,) = integers(
        connection, select(tag.c.memory_id).where(shown).order_by(tag.c.name, tag.c.memory_id)
    )
    names = connection.execute(
        select(tag.c.name, func.count()).where(shown).group_by(tag.c.name).order_by(tag.c.name)
    ).all()
    if not names or not len(ids):
        return []
    wanted = np.zeros(max(int(owners.max()), int(ids.max())) + 1, dtype=np.int64)
    wanted[ids] = 1
    starts = np.cumsum([0, *(number for _name, number in names[:-1])])
    numbers = np.add.reduceat(wanted[owners], starts)
    counted = [(name, int(number)) for (name, _all), number in zip(names, numbers, strict=True) if number]
    return sorted(counted, key=lambda row: (-row[1], row[0]))[:most]
