"""Many rows into one table, many at a time in one statement.

SQLite opens a savepoint for each statement that fires triggers, and FTS5 writes out what it has gathered at each of
them: row by row, an import spends most of its time there. Not for rows that need SQLAlchemy to convert a value; no
table here has such a column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects.sqlite import pysqlite

_MOST = 256
"""Rows in a statement; more make it no faster."""
_VALUES = 8_000


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert `rows`, all with the same keys, at least one."""
    names = tuple(rows[0])
    as_tuple = _picker(table, names)
    size, start = _MOST, 0
    while start < len(rows):
        # Powers of two, so that a few statements serve every number of rows.
        while size > 1 and (size > len(rows) - start or size * len(names) > _VALUES):
            size //= 2
        values = tuple(chain.from_iterable(map(as_tuple, rows[start : start + size])))
        connection.exec_driver_sql(_statement(table, names, size), values)
        start += size


@cache
def _statement(table: Table, names: tuple[str, ...], rows: int) -> str:
    start, group = _compiled(table, names)[0].split(" VALUES ")
    return f"{start} VALUES {', '.join([group] * rows)}"


@cache
def _picker(table: Table, names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    order = _compiled(table, names)[1]
    return itemgetter(*order) if len(order) > 1 else lambda row: (row[order[0]],)


@cache
def _compiled(table: Table, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    compiled = insert(table).compile(dialect=pysqlite.dialect(), column_keys=list(names))
    return compiled.string, tuple(compiled.positiontup or names)
