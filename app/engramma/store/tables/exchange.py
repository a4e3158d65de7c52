"""Imports, their sources with hash and cursor, and the clients that talk to the store."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Text

from engramma.store.tables.base import content_table, flag, one_of, plain_table, text_column

import_source = content_table(
    "import_source",
    Column("name", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("modified_at", Integer),
    Column("cursor", Integer, nullable=False, server_default="0"),
    Column("imported_at", Integer, nullable=False),
    text_column("report", default="{}"),
    Index("ix_import_source_sha256", "sha256"),
)

client = plain_table(
    "client",
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("scope", Text, nullable=False, server_default="write"),
    Column("first_seen_at", Integer, nullable=False),
    Column("last_seen_at", Integer, nullable=False),
    flag("paused"),
    one_of("scope", "read", "propose", "write"),
)

saved_search = content_table(
    "saved_search",
    Column("name", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("position", Integer, nullable=False, server_default="0"),
)

draft = plain_table(
    "draft",
    Column("editor", Text, primary_key=True),
    Column("memory_id", Integer, primary_key=True),
    Column("base_version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("updated_at", Integer, nullable=False),
)

policy_setting = content_table(
    "policy_setting",
    Column("field", Text, nullable=False, unique=True),
    Column("value", Text, nullable=False),
)

policy_change = content_table(
    "policy_change",
    Column("field", Text, nullable=False),
    text_column("before", default=None),
    text_column("after", default=None),
    Column("at", Integer, nullable=False),
    Column("actor", Text, nullable=False),
)

meta = plain_table(
    "meta",
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
