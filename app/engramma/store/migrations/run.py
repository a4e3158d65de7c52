"""Brings an older store up to this schema, in one transaction, after a backup was made."""

from __future__ import annotations

import logging
import sqlite3
from functools import partial
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from engramma.model.errors import StoreError
from engramma.store.pragmas import APPLICATION_ID, BUSY_SECONDS, SCHEMA_VERSION

log = logging.getLogger(__name__)


SCRIPTS = Path(__file__).parent


def upgrade(
    path: Path,
    *,
    backup: Path | None,
    found: int,
    target: str = "head",
    scripts: Path = SCRIPTS,
    version: int = SCHEMA_VERSION,
) -> None:
    """Migrate the file at `path`. Raises StoreError; the file is then as it was, and `backup` keeps a copy.

    `scripts` and `version` are where the migrations lie and the schema that they lead to.
    """
    engine = engine_for(path)
    config = Config()
    # The folder may lie in a place with a percent sign, which the configuration would read as syntax.
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, target)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {version}")
    except Exception as error:
        raise StoreError(
            f"{path.name} (schema {found}) could not be brought up to schema {version}; it is unchanged.",
            hint=f"A copy is at {backup}." if backup else "",
        ) from error
    finally:
        engine.dispose()
    log.info("migrated %s from schema %d to %d", path.name, found, version)


def engine_for(path: Path) -> Engine:
    """Connections fit for changing the schema, each transaction the only one that writes. Dispose of it when done."""
    engine = create_engine("sqlite://", creator=partial(_connect, path), poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    return engine


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    # While a table is rebuilt, what refers to it stays as it is; the version checks references when it is done.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA legacy_alter_table = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA cache_size = -65536")
    return connection


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
