"""Opens a store file, new or not: what it is, whether it may be written, whether it must be migrated."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DBAPIError

from engramma.model.errors import NotAStoreError, StoreBusyError, StoreError
from engramma.store.backup import copy_checked
from engramma.store.creating import create_file
from engramma.store.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Database,
    check_file,
    check_sqlite,
    file_identity,
    is_writable,
    use_wal,
    wal_of,
)
from engramma.store.failures import translated
from engramma.store.tables import meta


def create_database(path: Path, *, name: str, at: int) -> Database:
    """Create an empty store at `path` (owner-only) and open it. Raises StoreError when that fails."""
    create_file(path, name=name, at=at)
    return open_database(path)


def open_database(path: Path, *, read_only: bool = False) -> Database:
    """Open an existing store; read-only with a notice when it cannot or must not be written."""
    check_sqlite()
    check_file(path)
    writable = is_writable(path)
    database = _first_look(path, read_only=read_only or not writable)
    application, version = file_identity(database)
    if application != APPLICATION_ID:
        database.close()
        raise NotAStoreError(
            f"{path} is a SQLite file of another program.", hint="To read it in, use import."
        )
    if version > SCHEMA_VERSION:
        if not database.read_only:
            database.close()
            database = _first_look(path, read_only=True)
        newer = database
        newer.newer = True
        newer.notice = (
            f"{path.name} was made by a newer Engramma (schema {version}, this one knows {SCHEMA_VERSION}), "
            "so it is open read-only. Update Engramma to change it."
        )
        return newer
    if version < SCHEMA_VERSION:
        database.close()
        if read_only or not writable:
            raise StoreError(
                f"{path.name} is of an older version and must be updated, but it cannot be written.",
                hint="Copy it to a folder that you may write to.",
            )
        _migrate(path, version)
        database = Database(path)
    if writable and not read_only:
        _closing_on_failure(database, use_wal)
    elif not writable:
        database.notice = f"{path.name} is open read-only: the file or its folder cannot be written."
        if database.immutable and _has_content(wal_of(path)):
            database.notice += " What was written to it last may be missing."
    return database


def _first_look(path: Path, *, read_only: bool) -> Database:
    database = Database(path, read_only=read_only)
    try:
        file_identity(database)
    except StoreError as error:
        database.close()
        if not read_only or isinstance(error, StoreBusyError):
            raise
        # A WAL store in a folder without write permission opens only as immutable:
        # https://www.sqlite.org/wal.html#read_only_databases
        database = Database(path, read_only=True, immutable=True)
        _closing_on_failure(database, file_identity)
    return database


def _closing_on_failure(database: Database, check: Callable[[Database], object]) -> None:
    try:
        check(database)
    except BaseException:
        database.close()
        raise


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _migrate(path: Path, version: int) -> None:
    backup = back_up(path, note=f"before-{SCHEMA_VERSION}")
    from engramma.store.migrations.run import upgrade

    upgrade(path, backup=backup, found=version)


def back_up(path: Path, *, note: str) -> Path:
    """A checked copy of the store beside it, with what is still in its write-ahead log; owner-only.

    Never takes the place of an earlier copy. Raises StoreError when it cannot be written or is not sound.
    """
    backup = _free_name(path, note)
    try:
        with translated(path):
            copy_checked(partial(sqlite3.connect, path), backup, name=path.name)
    except BaseException:
        backup.unlink(missing_ok=True)
        raise
    return backup


def _free_name(path: Path, note: str) -> Path:
    for number in range(1, 1_000):
        ending = f"{note}.backup" if number == 1 else f"{note}-{number}.backup"
        backup = path.with_name(f"{path.name}.{ending}")
        try:
            os.close(os.open(backup, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            continue
        except OSError as error:
            raise StoreError(
                f"A backup of {path.name} cannot be written.", hint="Is its folder writable?"
            ) from error
        return backup
    raise StoreError(f"There are too many backups of {path.name}.", hint="Delete some of them.")


def let_go_of_wal(path: Path) -> bool:
    """Take a store out of WAL so that its file may be replaced; False while another process has it open.

    Replacing a store that is open elsewhere is not safe: whoever closes the old file deletes the new one's log.
    """
    with translated(path):
        connection = sqlite3.connect(path, timeout=0.2)
        try:
            return str(connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]) == "delete"
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                return False
            raise
        finally:
            connection.close()


def read_content_key(database: Database) -> bytes:
    """The key of this store's content hashes. Raises StoreError when the store has none, and so is no whole store."""
    try:
        return bytes.fromhex(read_meta(database, "content_key") or "none")
    except (DBAPIError, ValueError) as error:
        raise StoreError(
            f"{database.path.name} is incomplete or damaged: it lacks its content key.",
            hint="Restore a backup.",
        ) from error


def read_meta(database: Database, name: str) -> str | None:
    """A fact about the store itself, by name."""
    with database.read() as reading:
        value: str | None = reading.connection.scalar(select(meta.c.value).where(meta.c.name == name))
        return value


def write_meta(database: Database, name: str, value: str) -> None:
    """Keep a fact about the store itself."""
    with database.write() as connection:
        connection.execute(delete(meta).where(meta.c.name == name))
        connection.execute(insert(meta).values(name=name, value=value))
