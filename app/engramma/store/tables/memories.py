"""Memories with their segments, versions, tags and provenance.

`t0`, `log2_s0`, `half_life`, `fades_at`, `recalls` and `last_recalled_at` are derived from segments and recalls:
they are in no undo image and are recomputed for every memory that an operation touches.
"""

from __future__ import annotations

from sqlalchemy import REAL, CheckConstraint, Column, ForeignKey, Index, Integer, LargeBinary, Text, text

from engramma.store.tables.base import content_table, flag, one_of, source_column, text_column
from engramma.store.tables.sessions import QUALITIES

KINDS = ("episodic", "semantic", "procedural")
TIERS = ("short_term", "long_term")
CATEGORIES = ("fact", "preference", "decision", "correction", "error", "instruction", "summary", "other")
STATES = ("active", "superseded", "trashed")

_SHOWN = text("removed = 0")

memory = content_table(
    "memory",
    Column("uid", Text, nullable=False, unique=True),
    Column("text", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("tier", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("state", Text, nullable=False, server_default="active"),
    flag("pinned"),
    Column("importance", REAL, nullable=False),
    Column("created_at", Integer, nullable=False),
    text_column("time_text"),
    text_column("time_quality", default="exact"),
    Column("updated_at", Integer, nullable=False),
    Column("state_at", Integer),
    Column("session_id", Integer, ForeignKey("session.id")),
    flag("person_edited"),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("superseded_by", Integer, ForeignKey("memory.id")),
    Column("merged_into", Integer, ForeignKey("memory.id")),
    text_column("source_key", default=None),
    Column("content_key", LargeBinary, nullable=False),
    Column("recalls", Integer, nullable=False, server_default="0"),
    Column("last_recalled_at", Integer),
    Column("t0", Integer, nullable=False),
    Column("log2_s0", REAL, nullable=False, server_default="0"),
    Column("half_life", REAL),
    Column("fades_at", Integer),
    flag("conflicted"),
    one_of("kind", *KINDS),
    one_of("tier", *TIERS),
    one_of("category", *CATEGORIES),
    one_of("state", *STATES),
    one_of("time_quality", *QUALITIES),
    CheckConstraint("importance BETWEEN 0 AND 1", name="importance"),
    CheckConstraint("length(text) > 0", name="text"),
    CheckConstraint("version >= 1", name="version"),
    Index("ix_memory_shown", "state", "id", sqlite_where=_SHOWN),
    Index("ix_memory_facets", "state", "tier", "kind", "category", "pinned", "fades_at", sqlite_where=_SHOWN),
    Index("ix_memory_created_at", "created_at", "id", "state", sqlite_where=_SHOWN),
    Index("ix_memory_importance", "importance", "id", "state", sqlite_where=_SHOWN),
    Index("ix_memory_fades_at", "fades_at", "id", "state", sqlite_where=_SHOWN),
    Index("ix_memory_recalls", "recalls", "id", "state", sqlite_where=_SHOWN),
    Index("ix_memory_conflicted", "conflicted", sqlite_where=text("conflicted = 1")),
    Index("ix_memory_content_key", "content_key"),
    Index("ix_memory_session_id", "session_id"),
    Index("ix_memory_source_key", "source_key", sqlite_where=text("source_key IS NOT NULL")),
    Index("ix_memory_superseded_by", "superseded_by", sqlite_where=text("superseded_by IS NOT NULL")),
    Index("ix_memory_merged_into", "merged_into", sqlite_where=text("merged_into IS NOT NULL")),
)

segment = content_table(
    "segment",
    Column("memory_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("t0", Integer, nullable=False),
    Column("s0", REAL, nullable=False),
    Column("half_life", REAL),
    Column("reason", Text, nullable=False),
    CheckConstraint("s0 BETWEEN 0 AND 1", name="s0"),
    CheckConstraint("half_life IS NULL OR half_life > 0", name="half_life"),
    Index("ix_segment_memory_t0", "memory_id", "t0", "id"),
)

version = content_table(
    "version",
    Column("memory_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", Integer, nullable=False),
    Column("actor", Text, nullable=False),
    Index("ix_version_memory_number", "memory_id", "number"),
)

tag = content_table(
    "tag",
    Column("memory_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("name", Text, nullable=False),
    CheckConstraint("length(name) > 0", name="name"),
    Index("ix_tag_memory_name", "memory_id", "name", unique=True),
    Index("ix_tag_name_memory", "name", "memory_id", sqlite_where=_SHOWN),
)

provenance = content_table(
    "provenance",
    Column("memory_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("session_id", Integer, ForeignKey("session.id")),
    Column("event_id", Integer, ForeignKey("event.id")),
    Column("start_char", Integer),
    Column("end_char", Integer),
    text_column("quote"),
    source_column("source_id"),
    Column("line", Integer),
    text_column("original"),
    Index("ix_provenance_memory_id", "memory_id"),
    Index("ix_provenance_event_id", "event_id"),
    Index("ix_provenance_session_id", "session_id"),
)
