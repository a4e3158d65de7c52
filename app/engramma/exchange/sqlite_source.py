"""Rows of somebody else's SQLite file, without trusting it: read from a copy, plain tables only, nothing run.

The copy is made together with the write-ahead log, since rows may be in the log alone, and since SQLite would leave
files beside the original. Views, triggers and virtual tables are never touched.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.lines import reading
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken

MAGIC = b"SQLite format 3\x00"
LARGEST_VALUE = 64 * 1024 * 1024
_STEPS_BETWEEN_LOOKS = 100_000
_COPY_STEP = 1024**2
_MOST_COLUMNS = 200
_HIDDEN = 6
_LAST_SIGN = "\U0010ffff"
_SAID = 200
_COLUMN_LIST = "table_xinfo"
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ})
_HARMLESS_FUNCTIONS = frozenset({"count", "typeof"})


def looks_like_sqlite(head: bytes) -> bool:
    """Whether a file that begins with `head` is a database."""
    return head.startswith(MAGIC)


@dataclass(frozen=True, slots=True)
class SqliteTable:
    """A plain table: its name and its columns in order."""

    name: str
    columns: tuple[str, ...]

    def has(self, *columns: str) -> bool:
        """Whether it has all of these columns."""
        return set(columns) <= set(self.columns)


class SqliteSource:
    """An open copy. `tables` by their names; virtual ones are left out."""

    def __init__(self, connection: sqlite3.Connection, *, name: str, cancel: CancelToken) -> None:
        self._connection = connection
        self._name = name
        connection.set_progress_handler(lambda: cancel.cancelled, _STEPS_BETWEEN_LOOKS)
        self._cancel = cancel
        self.tables: dict[str, SqliteTable] = {table.name: table for table in self._read_tables()}

    def find(self, *columns: str) -> SqliteTable | None:
        """The first table, by name, that has all of these columns."""
        return next((table for _name, table in sorted(self.tables.items()) if table.has(*columns)), None)

    def count(self, table: SqliteTable) -> int:
        """How many rows it has."""
        rows = self._run(f"SELECT count(*) AS n FROM {_quoted(table.name)}")
        return int(next(rows)["n"])

    def rows(
        self,
        table: SqliteTable,
        columns: Sequence[str] = (),
        *,
        order: Sequence[str] = (),
        starting: tuple[str, str] | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Its rows by column; those asked for that it lacks are None. Raises ImportFileError, Cancelled.

        `starting` is a column that it has, and how the text in it must begin.
        """
        wanted = [column for column in columns or table.columns if column in table.columns]
        missing = {column: None for column in columns if column not in table.columns}
        listed = ", ".join(map(_quoted, wanted)) or "NULL"
        query = f"SELECT {listed} FROM {_quoted(table.name)}"
        values: tuple[str, ...] = ()
        if starting is not None:
            column, prefix = starting
            query += f" WHERE {_quoted(column)} >= ? AND {_quoted(column)} < ?"
            values = (prefix, prefix + _LAST_SIGN)
        kept = [column for column in order if column in table.columns]
        if kept:
            query += f" ORDER BY {', '.join(map(_quoted, kept))}"
        for row in self._run(query, values):
            yield row | missing

    def _read_tables(self) -> Iterator[SqliteTable]:
        found = list(self._run("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        for row in found:
            name, definition = str(row["name"]), str(row["sql"] or "")
            # SQLite itself writes these words; a view or a virtual table that poses as a table begins otherwise.
            if name.startswith("sqlite_") or not definition.upper().startswith("CREATE TABLE "):
                continue
            columns = self._columns(name)
            if columns:
                yield SqliteTable(name, columns)

    def _columns(self, table: str) -> tuple[str, ...]:
        """The stored columns: what is computed on reading would run somebody else's expressions."""
        try:
            cursor = self._connection.execute(f"PRAGMA table_xinfo({_quoted(table)})")
            return tuple(row[1] for row in cursor if row[_HIDDEN] == 0)[:_MOST_COLUMNS]
        except (sqlite3.Error, ValueError):  # ValueError: a name that is no text
            return ()

    def _run(self, query: str, values: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
        try:
            cursor = self._connection.execute(query, values)
            names = [item[0] for item in cursor.description or ()]
            for row in cursor:
                yield dict(zip(names, row, strict=True))
        except (sqlite3.Error, ValueError) as error:
            self._cancel.check()
            said = excerpt(str(error), _SAID)
            raise ImportFileError(f"{self._name} is damaged: SQLite says “{said}”.") from error


@contextmanager
def opened_copy(path: Path, *, name: str, cancel: CancelToken) -> Iterator[SqliteSource]:
    """A private copy of the database at `path`, open for reading only. Raises ImportFileError, Cancelled."""
    with copied_database(path, name=name, cancel=cancel) as copy, closing(_connect(copy, name)) as connection:
        yield SqliteSource(connection, name=name, cancel=cancel)


@contextmanager
def copied_database(path: Path, *, name: str, cancel: CancelToken) -> Iterator[Path]:
    """A copy with its write-ahead log in a folder of its own, gone at the end. Raises ImportFileError, Cancelled."""
    with tempfile.TemporaryDirectory(prefix="engramma-import-") as folder:
        copy = Path(folder, "copy.db")
        with reading(name):
            for ending in ("", "-wal"):
                part = path.with_name(path.name + ending)
                if not ending or part.is_file():
                    _copy(part, Path(f"{copy}{ending}"), name=name, cancel=cancel)
        yield copy


def _copy(part: Path, target: Path, *, name: str, cancel: CancelToken) -> None:
    if part.stat().st_size > shutil.disk_usage(target.parent).free:
        raise ImportFileError(f"{name} cannot be copied: there is too little space for scratch files.")
    with part.open("rb") as file, target.open("wb") as out:
        while chunk := file.read(_COPY_STEP):
            cancel.check()
            out.write(chunk)


def _connect(copy: Path, name: str) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True, check_same_thread=False)
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
        connection.set_authorizer(_authorise)
    except sqlite3.Error as error:
        raise ImportFileError(f"{name} cannot be opened as a database: {error}.") from error
    return connection


def _authorise(action: int, first: str | None, second: str | None, *_where: str | None) -> int:
    harmless = action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _HARMLESS_FUNCTIONS
    harmless = harmless or (action == sqlite3.SQLITE_PRAGMA and first == _COLUMN_LIST)
    return sqlite3.SQLITE_OK if harmless or action in _ALLOWED else sqlite3.SQLITE_DENY


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
