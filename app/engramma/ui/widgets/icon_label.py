"""An icon that only shows: beside a title, in a status bar, in an empty state. The spinner turns."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from engramma.ui.delegates.kit import Kit
from engramma.ui.theme import paint_icon, pixmap
from engramma.ui.theme.motion import reduced_motion
from engramma.ui.widgets.badge_labels import PaintedLabel

SPOKES = 8
STEP_MS = 125


class IconLabel(PaintedLabel):
    """Paints one `ph.` icon in the colour of a token. Decoration by default.

    Give it an accessible name if it speaks.
    """

    def __init__(
        self, icon_name: str, *, size: int, role: str = "text_secondary", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon_name, self._size, self._role = icon_name, size, role

    def set_icon(self, icon_name: str, *, role: str | None = None) -> None:
        """Show another icon, in the same or another colour."""
        self._icon_name = icon_name
        self._role = role or self._role
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(self._size, self._size)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint it."""
        colour = getattr(kit.tokens, self._role)
        painter.drawPixmap(
            QPointF(0, 0), pixmap(self._icon_name, self._size, colour, self.devicePixelRatioF())
        )


class Spinner(IconLabel):
    """The spinner icon, turning in eighths while it is visible; still when motion is reduced."""

    def __init__(self, *, size: int, role: str = "accent", parent: QWidget | None = None) -> None:
        super().__init__("spinner", size=size, role=role, parent=parent)
        self._turn = 0
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._step)

    def showEvent(self, event: QShowEvent) -> None:
        """Start to turn."""
        super().showEvent(event)
        if not reduced_motion():
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop: an idle window does no work."""
        self._timer.stop()
        super().hideEvent(event)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint it at its present turn."""
        half = self._size / 2
        painter.translate(half, half)
        painter.rotate(self._turn * 360 / SPOKES)
        box = QRectF(-half, -half, self._size, self._size)
        paint_icon(painter, self._icon_name, rect=box, colour=kit.theme.colour(self._role))

    def _step(self) -> None:
        self._turn = (self._turn + 1) % SPOKES
        self.update()
