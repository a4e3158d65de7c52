"""Operations, their column images and row ranges, notices and leases: the history that makes undo possible."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, text
from sqlalchemy.types import UserDefinedType

from engramma.store.tables.base import one_of, plain_table, text_column


class AnyType(UserDefinedType[object]):
    """SQLite's ANY: keeps integers, reals, texts and blobs as they come."""

    cache_ok = True

    def get_col_spec(self, **_options: object) -> str:
        return "ANY"


operation = plain_table(
    "operation",
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("uid", Text, nullable=False, unique=True),
    Column("at", Integer, nullable=False),
    Column("actor", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("undoes", Integer, ForeignKey("operation.id")),
    Column("undone_by", Integer, ForeignKey("operation.id")),
    Column("seq", Integer),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("note", Text, nullable=False, server_default=""),
    one_of("status", "open", "done", "rolled_back"),
    Index("ix_operation_seq", "seq", unique=True),
    Index("ix_operation_open", "status", sqlite_where=text("status = 'open'")),
    Index("ix_operation_actor_at", "actor", "id"),
    Index("ix_operation_undone_by", "undone_by", sqlite_where=text("undone_by IS NOT NULL")),
    Index("ix_operation_undoes", "undoes", sqlite_where=text("undoes IS NOT NULL")),
)

image = plain_table(
    "image",
    Column("operation_id", Integer, ForeignKey("operation.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("row_id", Integer, nullable=False),
    Column("column_name", Text, nullable=False),
    Column("memory_id", Integer),
    Column("before", AnyType),
    Column("after", AnyType),
    Index("ix_image_row", "table_name", "row_id", "column_name"),
    Index("ix_image_memory_id", "memory_id", sqlite_where=text("memory_id IS NOT NULL")),
    sqlite_with_rowid=False,
)

row_range = plain_table(
    "row_range",
    Column("operation_id", Integer, ForeignKey("operation.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("first_id", Integer, nullable=False),
    Column("last_id", Integer, nullable=False),
    Column("act", Text, nullable=False),
    one_of("act", "insert", "withdraw", "reinstate"),
    sqlite_with_rowid=False,
)

lease = plain_table(
    "lease",
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("taken_at", Integer, nullable=False),
    text_column("note"),
)
