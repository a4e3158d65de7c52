"""The head of a transcript: title, when and how long, topics, summary; filter and search hits; column titles."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, qcolor, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.sessions.line_button import LineButton
from engramma.ui.views.sessions.loading import Sieve, Transcript
from engramma.ui.views.sessions.turn_row import NUMBER_RIGHT, TEXT_LEFT, TurnStyle, gate_width
from engramma.ui.views.sessions.turn_words import count_of, session_exactly, session_title, session_when
from engramma.ui.widgets import ElidedLabel, IconButton, Segment, SegmentedControl


class TranscriptHeader(QWidget):
    """`sieve_chosen` carries the key of a Sieve; the others come from its buttons."""

    sieve_chosen = Signal(str)
    next_hit = Signal()
    previous_hit = Signal()
    find_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self._title = ElidedLabel("", TextRole.TITLE)
        self._meta = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True)
        self._note = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._sieve = SegmentedControl(
            (
                Segment(Sieve.ALL.value, "All", tip="All turns"),
                Segment(Sieve.JUDGED.value, "Judged", tip="Only turns that the gate judged"),
                Segment(Sieve.MEMORIES.value, "Memories", tip="Only turns that became memories"),
            ),
            "Turns shown",
        )
        self._hits = QLabel()
        set_text_role(self._hits, TextRole.SMALL, tone="secondary")
        self._previous = IconButton(
            "caret-up", "Previous turn with the searched words", keys="Shift+F3", size="small"
        )
        self._next = IconButton("caret-down", "Next turn with the searched words", keys="F3", size="small")
        self._find = IconButton("magnifying-glass", "Search in this transcript", keys="Ctrl+F", size="small")
        self.lines = LineButton()
        self._sieve.changed.connect(self.sieve_chosen)
        self._find.clicked.connect(self.find_wanted)
        self._previous.clicked.connect(self.previous_hit)
        self._next.clicked.connect(self.next_hit)
        first = QHBoxLayout()
        first.setSpacing(metrics.space_4)
        first.addWidget(self._title, 1)
        for widget in (self._hits, self._previous, self._next, self._find):
            first.addWidget(widget)
        first.addSpacing(metrics.space_4)
        first.addWidget(self._sieve)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_6, metrics.pane_padding, metrics.space_6
        )
        column.setSpacing(metrics.space_2)
        column.addLayout(first)
        second = QHBoxLayout()
        second.setSpacing(metrics.space_8)
        second.addWidget(self._meta, 1)
        second.addWidget(self.lines)
        column.addLayout(second)
        column.addWidget(self._note)
        self.show_hits(0, 0, searching=False)
        self._note.hide()

    @property
    def sieve(self) -> Sieve:
        """Which turns are shown."""
        return Sieve(self._sieve.value)

    def set_sieve(self, sieve: Sieve) -> None:
        """Choose which turns are shown."""
        self._sieve.set_value(sieve.value)

    def show_transcript(self, transcript: Transcript, *, found: bool) -> None:
        """Say what session this is; `found` is False when the search would not show it."""
        session = transcript.session
        self._title.set_text(session_title(session))
        state = "open" if session.is_open else "closed"
        parts = [session_when(session), count_of(session.events, "turn"), state]
        if session.memories:
            parts.insert(2, count_of(session.memories, "memory"))
        meta = ", ".join(parts)
        if session.topics:
            meta += f". Topics: {', '.join(session.topics)}"
        self._meta.set_text(meta)
        self._meta.setToolTip(tooltip(f"{meta}\n{session_exactly(session)}"))
        note = single_line(session.summary)
        if not found:
            note = "The search does not find this session. " + note
        self._note.set_text(note)
        self._note.setVisible(bool(note))
        self._sieve.setVisible(transcript.has_gate)
        self.lines.show_branches(transcript.branches)

    def show_hits(self, number: int, total: int, *, searching: bool) -> None:
        """Say how many turns hold the searched words, and which of them is the current one (0: none)."""
        for widget in (self._hits, self._previous, self._next):
            widget.setVisible(searching)
        for button in (self._previous, self._next):
            button.setEnabled(total > 0)
        if not total:
            self._hits.setText("in no turn")
        elif number:
            self._hits.setText(f"{number:,} of {total:,}")
        else:
            self._hits.setText(f"in {count_of(total, 'turn')}")


class TranscriptColumns(QWidget):
    """The titles above the turns, aligned with them: Turn, Said, Attention gate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._style = TurnStyle()
        self._threshold = 0.0
        self._bar_width = 0
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_style(self, style: TurnStyle, *, threshold: float, bar_width: int) -> None:
        """Follow the rows below: with or without the gate column, beside their scroll bar."""
        self._style, self._threshold, self._bar_width = style, threshold, bar_width
        gate = f", Attention gate, threshold {threshold:.2f}" if style.gate else ""
        self.setAccessibleName(f"Columns: Turn, Said{gate}")
        self.update()

    def sizeHint(self) -> QSize:
        """As high as a small button."""
        return QSize(200, theme().metrics.button_small)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the titles."""
        super().paintEvent(event)
        kit = current_kit()
        painter = QPainter(self)
        pen, colour = kit.pen(TextRole.CAPTION), kit.tokens.text_secondary
        painter.setPen(qcolor(colour))
        height = self.height() - 1
        turn = QRectF(0, 0, kit.px(NUMBER_RIGHT), height)
        kit.text(painter, "Turn", rect=turn, pen=pen, colour=colour, align=RIGHT)
        left = kit.px(TEXT_LEFT)
        kit.text(painter, "Said", rect=QRectF(left, 0, 80, height), pen=pen, colour=colour)
        width = self.width() - self._bar_width
        gate = gate_width(kit, width, self._style)
        if gate:
            title = f"Attention gate, threshold {self._threshold:.2f}"
            box = QRectF(width - gate, 0, gate - kit.px(4), height)
            kit.text(painter, title, rect=box, pen=pen, colour=colour)
