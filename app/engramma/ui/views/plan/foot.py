"""The keys of the plan's list, in a line below it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.widgets import KeyHint

KEYS = (
    ("Space", "accept"),
    ("A", "accept the step"),
    ("N", "none of it"),
    ("Enter", "open"),
    ("M", "merge page"),
)


class PlanFoot(QWidget):
    """Says which keys do what."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "top")
        self.setFixedHeight(metrics.px(34))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_6)
        for keys, words in KEYS:
            row.addWidget(KeyHint(keys))
            label = QLabel(words)
            set_text_role(label, TextRole.SMALL, tone="secondary")
            row.addWidget(label)
            row.addSpacing(metrics.space_8)
        row.addStretch(1)
