"""The roles and columns by which delegates read a model: one row value an index, and which column this is.

Exists so that delegates know no model class. A model answers `ROW_ROLE` with a `MemoryRow` (None while its
page is not loaded) and `COLUMN_ROLE` with a `Column`.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
COLUMN_ROLE = int(Qt.ItemDataRole.UserRole) + 2


class Column(StrEnum):
    """The columns of the memories table, in their usual order."""

    GUTTER = "gutter"
    MEMORY = "memory"
    TIER = "tier"
    STRENGTH = "strength"
    SPARK = "spark"
    FADES = "fades"
    RECALLS = "recalls"
    IMPORTANCE = "importance"
    TAGS = "tags"
    SESSION = "session"
    CREATED = "created"


COLUMNS = {column.value: column for column in Column}
"""Columns by name: Qt hands a `Column` back as a plain string."""

COLUMN_TITLES = {
    Column.GUTTER: "",
    Column.MEMORY: "Memory",
    Column.TIER: "Tier",
    Column.STRENGTH: "Strength",
    Column.SPARK: "90 days",
    Column.FADES: "Fades in",
    Column.RECALLS: "Recalls",
    Column.IMPORTANCE: "Imp.",
    Column.TAGS: "Tags",
    Column.SESSION: "Session",
    Column.CREATED: "Created",
}

RIGHT_ALIGNED = frozenset({Column.FADES, Column.RECALLS, Column.IMPORTANCE})

COLUMN_WIDTHS = {
    Column.GUTTER: 30,
    Column.MEMORY: 408,
    Column.TIER: 74,
    Column.STRENGTH: 116,
    Column.SPARK: 74,
    Column.FADES: 68,
    Column.RECALLS: 60,
    Column.IMPORTANCE: 50,
    Column.TAGS: 168,
    Column.SESSION: 140,
    Column.CREATED: 100,
}
"""Usual widths in px at 96 dpi; scale them by `Metrics.px`. The memory column takes what is left."""


def header_alignment(column: Column) -> Qt.AlignmentFlag:
    """How a column's title stands, for the model's header data: numbers right, all else left."""
    side = Qt.AlignmentFlag.AlignRight if column in RIGHT_ALIGNED else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
