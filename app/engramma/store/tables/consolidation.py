"""Conflicts, proposals, consolidation passes and what they looked at, tombstones."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, LargeBinary, Text, text

from engramma.store.tables.base import content_table, one_of, plain_table, text_column

conflict = content_table(
    "conflict",
    Column("a_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("b_id", Integer, ForeignKey("memory.id"), nullable=False),
    Column("what", Text, nullable=False),
    text_column("stakes", default="normal"),
    text_column("detail"),
    Column("status", Text, nullable=False, server_default="open"),
    text_column("resolution"),
    Column("found_at", Integer, nullable=False),
    Column("resolved_at", Integer),
    CheckConstraint("a_id <> b_id", name="ends"),
    one_of("what", "value", "number", "date", "version", "name", "polarity"),
    one_of("stakes", "normal", "high"),
    one_of("status", "open", "resolved"),
    Index("ix_conflict_a", "a_id"),
    Index("ix_conflict_b", "b_id"),
    Index("ix_conflict_open", "status", sqlite_where=text("status = 'open'")),
)

proposal = content_table(
    "proposal",
    Column("step", Text, nullable=False),
    Column("action", Text, nullable=False),
    text_column("targets", default="[]"),
    text_column("reason"),
    text_column("payload", default="{}"),
    Column("actor", Text, nullable=False),
    Column("status", Text, nullable=False, server_default="pending"),
    Column("made_at", Integer, nullable=False),
    Column("decided_at", Integer),
    Column("pass_id", Integer, ForeignKey("consolidation_pass.id")),
    text_column("note"),
    one_of("status", "pending", "accepted", "rejected", "dropped"),
    Index("ix_proposal_pending", "status", sqlite_where=text("status = 'pending'")),
)

consolidation_pass = plain_table(
    "consolidation_pass",
    Column("id", Integer, primary_key=True),
    Column("started_at", Integer, nullable=False),
    Column("finished_at", Integer),
    Column("planned_for", Integer, nullable=False),
    Column("actor", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("operation_id", Integer, ForeignKey("operation.id")),
    text_column("counts", default="{}"),
    one_of("status", "running", "planned", "applied", "cancelled", "failed"),
)

# What of a pass's operation belongs to which of its items: the numbers of its images and ranges.
pass_item = plain_table(
    "pass_item",
    Column("operation_id", Integer, ForeignKey("operation.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("step", Text, nullable=False),
    Column("action", Text, nullable=False),
    text_column("targets", default="[]"),
    text_column("sessions", default="[]"),
    Column("proposal_id", Integer),
    Column("at", Integer, nullable=False),
    Column("first_number", Integer, nullable=False),
    Column("last_number", Integer, nullable=False),
    Column("undone_by", Integer, ForeignKey("operation.id")),
    CheckConstraint("last_number >= first_number", name="numbers"),
    Index("ix_pass_item_undone_by", "undone_by", sqlite_where=text("undone_by IS NOT NULL")),
    sqlite_with_rowid=False,
)

looked = plain_table(
    "looked",
    Column("step", Text, primary_key=True),
    Column("memory_id", Integer, primary_key=True),
    Column("content_key", LargeBinary, nullable=False),
    Column("state_at", Integer, nullable=False),
    text_column("nature"),
    sqlite_with_rowid=False,
)

tombstone = plain_table(
    "tombstone",
    Column("content_key", LargeBinary, primary_key=True),
    Column("deleted_at", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    one_of("reason", "purged", "expired"),
)
