"""What memories are about most: things by the number of memories that mention them."""

from __future__ import annotations

import numpy as np
from sqlalchemy import select

from engramma.model.overview import Tally
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.overview.columns import Flags, MemoryColumns
from engramma.store.overview.ruler import Places
from engramma.store.search.arrays import unordered_integers
from engramma.store.search.plan import Plan
from engramma.store.tables import entity, memory, mention
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True, eq=False)
class Mentions:
    """Which thing which memory mentions; a pair may come twice."""

    things: Places
    owners: Places


def read_mentions(reading: Reading, way: Plan) -> Mentions:
    """All mentions, or of what a rare condition finds only its own."""
    rows = select(mention.c.entity_id, mention.c.memory_id).where(visible(mention, reading.hidden))
    if way.driver is not None:
        rows = rows.where(mention.c.memory_id.in_(select(memory.c.id).where(way.clause)))
    return Mentions(*unordered_integers(reading.connection, rows))


def things_of(
    reading: Reading, mentions: Mentions, found: MemoryColumns, *, counted: Flags, most: int
) -> tuple[Tally, ...]:
    """The `most` things that most of the `counted` memories mention, each memory once; by number, then by name."""
    here = found.lookup(counted, mentions.owners)
    things, owners = mentions.things[here], mentions.owners[here]
    if not len(things):
        return ()
    size = int(owners.max()) + 1
    pairs = np.sort(things * size + owners)
    pairs = pairs[np.diff(pairs, prepend=-1) != 0]
    things, owners = pairs // size, pairs % size
    numbers = np.bincount(things)
    long_term = np.bincount(things[found.lookup(found.long_term, owners)], minlength=len(numbers))
    # More than are wanted: of those with equal numbers their names decide.
    least = np.sort(numbers)[::-1][:most][-1]
    wanted = np.flatnonzero(numbers >= max(1, least))
    chosen = select(entity.c.id, entity.c.name).where(entity.c.id.in_(wanted[: 50 * most].tolist()))
    tallies = [
        Tally(row.name, int(numbers[row.id] - long_term[row.id]), int(long_term[row.id]))
        for row in reading.connection.execute(chosen)
    ]
    return tuple(sorted(tallies, key=lambda item: (-item.total, item.name))[:most])
