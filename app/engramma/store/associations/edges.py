"""Stored associations of memories, as many as they have, and the fading ones among them with their mentions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, select

from engramma.model.association import AssociationType
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.journal.rows import update_many
from engramma.store.journal.step import Step
from engramma.store.tables import association, entity, memory, mention, operation
from engramma.store.visibility import visible

CO_RECALLED = AssociationType.CO_RECALLED.value
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """An association as it is stored: its weight was `weight` at `weight_at` (UTC µs)."""

    id: int
    source_id: int
    target_id: int
    type: str
    relation: str
    weight: float
    weight_at: int
    actor: str


EDGE_COLUMNS = tuple(association.c[name] for name in EdgeRow.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class FadingRow:
    """A fading association of a memory, or, with `mention`, its mention of a thing.

    `order` tells two of the same standing apart, by what they lead to and not by their ids.
    """

    id: int
    mention: bool
    weight: float
    weight_at: int
    order: tuple[int, str]


def read_edges(reading: Reading, ids: Sequence[int]) -> list[EdgeRow]:
    """The associations that have one of the memories `ids` at either end, by id."""
    found: dict[int, EdgeRow] = {}
    for part in _parts(sorted(set(ids))):
        for end in (association.c.source_id, association.c.target_id):
            rows = reading.connection.execute(
                select(*EDGE_COLUMNS).where(end.in_(part), visible(association, reading.hidden))
            )
            found.update((row[0], EdgeRow(*row)) for row in rows.all())
    return [found[row_id] for row_id in sorted(found)]


def read_edge(reading: Reading, association_id: int) -> EdgeRow | None:
    """One association, or None."""
    row = reading.connection.execute(
        select(*EDGE_COLUMNS).where(association.c.id == association_id, visible(association, reading.hidden))
    ).first()
    return None if row is None else EdgeRow(*row)


def read_edges_between(reading: Reading, one: int, other: int) -> list[EdgeRow]:
    """All associations that join two memories, in either direction."""
    ends = (one, other)
    rows = reading.connection.execute(
        select(*EDGE_COLUMNS)
        .where(
            association.c.source_id.in_(ends),
            association.c.target_id.in_(ends),
            visible(association, reading.hidden),
        )
        .order_by(association.c.id)
    )
    return [EdgeRow(*row) for row in rows]


def read_made(reading: Reading, ids: Sequence[int]) -> dict[int, tuple[int, str]]:
    """When each association was made (UTC µs), and by whom."""
    rows = reading.connection.execute(
        select(association.c.id, operation.c.at, operation.c.actor)
        .join(operation, operation.c.id == association.c.born_op)
        .where(association.c.id.in_(ids))
    )
    return {row[0]: (row[1], row[2]) for row in rows}


def co_recalled_among(step: Step, ids: Sequence[int]) -> dict[tuple[int, int], EdgeRow]:
    """The `co_recalled` associations between any two of `ids`, by (source, target)."""
    rows = step.connection.execute(
        select(*EDGE_COLUMNS)
        .where(
            association.c.source_id.in_(ids),
            association.c.target_id.in_(ids),
            association.c.type == CO_RECALLED,
            association.c.removed == 0,
        )
        .order_by(association.c.id)
    )
    return {(row.source_id, row.target_id): EdgeRow(*row) for row in rows}


def insert_edges(
    step: Step, pairs: Sequence[tuple[int, int]], *, type_: str, weight: float, at: int, actor: str
) -> range:
    """Make associations (source, target) of one type and weight; returns their ids."""
    return step.insert_many(
        association,
        [
            {
                "source_id": source,
                "target_id": target,
                "type": type_,
                "relation": "",
                "weight": weight,
                "weight_at": at,
                "actor": actor,
            }
            for source, target in pairs
        ],
    )


def reweigh_edge(step: Step, association_id: int, *, weight: float, at: int) -> None:
    """Give an association another weight as of `at` (UTC µs), with an image of what was."""
    step.update(association, association_id, weight=weight, weight_at=at)


def remove_edges(step: Step, ids: Sequence[int]) -> None:
    """Take associations away, with images of what was."""
    for association_id in ids:
        step.update(association, association_id, removed=1)


def mentions_between(step: Step, memory_id: int, entity_id: int) -> list[int]:
    """The mentions of a thing, or another of the same name, by a memory."""
    name = select(entity.c.normal_name).where(entity.c.id == entity_id).scalar_subquery()
    rows = step.connection.scalars(
        select(mention.c.id)
        .join(entity, entity.c.id == mention.c.entity_id)
        .where(mention.c.memory_id == memory_id, mention.c.removed == 0, entity.c.normal_name == name)
    )
    return sorted(rows)


def remove_mentions(step: Step, ids: Sequence[int]) -> None:
    """Take mentions off, with images of what was."""
    update_many(step, mention, list(ids), removed=1)


def count_fading(connection: Connection, ids: Sequence[int]) -> dict[int, int]:
    """How many fading associations and mentions each memory has; those without any are left out."""
    found: dict[int, int] = {}
    columns = (
        (mention.c.memory_id, (mention.c.removed == 0,)),
        (association.c.source_id, (association.c.type == CO_RECALLED, association.c.removed == 0)),
        (association.c.target_id, (association.c.type == CO_RECALLED, association.c.removed == 0)),
    )
    for part in _parts(sorted(set(ids))):
        for column, clauses in columns:
            rows = connection.execute(
                select(column, func.count()).where(column.in_(part), *clauses).group_by(column)
            )
            for memory_id, count in rows:
                found[memory_id] = found.get(memory_id, 0) + int(count)
    return found


def read_fading(connection: Connection, memory_id: int) -> list[FadingRow]:
    """All fading associations and mentions of one memory."""
    found = [
        FadingRow(row[0], True, row[1], row[2], (0, row[3]))
        for row in connection.execute(
            select(mention.c.id, mention.c.weight, mention.c.weight_at, entity.c.normal_name)
            .join(entity, entity.c.id == mention.c.entity_id)
            .where(mention.c.memory_id == memory_id, mention.c.removed == 0)
        )
    ]
    ends = (
        (association.c.source_id, association.c.target_id),
        (association.c.target_id, association.c.source_id),
    )
    for own, far in ends:
        rows = connection.execute(
            select(
                association.c.id,
                association.c.weight,
                association.c.weight_at,
                memory.c.created_at,
                memory.c.text,
            )
            .join(memory, memory.c.id == far)
            .where(own == memory_id, association.c.type == CO_RECALLED, association.c.removed == 0)
        )
        found.extend(FadingRow(row[0], False, row[1], row[2], (row[3], row[4][:80])) for row in rows)
    return found


def _parts(values: Sequence[int]) -> Iterable[list[int]]:
    for start in range(0, len(values), _AT_ONCE):
        yield list(values[start : start + _AT_ONCE])
