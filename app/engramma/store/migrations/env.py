"""Alembic's environment: runs the migrations on the connection that `run.upgrade` made."""

from __future__ import annotations

from alembic import context

from engramma.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
