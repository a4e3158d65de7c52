"""What Sessions and Activity share: a list of rows of any height, wrapped plain text, days for people."""

from __future__ import annotations

from engramma.ui.views.rows.aim import Aim
from engramma.ui.views.rows.parts import Activation, Chosen, LaidRow, RowLayouter, RowState, Target
from engramma.ui.views.rows.row_view import RowView
from engramma.ui.views.rows.wrapped_text import WrappedText

__all__ = [
    "Activation",
    "Aim",
    "Chosen",
    "LaidRow",
    "RowLayouter",
    "RowState",
    "RowView",
    "Target",
    "WrappedText",
]
