"""Notices what this and other processes wrote to the store: polls the engine's change feed on the GUI thread.

A poll costs microseconds. It never reads rows itself; views do that in jobs when `noticed` tells them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.changes import ChangeNotice
from engramma.model.errors import EngrammaError

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

INTERVAL = 250


class FeedWatch(QObject):
    """Emits `noticed` with a ChangeNotice within a quarter of a second of a change."""

    noticed = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._store: MemoryStore | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.poll)

    def watch(self, store: MemoryStore | None) -> None:
        """Watch this store from now on, or nothing."""
        self._store = store
        if store is None:
            self._timer.stop()
        else:
            # The first poll takes its bearings, so that nothing written from here on goes unnoticed.
            self.poll()
            self._timer.start()

    def poll(self) -> None:
        """Look once, now."""
        if self._store is None:
            return
        try:
            notice: ChangeNotice | None = self._store.feed.poll()
        except EngrammaError as error:
            self._timer.stop()
            self.failed.emit(error)
            return
        if notice is not None:
            self.noticed.emit(notice)
