"""All that hangs together in a store, as arrays: the newest memories, associations, mentions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Integer, case, cast, func, select

from engramma.model.association import AssociationType
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.search.arrays import Integers, integers
from engramma.store.tables import association, memory, mention
from engramma.store.visibility import visible

TYPES = tuple(type_.value for type_ in AssociationType)
_SCALE = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class WholeRows:
    """Memories outside the Trash, by id: int64 ids, sessions (-1 without), created (UTC µs); bool active and summary.

    `left_out`: how many older ones there are besides.
    """

    ids: Integers
    sessions: Integers
    created: Integers
    active: NDArray[np.bool_]
    summary: NDArray[np.bool_]
    left_out: int

    def places(self, ids: Integers) -> Integers:
        """The place of each id, -1 for ids that are not there."""
        if not len(self.ids):
            return np.full(len(ids), -1, dtype=np.int64)
        found = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        return np.where(self.ids[found] == ids, found, -1).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class WholeEdges:
    """Stored associations: ids of both ends, types as places in TYPES, the weight and since when (UTC µs)
    it was so.
    """

    sources: Integers
    targets: Integers
    types: Integers
    weights: NDArray[np.float64]
    since: Integers


@dataclass(frozen=True, slots=True, eq=False)
class WholeMentions:
    """Which memories are about which things: ids, the weight and since when (UTC µs) it was so."""

    memories: Integers
    entities: Integers
    weights: NDArray[np.float64]
    since: Integers


def read_whole(reading: Reading, *, most: int, before: int | None) -> WholeRows:
    """The `most` newest memories that were created by `before` (UTC µs, None: all)."""
    shown = [memory.c.state != "trashed", visible(memory, reading.hidden)]
    if before is not None:
        shown.append(memory.c.created_at <= before)
    total = reading.connection.scalar(select(func.count()).select_from(memory).where(*shown)) or 0
    columns = integers(
        reading.connection,
        select(
            memory.c.id,
            func.coalesce(memory.c.session_id, -1),
            memory.c.created_at,
            memory.c.state == "active",
            memory.c.category == "summary",
        )
        .where(*shown)
        .order_by(memory.c.created_at.desc(), memory.c.id.desc()),
        limit=most,
    )
    order = np.argsort(columns[0])
    ids, sessions, created, active, summary = (column[order] for column in columns)
    return WholeRows(ids, sessions, created, active == 1, summary == 1, max(0, int(total) - len(ids)))


def read_whole_edges(reading: Reading) -> WholeEdges:
    """All associations that are stored, of the known types."""
    kinds = case(
        *((association.c.type == name, place) for place, name in enumerate(TYPES)),
        else_=TYPES.index(AssociationType.RELATED.value),
    )
    sources, targets, types, weights, since = integers(
        reading.connection,
        select(
            association.c.source_id,
            association.c.target_id,
            kinds,
            cast(association.c.weight * _SCALE, Integer),
            association.c.weight_at,
        )
        .where(visible(association, reading.hidden))
        .order_by(association.c.id),
    )
    return WholeEdges(sources, targets, types, weights / _SCALE, since)


def read_whole_mentions(reading: Reading) -> WholeMentions:
    """All mentions."""
    memories, entities, weights, since = integers(
        reading.connection,
        select(
            mention.c.memory_id,
            mention.c.entity_id,
            cast(mention.c.weight * _SCALE, Integer),
            mention.c.weight_at,
        )
        .where(visible(mention, reading.hidden))
        .order_by(mention.c.entity_id, mention.c.memory_id),
    )
    return WholeMentions(memories, entities, weights / _SCALE, since)
