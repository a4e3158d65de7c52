"""The two keys of every page that writes: Ctrl+Enter presses its one primary button, Escape leaves."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


class KeyedPage(QWidget):
    """What its parts leave of the keyboard comes here."""

    def leave(self) -> None:
        """Drop everything and go back."""
        raise NotImplementedError

    def carry_out(self) -> None:
        """What the primary button does, if it can be pressed."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter carries out, Escape leaves."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.carry_out()
        else:
            super().keyPressEvent(event)
