"""The metadata that all tables share, and the column kit that keeps them alike.

Every content table has `born_op` (the operation that inserted the row) and `removed` (1 after that insert was
undone), so that an insert needs no undo image. Derived tables (full text, vectors) have neither.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, MetaData, Table, Text
from sqlalchemy.sql.schema import SchemaItem

REFERS_TO = "refers_to"

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)


def content_table(name: str, *items: SchemaItem, **options: Any) -> Table:
    """A STRICT table with id, born_op and removed, whose rows belong to operations."""
    return Table(
        name,
        metadata,
        Column("id", Integer, primary_key=True),
        *items,
        Column("born_op", Integer, ForeignKey("operation.id"), nullable=False),
        Column("removed", Integer, nullable=False, server_default="0"),
        CheckConstraint("removed IN (0, 1)", name="removed"),
        Index(f"ix_{name}_born_op", "born_op"),
        sqlite_strict=True,
        **options,
    )


def plain_table(name: str, *items: SchemaItem, **options: Any) -> Table:
    """A STRICT table outside the undo history: the journal itself, derived and technical rows."""
    return Table(name, metadata, *items, sqlite_strict=True, **options)


def one_of(column: str, *values: str) -> CheckConstraint:
    """A CHECK that `column` holds one of `values`."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def flag(name: str, *, default: int = 0) -> Column[int]:
    """An INTEGER column that is 0 or 1."""
    return Column(
        name,
        Integer,
        CheckConstraint(f"{name} IN (0, 1)", name=name),
        nullable=False,
        server_default=str(default),
    )


def source_column(name: str) -> Column[int]:
    """A reference to an import's source; no foreign key, since deleting a source would then walk all rows."""
    return Column(name, Integer, info={REFERS_TO: "import_source"})


def text_column(name: str, *, default: str | None = "") -> Column[str]:
    """A TEXT column; NOT NULL with a default unless `default` is None."""
    if default is None:
        return Column(name, Text)
    return Column(name, Text, nullable=False, server_default=default)
