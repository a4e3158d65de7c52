"""Bulk helpers of the journal for many rows with one column set, so that 100,000 rows need no 100,000 statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, Table, bindparam, select, update

from engramma.store.journal.step import Step, bears, is_derived


def update_many(step: Step, table: Table, ids: Sequence[int], /, **values: object) -> tuple[int, ...]:
    """Give the same values to many rows, with an image for each column that really changes; returns changed ids."""
    if not ids:
        return ()
    columns = [table.c[name] for name in values]
    owner = table.c.id if table.name == "memory" else table.c.memory_id
    rows = step.connection.execute(
        select(table.c.id.label("row_id"), owner.label("owner_id"), *columns).where(table.c.id.in_(ids))
    ).all()
    changed = []
    for row in rows:
        before = row._mapping
        names = [name for name, value in values.items() if before[name] != value]
        if not names:
            continue
        changed.append(int(row.row_id))
        if any(bears(table.name, name) for name in names):
            step.touch((row.owner_id,))
        _keep_images(step, table, row, names=names, after=values)
    if changed:
        step.connection.execute(update(table).where(table.c.id.in_(changed)).values(**values))
        step.changes += len(changed)
    return tuple(changed)


def update_each(step: Step, table: Table, rows: Mapping[int, Mapping[str, object]], /) -> None:
    """Give each row values of its own for the same columns, with an image for each that really changes."""
    if not rows:
        return
    names = list(next(iter(rows.values())))
    columns = [table.c[name] for name in names]
    owner = table.c.id if table.name == "memory" else table.c.memory_id
    found = step.connection.execute(
        select(table.c.id.label("row_id"), owner.label("owner_id"), *columns).where(table.c.id.in_(rows))
    ).all()
    changed = []
    for row in found:
        before, values = row._mapping, rows[row.row_id]
        different = [name for name in names if before[name] != values[name]]
        if not different:
            continue
        changed.append({"the_id": row.row_id, **{f"new_{name}": values[name] for name in names}})
        step.touch((row.owner_id,))
        _keep_images(step, table, row, names=different, after=values)
    if changed:
        fresh = {name: bindparam(f"new_{name}", type_=table.c[name].type) for name in names}
        step.connection.execute(update(table).where(table.c.id == bindparam("the_id")).values(fresh), changed)
        step.changes += len(changed)


def _keep_images(
    step: Step, table: Table, row: Row[Any], *, names: Sequence[str], after: Mapping[str, object]
) -> None:
    """Images of those columns of a row (`row_id`, `owner_id` and the columns) that are not derived."""
    before = row._mapping
    for name in names:
        if not is_derived(table, name):
            step.image(
                table.name,
                row.row_id,
                column=name,
                before=before[name],
                after=after[name],
                memory_id=row.owner_id,
            )
