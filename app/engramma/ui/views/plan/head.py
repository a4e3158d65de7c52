"""The head of the plan page: what it is of, for which day, and the button that applies it; the line below it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engramma.model.clock import DAY
from engramma.ui.theme import TextRole, icon, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import (
    ElidedLabel,
    IconButton,
    IconLabel,
    KeyButton,
    Segment,
    SegmentedControl,
    ViewHead,
)

AHEAD = {"now": 0, "7": 7 * DAY, "30": 30 * DAY, "90": 90 * DAY}


class PlanHead(ViewHead):
    """`ahead_changed`: another day; the others are its buttons."""

    ahead_changed = Signal()
    again = Signal()
    left = Signal()
    applied = Signal()

    def __init__(self) -> None:
        super().__init__("Consolidation plan", tall=True)
        metrics = theme().metrics
        self._about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.days = SegmentedControl(
            (
                Segment("now", "Now", tip="A plan for now, which can be applied"),
                Segment("7", "In 7 days", tip="What a pass would do in 7 days"),
                Segment("30", "In 30 days", tip="What a pass would do in 30 days"),
                Segment("90", "In 90 days", tip="What a pass would do in 90 days"),
            ),
            "For which day the plan is",
        )
        self._again = KeyButton("Plan again", "F5", icon_name="arrows-clockwise", size="normal")
        self._leave = QPushButton("Discard")
        self._apply = QPushButton("Apply")
        set_variant(self._apply, "primary")
        self._leave.setAccessibleName("Discard")
        self._apply.setIcon(icon("check", "on_accent"))
        self._apply.setIconSize(QSize(metrics.icon, metrics.icon))
        self._about.setMinimumWidth(metrics.px(80))
        self.put(self._about, self.days, self._again, self._leave, self._apply)
        self.days.changed.connect(self._on_days)
        self._again.clicked.connect(self.again)
        self._leave.clicked.connect(self.left)
        self._apply.clicked.connect(self.applied)

    @property
    def ahead(self) -> int:
        """How far ahead the plan is, in µs."""
        return AHEAD[self.days.value]

    @property
    def apply_button(self) -> QPushButton:
        """The primary button."""
        return self._apply

    def say(self, about: str) -> None:
        """The second line."""
        self._about.set_text(about)

    def call_leave(self, words: str) -> None:
        """What leaving the page is called."""
        self._leave.setText(words)
        self._leave.setAccessibleName(words)

    def offer(self, words: str, *, enabled: bool) -> None:
        """What the primary button would do."""
        self._apply.setText(f" {words}")
        self._apply.setAccessibleName(words)
        self._apply.setEnabled(enabled)

    def _on_days(self, _key: str) -> None:
        self.ahead_changed.emit()


class PlanNotice(QWidget):
    """A line on the accent tint: what happened, up to two links, and a cross."""

    first = Signal()
    second = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "tint")
        self._text = QLabel()
        self._text.setWordWrap(True)
        set_text_role(self._text, TextRole.BODY)
        self._links = (QPushButton(), QPushButton())
        close = IconButton("x", "Dismiss this message", size="small")
        row = QHBoxLayout(self)
        padding = metrics.pane_padding
        row.setContentsMargins(padding, metrics.space_4, metrics.space_8, metrics.space_4)
        row.setSpacing(metrics.space_8)
        row.addWidget(IconLabel("info", size=metrics.icon, role="accent"))
        row.addWidget(self._text, 1)
        for link, signal in zip(self._links, (self.first, self.second), strict=True):
            set_variant(link, "link")
            link.clicked.connect(signal)
            row.addWidget(link)
        row.addWidget(close)
        close.clicked.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def tell(self, text: str, *, first: str = "", second: str = "") -> None:
        """Say it."""
        self._text.setText(text)
        for link, words in zip(self._links, (first, second), strict=True):
            link.setText(words)
            link.setAccessibleName(words)
            link.setVisible(bool(words))
        self.setAccessibleName(text)
        self.show()
