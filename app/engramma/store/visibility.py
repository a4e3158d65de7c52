"""The one rule of what readers see: rows whose insert was not undone and whose operation is done."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Table, and_, literal_column


def visible(table: Table, hidden: Sequence[int]) -> ColumnElement[bool]:
    """A clause for rows of a content table that readers may see; `hidden` are the operations still open."""
    # A literal, not a parameter: SQLite uses the partial indexes over shown rows only if it sees the 0.
    shown = table.c.removed == literal_column("0")
    if not hidden:
        return shown
    return and_(shown, table.c.born_op.not_in(hidden))
