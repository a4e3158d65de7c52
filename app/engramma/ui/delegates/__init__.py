"""Painting of rows and their parts, independent of any model class: roles in, pixels out.

`memory_row_delegate` and `kit` are imported from their own files, since not everybody who paints needs both.
"""

from __future__ import annotations

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
    "header_alignment",
]
