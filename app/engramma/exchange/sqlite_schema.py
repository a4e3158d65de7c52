"""The tables and columns of somebody else's SQLite file, for recognising it without copying it.

Opened as unchanging, so that nothing is created beside it. Where a write-ahead log lies beside it the tables may be
in the log alone, so a small copy of both is looked at instead. Rows are never read here.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engramma.exchange.cleaning import excerpt
from engramma.exchange.sqlite_source import looks_like_sqlite, opened_copy
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken

Schema = dict[str, frozenset[str]]

_LARGEST_COPY = 64 * 1024 * 1024
_MOST_TABLES = 2_000
_SAID = 200
_PAGE_SIZE, _CHANGES, _PAGES, _CHANGES_COUNTED = slice(16, 18), slice(24, 28), slice(28, 32), slice(92, 96)
"""Of a database's head; the number of pages holds when both counts of changes agree.

https://sqlite.org/fileformat2.html
"""
_LOGS = ("-wal", "-shm", "-journal")
_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ})
_VIRTUAL = re.compile(r"\s*CREATE\s+VIRTUAL\b", re.IGNORECASE)


def schema_of(path: Path, head: bytes) -> Schema:
    """The plain tables of the file that begins with `head`, with their columns; empty when it is no database."""
    return _look(path).tables if looks_like_sqlite(head) else {}


def problem_of(path: Path, head: bytes) -> str:
    """What is wrong with the database that begins with `head`, as a sentence; empty when nothing is seen to be.

    Raises OSError when the file is gone.
    """
    if not looks_like_sqlite(head):
        return ""
    page = int.from_bytes(head[_PAGE_SIZE])
    # Two bytes do not hold 65,536, which is written as 1.
    page = 65_536 if page == 1 else page
    whole, there = page * int.from_bytes(head[_PAGES]), path.stat().st_size
    if head[_CHANGES] == head[_CHANGES_COUNTED] and there < whole and not _log_of(path).exists():
        return f"{path.name} is cut off: {there:,} bytes of {whole:,} are there. Copy or fetch it again."
    return _look(path).problem


def database_of(file: Path) -> Path | None:
    """The database that `file` is a log of, or the index of one, when both lie side by side."""
    ending = next((ending for ending in _LOGS if file.name.endswith(ending)), "")
    beside = file.with_name(file.name.removesuffix(ending)) if ending and file.name != ending else None
    return beside if beside is not None and beside.is_file() else None


@dataclass(frozen=True, slots=True)
class _Looked:
    """The tables of a database, or why they could not be read."""

    tables: Schema = field(default_factory=dict)
    problem: str = ""


def _look(path: Path) -> _Looked:
    try:
        return _looked(path, _state(path), _state(_log_of(path)))
    except OSError as error:
        return _Looked(problem=f"{path.name} cannot be read: {(error.strerror or str(error)).lower()}.")


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _state(path: Path) -> tuple[int, int]:
    """Size and time of change; zeros when there is no such file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


@lru_cache(maxsize=16)
def _looked(path: Path, state: tuple[int, int], log: tuple[int, int]) -> _Looked:
    if log[1] and state[0] + log[0] <= _LARGEST_COPY:
        try:
            with opened_copy(path, name=path.name, cancel=CancelToken()) as source:
                return _Looked({name: frozenset(table.columns) for name, table in source.tables.items()})
        except ImportFileError as error:
            return _Looked(problem=str(error))
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.set_authorizer(_authorise)
            return _Looked(_tables(connection))
    except (sqlite3.Error, ValueError) as error:
        said = excerpt(str(error), _SAID)
        return _Looked(problem=f"{path.name} is damaged: SQLite says “{said}”. Copy or fetch it again.")


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
