"""Lists what memories are about, with how many are about each, and which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, or_, select

from engramma.model.association import Entity
from engramma.store.database import Reading
from engramma.store.tables import entity, memory, mention
from engramma.store.visibility import visible

_MATCHING = 500
_AT_ONCE = 500


def list_entities(reading: Reading, query: str, *, limit: int) -> tuple[Entity, ...]:
    """Things whose name has the folded `query` in it, those of the most memories first; a name counts once.

    Without a query, things that no memory is about are left out.
    """
    if query:
        matching = reading.connection.execute(
            select(entity.c.id, visible(entity, reading.hidden))
            .where(entity.c.normal_name.contains(query, autoescape=True))
            .order_by(func.length(entity.c.normal_name), entity.c.id)
            .limit(_MATCHING)
        ).all()
        mentioned = count_about(reading, [row[0] for row in matching])
        # The pass that found a thing first may have been undone while others mention it still.
        counts = {row[0]: mentioned.get(row[0], 0) for row in matching if row[1] or row[0] in mentioned}
    else:
        counts = _most_mentioned(reading, limit=2 * limit)
    named: dict[str, Entity] = {}
    for start in range(0, len(counts), _AT_ONCE):
        part = list(counts)[start : start + _AT_ONCE]
        rows = reading.connection.execute(
            select(entity.c.id, entity.c.name, entity.c.normal_name, entity.c.type, entity.c.ghost)
            .where(entity.c.id.in_(part))
            .order_by(entity.c.id)
        ).all()
        for row_id, name, normal, kind, ghost in rows:
            same = named.get(normal)
            if same is None:
                named[normal] = Entity(row_id, name, kind, counts[row_id], bool(ghost))
            else:
                named[normal] = replace(same, memories=same.memories + counts[row_id])
    ordered = sorted(named, key=lambda normal: (-named[normal].memories, normal))
    return tuple(named[normal] for normal in ordered[:limit])


def _most_mentioned(reading: Reading, *, limit: int) -> dict[int, int]:
    shown = select(memory.c.id).where(
        memory.c.state.in_(("active", "superseded")), visible(memory, reading.hidden)
    )
    number = func.count().label("number")
    rows = reading.connection.execute(
        select(mention.c.entity_id, number)
        .where(mention.c.memory_id.in_(shown), visible(mention, reading.hidden))
        .group_by(mention.c.entity_id)
        .order_by(number.desc(), mention.c.entity_id)
        .limit(limit)
    ).all()
    return {row[0]: int(row[1]) for row in rows}


def count_about(reading: Reading, entity_ids: Sequence[int]) -> dict[int, int]:
    """How many memories outside the Trash are about each of these things."""
    rows = reading.connection.execute(
        select(mention.c.entity_id, func.count(memory.c.id.distinct()))
        .join(memory, memory.c.id == mention.c.memory_id)
        .where(
            mention.c.entity_id.in_(entity_ids),
            memory.c.state != "trashed",
            visible(mention, reading.hidden),
            visible(memory, reading.hidden),
        )
        .group_by(mention.c.entity_id)
    )
    return {row[0]: int(row[1]) for row in rows}


def read_about(reading: Reading, entity_id: int, *, limit: int) -> tuple[int, ...]:
    """The memories outside the Trash that are about a thing, also by another row of the same name; newest first."""
    name = select(entity.c.normal_name).where(entity.c.id == entity_id).scalar_subquery()
    same = select(entity.c.id).where(or_(entity.c.id == entity_id, entity.c.normal_name == name))
    rows = reading.connection.scalars(
        select(memory.c.id)
        .join(mention, mention.c.memory_id == memory.c.id)
        .where(
            mention.c.entity_id.in_(same),
            memory.c.state != "trashed",
            visible(mention, reading.hidden),
            visible(memory, reading.hidden),
        )
        .group_by(memory.c.id)
        .order_by(memory.c.created_at.desc(), memory.c.id.desc())
        .limit(limit)
    )
    return tuple(rows)
