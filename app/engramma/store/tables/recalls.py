"""Recalls with rank and score parts, a person's checks, and vectors with what failed to get one.

Vectors are derived: they are in no undo image, and what waits for one follows from the texts. Ids of vectors only
grow (`last_vector_id` is the newest given), and `erasures` counts deletions, so that a copy in memory or in a
sidecar tells at one look what it lacks.
"""

from __future__ import annotations

from sqlalchemy import REAL, CheckConstraint, Column, ForeignKey, Index, Integer, LargeBinary, Text

from engramma.model.embedding import OWNER_TYPES
from engramma.store.tables.base import content_table, flag, one_of, plain_table, text_column

recall = content_table(
    "recall",
    Column("uid", Text, nullable=False, unique=True),
    Column("question", Text, nullable=False),
    Column("at", Integer, nullable=False),
    Column("actor", Text, nullable=False),
    Column("session_id", Integer, ForeignKey("session.id")),
    text_column("mode", default="lexical"),
    flag("rehearsed"),
    Column("budget", Integer),
    text_column("model"),
    one_of("mode", "lexical", "hybrid"),
    Index("ix_recall_at", "at"),
    Index("ix_recall_session_id", "session_id"),
)

recall_hit = content_table(
    "recall_hit",
    Column("recall_id", Integer, ForeignKey("recall.id"), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("memory_id", Integer, ForeignKey("memory.id")),
    Column("event_id", Integer, ForeignKey("event.id")),
    Column("score", REAL, nullable=False),
    text_column("parts", default="{}"),
    flag("rehearsed"),
    CheckConstraint("(memory_id IS NULL) <> (event_id IS NULL)", name="item"),
    Index("ix_recall_hit_recall", "recall_id", "rank"),
    Index("ix_recall_hit_memory", "memory_id"),
    Index("ix_recall_hit_event", "event_id"),
)

recall_check = content_table(
    "recall_check",
    Column("question", Text, nullable=False),
    text_column("expected", default="[]"),
    text_column("rejected", default="[]"),
    Column("created_at", Integer, nullable=False),
    text_column("last_result"),
    Column("last_run_at", Integer),
)

embedding_model = plain_table(
    "embedding_model",
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("dimensions", Integer, nullable=False),
    flag("current"),
    Column("last_vector_id", Integer, nullable=False, server_default="0"),
    Column("erasures", Integer, nullable=False, server_default="0"),
    Index("ix_embedding_model_name", "name", "sha256", unique=True),
)

vector = plain_table(
    "vector",
    Column("id", Integer, primary_key=True),
    Column("model_id", Integer, ForeignKey("embedding_model.id"), nullable=False),
    Column("owner_type", Text, nullable=False),
    Column("owner_id", Integer, nullable=False),
    Column("content_key", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
    one_of("owner_type", *OWNER_TYPES),
    # With the content key, so that what waits for a vector is found without reading any vector.
    Index("ix_vector_owner", "model_id", "owner_type", "owner_id", "content_key", unique=True),
)

vector_backlog = plain_table(
    "vector_backlog",
    Column("model_id", Integer, ForeignKey("embedding_model.id"), primary_key=True),
    Column("owner_type", Text, primary_key=True),
    Column("owner_id", Integer, primary_key=True),
    Column("content_key", LargeBinary, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    text_column("error"),
    one_of("owner_type", *OWNER_TYPES),
)
