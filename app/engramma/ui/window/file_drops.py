"""Takes files that are dragged over a window: says what dropping would do, and passes them on when it happens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from engramma.ui.window.drop_overlay import DropOverlay
from engramma.ui.window.drops import Dropped, sort_out


class FileDrops(QObject):
    """`dropped` carries a Dropped; `hovering` says whether files are held over the window."""

    dropped = Signal(object)
    hovering = Signal(bool)

    def __init__(self, window: QWidget, area: QWidget) -> None:
        super().__init__(window)
        self._area = area
        self._overlay = DropOverlay(window)
        self.merges: Callable[[], bool] = bool
        """Whether a store that is dropped now is merged into the open one; the window says when."""
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def overlay(self) -> DropOverlay:
        """What shows meanwhile."""
        return self._overlay

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter, leave and drop."""
        kind = event.type()
        if kind == QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent):
            found = files_of(event.mimeData())
            if found.is_empty:
                return False
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._overlay.offer(found, self._area, merging=self.merges())
            self.hovering.emit(True)
            return True
        if kind == QEvent.Type.DragLeave:
            self._end()
        elif kind == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._end()
            found = files_of(event.mimeData())
            if not found.is_empty:
                event.acceptProposedAction()
                self.dropped.emit(found)
                return True
        return False

    def _end(self) -> None:
        self._overlay.hide()
        self.hovering.emit(False)


def files_of(data: QMimeData) -> Dropped:
    """The local files that are dragged."""
    return sort_out(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
