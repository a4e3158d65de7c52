"""What is asked and how: the question, in whose way, by meaning or words, how many hits, the budget, and B."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from engramma.model.clock import DAY
from engramma.model.recall_asking import Asker
from engramma.ui.theme import (
    TextRole,
    set_edge,
    set_field_size,
    set_surface,
    set_text_role,
    theme,
)
from engramma.ui.views.recall.asker_button import AskerButton
from engramma.ui.views.recall.other_side import OtherSide
from engramma.ui.views.recall.reading import LabQuestion
from engramma.ui.widgets import IconButton, KeyButton, Segment, SegmentedControl

LONGEST = 2_000
USUAL_BUDGET = 240
BUDGET, HITS = 124, 80


class QuestionLine(QLineEdit):
    """The question. Enter asks; the arrow down goes to the hits, with Alt to what was asked before."""

    down = Signal()
    before = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Everything but the arrow down is typing."""
        if event.key() != Qt.Key.Key_Down:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.before.emit()
        else:
            self.down.emit()


class QuestionRow(QWidget):
    """`asked`: Enter, the button, or another way of asking was chosen. `side_chosen` carries a, b or both.

    `before_wanted`: what was asked before is to be listed.
    """

    asked = Signal()
    side_chosen = Signal(str)
    before_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.line = QuestionLine()
        self.line.setPlaceholderText("Ask what an agent would ask")
        self.line.setAccessibleName("Question")
        self.line.setMaxLength(LONGEST)
        self.line.setClearButtonEnabled(True)
        set_field_size(self.line, "search")
        self.before = IconButton("clock-counter-clockwise", "What was asked before", keys="Alt+Down")
        self._ask = KeyButton("Recall", "Enter", icon_name="play", variant="primary")
        self._ask.setFixedHeight(self.line.sizeHint().height())
        self.asker = AskerButton()
        self.mode = SegmentedControl(
            (
                Segment("hybrid", "Hybrid", tip="Words and meaning, as agents ask"),
                Segment("lexical", "Text only", tip="Words alone, as before the model is loaded"),
            ),
            "How it is asked",
        )
        self.hits = self._number("Hits", low=1, high=50, value=8)
        self.budget = self._number("Token budget", low=20, high=100_000, value=USUAL_BUDGET, step=20)
        self.budget.setSuffix(" tokens")
        self.budget.setFixedWidth(theme().metrics.px(BUDGET))
        self.hits.setSuffix(" hits")
        self.hits.setFixedWidth(theme().metrics.px(HITS))
        self.side = SegmentedControl(
            (
                Segment("a", "A", tip="Show A alone"),
                Segment("b", "B", tip="Show B alone"),
                Segment("both", "A against B", icon_name="columns", tip="Show A against B"),
            ),
            "What is shown",
            value="both",
        )
        self.other = OtherSide()
        self._lay_out()
        self.line.returnPressed.connect(self.asked)
        self.line.before.connect(self.before_wanted)
        self.before.clicked.connect(self.before_wanted)
        self._ask.clicked.connect(self.asked)
        self.asker.chosen.connect(self._on_asker)
        self.mode.changed.connect(self._on_changed)
        self.other.changed.connect(self._on_other)
        self.side.changed.connect(self.side_chosen)
        for field in (self.hits, self.budget):
            field.valueChanged.connect(self._on_changed)
        self.side.setEnabled(False)

    def _lay_out(self) -> None:
        metrics = theme().metrics
        first = QHBoxLayout()
        first.setSpacing(metrics.space_8)
        first.addWidget(self.line, 1)
        first.addWidget(self.before)
        first.addWidget(self._ask)
        second = QHBoxLayout()
        second.setSpacing(metrics.space_8)
        label = QLabel("As")
        set_text_role(label, TextRole.SMALL, tone="secondary")
        label.setBuddy(self.asker)
        for widget in (label, self.asker, self.mode, self.hits, self.budget):
            second.addWidget(widget)
        second.addStretch(1)
        second.addWidget(self.side)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_8
        )
        column.setSpacing(metrics.space_8)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(self.other)

    @property
    def question(self) -> LabQuestion:
        """What the person asks."""
        scope = self.other.scope
        return LabQuestion(
            text=self.line.text().strip(),
            lexical=self.mode.value == "lexical",
            limit=self.hits.value(),
            budget=self.budget.value(),
            ahead=self.other.days.value() * DAY,
            change=self.other.change,
            scope=scope.at(self.other.now),
            scope_words=scope.words,
            asker=self.asker.actor,
        )

    def put(self, text: str) -> None:
        """Put a question into the line, without asking it."""
        self.line.setText(text)
        self.line.setCursorPosition(0)

    def ask_as(self, actor: str, *, budget: int | None, mode: str) -> None:
        """Go by the way in which an actor asked, without asking."""
        self.asker.set_actor(actor)
        self._take_over(budget, mode)

    def _take_over(self, budget: int | None, mode: str) -> None:
        for control in (self.budget, self.mode):
            control.blockSignals(True)
        if budget:
            self.budget.setValue(budget)
        if mode in self.mode.keys:
            self.mode.set_value(mode)
        for control in (self.budget, self.mode):
            control.blockSignals(False)

    def _number(self, name: str, *, low: int, high: int, value: int, step: int = 1) -> QSpinBox:
        field = QSpinBox()
        field.setRange(low, high)
        field.setSingleStep(step)
        field.setValue(value)
        field.setAccessibleName(name)
        field.setKeyboardTracking(False)
        set_field_size(field, "small")
        return field

    def _on_asker(self, asker: Asker | None) -> None:
        if asker is None:
            self._take_over(USUAL_BUDGET, "hybrid")
        else:
            self._take_over(asker.budget, asker.mode)
        self._on_changed()

    def _on_other(self) -> None:
        self.side.setEnabled(self.question.has_b)
        self._on_changed()

    def _on_changed(self, _value: object = None) -> None:
        if self.line.text().strip():
            self.asked.emit()
