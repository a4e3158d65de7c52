"""Keeps an undo from bringing back references to rows that were erased for good."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table, select

from engramma.store.tables import metadata

Place = tuple[str, int, str]
_AT_ONCE = 500


def without_dangling(connection: Connection, values: dict[Place, object]) -> dict[Place, object]:
    """`values` with nothing instead of a reference to a row that was erased, where the column allows it.

    A column that must refer to something is left as it is.
    """
    wanted: dict[Table, set[int]] = {}
    targets: dict[tuple[str, str], Table | None] = {}
    for table_name, _row, column_name in values:
        if (table_name, column_name) not in targets:
            keys = metadata.tables[table_name].c[column_name].foreign_keys
            targets[table_name, column_name] = next((key.column.table for key in keys), None)
    for (table_name, _row, column_name), value in values.items():
        target = targets[table_name, column_name]
        if target is not None and isinstance(value, int):
            wanted.setdefault(target, set()).add(value)
    there = {target: _there(connection, target, sorted(ids)) for target, ids in wanted.items()}
    kept: dict[Place, object] = {}
    for place, value in values.items():
        table_name, _row, column_name = place
        target = targets[table_name, column_name]
        if target is None or not isinstance(value, int) or value in there[target]:
            kept[place] = value
        elif metadata.tables[table_name].c[column_name].nullable:
            kept[place] = None
    return kept


def _there(connection: Connection, target: Table, ids: Sequence[int]) -> set[int]:
    found: set[int] = set()
    for start in range(0, len(ids), _AT_ONCE):
        part = ids[start : start + _AT_ONCE]
        found.update(connection.scalars(select(target.c.id).where(target.c.id.in_(part))))
    return found
