"""Spreading activation on the side of the Graph: the steps of a trace, and the value of each item after each step."""

from __future__ import annotations

import functools

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engramma.model.graph_activation import ActivatedItem, ActivationStep, ActivationTrace
from engramma.model.recall import ItemType
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import TextRole, motion, set_field_size, set_text_role, theme
from engramma.ui.views.graph.reading import read_activation, read_activation_of
from engramma.ui.views.graph.value_list import ValueList, ValueRow
from engramma.ui.widgets import KeyButton, SectionHeader, Segment, SegmentedControl

MOST_ROWS, LISTED = 8, 120
SHORT = {
    "evidence": "Found",
    "firing": "Fires",
    "neighbours": "Near",
    "session": "All",
    "score": "Score",
}
FIRST, LAST, SCORE = "evidence", "session", "score"
NOT_REACHED = "Nothing was said next to it, so no activation spreads; what is found is shown with its score."


class ActivationPart(QWidget):
    """`traced` carries an ActivationTrace that was read; `step_shown`: another step shows; `cleared`: all is off.

    `chosen` and `opened` carry a ValueRow.
    """

    traced = Signal(object)
    step_shown = Signal()
    cleared = Signal()
    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        metrics = theme().metrics
        self._context = context
        self._memory_id: int | None = None
        self._trace: ActivationTrace | None = None
        self._kinds: dict[int, str] = {}
        self._step = self._last = LAST
        self.header = SectionHeader("Activation", foldable=False)
        self.steps = SegmentedControl(
            [Segment(key, words) for key, words in SHORT.items()], "Step of activation", value=LAST
        )
        self.list = ValueList("What is activated", most=MOST_ROWS)
        self._notice = QLabel()
        set_text_role(self._notice, TextRole.CAPTION, tone="muted")
        self._notice.setWordWrap(True)
        self.question = QLineEdit()
        self.question.setPlaceholderText("What would an agent ask?")
        self.question.setAccessibleName("Question that activates memories")
        set_field_size(self.question, "small")
        self.animate = KeyButton("Animate", "A", icon_name="play", size="small")
        self.ask_button = KeyButton("From a question…", "Q", size="small")
        self.clear = KeyButton("Clear", variant="flat", size="small")
        self.animate.setAccessibleName("Animate what this memory activates")
        self.ask_button.setAccessibleName("Activate from a question")
        self.clear.setAccessibleName("Clear the activation")
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_6)
        for button in (self.animate, self.ask_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        for part in (self.header, self.steps, self.list, self._notice, self.question):
            column.addWidget(part)
        column.addLayout(buttons)
        self._timer = QTimer(self)
        self._timer.setInterval(motion.ACTIVATION_HOP)
        self._timer.timeout.connect(self._next_step)
        self.steps.changed.connect(self._on_step)
        self.animate.clicked.connect(self.animate_current)
        self.ask_button.clicked.connect(self.show_question)
        self.question.returnPressed.connect(self._on_question)
        self.clear.clicked.connect(self.forget)
        self.list.chosen.connect(self.chosen)
        self.list.opened.connect(self.opened)
        self.question.hide()
        self.forget()

    @property
    def trace(self) -> ActivationTrace | None:
        """What is shown."""
        return self._trace

    @property
    def moving(self) -> bool:
        """Whether steps follow by themselves."""
        return self._timer.isActive()

    @property
    def step(self) -> ActivationStep | None:
        """The step that is shown."""
        if self._trace is None:
            return None
        return next((step for step in self._trace.steps if step.name == self._step), None)

    def show_trace(self, trace: ActivationTrace, kinds: dict[int, str], *, moving: bool) -> None:
        """Show a trace from its first step on, or, when nothing should move, its last. `kinds` are those of nodes."""
        self._trace, self._kinds = trace, kinds
        origin = f"M-{trace.memory_id}" if trace.memory_id is not None else "a question"
        self.header.set_title(f"Activation from {origin}")
        known = {step.name for step in trace.steps}
        self._last = _last_told(trace)
        words = trace.notice if self._last == LAST else f"{NOT_REACHED} {trace.notice}".strip()
        self._notice.setText(words)
        self._notice.setVisible(bool(words))
        for part in (self.steps, self.list, self.clear):
            part.show()
        if moving and not motion.reduced_motion() and FIRST in known:
            self._show_step(FIRST)
            self._timer.start()
        else:
            self._timer.stop()
            self._show_step(self._last)

    def show_kinds(self, kinds: dict[int, str]) -> None:
        """Other nodes are drawn."""
        if self._trace is not None and kinds != self._kinds:
            self._kinds = kinds
            self._fill()

    def set_memory(self, memory_id: int | None) -> None:
        """Which memory would be animated."""
        self._memory_id = memory_id
        self.animate.setEnabled(memory_id is not None)
        if self._trace is None:
            self.header.set_title("Activation" if memory_id is None else f"Activation from M-{memory_id}")

    def forget(self) -> None:
        """Nothing is activated."""
        self._timer.stop()
        had = self._trace is not None
        self._trace = None
        self._context.jobs.drop("graph.trace")
        self.set_memory(self._memory_id)
        self.header.set_detail("")
        self.list.show_rows(())
        for part in (self.steps, self.list, self._notice, self.clear):
            part.hide()
        if had:
            self.cleared.emit()

    def animate_current(self) -> None:
        """Follow what the memory activates; one whose trace shows begins anew."""
        store, memory_id, trace = self._context.store, self._memory_id, self._trace
        if store is None or memory_id is None:
            return
        if trace is not None and trace.memory_id == memory_id:
            self.show_trace(trace, self._kinds, moving=True)
            return
        work = functools.partial(read_activation_of, store, memory_id)
        self._context.jobs.read("Follow activation", work, self._on_read, key="graph.trace")

    def ask(self, question: str) -> None:
        """Follow what a question activates."""
        store = self._context.store
        if store is not None:
            work = functools.partial(read_activation, store, question)
            self._context.jobs.read("Follow activation", work, self._on_read, key="graph.trace")

    def _on_read(self, trace: ActivationTrace) -> None:
        self.traced.emit(trace)

    def show_question(self) -> None:
        """Show the line for a question, or take it away."""
        self.question.setVisible(not self.question.isVisible())
        if self.question.isVisible():
            self.question.setFocus()

    def _on_question(self) -> None:
        text = self.question.text().strip()
        if text:
            self.ask(text)

    def _on_step(self, key: str) -> None:
        self._timer.stop()
        self._show_step(key)

    def _next_step(self) -> None:
        names = [step.name for step in self._trace.steps] if self._trace is not None else []
        place = names.index(self._step) + 1 if self._step in names else len(names)
        if place < len(names):
            self._show_step(names[place])
        if place >= len(names) or names[place] == self._last:
            self._timer.stop()

    def _show_step(self, name: str) -> None:
        self._step = name
        if self.steps.value != name and name in self.steps.keys:
            self.steps.blockSignals(True)
            self.steps.set_value(name)
            self.steps.blockSignals(False)
        self._fill()
        self.step_shown.emit()

    def _fill(self) -> None:
        trace, step = self._trace, self.step
        if trace is None or step is None:
            return
        self.header.set_detail(step.title)
        most = max((abs(value) for value in step.values), default=0.0) or 1.0
        rows = [
            _row(item, value, value / most, self._kinds)
            for item, value in sorted(
                zip(trace.items, step.values, strict=True), key=lambda one: (-one[1], one[0].label)
            )
            if value > 0
        ]
        self.list.show_rows(tuple(rows[:LISTED]))


def _last_told(trace: ActivationTrace) -> str:
    """The step at which the animation ends: where activation has spread, or the score if it did not."""
    spread = next((step for step in trace.steps if step.name == LAST), None)
    return LAST if spread is not None and any(value > 0 for value in spread.values) else SCORE


def _row(item: ActivatedItem, value: float, share: float, kinds: dict[int, str]) -> ValueRow:
    memory = item.type is ItemType.MEMORY
    return ValueRow(
        memory_id=item.id if memory else None,
        event_id=None if memory else item.id,
        label=item.label,
        text=item.text,
        kind=kinds.get(item.id, "semantic") if memory else "",
        value=value,
        share=max(0.0, min(1.0, share)),
        drawn=memory and item.id in kinds,
    )
