"""What a pass needs of mentions: the statements, what they are linked to already, and what was taken off again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, func, or_, select

from engramma.model.records import dataclass
from engramma.store.journal.rows import update_many
from engramma.store.journal.step import Step
from engramma.store.tables import entity, entity_relation, image, memory, mention, operation

PASS = "consolidation"
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class StatementRow:
    """What a memory says, and since when (UTC µs). `edited`: it said something else before."""

    id: int
    text: str
    created_at: int
    edited: bool


@dataclass(frozen=True, slots=True)
class MentionRow:
    """That a memory is about a thing. `gone`: it was taken off; `by_pass`: a pass put it there."""

    id: int
    memory_id: int
    entity_id: int
    normal_name: str
    name: str
    type: str
    gone: bool
    by_pass: bool


@dataclass(frozen=True, slots=True)
class EntityRow:
    """A thing. `by_pass`: a pass found it, so that a pass may name it anew."""

    id: int
    name: str
    normal_name: str
    type: str
    by_pass: bool
    sourced: bool
    removed: bool


def others_open(step: Step) -> tuple[int, ...]:
    """The operations of others that are not done: what they inserted must not be referred to."""
    return tuple(
        step.connection.scalars(
            select(operation.c.id).where(operation.c.status == "open", operation.c.id != step.operation_id)
        )
    )


def read_statements(connection: Connection, ids: Sequence[int]) -> list[StatementRow]:
    """The statements among `ids` whose insert was not undone, by id."""
    found: list[StatementRow] = []
    for part in _parts(sorted(ids)):
        rows = connection.execute(
            select(memory.c.id, memory.c.text, memory.c.created_at, memory.c.version)
            .where(memory.c.id.in_(part), memory.c.removed == 0)
            .order_by(memory.c.id)
        )
        found.extend(StatementRow(row[0], row[1], row[2], row[3] > 1) for row in rows)
    return found


def read_mentions(
    connection: Connection, ids: Sequence[int], *, hidden: Sequence[int]
) -> dict[int, list[MentionRow]]:
    """What the memories `ids` are or were linked to; nothing of the operations `hidden`."""
    found: dict[int, list[MentionRow]] = {}
    for part in _parts(sorted(ids)):
        rows = connection.execute(
            select(
                mention.c.id,
                mention.c.memory_id,
                mention.c.entity_id,
                entity.c.normal_name,
                entity.c.name,
                entity.c.type,
                mention.c.removed,
                operation.c.kind,
            )
            .join(entity, entity.c.id == mention.c.entity_id)
            .join(operation, operation.c.id == mention.c.born_op)
            .where(
                mention.c.memory_id.in_(part),
                mention.c.born_op.not_in(hidden),
                entity.c.born_op.not_in(hidden),
            )
            .order_by(mention.c.id)
        )
        for row in rows:
            found.setdefault(row[1], []).append(MentionRow(*(*row[:6], bool(row[6]), row[7] == PASS)))
    return found


def taken_off_by_pass(connection: Connection, table_name: str, ids: Sequence[int]) -> set[int]:
    """Those of the withdrawn rows that a pass took off last, since nothing said it any more."""
    found: set[int] = set()
    for part in _parts(sorted(ids)):
        newest = (
            select(image.c.row_id, func.max(image.c.operation_id).label("operation_id"))
            .where(
                image.c.table_name == table_name, image.c.column_name == "removed", image.c.row_id.in_(part)
            )
            .group_by(image.c.row_id)
            .subquery()
        )
        rows = connection.execute(
            select(image.c.row_id)
            .join(
                newest,
                and_(newest.c.row_id == image.c.row_id, newest.c.operation_id == image.c.operation_id),
            )
            .join(operation, operation.c.id == image.c.operation_id)
            .where(
                image.c.table_name == table_name,
                image.c.column_name == "removed",
                image.c.after == 1,
                operation.c.kind == PASS,
            )
        )
        found.update(row[0] for row in rows)
    return found


def read_entities(connection: Connection, ids: Sequence[int]) -> list[EntityRow]:
    """Things by id, whether they are shown or not."""
    found: list[EntityRow] = []
    for part in _parts(sorted(ids)):
        rows = connection.execute(_entities().where(entity.c.id.in_(part)).order_by(entity.c.id))
        found.extend(map(_entity_row, rows))
    return found


def read_entities_named(
    connection: Connection, names: Iterable[str], *, hidden: Sequence[int]
) -> dict[str, EntityRow]:
    """The thing of each normal name: one that is shown before one that was taken off, an imported one first."""
    found: dict[str, EntityRow] = {}
    for part in _parts(sorted(set(names))):
        rows = connection.execute(
            _entities()
            .where(entity.c.normal_name.in_(part), entity.c.born_op.not_in(hidden))
            .order_by(entity.c.id)
        )
        for one in map(_entity_row, rows):
            best = found.get(one.normal_name)
            if best is None or (one.removed, not one.sourced) < (best.removed, not best.sourced):
                found[one.normal_name] = one
    return found


def entities_found_by_pass(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """The things of these normal names that a pass found and that come from no source, the first of each name."""
    found: dict[str, int] = {}
    for part in _parts(sorted(set(names))):
        rows = connection.execute(
            select(entity.c.normal_name, entity.c.id)
            .join(operation, operation.c.id == entity.c.born_op)
            .where(
                entity.c.normal_name.in_(part),
                entity.c.removed == 0,
                entity.c.source_key.is_(None),
                operation.c.kind == PASS,
                operation.c.status == "done",
            )
            .order_by(entity.c.id.desc())
        )
        found.update((row[0], row[1]) for row in rows)
    return found


def _entities() -> Select[Any]:
    return select(
        entity.c.id,
        entity.c.name,
        entity.c.normal_name,
        entity.c.type,
        entity.c.source_key.is_not(None),
        entity.c.removed,
        operation.c.kind,
    ).join(operation, operation.c.id == entity.c.born_op)


def _entity_row(row: Any) -> EntityRow:
    return EntityRow(row[0], row[1], row[2], row[3], row[6] == PASS, bool(row[4]), bool(row[5]))


def insert_entities(step: Step, rows: Sequence[tuple[str, str, str]]) -> range:
    """Make things of (name, normal name, type); returns their ids."""
    return step.insert_many(
        entity, [{"name": name, "normal_name": normal, "type": kind} for name, normal, kind in rows]
    )


def insert_mentions(step: Step, rows: Sequence[tuple[int, int, int]]) -> None:
    """Link (memory, thing, UTC µs since when) with full weight."""
    step.insert_many(
        mention,
        [
            {"memory_id": memory_id, "entity_id": entity_id, "weight": 1.0, "weight_at": at}
            for memory_id, entity_id, at in rows
        ],
    )


def set_mentions_removed(step: Step, ids: Sequence[int], *, removed: bool) -> None:
    """Take mentions off, or bring them back, with an image of what was."""
    for part in _parts(sorted(ids)):
        update_many(step, mention, part, removed=int(removed))


def set_entity(step: Step, entity_id: int, **values: object) -> None:
    """Change columns of a thing, with their images."""
    step.update(entity, entity_id, **values)


def redate_mentions(step: Step, memory_id: int, *, before: int, after: int) -> None:
    """A memory counts from another moment now: so do the mentions that were dated by it."""
    ids = step.connection.scalars(
        select(mention.c.id).where(
            mention.c.memory_id == memory_id, mention.c.weight_at == before, mention.c.removed == 0
        )
    ).all()
    update_many(step, mention, list(ids), weight_at=after)


def read_texts_about(connection: Connection, entity_id: int, *, limit: int) -> list[str]:
    """What some of the memories say that are about a thing, the earliest by id first."""
    return list(
        connection.scalars(
            select(memory.c.text)
            .join(mention, mention.c.memory_id == memory.c.id)
            .where(mention.c.entity_id == entity_id, mention.c.removed == 0, memory.c.removed == 0)
            .order_by(memory.c.id)
            .limit(limit)
        )
    )


def still_mentioned(connection: Connection, ids: Sequence[int]) -> set[int]:
    """Those of the things `ids` that a memory is about."""
    found: set[int] = set()
    for part in _parts(sorted(ids)):
        found.update(
            connection.scalars(
                select(mention.c.entity_id).where(mention.c.entity_id.in_(part), mention.c.removed == 0)
            )
        )
    return found


def unmentioned(connection: Connection, ids: Sequence[int]) -> list[int]:
    """Those of the things `ids` that a pass found, and that neither a memory nor another thing refers to any more."""
    found: list[int] = []
    for part in _parts(sorted(ids)):
        mentioned = select(mention.c.id).where(mention.c.entity_id == entity.c.id, mention.c.removed == 0)
        related = select(entity_relation.c.id).where(
            or_(entity_relation.c.source_id == entity.c.id, entity_relation.c.target_id == entity.c.id),
            entity_relation.c.removed == 0,
        )
        rows = connection.scalars(
            select(entity.c.id)
            .join(operation, operation.c.id == entity.c.born_op)
            .where(
                entity.c.id.in_(part),
                entity.c.removed == 0,
                entity.c.source_key.is_(None),
                operation.c.kind == PASS,
                ~mentioned.exists(),
                ~related.exists(),
            )
            .order_by(entity.c.id)
        )
        found.extend(rows)
    return found


def _parts(values: Sequence[Any]) -> Iterable[list[Any]]:
    for start in range(0, len(values), _AT_ONCE):
        yield list(values[start : start + _AT_ONCE])
