"""The left column of the Sessions view: how many sessions, the column titles, the list."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from engramma.model.session import Session
from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.sessions.session_list import SessionList
from engramma.ui.views.sessions.turn_words import count_of


class SessionColumn(QWidget):
    """`chosen` carries a Chosen with the id of the session that a person went to."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "base")
        self._titles = _Titles()
        self._why = QLabel()
        self._why.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._why.setWordWrap(True)
        self._why.setContentsMargins(*(theme().metrics.pane_padding,) * 4)
        set_text_role(self._why, TextRole.SMALL, tone="muted")
        self.list = SessionList()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._titles)
        column.addWidget(self._why)
        column.addWidget(self.list, 1)
        self._why.hide()
        self.list.chosen.connect(self.chosen)

    def show_sessions(self, sessions: tuple[Session, ...], *, total: int) -> None:
        """List these, of `total` in the store."""
        whole = count_of(total, "session")
        self._titles.set_text(whole if len(sessions) == total else f"{len(sessions):,} of {whole}")
        self.list.show_sessions(sessions)
        self._titles.with_memories = self.list.with_memories

    def choose(self, session_id: int) -> None:
        """Mark a session in the list."""
        self.list.choose(session_id)

    def say_why_empty(self, reason: str) -> None:
        """Say why no session is listed, or nothing."""
        self._why.setText(reason)
        self._why.setVisible(bool(reason))


class _Titles(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self.with_memories = True
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str) -> None:
        """Say how many."""
        self._text = text
        self.setAccessibleName(f"{text}; columns: title, turns, memories")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(150, theme().metrics.table_header)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        kit = current_kit()
        painter = QPainter(self)
        pen, colour = kit.pen(TextRole.CAPTION), kit.tokens.text_secondary
        pad, height = kit.metrics.pane_padding, self.height() - 1
        right = float(self.width() - pad + kit.px(4))
        if self.with_memories:
            memories = QRectF(right - kit.px(60), 0, kit.px(60), height)
            right -= kit.text(
                painter, "Memories", rect=memories, pen=pen, colour=colour, align=RIGHT
            ) + kit.px(8)
        turns = QRectF(right - kit.px(42), 0, kit.px(42), height)
        used = kit.text(painter, "Turns", rect=turns, pen=pen, colour=colour, align=RIGHT)
        room = QRectF(pad, 0, turns.right() - used - pad - kit.px(6), height)
        kit.text(painter, self._text, rect=room, pen=pen, colour=colour)
