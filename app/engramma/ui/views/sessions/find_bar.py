"""The bar that searches inside one transcript: a field, how many turns hold its words, next, previous, close."""

from __future__ import annotations

import re
from re import Pattern

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from engramma.ui.theme import TextRole, set_edge, set_field_size, set_surface, set_text_role, theme
from engramma.ui.views.sessions.turn_words import count_of
from engramma.ui.widgets import IconButton

SETTLE_MS = 120
LONGEST = 200


class FindBar(QWidget):
    """`words_changed` says that `pattern` is another one; the others are what a person asked for."""

    words_changed = Signal()
    next_wanted = Signal()
    previous_wanted = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.field = _FindField()
        self.field.setPlaceholderText("Search in this transcript")
        self.field.setAccessibleName("Search in this transcript")
        self.field.setMaxLength(LONGEST)
        set_field_size(self.field, "small")
        self._count = QLabel()
        set_text_role(self._count, TextRole.SMALL, tone="secondary", tabular=True)
        self._previous = IconButton(
            "caret-up", "Previous turn with these words", keys="Shift+F3", size="small"
        )
        self._next = IconButton("caret-down", "Next turn with these words", keys="F3", size="small")
        self._close = IconButton("x", "Close the search in this transcript", keys="Esc", size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, metrics.space_4, metrics.pane_padding, metrics.space_4)
        row.setSpacing(metrics.space_4)
        row.addWidget(self.field, 1)
        row.addSpacing(metrics.space_4)
        for widget in (self._count, self._previous, self._next, self._close):
            row.addWidget(widget)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.words_changed)
        self.field.textChanged.connect(self._typed)
        self.field.stepped.connect(self._step)
        self.field.left.connect(self.closed)
        self._previous.clicked.connect(self.previous_wanted)
        self._next.clicked.connect(self.next_wanted)
        self._close.clicked.connect(self.closed)
        self.show_hits(0, 0)
        self.hide()

    @property
    def pattern(self) -> Pattern[str] | None:
        """What is searched for: the words as typed, in any case, with any white space between; None for nothing."""
        words = self.field.text().split()
        return re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE) if words else None

    def open(self) -> None:
        """Show the bar, its words chosen to be typed over."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def show_hits(self, number: int, total: int) -> None:
        """Say how many turns hold the words, and which of them is the current one (0: none)."""
        for button in (self._previous, self._next):
            button.setEnabled(total > 0)
        if self.pattern is None:
            words = ""
        elif not total:
            words = "in no turn"
        else:
            words = f"{number:,} of {count_of(total, 'turn')}" if number else f"in {count_of(total, 'turn')}"
        self._count.setText(words)
        self.field.setAccessibleDescription(words)

    def _typed(self, _text: str) -> None:
        self._settle.start()

    def _step(self, forward: bool) -> None:
        if self._settle.isActive():
            self._settle.stop()
            self.words_changed.emit()
        elif forward:
            self.next_wanted.emit()
        else:
            self.previous_wanted.emit()


class _FindField(QLineEdit):
    """`stepped` carries whether forward; `left` that Escape was pressed."""

    stepped = Signal(bool)
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Escape is for this bar, not for the window."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter steps on, with Shift back; Escape leaves."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.stepped.emit(not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            case Qt.Key.Key_Down:
                self.stepped.emit(True)
            case Qt.Key.Key_Up:
                self.stepped.emit(False)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case _:
                super().keyPressEvent(event)
                return
        event.accept()
