"""Bulk helpers of the journal for many rows with one column set, so that 100,000 rows need no 100,000 statements."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table, select, update

from engramma.store.journal.step import Step, is_derived


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
        step.touch((row.owner_id,))
        for name in names:
            if not is_derived(table, name):
                step.image(
                    table.name,
                    row.row_id,
                    column=name,
                    before=before[name],
                    after=values[name],
                    memory_id=row.owner_id,
                )
    if changed:
        step.connection.execute(update(table).where(table.c.id.in_(changed)).values(**values))
        step.changes += len(changed)
    return tuple(changed)
