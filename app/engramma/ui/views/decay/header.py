"""The head of the view Decay: what is drawn, over which time, and whether it is a plot or a table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from engramma.ui.plots.decay_area import HALF_YEAR, MONTH, WHOLE
from engramma.ui.theme import TextRole, icon, set_variant, theme
from engramma.ui.widgets import ElidedLabel, Segment, SegmentedControl, ViewHead

AS_TABLES, AS_PICTURES = (
    "Show the curves and strengths as tables",
    "Show the curves and strengths as pictures",
)


class DecayHeader(ViewHead):
    """`span_changed` carries a span, `table_wanted` whether a table is wanted."""

    span_changed = Signal(str)
    table_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__("Decay")
        self._about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._about.setMinimumWidth(theme().metrics.px(60))
        self.spans = SegmentedControl(
            (
                Segment(MONTH, "Month"),
                Segment(HALF_YEAR, "Half year"),
                Segment(WHOLE, "Birth to fading"),
            ),
            "The time that is shown",
            value=WHOLE,
        )
        self.as_table = QPushButton("Show as table")
        self.as_table.setCheckable(True)
        self.as_table.setIcon(icon("columns"))
        self.as_table.setAccessibleName(AS_TABLES)
        set_variant(self.as_table, "flat", size="small")
        self.put(self._about, self.spans, self.as_table)
        self.spans.changed.connect(self.span_changed)
        self.as_table.toggled.connect(self._on_table)

    def set_about(self, words: str) -> None:
        """Say what is drawn."""
        self._about.set_text(words)

    def _on_table(self, shown: bool) -> None:
        self.as_table.setText("Show as picture" if shown else "Show as table")
        self.as_table.setAccessibleName(AS_PICTURES if shown else AS_TABLES)
        self.table_wanted.emit(shown)
