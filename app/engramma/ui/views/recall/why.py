"""Why a hit came: its text, every part of its score, the evidence in words, and what can be done about it."""

from __future__ import annotations

import importlib.util

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engramma.model.clock import to_local
from engramma.model.recall import ItemType, RecallHit
from engramma.model.recall_check import RecallCheck
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.recall.comparing import LabRow
from engramma.ui.views.recall.part_bars import PartTable
from engramma.ui.views.recall.reading import LabAnswer
from engramma.ui.widgets import (
    FlowLayout,
    IconLabel,
    KeyButton,
    SectionHeader,
    StrengthBar,
    TierBadge,
    ViewHead,
)
from engramma.ui.widgets.span_text import SpanText

WIDTH = 320


class Why(QWidget):
    """`judged` carries whether the hit is right; `wanted` the id of a command; `source` asks for the turn.

    `what_if`: a change of this hit is to be tried. `view_wanted` carries the name of a view to show the hit in.
    """

    judged = Signal(bool)
    wanted = Signal(str)
    source = Signal()
    what_if = Signal()
    view_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setFixedWidth(metrics.px(WIDTH))
        self.setAccessibleName("Why this hit")
        head = ViewHead("Why", surface="panel", role=TextRole.STRONG, even=True)
        self._title, self._label = head.title, QLabel("")
        set_text_role(self._label, TextRole.MONO, tone="secondary")
        badges = QWidget()
        self._badge_place = QHBoxLayout(badges)
        self._badge_place.setContentsMargins(0, 0, 0, 0)
        head.put(self._label, badges)
        self._body = QWidget()
        set_surface(self._body, "panel")
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(
            metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_12
        )
        self._column.setSpacing(metrics.space_12)
        self._make_parts()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self._body)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Why this hit")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(area, 1)

    def _make_parts(self) -> None:
        metrics = theme().metrics
        self._text = SpanText("", role=TextRole.READING)
        self._strength = StrengthBar()
        self._strength_words = QLabel("")
        set_text_role(self._strength_words, TextRole.SMALL, tone="secondary")
        strength = QHBoxLayout()
        strength.setSpacing(metrics.space_8)
        strength.addWidget(self._strength)
        strength.addWidget(self._strength_words)
        strength.addStretch(1)
        self._score = SectionHeader("Score", foldable=False)
        self._parts = PartTable()
        self._sum = QLabel("")
        set_text_role(self._sum, TextRole.SMALL, tone="secondary")
        self._sum.setWordWrap(True)
        self._evidence = QVBoxLayout()
        self._evidence.setSpacing(metrics.space_6)
        self.right = KeyButton("Right", "Y", icon_name="thumbs-up")
        self.wrong = KeyButton("Wrong", "N", icon_name="thumbs-down")
        for button in (self.right, self.wrong):
            button.setCheckable(True)
        self.right.clicked.connect(self._on_right)
        self.wrong.clicked.connect(self._on_wrong)
        self._verdict = _buttons(self.right, self.wrong)
        self._pin = KeyButton("Pin", "P", icon_name="push-pin")
        self._correct = KeyButton("Correct…", "C", icon_name="pencil-line")
        self._rehearse = KeyButton("Rehearse", "R", icon_name="lightning")
        self._open = KeyButton("Open turn", "O", icon_name="chats")
        self._pin.clicked.connect(self._on_pin)
        self._correct.clicked.connect(self._on_correct)
        self._rehearse.clicked.connect(self._on_rehearse)
        self._open.clicked.connect(self.source)
        self._what_if = KeyButton("What if…", "W", icon_name="flask")
        self._graph = KeyButton("Graph", "G", icon_name="share-network")
        self._graph.setAccessibleName("Show in the Graph")
        self._resolve = KeyButton("Resolve conflict…", icon_name="warning")
        self._what_if.clicked.connect(self.what_if)
        self._graph.clicked.connect(self._on_graph)
        self._resolve.clicked.connect(self._on_resolve)
        self._repair = _buttons(
            self._pin, self._correct, self._what_if, self._rehearse, self._open, self._graph, self._resolve
        )
        self._column.addWidget(self._text)
        self._column.addLayout(strength)
        self._column.addWidget(self._score)
        self._column.addWidget(self._parts)
        self._column.addWidget(self._sum)
        self._column.addWidget(SectionHeader("Evidence", foldable=False))
        self._column.addLayout(self._evidence)
        self._column.addWidget(SectionHeader("Was this hit right?", foldable=False))
        self._column.addWidget(self._verdict)
        self._column.addWidget(SectionHeader("Put it right", foldable=False))
        self._column.addWidget(self._repair)
        self._last_title = SectionHeader("Last run of this question's check", foldable=False)
        self._last = QWidget()
        self._last_line = QVBoxLayout(self._last)
        self._last_line.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._last_title)
        self._column.addWidget(self._last)
        self._column.addStretch(1)

    def show_row(self, row: LabRow | None, answer: LabAnswer | None, *, check: RecallCheck | None) -> None:
        """Show one hit, or nothing. `check`: what the person said of hits for this question, and how that went."""
        self._body.setVisible(row is not None)
        _empty(self._badge_place)
        self._label.setText("")
        self._title.setText("Why" if row is None else f"Why hit {row.hit.place}")
        if row is None or answer is None:
            return
        hit = row.hit
        self._label.setText(hit.label)
        if hit.type is ItemType.MEMORY:
            self._badge_place.addWidget(TierBadge(hit.tier))
        self._text.set_text(hit.text)
        self._strength.setVisible(hit.type is ItemType.MEMORY)
        self._strength.set_strength(hit.strength, answer.threshold, tier=hit.tier, dormant=hit.dormant)
        memory = hit.type is ItemType.MEMORY
        self._strength_words.setText(
            f"{hit.strength:.2f}" if memory else "A turn of a session; turns do not fade"
        )
        self._score.set_detail(_scores(row, answer))
        self._parts.show_parts(hit.parts)
        relevance = hit.parts.text + hit.parts.meaning + hit.parts.date + hit.parts.activation
        prior = hit.score - relevance
        self._sum.setText(f"relevance {relevance:.2f} + prior {prior:.2f} = {hit.score:.2f}")
        _empty(self._evidence)
        for icon_name, words in evidence_words(hit, row, answer):
            self._evidence.addWidget(_evidence_line(icon_name, words))
        verdict = None if check is None else check.verdict(row.key)
        ran = check is not None and check.last_run_at is not None
        self._last_title.setVisible(ran)
        self._last.setVisible(ran)
        _empty(self._last_line)
        if check is not None and check.last_run_at is not None:
            self._last_line.addWidget(_evidence_line(*last_run(check)))
        self.right.setChecked(verdict is True)
        self.wrong.setChecked(verdict is False)
        made = memory and hit.id not in answer.created
        self._pin.setVisible(made and not hit.pinned)
        for button in (self._correct, self._rehearse, self._what_if):
            button.setVisible(made)
        self._open.setVisible(hit.event_id is not None)
        self._graph.setVisible(made and has_graph())
        self._resolve.setVisible(bool(hit.conflicts))
        for button in (self.right, self.wrong):
            button.setEnabled(not memory or made)

    def _on_right(self) -> None:
        self.judged.emit(True)

    def _on_wrong(self) -> None:
        self.judged.emit(False)

    def _on_pin(self) -> None:
        self.wanted.emit("memory.pin")

    def _on_correct(self) -> None:
        self.wanted.emit("memory.correct")

    def _on_graph(self) -> None:
        self.view_wanted.emit("graph")

    def _on_resolve(self) -> None:
        self.view_wanted.emit("review")

    def _on_rehearse(self) -> None:
        self.wanted.emit("memory.rehearse")


