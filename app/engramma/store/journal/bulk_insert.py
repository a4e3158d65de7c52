"""Many rows into one table: one compiled statement, rows as plain tuples.

Exists for imports: SQLAlchemy's own way of handing over a list of rows costs more than SQLite's inserting them into
a table without a text index. Not for rows that need SQLAlchemy to convert a value; no table here has such a column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects.sqlite import pysqlite

_BATCH = 5_000


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert `rows`, all with the same keys, at least one."""
    statement, as_tuple = _compiled(table, tuple(rows[0]))
    for start in range(0, len(rows), _BATCH):
        connection.exec_driver_sql(statement, [as_tuple(row) for row in rows[start : start + _BATCH]])


@cache
def _compiled(
    table: Table, names: tuple[str, ...]
) -> tuple[str, Callable[[Mapping[str, Any]], tuple[Any, ...]]]:
    compiled = insert(table).compile(dialect=pysqlite.dialect(), column_keys=list(names))
    order = compiled.positiontup or list(names)
    return compiled.string, itemgetter(*order)
