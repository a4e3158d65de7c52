"""The head of the Recall Lab: what it is, why meaning takes no part if so, and the way to the checks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from engramma.ui.theme import TextRole, icon, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel


class LabHead(QWidget):
    """`checks_shown` carries whether the checks are wanted."""

    checks_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setFixedHeight(metrics.view_header)
        title = QLabel("Recall Lab")
        set_text_role(title, TextRole.TITLE)
        self._about = ElidedLabel("", TextRole.BODY, tone="secondary")
        self.checks = QToolButton()
        self.checks.setCheckable(True)
        self.checks.setIcon(icon("bookmark-simple", "text_secondary", checked_role="text"))
        self.checks.setToolButtonStyle(self.checks.toolButtonStyle().ToolButtonTextBesideIcon)
        set_variant(self.checks, "flat", size="small")
        self.checks.toggled.connect(self.checks_shown)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.space_8, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(title)
        row.addWidget(self._about, 1)
        row.addWidget(self.checks)
        self.say("")
        self.count_checks(0)

    def say(self, notice: str) -> None:
        """Why meaning takes no part, or that this is looking only."""
        self._about.set_tone("warning" if notice else "secondary")
        self._about.set_text(notice or "looking only, nothing is rehearsed")

    def count_checks(self, count: int) -> None:
        """How many checks there are."""
        words = f"Checks {count:,}" if count else "Checks"
        self.checks.setText(words)
        self.checks.setAccessibleName(words)
