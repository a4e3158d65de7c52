"""The moment between a window's start and its first store: it shows its parts, says so, and takes what is typed.

What was typed is searched for in the store; nothing else is decided here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from engramma.ui.window.main_window import MainWindow

TYPING = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
PATIENCE = 250


class FirstStore(QObject):
    """One for a window, whose child it is. Idle unless `begin` was called."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._waiting = False
        self._typed = ""
        self._path: Path | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._open)

    def begin(self) -> None:
        """Show the window as it will be. The keys are the window's own: no part stands out while it waits."""
        window = self._window
        self._waiting = True
        window.parts.show_for(store_open=True, view="memories", page=False)
        window.parts.status.show_opening()
        window.parts.actions.refresh()
        window.setFocus()

    def open_when_painted(self, path: Path) -> None:
        """Open a store once the window was painted: the job loads the engine, which would hold up the painting.

        A window that nobody can see is not painted: it opens the store after `PATIENCE` ms.
        """
        self._path = path
        self._window.installEventFilter(self)
        self._timer.start(PATIENCE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A timer of no time at all fires after the paint that begins here, with all its parts."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._timer.start(0)
        return False

    def _open(self) -> None:
        path, self._path = self._path, None
        self._window.removeEventFilter(self)
        if path is not None and self._waiting:
            self._window.shell.open_store(path)

    def take_key(self, event: QKeyEvent) -> bool:
        """Let a letter begin a search, as it does in a list; False for every other key."""
        letter = event.text().isprintable() and not event.text().isspace() and event.modifiers() in TYPING
        if self._waiting and event.text() and letter:
            self._window.search.type(event.text())
            return True
        return False

    def keep_typed(self) -> None:
        """The store comes, and with it the search that it had last: remember what was typed instead."""
        if self._window.search.edit.hasFocus():
            self._typed = self._window.search.edit.text()

    def search_typed(self) -> bool:
        """The store is there: search for what was typed; False if nothing was."""
        typed, self._typed = self._typed, ""
        self._waiting = False
        if typed:
            self._window.search.edit.setText(typed)
            self._window.search.apply()
        return bool(typed)

    def give_up(self) -> None:
        """There will be no store."""
        self._waiting = False
        self._window.parts.status.show_store()
