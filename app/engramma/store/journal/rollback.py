"""Takes back an operation that never came to its end: deletes what it inserted, restores what it changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, delete, select, update

from engramma.model.policy import Policy
from engramma.store.derive import derive_memories
from engramma.store.journal.references import Place
from engramma.store.journal.restoring import current_values, set_values
from engramma.store.tables import image, memory, metadata, row_range

# Tables from whose rows columns of a memory are derived.
_DERIVED_FROM = frozenset({"segment", "recall_hit", "conflict"})


def rolled_back_part(connection: Connection, operation_id: int, *, policy: Policy, rows: int) -> int:
    """Take back the newest part of an open operation, about `rows` rows, in this transaction; 0: nothing is left."""
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    images = connection.execute(
        select(image).where(image.c.operation_id == operation_id).order_by(image.c.number.desc()).limit(rows)
    ).all()
    if images:
        places = [(row.table_name, row.row_id, row.column_name) for row in images]
        now = current_values(connection, places)
        restored: dict[Place, object] = {}
        for row, place in zip(images, places, strict=True):
            if place in now and now[place] == row.after:
                now[place] = restored[place] = row.before
        set_values(connection, restored)
        touched = {int(row.memory_id) for row in images if row.memory_id is not None}
        touched.update(int(row.after) for row in images if row.column_name == "merged_into" and row.after)
        connection.execute(
            delete(image).where(image.c.operation_id == operation_id, image.c.number >= images[-1].number)
        )
        derive_memories(connection, touched, policy=policy)
        return len(images)
    span = connection.execute(
        select(row_range)
        .where(row_range.c.operation_id == operation_id)
        .order_by(row_range.c.number.desc())
        .limit(1)
    ).first()
    if span is None:
        return 0
    table = metadata.tables[span.table_name]
    if span.act == "insert":
        return _delete_inserted(connection, operation_id, span, rows=rows, policy=policy)
    # A range of an undo is one transaction's, so it is short enough for one.
    removed = 0 if span.act == "withdraw" else 1
    ids = list(connection.scalars(select(table.c.id).where(table.c.id.between(span.first_id, span.last_id))))
    connection.execute(update(table).where(table.c.id.in_(ids)).values(removed=removed))
    derive_memories(connection, _owners(connection, table, ids), policy=policy)
    _drop_span(connection, operation_id, span.number)
    return len(ids) or 1


def _delete_inserted(
    connection: Connection, operation_id: int, span: Any, *, rows: int, policy: Policy
) -> int:
    table = metadata.tables[span.table_name]
    start = max(span.first_id, span.last_id - rows + 1)
    within = table.c.id.between(start, span.last_id), table.c.born_op == operation_id
    for column in table.c:
        # A row may refer to a later one of its own table, and the later one goes first.
        if any(key.column.table is table for key in column.foreign_keys):
            connection.execute(
                update(table).where(column.between(start, span.last_id)).values({column: None})
            )
    owners: set[int] = set()
    if table.name in _DERIVED_FROM:
        ids = list(connection.scalars(select(table.c.id).where(*within)))
        owners = _owners(connection, table, ids)
    connection.execute(delete(table).where(*within))
    older = select(memory.c.id).where(memory.c.id.in_(owners), memory.c.born_op != operation_id)
    derive_memories(connection, connection.scalars(older) if owners else (), policy=policy)
    if start > span.first_id:
        connection.execute(
            update(row_range)
            .where(row_range.c.operation_id == operation_id, row_range.c.number == span.number)
            .values(last_id=start - 1)
        )
    else:
        _drop_span(connection, operation_id, span.number)
    return int(span.last_id - start) + 1


def _owners(connection: Connection, table: Table, ids: list[int]) -> set[int]:
    """The memories that rows of `table` are of."""
    if table.name == "memory":
        return set(ids)
    columns = [table.c[name] for name in ("memory_id", "a_id", "b_id") if name in table.c]
    if not columns:
        return set()
    found = connection.execute(select(*columns).where(table.c.id.in_(ids)))
    return {owner for row in found for owner in row if owner is not None}


def _drop_span(connection: Connection, operation_id: int, number: int) -> None:
    connection.execute(
        delete(row_range).where(row_range.c.operation_id == operation_id, row_range.c.number == number)
    )
