"""Gives the columns that an operation changed their earlier values back, many rows a statement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from engramma.store.journal.references import Place, without_dangling
from engramma.store.journal.step import Step, bears
from engramma.store.tables import metadata

# Columns of which a later value is somebody's decision; all others follow from these or are technical.
DECIDED = {
    "memory": frozenset({"text", "kind", "category", "tier", "importance", "pinned", "state"}),
    "tag": frozenset({"removed"}),
    "policy_setting": frozenset({"value", "removed"}),
}
_AT_ONCE = 500


def current_values(connection: Connection, places: Sequence[Place]) -> dict[Place, object]:
    """What stands at each (table, row, column) now; rows that are gone are left out."""
    grouped: dict[tuple[str, str], list[int]] = defaultdict(list)
    for table_name, row_id, column_name in places:
        grouped[table_name, column_name].append(row_id)
    found: dict[Place, object] = {}
    for (table_name, column_name), ids in grouped.items():
        table = metadata.tables[table_name]
        for start in range(0, len(ids), _AT_ONCE):
            part = ids[start : start + _AT_ONCE]
            rows = connection.execute(select(table.c.id, table.c[column_name]).where(table.c.id.in_(part)))
            found.update(((table_name, row[0], column_name), row[1]) for row in rows)
    return found


def set_values(connection: Connection, values: dict[Place, object]) -> None:
    """Write a value at each (table, row, column)."""
    grouped: dict[tuple[str, str], list[dict[str, object]]] = defaultdict(list)
    for (table_name, row_id, column_name), value in values.items():
        grouped[table_name, column_name].append({"the_id": row_id, "the_value": value})
    for (table_name, column_name), rows in grouped.items():
        table = metadata.tables[table_name]
        statement = update(table).where(table.c.id == bindparam("the_id"))
        connection.execute(statement.values({column_name: bindparam("the_value")}), rows)


def restore_images(
    step: Step, images: Sequence[Any], *, skipped: frozenset[Place], forced: frozenset[Place]
) -> None:
    """Restore the values before `images` (newest first) where what was written still stands.

    `forced` places are restored whatever stands there now, `skipped` ones keep their value.
    """
    wanted = [row for row in images if (row.table_name, row.row_id, row.column_name) not in skipped]
    found = current_values(step.connection, [(r.table_name, r.row_id, r.column_name) for r in wanted])
    now = dict(found)
    owners: dict[Place, int | None] = {}
    for row in wanted:
        place = (row.table_name, row.row_id, row.column_name)
        if place not in now or now[place] == row.before:
            continue
        if now[place] == row.after or place in forced:
            now[place] = row.before
            owners[place] = row.memory_id
    changed = without_dangling(step.connection, {place: now[place] for place in owners})
    changed = {place: value for place, value in changed.items() if value != found[place]}
    set_values(step.connection, changed)
    for place, value in changed.items():
        table_name, row_id, column_name = place
        step.image(
            table_name,
            row_id,
            column=column_name,
            before=found[place],
            after=value,
            memory_id=owners[place],
        )
    step.changes += len(changed)
    touch_owners(step, {(table, row) for table, row, column in changed if bears(table, column)})


def touch_owners(step: Step, rows: set[tuple[str, int]]) -> None:
    """Have the memories that these rows (table, id) belong to derived anew."""
    grouped: dict[str, list[int]] = defaultdict(list)
    for table_name, row_id in sorted(rows):
        grouped[table_name].append(row_id)
    for table_name, ids in grouped.items():
        if not bears(table_name):
            continue
        table = metadata.tables[table_name]
        if table_name == "memory":
            step.touch(ids)
            continue
        columns = [table.c[name] for name in ("memory_id", "a_id", "b_id") if name in table.c]
        for start in range(0, len(ids), _AT_ONCE) if columns else ():
            part = ids[start : start + _AT_ONCE]
            for row in step.connection.execute(select(*columns).where(table.c.id.in_(part))):
                step.touch(owner for owner in row if owner is not None)
