"""The line that is typed into: colours fields and quotes, underlines an error, hands list keys on.

Knows the language's looks, not its meaning; what to do with the text is the search bar's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from engramma.ui.window.search.syntax import syntax_parts

if TYPE_CHECKING:
    from PySide6.QtGui import QTextFormat

LIST_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
WINDOW_KEYS = ("Ctrl+K", "Ctrl+D", "Ctrl+T", "Ctrl+P", "F2")


class SearchEdit(QLineEdit):
    """`key_offered` carries a QKeyEvent that the line itself does not want, `event.accept()` takes it.

    `focus_changed` says that the frame around should be drawn anew.
    """

    key_offered = Signal(object)
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: tuple[int, int] | None = None
        self._composing = False
        self._colouring = False
        self.setProperty("frameless", "true")
        self.setPlaceholderText('Search memories: words, field:value, ~"meaning"')
        self.setAccessibleName("Search memories")
        self.textChanged.connect(self._colour)
        self.cursorPositionChanged.connect(self._colour)

    @property
    def error(self) -> tuple[int, int] | None:
        """The stretch that is underlined, if any."""
        return self._error

    def set_error(self, stretch: tuple[int, int] | None) -> None:
        """Underline characters [start, end), or nothing."""
        if stretch != self._error:
            self._error = stretch
            self._colour()

    def event(self, event: QEvent) -> bool:
        """Leave the window's shortcuts to the window, and Ctrl+Z once there is nothing left to undo here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            pressed = QKeySequence(event.keyCombination()).toString()
            undone = event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()
            redone = event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()
            if pressed in WINDOW_KEYS or undone or redone:
                event.ignore()
                return True
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Tab
        ):
            event.ignore()
            self.key_offered.emit(event)
            if event.isAccepted():
                return True
            event.accept()  # else the bar around it would go on by Tab too, and one stop would be skipped
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Offer keys to the bar first: arrows belong to the list or the completion."""
        event.ignore()
        self.key_offered.emit(event)
        if not event.isAccepted():
            event.accept()
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the frame with an accent."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Draw the frame plain."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Colours wait while an input method composes."""
        if not self._colouring:
            self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def _colour(self) -> None:
        # QLineEdit has no highlighter; text formats of an input method event are the one way to colour parts of
        # it: https://doc.qt.io/qt-6/qinputmethodevent.html#AttributeType-enum
        if self._composing or self._colouring:
            return
        formats = self._formats() if self.text() else []
        cursor = self.cursorPosition()
        kind = QInputMethodEvent.AttributeType.TextFormat
        attributes = [
            QInputMethodEvent.Attribute(kind, start - cursor, end - start, style)
            for start, end, style in formats
        ]
        self._colouring = True
        try:
            super().inputMethodEvent(QInputMethodEvent("", attributes))
        finally:
            self._colouring = False

    def _formats(self) -> list[tuple[int, int, QTextFormat]]:
        """Start, end and format of every coloured part; an error covers what it touches."""
        from engramma.ui.window.search.text_formats import error_format, format_of

        formats = [(part.start, part.end, format_of(part.colour)) for part in syntax_parts(self.text())]
        if self._error is not None:
            start, end = self._error
            formats = [item for item in formats if item[1] <= start or item[0] >= end]
            formats.append((start, end, error_format()))
        return formats
