"""Takes back an operation that never came to its end: deletes what it inserted, restores what it changed."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from engramma.model.policy import Policy
from engramma.store.derive import derive_memories
from engramma.store.tables import image, metadata, row_range

_ROWS = 2_000


def rolled_back_part(connection: Connection, operation_id: int, *, policy: Policy) -> bool:
    """Take back the newest part of an open operation within this transaction; True when nothing is left."""
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    images = connection.execute(
        select(image).where(image.c.operation_id == operation_id).order_by(image.c.number.desc()).limit(_ROWS)
    ).all()
    if images:
        touched = set()
        for row in images:
            table = metadata.tables[row.table_name]
            column = table.c[row.column_name]
            connection.execute(
                update(table)
                .where(table.c.id == row.row_id, column.is_not_distinct_from(row.after))
                .values({column: row.before})
            )
            if row.memory_id is not None:
                touched.add(int(row.memory_id))
        connection.execute(
            delete(image).where(image.c.operation_id == operation_id, image.c.number >= images[-1].number)
        )
        derive_memories(connection, touched, policy=policy)
        return False
    span = connection.execute(
        select(row_range)
        .where(row_range.c.operation_id == operation_id)
        .order_by(row_range.c.number.desc())
        .limit(1)
    ).first()
    if span is None:
        return True
    table = metadata.tables[span.table_name]
    if span.act == "insert":
        _delete_inserted(connection, operation_id, span.table_name, first=span.first_id, last=span.last_id)
    else:
        restored = 0 if span.act == "withdraw" else 1
        connection.execute(
            update(table).where(table.c.id.between(span.first_id, span.last_id)).values(removed=restored)
        )
        _drop_span(connection, operation_id, span.number)
    return False


def _delete_inserted(
    connection: Connection, operation_id: int, table_name: str, *, first: int, last: int
) -> None:
    table = metadata.tables[table_name]
    start = max(first, last - _ROWS + 1)
    connection.execute(delete(table).where(table.c.id.between(start, last), table.c.born_op == operation_id))
    spans = row_range.c.operation_id == operation_id, row_range.c.table_name == table_name
    if start > first:
        connection.execute(
            update(row_range)
            .where(*spans, row_range.c.first_id == first, row_range.c.last_id == last)
            .values(last_id=start - 1)
        )
    else:
        connection.execute(delete(row_range).where(*spans, row_range.c.first_id == first))


def _drop_span(connection: Connection, operation_id: int, number: int) -> None:
    connection.execute(
        delete(row_range).where(row_range.c.operation_id == operation_id, row_range.c.number == number)
    )
