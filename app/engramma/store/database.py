"""Opens a store file and hands out short read and write transactions.

One write lane a process (`BEGIN IMMEDIATE`, so that a second writer waits instead of failing), few pooled readers.
No connection, cursor or row leaves this folder.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.pool import QueuePool

from engramma.model.errors import NewerStoreError, NotAStoreError, ReadOnlyStoreError, StoreError
from engramma.model.records import dataclass
from engramma.store.failures import translated
from engramma.store.location import network_filesystem
from engramma.store.pragmas import (
    APPLICATION_ID,
    BUSY_SECONDS,
    MINIMUM_SQLITE,
    SCHEMA_VERSION,
    begin_writing,
    looks_like_sqlite,
    prepare_connection,
)
from engramma.store.tables import operation

_open_here: Counter[tuple[int, int]] = Counter()
"""How often each file, by device and number, is open in this process."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A read transaction. Rows born in `hidden` operations (still open) must not be shown."""

    connection: Connection
    hidden: tuple[int, ...]


class Database:
    """An open store file. Thread-safe; close it when done."""

    def __init__(
        self, path: Path, *, read_only: bool = False, notice: str = "", immutable: bool = False
    ) -> None:
        self.path = path
        self.read_only = read_only
        self.immutable = immutable
        self.newer = False
        self.notice = notice
        self.erasure_waits = False
        """Whether this process knows of erased text whose bytes are not freed yet."""
        mode = "ro" if read_only else "rw"
        self._uri = f"file:{quote(str(path))}?mode={mode}{'&immutable=1' if immutable else ''}"
        self._write_lock = threading.RLock()
        self._readers = self._engine(size=4)
        self._writer = self._engine(size=1)
        self._watcher: sqlite3.Connection | None = None
        self._watch_lock = threading.Lock()
        self._closed = False
        self._file = _identity(path)
        _open_here[self._file] += 1

    def _engine(self, *, size: int) -> Engine:
        engine = create_engine(
            "sqlite://",
            creator=partial(self.connect, mapped=size > 1),
            poolclass=QueuePool,
            pool_size=size,
            max_overflow=8 if size > 1 else 0,
            pool_reset_on_return="rollback",
        )
        event.listen(engine, "begin", _begin)
        return engine

    def connect(self, *, mapped: bool = False) -> sqlite3.Connection:
        """A bare connection for what no transaction can do; the caller closes it. Only for files of this folder."""
        connection = sqlite3.connect(self._uri, uri=True, check_same_thread=False, cached_statements=256)
        prepare_connection(connection, read_only=self.read_only, mapped=mapped)
        return connection

    @contextmanager
    def read(self) -> Iterator[Reading]:
        """A short read transaction: one consistent picture of the store."""
        self._check_open()
        with translated(self.path), self._readers.connect() as connection, connection.begin():
            hidden = tuple(connection.scalars(select(operation.c.id).where(operation.c.status == "open")))
            yield Reading(connection, hidden)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A write transaction; commits at the end, rolls back on any exception. Keep it under 50 ms."""
        self._check_open()
        if self.read_only:
            raise self._write_refused()
        with self._write_lock, translated(self.path), self._writer.connect() as connection:
            connection = connection.execution_options(immediate=True)
            with connection.begin():
                yield connection

    def _write_refused(self) -> StoreError:
        if self.newer:
            return NewerStoreError(
                f"{self.path.name} was made by a newer Engramma and is open read-only.",
                hint="Update Engramma to change it.",
            )
        hint = "Check the permissions of the file and its folder." if self.notice else ""
        return ReadOnlyStoreError(f"{self.path.name} is open read-only.", hint=hint)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"{self.path.name} is closed.")

    def data_version(self) -> int:
        """A number that changes when another connection has committed; on a connection of its own."""
        with self._watch_lock, translated(self.path):
            self._check_open()
            if self._watcher is None:
                self._watcher = self.connect()
            row = self._watcher.execute("PRAGMA data_version").fetchone()
            return int(row[0])

    def size_bytes(self) -> int:
        """Bytes of the store file and its write-ahead log."""
        total = 0
        for part in (self.path, wal_of(self.path)):
            with suppress(OSError):
                total += part.stat().st_size
        return total

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the file as far as no reader blocks it."""
        if not self.read_only:
            self._check_open()
            with self._write_lock, translated(self.path), self._writer.connect() as connection:
                raw = connection.connection.cursor()
                raw.execute("PRAGMA wal_checkpoint(PASSIVE)")
                raw.close()

    def empty_log(self, *, above: int) -> bool:
        """Empty the write-ahead log if it has more than `above` bytes and nobody needs it; whether it was emptied.

        SQLite begins it anew only when a writer happens to come while nobody reads, which is seldom where many do.
        """
        try:
            if self.read_only or wal_of(self.path).stat().st_size <= above:
                return False
        except OSError:
            return False
        self._check_open()
        with self._write_lock, translated(self.path), self._writer.connect() as connection:
            with closing(connection.connection.cursor()) as raw:
                try:
                    # It would wait for readers, and let all writers wait meanwhile.
                    raw.execute("PRAGMA busy_timeout = 0")
                    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    row = raw.fetchone()
                finally:
                    raw.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")
            return row is not None and row[0] == 0

    def close(self) -> None:
        """Close all connections; the last one to close empties the write-ahead log."""
        _open_here[self._file] -= 0 if self._closed else 1
        self._closed = True
        with self._watch_lock:
            if self._watcher is not None:
                self._watcher.close()
                self._watcher = None
        self._readers.dispose()
        self._writer.dispose()


