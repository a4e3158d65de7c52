"""Associations between memories, entities, and what memories are about."""

from __future__ import annotations

from sqlalchemy import REAL, CheckConstraint, Column, ForeignKey, Index, Integer, Text

from engramma.store.tables.base import content_table, flag, source_column, text_column

association = content_table(
    "association",
    Column("source_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("target_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("type", Text, nullable=False),
    text_column("relation"),
    Column("weight", REAL, nullable=False, server_default="1"),
    Column("weight_at", Integer, nullable=False),
    text_column("actor"),
    CheckConstraint("source_id <> target_id", name="ends"),
    CheckConstraint("weight BETWEEN 0 AND 1", name="weight"),
    Index("ix_association_source", "source_id", "type", "target_id"),
    Index("ix_association_target", "target_id", "type", "source_id"),
)

entity = content_table(
    "entity",
    Column("name", Text, nullable=False),
    Column("normal_name", Text, nullable=False),
    text_column("type"),
    flag("ghost"),
    text_column("source_key", default=None),
    Index("ix_entity_normal_name", "normal_name"),
    Index("ix_entity_source_key", "source_key"),
)

mention = content_table(
    "mention",
    Column("memory_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("entity_id", Integer, ForeignKey("entity.id"), nullable=False),
    Column("weight", REAL, nullable=False, server_default="1"),
    Column("weight_at", Integer, nullable=False),
    CheckConstraint("weight BETWEEN 0 AND 1", name="weight"),
    Index("ix_mention_memory_entity", "memory_id", "entity_id"),
    Index("ix_mention_entity_memory", "entity_id", "memory_id"),
)

entity_relation = content_table(
    "entity_relation",
    Column("source_id", Integer, ForeignKey("entity.id"), nullable=False),
    Column("target_id", Integer, ForeignKey("entity.id"), nullable=False),
    text_column("relation"),
    source_column("import_source_id"),
    Column("line", Integer),
    text_column("original"),
    Index("ix_entity_relation_source", "source_id", "target_id"),
    Index("ix_entity_relation_target", "target_id"),
)
