"""Sessions, events, passages and gate verdicts: the sensory register."""

from __future__ import annotations

from sqlalchemy import REAL, CheckConstraint, Column, ForeignKey, Index, Integer, Text, text

from engramma.store.tables.base import content_table, flag, one_of, plain_table, source_column, text_column

QUALITIES = ("exact", "local", "day", "month", "inferred", "none")

session = content_table(
    "session",
    Column("uid", Text, nullable=False, unique=True),
    text_column("title"),
    text_column("agent"),
    text_column("source"),
    text_column("source_key", default=None),
    text_column("project"),
    text_column("topics", default="[]"),
    text_column("summary"),
    Column("parent_id", Integer),
    Column("started_at", Integer),
    Column("ended_at", Integer),
    flag("is_open"),
    flag("is_live"),
    text_column("time_text"),
    text_column("time_quality", default="exact"),
    Column("gated_turn", Integer, nullable=False, server_default="0"),
    source_column("source_id"),
    Column("line", Integer),
    text_column("original"),
    one_of("time_quality", *QUALITIES),
    Index("ix_session_source_key", "source_key"),
    Index("ix_session_started_at", "started_at"),
)

event = content_table(
    "event",
    Column("uid", Text, nullable=False, unique=True),
    Column("session_id", Integer, ForeignKey("session.id"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("role", Text, nullable=False),
    text_column("speaker"),
    text_column("text"),
    Column("at", Integer),
    text_column("time_text"),
    text_column("time_quality", default="exact"),
    Column("parent_id", Integer),
    flag("active", default=1),
    flag("sidechain"),
    text_column("detail"),
    text_column("source_key", default=None),
    Column("content_key", Integer, nullable=False, server_default="0"),
    source_column("source_id"),
    Column("line", Integer),
    text_column("original"),
    one_of("role", "user", "agent", "tool", "decision", "error", "note"),
    one_of("time_quality", *QUALITIES),
    Index("ix_event_session_turn", "session_id", "turn"),
    Index("ix_event_source_key", "source_key"),
    Index("ix_event_at", "at", sqlite_where=text("removed = 0")),
)

passage = plain_table(
    "passage",
    Column("id", Integer, primary_key=True),
    Column("owner_type", Text, nullable=False),
    Column("owner_id", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    one_of("owner_type", "memory", "event"),
    CheckConstraint("end_char >= start_char", name="span"),
    Index("ix_passage_owner", "owner_type", "owner_id", "number", unique=True),
)

gate_verdict = content_table(
    "gate_verdict",
    Column("event_id", Integer, ForeignKey("event.id"), nullable=False),
    Column("start_char", Integer),
    Column("end_char", Integer),
    Column("score", REAL, nullable=False),
    flag("kept"),
    text_column("reasons", default="[]"),
    Column("memory_id", Integer, ForeignKey("memory.id")),
    Column("pass_id", Integer, ForeignKey("consolidation_pass.id")),
    CheckConstraint("score BETWEEN 0 AND 1", name="score"),
    Index("ix_gate_verdict_event_id", "event_id"),
    Index("ix_gate_verdict_memory_id", "memory_id"),
)
