"""The head of the page Overview: what it is of, the span, everything as tables, everything into files."""

from __future__ import annotations

import functools

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton

from engramma.ui.plots.plot_export import CSV, PNG, SVG
from engramma.ui.theme import TextRole, icon, set_menu, set_variant
from engramma.ui.widgets import ElidedLabel, Segment, SegmentedControl, ViewHead

SPANS: dict[str, int | None] = {"30": 30, "90": 90, "all": None}
SEGMENTS = (Segment("30", "30 days"), Segment("90", "90 days"), Segment("all", "All"))
FORMATS = ((PNG, "All as pictures (PNG)…"), (SVG, "All as drawings (SVG)…"), (CSV, "All numbers (CSV)…"))


class OverviewHead(ViewHead):
    """`save_wanted` carries a suffix such as ".png"."""

    save_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__("Overview")
        self.about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.spans = SegmentedControl(SEGMENTS, "The span of the overview", value="all")
        self.as_tables = QPushButton(" Show as tables")
        self.as_tables.setCheckable(True)
        self.as_tables.setIcon(icon("columns"))
        self.as_tables.setAccessibleName("Show every plot as a table")
        self.save = QPushButton(" Save pictures…")
        self.save.setIcon(icon("image"))
        self.save.setAccessibleName("Save every plot into a folder")
        for button in (self.as_tables, self.save):
            set_variant(button, "flat", size="small")
        menu = QMenu(self.save)
        menu.setAccessibleName("Save every plot")
        for suffix, words in FORMATS:
            menu.addAction(words).triggered.connect(functools.partial(self._on_format, suffix))
        set_menu(self.save, menu)
        self.as_tables.toggled.connect(self._on_tables)
        self.put(self.about, self.spans, self.as_tables, self.save)

    @property
    def days(self) -> int | None:
        """The span in days, None for all."""
        return SPANS[self.spans.value]

    def _on_tables(self, shown: bool) -> None:
        self.as_tables.setText(" Show as plots" if shown else " Show as tables")

    def _on_format(self, suffix: str, _checked: bool = False) -> None:
        self.save_wanted.emit(suffix)
