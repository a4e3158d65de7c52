"""The keys of Activity: take back, mark several, mark as seen. What has the keys itself (a button) comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

if TYPE_CHECKING:
    from engramma.ui.views.activity.view import ActivityView


class ActivityKeys(QObject):
    """Shortcuts of the view, and keys that reach it while several are marked."""

    def __init__(self, view: ActivityView) -> None:
        super().__init__(view)
        self._view = view
        view.installEventFilter(self)
        for keys, owner, slot in (
            ("Shift+Esc", view, view.mark_as_seen),
            ("Shift+R", view, view.reverting.toggle_marking),
            ("R", view.list, self._revert_current),
        ):
            shortcut = QShortcut(QKeySequence(keys), owner)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """While several are marked: A marks all, Ctrl+Enter takes them back, Escape leaves them."""
        reverting = self._view.reverting
        if not reverting.marking or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        match Qt.Key(event.key()):
            case Qt.Key.Key_Escape:
                reverting.end_marking()
            case Qt.Key.Key_A if not event.modifiers():
                self._view.mark_all()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if control:
                reverting.revert_marked()
            case _:
                return False
        return True

    def _revert_current(self) -> None:
        current = self._view.current_operation
        if current is None or current.undone:
            return
        if self._view.reverting.marking:
            self._view.reverting.toggle(current.id)
        else:
            self._view.reverting.revert(current.id)
