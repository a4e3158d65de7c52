"""Creates a store file or opens one: what it is, whether it may be written, whether it must be migrated."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from sqlalchemy import delete, insert, select
from sqlalchemy.schema import CreateIndex, CreateTable

from engramma.model.errors import NotAStoreError, StoreError
from engramma.store.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Database,
    check_file,
    check_sqlite,
    file_identity,
    is_writable,
)
from engramma.store.failures import translated
from engramma.store.fulltext import FULLTEXT_DDL
from engramma.store.tables import meta, metadata

BASELINE_REVISION = "0001"


def create_database(path: Path, *, name: str, at: int) -> Database:
    """Create an empty store at `path` (owner-only) and open it. Raises StoreError when that fails."""
    check_sqlite()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return open_database(path)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be created.", hint="Choose a folder that you may write to."
        ) from error
    database = Database(path)
    try:
        _fill(database, name=name, at=at)
    except BaseException:
        database.close()
        path.unlink(missing_ok=True)
        raise
    return database


def _fill(database: Database, *, name: str, at: int) -> None:
    with translated(database.path):
        raw = database._connect()
        try:
            mode = raw.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        finally:
            raw.close()
    if mode != "wal":
        raise StoreError(
            f"The drive of {database.path} does not take SQLite's write-ahead log.",
            hint="Choose a local folder.",
        )
    with database.write() as connection:
        for table in metadata.sorted_tables:
            connection.execute(CreateTable(table))
            for index in sorted(table.indexes, key=lambda item: str(item.name)):
                connection.execute(CreateIndex(index))
        for statement in FULLTEXT_DDL:
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
        )
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (BASELINE_REVISION,))
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute(
            insert(meta),
            [
                {"name": "name", "value": name},
                {"name": "created_at", "value": str(at)},
                {"name": "content_key", "value": secrets.token_hex(32)},
            ],
        )


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
        database.close()
        newer = _first_look(path, read_only=True)
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
    if not writable:
        database.notice = f"{path.name} is open read-only: the file or its folder cannot be written."
    return database


def _first_look(path: Path, *, read_only: bool) -> Database:
    database = Database(path, read_only=read_only)
    try:
        file_identity(database)
    except StoreError:
        database.close()
        if not read_only:
            raise
        # A WAL store in a folder without write permission opens only as immutable:
        # https://www.sqlite.org/wal.html#read_only_databases
        database = Database(path, read_only=True, immutable=True)
        file_identity(database)
    return database


def _migrate(path: Path, version: int) -> None:
    backup = path.with_name(f"{path.name}.before-{SCHEMA_VERSION}.backup")
    shutil.copy2(path, backup)
    from engramma.store.migrations.run import upgrade

    upgrade(path, backup=backup, found=version)


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
