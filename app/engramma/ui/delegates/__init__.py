"""Painting of rows and their parts, independent of any model class: roles in, pixels out."""

from __future__ import annotations

from engramma.ui.delegates.memory_row_delegate import MemoryRowDelegate
from engramma.ui.delegates.roles import (
    COLUMN_ROLE,
    COLUMN_TITLES,
    COLUMN_WIDTHS,
    ROW_ROLE,
    Column,
    header_alignment,
)
from engramma.ui.delegates.row import MemoryRow

__all__ = [
    "COLUMN_ROLE",
    "COLUMN_TITLES",
    "COLUMN_WIDTHS",
    "ROW_ROLE",
    "Column",
    "MemoryRow",
    "MemoryRowDelegate",
    "header_alignment",
]
