"""The tables and columns of somebody else's SQLite file, for recognising it without copying it.

Opened as unchanging, so that nothing is created beside it. Where a write-ahead log lies beside it the tables may be
in the log alone, so a small copy of both is looked at instead. Rows are never read here.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path

from engramma.exchange.sqlite_source import looks_like_sqlite, opened_copy
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken

Schema = dict[str, frozenset[str]]

_LARGEST_COPY = 64 * 1024 * 1024
_MOST_TABLES = 2_000
_LOGS = ("-wal", "-shm", "-journal")
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ})
_VIRTUAL = re.compile(r"\s*CREATE\s+VIRTUAL\b", re.IGNORECASE)


def schema_of(path: Path, head: bytes) -> Schema:
    """The plain tables of the file that begins with `head`, with their columns; empty when it is no database."""
    if not looks_like_sqlite(head):
        return {}
    try:
        status = path.stat()
    except OSError:
        return {}
    return _schema(path, status.st_size, status.st_mtime_ns)


def database_of(file: Path) -> Path | None:
    """The database that `file` is a log of, or the index of one, when both lie side by side."""
    ending = next((ending for ending in _LOGS if file.name.endswith(ending)), "")
    beside = file.with_name(file.name.removesuffix(ending)) if ending and file.name != ending else None
    return beside if beside is not None and beside.is_file() else None


@lru_cache(maxsize=16)
def _schema(path: Path, size: int, mtime: int) -> Schema:
    del mtime
    if path.with_name(path.name + "-wal").exists() and size <= _LARGEST_COPY:
        try:
            with opened_copy(path, name=path.name, cancel=CancelToken()) as source:
                return {name: frozenset(table.columns) for name, table in source.tables.items()}
        except ImportFileError:
            return {}
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.set_authorizer(_authorise)
            return _tables(connection)
    except (sqlite3.Error, ValueError):
        return {}


def _tables(connection: sqlite3.Connection) -> Schema:
    found: Schema = {}
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
    for name, definition in connection.execute(query).fetchmany(_MOST_TABLES):
        if str(name).startswith("sqlite_") or _VIRTUAL.match(str(definition)):
            continue
        quoted = '"' + str(name).replace('"', '""') + '"'
        try:
            cursor = connection.execute(f"SELECT * FROM {quoted} LIMIT 0")
        except sqlite3.Error:
            continue
        found[str(name)] = frozenset(item[0] for item in cursor.description or ())
    return found


def _authorise(action: int, *_where: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY
