"""Which row of a view is under the mouse.

Qt tells delegates of the hovered cell only, rows light up as a whole.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView


class RowHover(QObject):
    """Follows the mouse over a view's viewport and repaints the rows that it enters and leaves.

    `row` is -1 outside.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.row = -1
        self._view = view
        view.setMouseTracking(True)
        view.viewport().setMouseTracking(True)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch moves and leaving; never swallow an event."""
        kind = event.type()
        if kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._set_row(self._view.indexAt(event.position().toPoint()).row())
        elif kind in (QEvent.Type.Leave, QEvent.Type.Wheel):
            self._set_row(-1)
        return False

    def _set_row(self, row: int) -> None:
        if row == self.row:
            return
        old, self.row = self.row, row
        for changed in (old, row):
            self._repaint(changed)

    def _repaint(self, row: int) -> None:
        model = self._view.model()
        if row < 0 or model is None or row >= model.rowCount():
            return
        area = self._view.visualRect(model.index(row, 0))
        self._view.viewport().update(0, area.top(), self._view.viewport().width(), area.height() + 1)
