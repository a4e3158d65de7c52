"""Lets the full text forget erased words for real: merges each index into one segment, in short transactions.

FTS5 keeps the words of a deleted row in its older segments until they are merged with the one that says so. The one
statement that merges everything (`optimize`) would hold the write lock for minutes in a large store:
https://www.sqlite.org/fts5.html#the_merge_command
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection

from engramma.store.database import Database
from engramma.store.pragmas import GAP_SECONDS

_ROUNDS = 4
_FIRST = 8
_TARGET_SECONDS = 0.015
_FEWEST, _MOST = 2, 200
# Below this a merge did nothing: a statement of its own counts as one change.
_SOMETHING = 2

Look = Callable[[], None]


def empty_fulltext(database: Database, *, look: Look) -> None:
    """Merge every index; `look` is called between transactions and may raise to stop."""
    with database.read() as reading:
        names = fulltext_names(reading.connection)
    for name in names:
        _merge(database, name, look=look)


def fulltext_names(connection: Connection) -> tuple[str, ...]:
    """The full-text indexes that the store has, whichever they are."""
    found = connection.exec_driver_sql(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE % USING fts5(%' "
        "ORDER BY name"
    )
    return tuple(str(row[0]) for row in found)


def segments(connection: Connection, name: str) -> int:
    """Of how many segments an index consists."""
    return int(connection.exec_driver_sql(f"SELECT count(DISTINCT segid) FROM {name}_idx").scalar_one())


def _merge(database: Database, name: str, *, look: Look) -> None:
    pages = _FIRST
    for _round in range(_ROUNDS):
        sign = -1
        while True:
            look()
            with database.write() as connection:
                if sign < 0 and segments(connection, name) <= 1 and _round:
                    return
                begun = time.perf_counter()
                did = _merge_part(connection, name, pages=sign * pages)
            seconds = max(time.perf_counter() - begun, 1e-4)
            if did < _SOMETHING and sign > 0:
                break
            sign = 1
            pages = min(max(int(pages * _TARGET_SECONDS / seconds), _FEWEST, pages // 2), _MOST, pages * 2)
            time.sleep(GAP_SECONDS)


def _merge_part(connection: Connection, name: str, *, pages: int) -> int:
    """Do `pages` worth of merging, with a minus after bringing all segments together; how many rows changed."""
    before = connection.exec_driver_sql("SELECT total_changes()").scalar_one()
    connection.exec_driver_sql(f"INSERT INTO {name}({name}, rank) VALUES ('merge', ?)", (pages,))
    return int(connection.exec_driver_sql("SELECT total_changes()").scalar_one()) - int(before)
