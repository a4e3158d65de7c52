"""The table's head: a small caret above the title of the column that the rows are sorted by.

Qt's own arrow takes its room from the title, which narrow columns of numbers do not have.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from engramma.ui.theme import pixmap, theme

CARET = 9


class TableHead(QHeaderView):
    """A horizontal head whose sections can be clicked and moved."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sorted: int | None = None
        self._descending = True

    def show_sort(self, section: int | None, *, descending: bool) -> None:
        """Put the caret at a section, or nowhere."""
        self._sorted, self._descending = section, descending
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint the section, and the caret in the free space above its title."""
        painter.save()
        super().paintSection(painter, rect, logicalIndex)
        painter.restore()
        if logicalIndex != self._sorted:
            return
        name = "caret-down" if self._descending else "caret-up"
        size = theme().metrics.px(CARET)
        image = pixmap(name, size, theme().tokens.accent, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(rect.center().x() - size / 2, rect.top()), image)
