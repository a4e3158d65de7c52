"""Brings an older store up to this schema, in one transaction, after a backup was made."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool

from engramma.model.errors import StoreError
from engramma.store.pragmas import APPLICATION_ID, SCHEMA_VERSION

log = logging.getLogger(__name__)


def upgrade(path: Path, *, backup: Path | None, found: int, target: str = "head") -> None:
    """Migrate the file at `path`. Raises StoreError; the file is then as it was, and `backup` keeps a copy."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", _manual_transactions)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, target)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except Exception as error:
        raise StoreError(
            f"{path.name} (schema {found}) could not be brought up to schema {SCHEMA_VERSION}; it is unchanged.",
            hint=f"A copy is at {backup}." if backup else "",
        ) from error
    finally:
        engine.dispose()
    log.info("migrated %s from schema %d to %d", path.name, found, SCHEMA_VERSION)


def _manual_transactions(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