def _begin(connection: Connection) -> None:
    if not connection.get_execution_options().get("immediate", False):
        connection.exec_driver_sql("BEGIN")
        return
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    cursor = driver.cursor()
    try:
        begin_writing(cursor)
    finally:
        cursor.close()


def _identity(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_dev, status.st_ino


def check_file(path: Path) -> None:
    """Raise StoreError when `path` cannot be a store: missing, a folder, empty, of another kind, on a network."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise NotAStoreError(
                f"{path} is a folder, not a store.", hint="Name a file that ends in .engramma."
            )
        if not stat.S_ISREG(mode):
            raise NotAStoreError(f"{path} is no ordinary file, so it is not a store.")
        if _open_here[_identity(path)] > 0:
            # It was looked at when it was opened. Closing a file drops every lock that this process has on it,
            # SQLite's too, and another process would delete the write-ahead log that this one writes to:
            # https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
            return
        with path.open("rb") as file:
            head = file.read(100)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise StoreError(f"There is no store at {path}.", hint="A first write creates it.") from error
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read.", hint="Check its name and its permissions.") from error
    if not head:
        raise NotAStoreError(
            f"{path} is empty, so it is not a store.", hint="Delete it or name another file."
        )
    if not looks_like_sqlite(head):
        raise NotAStoreError(f"{path} is not an Engramma store.", hint="To read it into a store, use import.")
    remote = network_filesystem(path)
    if remote:
        raise StoreError(
            f"{path} lies on a network drive ({remote}), where SQLite's write-ahead log is not safe.",
            hint="Copy the store to this computer and open the copy.",
        )


def wal_of(path: Path) -> Path:
    """The write-ahead log beside a store file."""
    return path.with_name(f"{path.name}-wal")


def use_wal(database: Database) -> None:
    """See to it that the store keeps a write-ahead log. Raises StoreError where the drive does not take one."""
    with translated(database.path):
        raw = database.connect()
        try:
            mode = raw.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        finally:
            raw.close()
    if mode != "wal":
        raise StoreError(
            f"The drive of {database.path} does not take SQLite's write-ahead log.",
            hint="Choose a local folder.",
        )


def is_writable(path: Path) -> bool:
    """Whether the file and its folder let this user write."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def file_identity(database: Database) -> tuple[int, int]:
    """(application_id, schema version) as the file states them; asks for no table, as it may have other ones."""
    with translated(database.path), closing(database.connect()) as raw:
        application = raw.execute("PRAGMA application_id").fetchone()[0]
        version = raw.execute("PRAGMA user_version").fetchone()[0]
        return int(application), int(version)


def check_sqlite() -> None:
    """Raise StoreError when this Python's SQLite is too old for STRICT tables."""
    if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
        needed = ".".join(str(part) for part in MINIMUM_SQLITE)
        raise StoreError(
            f"This Python brings SQLite {sqlite3.sqlite_version}, and {needed} or newer is needed.",
            hint="Use a newer Python.",
        )


__all__ = [
    "APPLICATION_ID",
    "SCHEMA_VERSION",
    "Database",
    "Reading",
    "check_file",
    "check_sqlite",
    "file_identity",
    "is_writable",
    "use_wal",
    "wal_of",
]
