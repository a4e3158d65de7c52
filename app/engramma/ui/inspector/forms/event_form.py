"""The form for a turn: the gate's verdict with its reasons, what it became, what was said, the session around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.session import Verdict
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.form_pane import FormPane
from engramma.ui.inspector.forms.bars import BarGrid
from engramma.ui.inspector.forms.event_values import ShownEvent
from engramma.ui.inspector.forms.memory_card import MemoryCard
from engramma.ui.inspector.forms.session_parts import GateSection, SessionMemories
from engramma.ui.inspector.reading_text import ReadingText
from engramma.ui.inspector.words import role_word
from engramma.ui.models.dates import exact_text, moment_text
from engramma.ui.theme import TextRole, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, IconLabel, SectionHeader, StatusBadge

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext


class EventForm(FormPane):
    """Shows a `ShownEvent`."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__("Turn", parent)
        metrics = theme().metrics
        self._context = context
        self._became_shown: tuple[object, ...] = ()
        self._title, self._who = QLabel(), ElidedLabel("", TextRole.SMALL, tone="secondary")
        set_text_role(self._title, TextRole.TITLE)
        self.head.addWidget(IconLabel("chat-circle-text", size=metrics.icon_large, role="accent"))
        self.head.addWidget(self._title)
        self.head.addWidget(self._who, 1)
        self._text = ReadingText(role=TextRole.BODY)
        self._text.setAccessibleName("Text of the turn")
        self._verdict = VerdictSection()
        self._became_head = SectionHeader("Became", foldable=False)
        self._became = QVBoxLayout()
        self._became.setSpacing(metrics.space_6)
        self._memories = SessionMemories(context, "This session’s memories")
        self._gate = GateSection()
        self.body.setSpacing(metrics.space_8)
        self.body.addWidget(self._verdict)
        self.body.addWidget(self._became_head)
        self.body.addLayout(self._became)
        self._said = SectionHeader("Said", foldable=False)
        for widget in (self._said, self._text, self._memories, self._gate):
            self.body.addWidget(widget)
        self.finish()

    def show_event(self, shown: ShownEvent) -> None:
        """Show a turn, or fresh news of the one that shows."""
        event = shown.event
        self._title.setText(f"Turn {event.turn}")
        when = "" if event.at is None else f", {moment_text(event.at, shown.now)}"
        self._who.set_text(f"{role_word(event.role.value, event.speaker)}{when}")
        if event.at is not None:
            self._who.setToolTip(tooltip(exact_text(event.at)))
        self._said.set_detail(f"“{shown.session.title}”" if shown.session.title else "")
        self._text.set_text(event.text)
        self._verdict.show_verdict(event.verdict, shown.gate_threshold, kept=bool(event.marks))
        self._show_became(shown)
        self._memories.show_lines(shown.memories, shown.total)
        self._gate.show_counts(shown.counts)
        self.setAccessibleName(f"Turn {event.turn}")
        self.now_showing(event.id)

    def _show_became(self, shown: ShownEvent) -> None:
        self._became_head.setVisible(bool(shown.became))
        look = (shown.became, shown.threshold, shown.now // 3_600_000_000)
        if look == self._became_shown:
            return
        self._became_shown = look
        while (item := self._became.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for line in shown.became:
            self._became.addWidget(MemoryCard(self._context, line, threshold=shown.threshold, now=shown.now))


class VerdictSection(QWidget):
    """Kept or dropped, the score against the threshold, and each reason as a bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._badge = StatusBadge("Kept", "ok", icon_name="check-circle")
        self._score, self._threshold = QLabel(), QLabel()
        set_text_role(self._score, TextRole.FIGURE)
        set_text_role(self._threshold, TextRole.SMALL, tone="muted")
        self._reasons = BarGrid()
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        for widget in (self._badge, self._score, self._threshold):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addWidget(SectionHeader("Gate verdict", foldable=False))
        column.addLayout(row)
        column.addWidget(self._reasons)

    def show_verdict(self, verdict: Verdict | None, threshold: float, *, kept: bool) -> None:
        """Show a verdict; None says that the gate has not judged the turn. `kept`: it has memories all the same."""
        judged = verdict is not None
        self._score.setVisible(judged)
        self._threshold.setVisible(judged)
        self._reasons.setVisible(judged)
        if verdict is None:
            text = "Not judged, kept otherwise" if kept else "Not judged"
            self._badge.set_status(
                text, "ok" if kept else "neutral", icon_name="check-circle" if kept else "minus"
            )
            return
        self._badge.set_status(
            "Kept" if verdict.kept else "Dropped",
            "ok" if verdict.kept else "neutral",
            icon_name="check-circle" if verdict.kept else "minus",
        )
        self._score.setText(f"{verdict.score:.2f}")
        self._threshold.setText(f"threshold {threshold:.2f}")
        most = max((abs(points) for _name, points in verdict.reasons), default=1.0) or 1.0
        self._reasons.set_rows(
            [(name, abs(points) / most, f"{points:+.2f}") for name, points in verdict.reasons]
        )
