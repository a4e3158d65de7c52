"""Makes a new store file: complete or not at all, even when several processes make the same one at once."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.schema import CreateIndex, CreateTable

from engramma.model.errors import StoreError
from engramma.store.database import APPLICATION_ID, SCHEMA_VERSION, Database, check_sqlite, use_wal, wal_of
from engramma.store.fulltext import FULLTEXT_DDL
from engramma.store.tables import meta, metadata

NEWEST_REVISION = f"{SCHEMA_VERSION:04}"
_ALEMBIC_TABLE = """CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)"""  # noqa: W291 - letter for letter what Alembic itself makes


def create_file(path: Path, *, name: str, at: int) -> None:
    """Put an empty store (owner-only) at `path`, unless something is there by then. Raises StoreError.

    It is made beside its place and moved there when it is complete: nobody ever sees, or is left with, half a store.
    """
    check_sqlite()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
        os.close(handle)
    except (OSError, ValueError) as error:
        raise StoreError(
            f"{path} cannot be created.", hint="Choose a folder that you may write to."
        ) from error
    unfinished = Path(made)
    try:
        database = Database(unfinished)
        try:
            use_wal(database)
            _fill(database, name=name, at=at)
        finally:
            database.close()
        _take_place(unfinished, path)
    finally:
        for leftover in (unfinished, wal_of(unfinished)):
            leftover.unlink(missing_ok=True)


def _take_place(unfinished: Path, path: Path) -> None:
    with suppress(FileExistsError):
        try:
            os.link(unfinished, path)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links: the place is taken first, then filled.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            unfinished.replace(path)


def schema_statements() -> tuple[str, ...]:
    """Every statement that makes the tables, indexes and full text of an empty store, in order."""
    return (*_table_statements(), *FULLTEXT_DDL)


@cache
def _table_statements() -> tuple[str, ...]:
    from sqlalchemy.dialects import sqlite

    dialect = sqlite.dialect()
    statements = []
    for table in metadata.sorted_tables:
        statements.append(str(CreateTable(table).compile(dialect=dialect)).strip())
        for index in sorted(table.indexes, key=lambda item: str(item.name)):
            statements.append(str(CreateIndex(index).compile(dialect=dialect)).strip())
    return tuple(statements)


def _fill(database: Database, *, name: str, at: int) -> None:
    with database.write() as connection:
        for statement in (*schema_statements(), _ALEMBIC_TABLE):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (NEWEST_REVISION,))
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