def evidence_words(hit: RecallHit, row: LabRow, answer: LabAnswer) -> tuple[tuple[str, str], ...]:
    """(icon, sentence) of what speaks for a hit, and what goes with it."""
    found: list[tuple[str, str]] = []
    if hit.parts.text > 0:
        found.append(("text-aa", "Words of the question are in it"))
    if hit.parts.meaning > 0:
        found.append(("sparkle", f"Similarity of meaning {hit.parts.meaning:.2f}"))
    if hit.parts.date > 0:
        found.append(("calendar-blank", "Said in the time that the question names"))
    if hit.parts.neighbours > 0:
        found.append(("lightning", f"Activated by the turns next to it, {hit.parts.neighbours:.2f}"))
    if hit.parts.session > 0:
        found.append(("chats", f"Activated by its session, {hit.parts.session:.2f}"))
    if hit.dormant:
        found.append(("moon", "Dormant, but it beats the third active hit, so it is shown"))
    for other in hit.conflicts:
        date = to_local(other.created_at).date().isoformat()
        found.append(("warning", f"In conflict with M-{other.id} of {date}, which goes to the agent with it"))
    for other in hit.supersedes:
        found.append(("arrow-bend-up-left", f"Corrects M-{other.id}: {other.text}"))
    if hit.count > 1:
        found.append(("stack", f"Stands for {hit.count} that are nearly identical"))
    if row.a is not None and row.absent:
        found.append(("arrow-down", f"Gone in B: {row.absent}"))
    elif row.a is not None and row.b is not None and row.a.place != row.b.place:
        found.append(("arrows-down-up", f"Hit {row.b.place} in B, score {row.b.score:.2f}"))
    elif row.a is None and answer.b is not None:
        found.append(("arrow-up", f"Only in B, as hit {hit.place}"))
    if not hit.sent:
        found.append(("scissors", f"Does not fit the budget of {answer.question.budget:,} tokens"))
    return tuple(found)


def last_run(check: RecallCheck) -> tuple[str, str]:
    """(icon, sentence) of how a check went last."""
    passed = check.last_passed is True
    when = day_text(check.last_run_at or 0)
    return ("check-circle" if passed else "x-circle"), (
        f"{'Passed' if passed else 'Failed'} on {when}: {check.last_words}"
    )


def has_graph() -> bool:
    """Whether there is a view of associations to show a hit in."""
    package = importlib.util.find_spec("engramma.ui.views.graph")
    return package is not None and importlib.util.find_spec("engramma.ui.views.graph.view") is not None


def _scores(row: LabRow, answer: LabAnswer) -> str:
    if answer.b is None:
        return f"{row.hit.score:.2f}"
    a, b = ("–" if hit is None else f"{hit.score:.2f}" for hit in (row.a, row.b))
    return f"A {a}, B {b}"


def _buttons(*buttons: QWidget) -> QWidget:
    box = QWidget()
    flow = FlowLayout(box, gap=theme().metrics.space_8, line_gap=theme().metrics.space_6)
    for button in buttons:
        flow.addWidget(button)
    return box


def _evidence_line(icon_name: str, words: str) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme().metrics.space_8)
    row.addWidget(
        IconLabel(icon_name, size=theme().metrics.icon_small, role="text_secondary"),
        0,
        Qt.AlignmentFlag.AlignTop,
    )
    label = QLabel(words)
    label.setWordWrap(True)
    set_text_role(label, TextRole.SMALL, tone="secondary")
    row.addWidget(label, 1)
    return box


def _empty(layout: QHBoxLayout | QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
