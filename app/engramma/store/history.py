"""Reads the journal: operations, what they changed, what happened to one memory, what is new since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, select, union

from engramma.model.changes import ChangeNotice
from engramma.model.operation import FieldChange, Operation, OperationStatus
from engramma.store.database import Reading
from engramma.store.owner import own_name
from engramma.store.tables import (
    association,
    image,
    memory,
    metadata,
    operation,
    provenance,
    recall_hit,
    row_range,
    segment,
    tag,
    version,
)

_NAMED_ROWS = 500


def read_operations(
    reading: Reading,
    *,
    ids: Sequence[int] | None = None,
    actor: str | None = None,
    before_id: int | None = None,
    limit: int = 200,
) -> tuple[Operation, ...]:
    """Operations that are done, newest first. `actor` may be `agent:` to mean every agent."""
    clauses: list[ColumnElement[bool]] = [operation.c.status == "done"]
    if ids is not None:
        clauses.append(operation.c.id.in_(ids))
    if actor is not None:
        matches = operation.c.actor.startswith(actor) if actor.endswith(":") else operation.c.actor == actor
        clauses.append(matches)
    if before_id is not None:
        clauses.append(operation.c.id < before_id)
    rows = reading.connection.execute(
        select(operation).where(*clauses).order_by(operation.c.id.desc()).limit(limit)
    )
    return tuple(_operation(row) for row in rows)


def read_memory_operations(reading: Reading, memory_id: int) -> tuple[Operation, ...]:
    """Every operation that made, changed, recalled or linked a memory, or took that back, newest first."""
    touching = union(
        select(image.c.operation_id).where(image.c.memory_id == memory_id),
        select(memory.c.born_op).where(memory.c.id == memory_id),
        *(
            select(table.c.born_op).where(table.c.memory_id == memory_id)
            for table in (segment, version, tag, provenance, recall_hit)
        ),
        select(association.c.born_op).where(association.c.source_id == memory_id),
        select(association.c.born_op).where(association.c.target_id == memory_id),
        *(
            select(image.c.operation_id)
            .join(association, association.c.id == image.c.row_id)
            .where(image.c.table_name == "association", image.c.column_name == "removed", end == memory_id)
            for end in (association.c.source_id, association.c.target_id)
        ),
    ).subquery()
    ids = set(reading.connection.scalars(select(touching)))
    newest = ids
    while newest:
        newest = (
            set(reading.connection.scalars(select(operation.c.id).where(operation.c.undoes.in_(newest))))
            - ids
        )
        ids |= newest
    return read_operations(reading, ids=sorted(ids), limit=len(ids) or 1)


def read_changes(reading: Reading, operation_id: int, *, limit: int = 200) -> tuple[FieldChange, ...]:
    """The columns that an operation changed, before and after, in order."""
    rows = reading.connection.execute(
        select(image).where(image.c.operation_id == operation_id).order_by(image.c.number).limit(limit)
    ).all()
    changes = []
    for row in rows:
        table = metadata.tables[row.table_name]
        current = reading.connection.scalar(select(table.c[row.column_name]).where(table.c.id == row.row_id))
        changes.append(
            FieldChange(
                operation_id=operation_id,
                table=row.table_name,
                row_id=row.row_id,
                column=row.column_name,
                before=row.before,
                after=row.after,
                memory_id=row.memory_id,
                changed_since=current != row.after,
            )
        )
    return tuple(changes)


def count_by_actor(reading: Reading) -> dict[str, int]:
    """How many operations each actor has done."""
    rows = reading.connection.execute(
        select(operation.c.actor, func.count())
        .where(operation.c.status == "done")
        .group_by(operation.c.actor)
    )
    return {actor: int(count) for actor, count in rows}


def count_by_day(reading: Reading, *, since: int, day_offset: int = 0) -> tuple[tuple[int, str, int], ...]:
    """(day number since 1970 in the zone of `day_offset` µs, actor, operations) from `since` on."""
    day = ((operation.c.at + day_offset) // 86_400_000_000).label("day")
    rows = reading.connection.execute(
        select(day, operation.c.actor, func.count())
        .where(operation.c.status == "done", operation.c.at >= since)
        .group_by(day, operation.c.actor)
        .order_by(day)
    )
    return tuple((int(number), actor, int(count)) for number, actor, count in rows)


def newest_sequence(reading: Reading) -> int:
    """The sequence number of the newest finished operation; 0 in an empty store."""
    return int(reading.connection.scalar(select(func.coalesce(func.max(operation.c.seq), 0))) or 0)


def read_notice(reading: Reading, *, after: int) -> ChangeNotice | None:
    """What the operations finished since sequence `after` touched; None when there were none."""
    rows = reading.connection.execute(
        select(operation.c.id, operation.c.seq, operation.c.owner)
        .where(operation.c.seq > after)
        .order_by(operation.c.seq)
    ).all()
    if not rows:
        return None
    ids = [int(row.id) for row in rows]
    memories: set[int] = set()
    sessions: set[int] = set()
    wide = len(ids) > _NAMED_ROWS
    if not wide:
        named = reading.connection.execute(
            select(image.c.table_name, image.c.row_id)
            .where(image.c.operation_id.in_(ids))
            .distinct()
            .limit(_NAMED_ROWS + 1)
        ).all()
        wide = len(named) > _NAMED_ROWS
        for row in () if wide else named:
            _name_rows(reading, row.table_name, row.row_id, row.row_id, memories=memories, sessions=sessions)
    if not wide:
        spans = reading.connection.execute(select(row_range).where(row_range.c.operation_id.in_(ids))).all()
        wide = sum(span.last_id - span.first_id + 1 for span in spans) > _NAMED_ROWS
        for span in () if wide else spans:
            _name_rows(
                reading,
                span.table_name,
                span.first_id,
                span.last_id,
                memories=memories,
                sessions=sessions,
            )
    return ChangeNotice(
        first_seq=int(rows[0].seq),
        last_seq=int(rows[-1].seq),
        operation_ids=tuple(ids),
        memory_ids=frozenset() if wide else frozenset(memories),
        session_ids=frozenset() if wide else frozenset(sessions),
        wide=wide,
        own=all(row.owner.partition("/")[0] == own_name() for row in rows),
    )


def _name_rows(
    reading: Reading, table_name: str, first: int, last: int, *, memories: set[int], sessions: set[int]
) -> None:
    """Add the memories and sessions that these rows are, or belong to."""
    if table_name in ("memory", "session"):
        (memories if table_name == "memory" else sessions).update(range(first, last + 1))
        return
    table = metadata.tables[table_name]
    for column in table.c:
        owners = {key.column.table.name for key in column.foreign_keys} & {"memory", "session"}
        if owners:
            found = reading.connection.scalars(
                select(column).where(table.c.id.between(first, last), column.is_not(None)).distinct()
            )
            (memories if "memory" in owners else sessions).update(found)


def _operation(row: Any) -> Operation:
    return Operation(
        id=row.id,
        uid=row.uid,
        at=row.at,
        actor=row.actor,
        kind=row.kind,
        label=row.label,
        status=OperationStatus(row.status),
        undoes=row.undoes,
        undone_by=row.undone_by,
        changes=row.changes,
    )
