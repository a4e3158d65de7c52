"""Many rows into one table, many at a time in one statement.

SQLite opens a savepoint for each statement that fires triggers, and FTS5 writes out what it has gathered at each of
them: row by row, an import spends most of its time there. Not for rows that need SQLAlchemy to convert a value; no
table here has such a column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects.sqlite import pysqlite

_ROWS = 200
_VALUES = 8_000
"""At most so many of each in a statement: more make it no faster, and it is compiled anew for each number of rows."""


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert `rows`, all with the same keys, at least one."""
    names = tuple(rows[0])
    as_tuple = _picker(table, names)
    most = max(1, min(_ROWS, _VALUES // len(names)))
    for start in range(0, len(rows), most):
        part = rows[start : start + most]
        values = tuple(chain.from_iterable(map(as_tuple, part)))
        connection.exec_driver_sql(_statement(table, names, len(part)), values)


@lru_cache(maxsize=256)
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
