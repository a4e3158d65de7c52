"""The memories that a search finds as columns of whole numbers.

Most of it comes out of two indexes in their own order, so that a million rows take a few tenths of a second, during
which other threads run. Only what was put away is looked up in the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, func, literal_column, select

from engramma.model.clock import LATEST
from engramma.model.search.tree import Leaf, Query, Term, leaves
from engramma.model.search.values import Choice
from engramma.store.database import Reading
from engramma.store.overview.ruler import Places
from engramma.store.search.arrays import integers, parsed
from engramma.store.search.plan import Plan
from engramma.store.tables import conflict, memory
from engramma.store.tables.memories import CATEGORIES
from engramma.store.visibility import visible

Flags = NDArray[np.bool_]
Moments = NDArray[np.int64]

NEVER = LATEST
_COVERED = frozenset({"tier", "kind", "category", "state", "fades"})
_LISTED = frozenset({"pinned", "active", "superseded", "trashed"})
_TRAITS = (memory.c.state, memory.c.tier, memory.c.kind, memory.c.category)
_AWAY = func.coalesce(memory.c.state_at, memory.c.updated_at)


@dataclass(frozen=True, slots=True, eq=False)
class MemoryColumns:
    """Equally long arrays, one entry a memory; moments are UTC µs, `NEVER` for none.

    `created`; `away`: when it was superseded or put into the Trash; `fades`: when it becomes dormant; `disputed`:
    when a conflict was found that is still open. `category` counts along the table's list.
    """

    ids: Places
    created: Moments
    away: Moments
    fades: Moments
    disputed: Moments
    active: Flags
    long_term: Flags
    category: Places
    places: Places = field(init=False)
    """By id, up to one more than the last: where it stands in the arrays, -1 for what is not here."""

    def __post_init__(self) -> None:
        places = np.full(int(self.ids.max(initial=0)) + 2, -1, dtype=np.int64)
        places[self.ids] = np.arange(len(self.ids))
        object.__setattr__(self, "places", places)

    def places_of(self, ids: Places) -> Places:
        """Where each of `ids` stands in the arrays, -1 for what is not here."""
        return self.places[np.minimum(ids, len(self.places) - 1)]

    def among(self, ids: Places) -> Flags:
        """Which of `ids` are here."""
        return self.places_of(ids) >= 0

    def lookup(self, flags: Flags, ids: Places) -> Flags:
        """The flag of each of `ids`; False for what is not here."""
        places = self.places_of(ids)
        return flags[places] & (places >= 0) if len(flags) else places >= 0


def read_memories(reading: Reading, query: Query, way: Plan) -> MemoryColumns:
    """The columns of what `way` finds for `query`."""
    every = visible(memory, reading.hidden)
    if _is_covered(query):
        return _columns(reading, way.clause, dated=every)
    # Any other condition needs the table, which is best looked through in its own order, once.
    (ids,) = integers(reading.connection, select(memory.c.id).where(way.clause))
    if way.driver is not None:
        listed = func.json_each(json.dumps(ids.tolist())).table_valued("value")
        few = memory.c.id.in_(select(listed.c.value))
        return _columns(reading, few, dated=few)
    return _only(_columns(reading, every, dated=every), ids)


def _is_covered(query: Query) -> bool:
    """Whether the index of facets has all that the query asks for."""
    return all(_has(leaf) for leaf in leaves(query.root))


def _has(leaf: Leaf) -> bool:
    if not isinstance(leaf, Term):
        return False
    is_listed = leaf.field == "is" and isinstance(leaf.test, Choice) and leaf.test.value in _LISTED
    return is_listed or leaf.field in _COVERED


def _columns(reading: Reading, chosen: ColumnElement[bool], *, dated: ColumnElement[bool]) -> MemoryColumns:
    """The columns of the `chosen`; their dates are looked up among the `dated`, which hold them all."""
    ids, fades, groups = _grouped(reading, chosen)
    sizes = [size for _state, _tier, _category, size in groups]
    found = MemoryColumns(
        ids=ids,
        created=_created(reading, dated, ids),
        away=np.full(len(ids), NEVER, dtype=np.int64),
        fades=fades,
        disputed=np.full(len(ids), NEVER, dtype=np.int64),
        active=_repeated([state == "active" for state, *_rest in groups], sizes).astype(np.bool_),
        long_term=_repeated([tier == "long_term" for _state, tier, *_rest in groups], sizes).astype(np.bool_),
        category=_repeated([CATEGORIES.index(category) for *_rest, category, _size in groups], sizes),
    )
    _mark_away(reading, found, dated)
    _mark_disputed(reading, found)
    return found


def _only(every: MemoryColumns, ids: Places) -> MemoryColumns:
    where = every.places_of(ids)
    return MemoryColumns(
        ids=ids,
        created=every.created[where],
        away=every.away[where],
        fades=every.fades[where],
        disputed=every.disputed[where],
        active=every.active[where],
        long_term=every.long_term[where],
        category=every.category[where],
    )


def _grouped(
    reading: Reading, chosen: ColumnElement[bool]
) -> tuple[Places, Moments, list[tuple[str, str, str, int]]]:
    """Ids, when they fade, and (state, tier, category, how many) of the stretches that they come in."""
    # In the order of the index of facets, which has all of these columns.
    rows = reading.connection.execute(
        select(
            *_TRAITS,
            func.group_concat(memory.c.id),
            func.group_concat(func.coalesce(memory.c.fades_at, NEVER)),
        )
        .where(chosen)
        .group_by(*_TRAITS)
    ).all()
    none = np.empty(0, dtype=np.int64)
    parts = [parsed(row[4]) for row in rows]
    groups = [(row[0], row[1], row[3], len(part)) for row, part in zip(rows, parts, strict=True)]
    fades = [parsed(row[5]) for row in rows]
    return np.concatenate([*parts, none]), np.concatenate([*fades, none]), groups


def _created(reading: Reading, chosen: ColumnElement[bool], ids: Places) -> Moments:
    """When each of `ids`, all of them among the `chosen`, was made."""
    dated = select(memory.c.id, memory.c.created_at).where(chosen).order_by(memory.c.created_at)
    numbers, created = integers(reading.connection, dated)
    table = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.int64)
    table[numbers] = created
    return table[ids]


def _repeated(values: Sequence[int], sizes: Sequence[int]) -> Places:
    return np.repeat(np.array(values, dtype=np.int64), np.array(sizes, dtype=np.int64))


def _mark_away(reading: Reading, found: MemoryColumns, chosen: ColumnElement[bool]) -> None:
    if found.active.all():
        return
    gone = select(memory.c.id, _AWAY.label("away")).where(
        memory.c.state.in_(("superseded", "trashed")), chosen
    )
    ids, since = integers(reading.connection, gone)
    places = found.places_of(ids)
    here = places >= 0
    found.away[places[here]] = since[here]


def _mark_disputed(reading: Reading, found: MemoryColumns) -> None:
    """While a conflict is open, neither side counts as dormant."""
    opened = conflict.c.status == literal_column("'open'"), visible(conflict, reading.hidden)
    for side in (conflict.c.a_id, conflict.c.b_id):
        ids, since = integers(reading.connection, select(side, conflict.c.found_at).where(*opened))
        places = found.places_of(ids)
        here = places >= 0
        np.minimum.at(found.disputed, places[here], since[here])
