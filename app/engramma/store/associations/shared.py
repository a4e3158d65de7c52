"""Which memories are about the same things, so far as can be read quickly: of a hub only its newest memories."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import select, text

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import entity, mention
from engramma.store.visibility import visible

_AT_ONCE = 500
# The list is asked anew for each thing, so that each gives its newest only: SQLite has no lateral joins.
_NEWEST = """
    SELECT m.entity_id, m.memory_id, m.weight, m.weight_at
    FROM json_each(:entities) AS wanted
    JOIN mention AS m ON m.id IN (
        SELECT id FROM mention
        WHERE entity_id = wanted.value AND removed = 0{hidden}
        ORDER BY memory_id DESC LIMIT :most
    )
"""


@dataclass(frozen=True, slots=True)
class Mention:
    """That a memory is about a thing: the weight was `weight` at `weight_at` (UTC µs)."""

    memory_id: int
    entity_id: int
    name: str
    weight: float
    weight_at: int


def read_mentioned(reading: Reading, ids: Sequence[int]) -> list[Mention]:
    """What the memories `ids` are about, by memory and name."""
    found: list[Mention] = []
    for start in range(0, len(ids), _AT_ONCE):
        rows = reading.connection.execute(
            select(
                mention.c.memory_id, mention.c.entity_id, entity.c.name, mention.c.weight, mention.c.weight_at
            )
            .join(entity, entity.c.id == mention.c.entity_id)
            .where(
                mention.c.memory_id.in_(ids[start : start + _AT_ONCE]),
                visible(mention, reading.hidden),
            )
            .order_by(mention.c.memory_id, entity.c.name, entity.c.id)
        )
        found.extend(Mention(*row) for row in rows.all())
    return found


def read_mentioning(
    reading: Reading, entity_ids: Sequence[int], *, most: int
) -> dict[int, list[tuple[int, float, int]]]:
    """(memory, weight, its moment) of the newest memories about each thing, at most `most`, newest first."""
    found: dict[int, list[tuple[int, float, int]]] = defaultdict(list)
    clause = f" AND born_op NOT IN ({', '.join(map(str, reading.hidden))})" if reading.hidden else ""
    statement = text(_NEWEST.format(hidden=clause))
    for start in range(0, len(entity_ids), _AT_ONCE):
        part = json.dumps(list(entity_ids[start : start + _AT_ONCE]))
        for row in reading.connection.execute(statement, {"entities": part, "most": most}).all():
            found[row[0]].append((row[1], row[2], row[3]))
    for rows in found.values():
        rows.sort(reverse=True)
    return found
