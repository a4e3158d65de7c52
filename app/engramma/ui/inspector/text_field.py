"""The field in which a wording is written: plain text, two keys of its own, and word of when it loses the keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

SAVE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TextField(QPlainTextEdit):
    """Ctrl+Enter saves, Escape cancels, and window shortcuts do not get in between."""

    save_pressed = Signal()
    cancel_pressed = Signal()
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Claim the two keys before a shortcut of the window takes them."""
        wanted = isinstance(event, QKeyEvent) and (_saves(event) or _cancels(event))
        if event.type() == QEvent.Type.ShortcutOverride and wanted:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Save or cancel; everything else is typing."""
        if _saves(event):
            self.save_pressed.emit()
        elif _cancels(event):
            self.cancel_pressed.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Somebody went elsewhere."""
        super().focusOutEvent(event)
        self.left.emit()


def _saves(event: QKeyEvent) -> bool:
    return event.key() in SAVE_KEYS and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def _cancels(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Escape
