"""Reads the journal: operations, what they changed, what happened to one memory, what is new since."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, union

from engramma.model.changes import ChangeNotice
from engramma.model.operation import FieldChange, Operation, OperationStatus
from engramma.store.consolidation.asked import read_asked_targets
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
    within: Sequence[int] | None = None,
    limit: int = 200,
) -> tuple[Operation, ...]:
    """Operations that are done, newest first. `actor` may be `agent:` to mean every agent.

    `ids` are few; `within` may be any number of them.
    """
    clauses: list[ColumnElement[bool]] = [operation.c.status == "done"]
    if ids is not None:
        clauses.append(operation.c.id.in_(ids))
    if actor is not None:
        matches = operation.c.actor.startswith(actor) if actor.endswith(":") else operation.c.actor == actor
        clauses.append(matches)
    clauses += _only(within)
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


def touching_operations(reading: Reading, memory_ids: Sequence[int]) -> tuple[int, ...]:
    """The operations that made, changed, recalled or linked any of these memories, or took that back, in order."""
    wanted = _numbers(memory_ids)
    found = union(
        select(image.c.operation_id).where(image.c.memory_id.in_(wanted)),
        select(memory.c.born_op).where(memory.c.id.in_(wanted)),
        *(
            select(table.c.born_op).where(table.c.memory_id.in_(wanted))
            for table in (segment, version, tag, provenance, recall_hit)
        ),
        *(
            select(association.c.born_op).where(end.in_(wanted))
            for end in (association.c.source_id, association.c.target_id)
        ),
        *(
            select(image.c.operation_id)
            .join(association, association.c.id == image.c.row_id)
            .where(image.c.table_name == "association", image.c.column_name == "removed", end.in_(wanted))
            for end in (association.c.source_id, association.c.target_id)
        ),
    ).subquery()
    ids = set(reading.connection.scalars(select(found)))
    newest = ids
    while newest:
        undone = select(operation.c.id).where(operation.c.undoes.in_(_numbers(sorted(newest))))
        newest = set(reading.connection.scalars(undone)) - ids
        ids |= newest
    return tuple(sorted(ids))


def _numbers(ids: Sequence[int]) -> Select[tuple[int]]:
    """Any number of ids as a SELECT: a list of parameters is limited."""
    return select(func.json_each(json.dumps(list(ids))).table_valued("value").c.value)


def _only(within: Sequence[int] | None) -> list[ColumnElement[bool]]:
    return [] if within is None else [operation.c.id.in_(_numbers(within))]


def count_by_actor(reading: Reading, *, within: Sequence[int] | None = None) -> dict[str, int]:
    """How many operations each actor has done, of all or of those `within`."""
    rows = reading.connection.execute(
        select(operation.c.actor, func.count())
        .where(operation.c.status == "done", *_only(within))
        .group_by(operation.c.actor)
    )
    return {actor: int(count) for actor, count in rows}


def count_by_day(
    reading: Reading, *, since: int, day_offset: int = 0, within: Sequence[int] | None = None
) -> tuple[tuple[int, str, int], ...]:
    """(day number since 1970 in the zone of `day_offset` µs, actor, operations) from `since` on."""
    day = ((operation.c.at + day_offset) // 86_400_000_000).label("day")
    rows = reading.connection.execute(
        select(day, operation.c.actor, func.count())
        .where(operation.c.status == "done", operation.c.at >= since, *_only(within))
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
    named = None if len(ids) > _NAMED_ROWS else _named_rows(reading, ids)
    wide = named is None
    memories, sessions = _owners_of(reading, named or {})
    return ChangeNotice(
        first_seq=int(rows[0].seq),
        last_seq=int(rows[-1].seq),
        operation_ids=tuple(ids),
        memory_ids=frozenset(memories),
        session_ids=frozenset(sessions),
        wide=wide,
        own=all(row.owner.partition("/")[0] == own_name() for row in rows),
    )


def _named_rows(reading: Reading, operation_ids: Sequence[int]) -> dict[str, set[int]] | None:
    """The rows that operations wrote, by table; None when they are too many to be named."""
    found: dict[str, set[int]] = {}
    changed = reading.connection.execute(
        select(image.c.table_name, image.c.row_id)
        .where(image.c.operation_id.in_(operation_ids))
        .distinct()
        .limit(_NAMED_ROWS + 1)
    ).all()
    if len(changed) > _NAMED_ROWS:
        return None
    for row in changed:
        found.setdefault(row.table_name, set()).add(row.row_id)
    spans = reading.connection.execute(
        select(row_range.c.table_name, row_range.c.first_id, row_range.c.last_id).where(
            row_range.c.operation_id.in_(operation_ids)
        )
    ).all()
    if sum(span.last_id - span.first_id + 1 for span in spans) > _NAMED_ROWS:
        return None
    for span in spans:
        found.setdefault(span.table_name, set()).update(range(span.first_id, span.last_id + 1))
    return found


def _owners_of(reading: Reading, named: Mapping[str, set[int]]) -> tuple[set[int], set[int]]:
    """The memories and sessions that these rows are, or belong to: one look for each table.

    The window asks this between two of its own events, so the number of looks must not grow with the operations.
    """
    memories: set[int] = set(named.get("memory", ()))
    if asked := named.get("proposal"):
        memories |= read_asked_targets(reading, sorted(asked))
    sessions: set[int] = set(named.get("session", ()))
    for table_name, ids in named.items():
        if table_name in ("memory", "session"):
            continue
        table = metadata.tables[table_name]
        columns, places = [], []
        for column in table.c:
            owners = {key.column.table.name for key in column.foreign_keys} & {"memory", "session"}
            if owners:
                columns.append(column)
                places.append(memories if "memory" in owners else sessions)
        if columns:
            rows = reading.connection.execute(select(*columns).where(table.c.id.in_(sorted(ids))))
            for row in rows:
                for owner, place in zip(row, places, strict=True):
                    if owner is not None:
                        place.add(owner)
    return memories, sessions


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
