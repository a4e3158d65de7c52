"""The single keys of Review: decide, walk, undo, open. What has the keys itself (a field, a button) comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from engramma.ui.views.review.view import ReviewView

PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
SHIFT = Qt.KeyboardModifier.ShiftModifier


class ReviewKeys(QObject):
    """Watches what reaches the view: keys that nothing inside of it took."""

    def __init__(self, view: ReviewView) -> None:
        super().__init__(view)
        self._view = view
        view.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the keys that mean something here."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() in PLAIN:
            return self._press(event)
        if event.modifiers() == SHIFT:
            return self._press_for_all(event)
        return False

    def _press(self, event: QKeyEvent) -> bool:
        view = self._view
        if view.panel.isVisible():
            return self._press_in_panel(event)
        match Qt.Key(event.key()):
            case Qt.Key.Key_J | Qt.Key.Key_S:
                view.list.step(1)
            case Qt.Key.Key_K:
                view.list.step(-1)
            case Qt.Key.Key_U:
                view.decider.undo_last()
            case Qt.Key.Key_Space:
                view.open_source()
            case Qt.Key.Key_W:
                view.open_workbench()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                choice = view.choices.suggested()
                if choice is not None:
                    view.choose(choice)
            case _:
                choice = view.choices.by_key(_letter(event))
                if choice is None:
                    return False
                view.choose(choice)
        return True

    def _press_in_panel(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            self._view.panel.dropped.emit()
            return True
        return False

    def _press_for_all(self, event: QKeyEvent) -> bool:
        view = self._view
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.ask_for_several()
            return True
        choice = view.choices.by_key(_letter(event))
        if choice is None:
            return False
        view.ask_for_several(choice)
        return True


def _letter(event: QKeyEvent) -> str:
    """The letter or digit of a key, whatever Shift makes of it."""
    code = event.key()
    return chr(code) if 0x20 < code < 0x7F else event.text()
