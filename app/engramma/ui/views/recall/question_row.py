"""What is asked and how: the question, meaning or words only, how many hits, the token budget, and the other date."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from engramma.model.clock import DAY
from engramma.ui.theme import (
    TextRole,
    set_edge,
    set_field_size,
    set_surface,
    set_text_role,
    theme,
)
from engramma.ui.views.recall.reading import LabQuestion
from engramma.ui.widgets import KeyButton, Segment, SegmentedControl

LONGEST = 2_000
AHEAD = {"": 0, "7": 7 * DAY, "30": 30 * DAY, "90": 90 * DAY}


class QuestionLine(QLineEdit):
    """The question. Enter asks; the arrow down goes to the hits."""

    down = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Everything but the arrow down is typing."""
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        else:
            super().keyPressEvent(event)


class QuestionRow(QWidget):
    """`asked`: Enter, the button, or another way of asking was chosen."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.line = QuestionLine()
        self.line.setPlaceholderText("Ask what an agent would ask")
        self.line.setAccessibleName("Question")
        self.line.setMaxLength(LONGEST)
        self.line.setClearButtonEnabled(True)
        set_field_size(self.line, "search")
        self._ask = KeyButton("Recall", "Enter", icon_name="play", variant="primary")
        self.mode = SegmentedControl(
            (
                Segment("hybrid", "Hybrid", tip="Words and meaning, as agents ask"),
                Segment("lexical", "Text only", tip="Words alone, as before the model is loaded"),
            ),
            "How it is asked",
        )
        self.ahead = SegmentedControl(
            (
                Segment("", "Now", tip="Only as it is now"),
                Segment("7", "and in 7 days", tip="Now as A, in 7 days as B"),
                Segment("30", "in 30 days", tip="Now as A, in 30 days as B"),
                Segment("90", "in 90 days", tip="Now as A, in 90 days as B"),
            ),
            "For which dates",
        )
        self.hits = self._number("Hits", low=1, high=50, value=8)
        self.budget = self._number("Token budget", low=20, high=100_000, value=240, step=20)
        first = QHBoxLayout()
        first.setSpacing(metrics.space_8)
        first.addWidget(self.line, 1)
        first.addWidget(self._ask)
        second = QHBoxLayout()
        second.setSpacing(metrics.space_8)
        second.addWidget(self.mode)
        second.addSpacing(metrics.space_8)
        for words, field in (("Hits", self.hits), ("Budget", self.budget)):
            label = QLabel(words)
            set_text_role(label, TextRole.SMALL, tone="secondary")
            label.setBuddy(field)
            second.addWidget(label)
            second.addWidget(field)
        second.addStretch(1)
        second.addWidget(self.ahead)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_12
        )
        column.setSpacing(metrics.space_8)
        column.addLayout(first)
        column.addLayout(second)
        self.line.returnPressed.connect(self.asked)
        self._ask.clicked.connect(self.asked)
        for control in (self.mode, self.ahead):
            control.changed.connect(self._on_changed)
        for field in (self.hits, self.budget):
            field.editingFinished.connect(self._on_changed)

    @property
    def question(self) -> LabQuestion:
        """What the person asks."""
        return LabQuestion(
            text=self.line.text().strip(),
            lexical=self.mode.value == "lexical",
            limit=self.hits.value(),
            budget=self.budget.value(),
            ahead=AHEAD[self.ahead.value],
        )

    def put(self, text: str) -> None:
        """Put a question into the line, without asking it."""
        self.line.setText(text)
        self.line.setCursorPosition(0)

    def _number(self, name: str, *, low: int, high: int, value: int, step: int = 1) -> QSpinBox:
        field = QSpinBox()
        field.setRange(low, high)
        field.setSingleStep(step)
        field.setValue(value)
        field.setAccessibleName(name)
        field.setKeyboardTracking(False)
        set_field_size(field, "small")
        return field

    def _on_changed(self, _value: str = "") -> None:
        if self.line.text().strip():
            self.asked.emit()
