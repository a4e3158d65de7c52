"""Finds what stands in the way of an undo: fields that somebody decided anew since."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, func, select, true

from engramma.model.operation import UndoConflict
from engramma.store.journal.restoring import DECIDED
from engramma.store.tables import image, metadata, operation, row_range

Numbers = tuple[int, int]


def find_conflicts(
    connection: Connection, operation_id: int, *, numbers: Numbers | None = None
) -> tuple[UndoConflict, ...]:
    """Every field that undoing this operation would restore over a later decision.

    With `numbers`, the first and last number of a part of it, only that part.
    """
    return (
        *_changed_since(connection, operation_id, numbers=numbers),
        *_inserted_and_changed(connection, operation_id, table_name="memory", numbers=numbers),
        *_inserted_and_changed(connection, operation_id, table_name="policy_setting", numbers=numbers),
    )


def _within(column: ColumnElement[int], numbers: Numbers | None) -> ColumnElement[bool]:
    return true() if numbers is None else column.between(*numbers)


def _changed_since(
    connection: Connection, operation_id: int, *, numbers: Numbers | None
) -> list[UndoConflict]:
    found = []
    for table_name, columns in DECIDED.items():
        table = metadata.tables[table_name]
        for column in sorted(columns):
            rows = connection.execute(
                select(image.c.row_id, image.c.memory_id, image.c.before, table.c[column].label("current"))
                .join(table, table.c.id == image.c.row_id)
                .where(
                    image.c.operation_id == operation_id,
                    _within(image.c.number, numbers),
                    image.c.table_name == table_name,
                    image.c.column_name == column,
                    table.c[column].is_distinct_from(image.c.after),
                    table.c[column].is_distinct_from(image.c.before),
                )
            ).all()
            for row in rows:
                changed_by = connection.scalar(
                    select(func.max(image.c.operation_id)).where(
                        image.c.table_name == table_name,
                        image.c.row_id == row.row_id,
                        image.c.column_name == column,
                        image.c.operation_id > operation_id,
                    )
                )
                found.append(
                    UndoConflict(
                        table=table_name,
                        row_id=row.row_id,
                        memory_id=row.memory_id,
                        field=column,
                        restored=row.before,
                        current=row.current,
                        changed_by=changed_by,
                    )
                )
    return found


def _inserted_and_changed(
    connection: Connection, operation_id: int, *, table_name: str, numbers: Numbers | None
) -> list[UndoConflict]:
    """Rows that this operation made and that a later, still valid operation changed."""
    later = image.alias("later")
    table = metadata.tables[table_name]
    made = and_(
        row_range.c.operation_id == operation_id,
        _within(row_range.c.number, numbers),
        row_range.c.table_name == table_name,
        row_range.c.act == "insert",
    )
    rows = connection.execute(
        select(later.c.row_id, later.c.column_name, later.c.after, func.max(later.c.operation_id).label("by"))
        .select_from(row_range)
        .join(later, later.c.row_id.between(row_range.c.first_id, row_range.c.last_id))
        .join(operation, operation.c.id == later.c.operation_id)
        .join(table, table.c.id == later.c.row_id)
        .where(
            made,
            table.c.born_op == operation_id,
            later.c.table_name == table_name,
            later.c.column_name.in_(sorted(DECIDED[table_name])),
            later.c.operation_id > operation_id,
            operation.c.status == "done",
            operation.c.undone_by.is_(None),
            operation.c.kind.not_in(("undo", "redo")),
            table.c.removed == 0,
        )
        .group_by(later.c.row_id, later.c.column_name)
    ).all()
    return [
        UndoConflict(
            table=table_name,
            row_id=row.row_id,
            memory_id=row.row_id if table_name == "memory" else None,
            field=row.column_name,
            restored=None,
            current=row.after,
            changed_by=row.by,
        )
        for row in rows
    ]
