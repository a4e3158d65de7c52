"""The icons of the pane toggles: a frame with the left or right pane filled; no icon set has the pair alike."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPen, QPixmap

from engramma.ui.theme import theme


class PaneIconEngine(QIconEngine):
    """Draws the frame in the theme's secondary text colour."""

    def __init__(self, side: str) -> None:
        super().__init__()
        self._side = side

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint into `rect`; the pane is filled while it shows."""
        token = "text_disabled" if mode == QIcon.Mode.Disabled else "text_secondary"
        colour = theme().colour(token)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit = min(rect.width(), rect.height()) / 16
        frame = QRectF(rect.x() + unit, rect.y() + 2 * unit, 14 * unit, 12 * unit)
        painter.setPen(QPen(colour, 1.2 * unit))
        painter.drawRoundedRect(frame, 2 * unit, 2 * unit)
        left = frame.left() if self._side == "left" else frame.right() - 5 * unit
        pane = QRectF(left, frame.top(), 5 * unit, frame.height())
        painter.setBrush(colour if state == QIcon.State.On else Qt.BrushStyle.NoBrush)
        painter.drawRect(pane)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """A pixmap of `size` device pixels."""
        image = QPixmap(size)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return image

    def clone(self) -> QIconEngine:
        """A copy, as Qt asks for when an icon is detached."""
        return PaneIconEngine(self._side)


@lru_cache(maxsize=2)
def pane_icon(side: str) -> QIcon:
    """The icon of the "left" or "right" pane."""
    return QIcon(PaneIconEngine(side))
