"""Icons that follow the theme: `icon()` for buttons and menus, `pixmap()` for painting code.

Exists so that nobody names a colour for an icon: the engine asks the current theme each time it paints, and
so a live switch needs nothing but a repaint. Names are those of the `ph.` set without the prefix.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap

from engramma.ui.theme.current import theme
from engramma.ui.theme.icon_font import UnknownIconError, icon_exists, outline

__all__ = ["icon", "icon_exists", "paint_icon", "pixmap"]


def paint_icon(painter: QPainter, name: str, *, rect: QRectF, colour: QColor) -> None:
    """Fill the icon's outline into the square that fits centred in `rect`."""
    side = min(rect.width(), rect.height())
    origin = rect.center() - QPointF(side / 2, side / 2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(origin)
    painter.scale(side, side)
    painter.fillPath(outline(name), colour)
    painter.restore()


@lru_cache(maxsize=1024)
def pixmap(name: str, size: int, colour: str, ratio: float = 1.0) -> QPixmap:
    """The icon as a square pixmap of `size` logical px in a `#RRGGBB` colour, for a device pixel ratio.

    Cached.
    """
    image = QPixmap(round(size * ratio), round(size * ratio))
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_icon(painter, name, rect=QRectF(0, 0, size, size), colour=QColor(colour))
    painter.end()
    return image


class ThemedIconEngine(QIconEngine):
    """Draws one icon in the colour that a token has when it is painted."""

    def __init__(self, name: str, role: str, checked_role: str) -> None:
        super().__init__()
        self._name = name
        self._role = role
        self._checked_role = checked_role

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint into `rect`; disabled icons take the disabled text colour, checked ones `checked_role`."""
        role = self._checked_role if state == QIcon.State.On else self._role
        if mode == QIcon.Mode.Disabled:
            role = "text_disabled"
        paint_icon(painter, self._name, rect=QRectF(rect), colour=theme().colour(role))

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
        return ThemedIconEngine(self._name, self._role, self._checked_role)


@lru_cache(maxsize=512)
def icon(name: str, role: str = "text_secondary", *, checked_role: str | None = None) -> QIcon:
    """A themed icon in the colour of a token (`role`), for example `icon("trash")` or `icon("check",
    "on_accent")`.

    Raises UnknownIconError for a name that is not in the set, AttributeError when painted with an unknown
    token.
    """
    if not icon_exists(name):
        raise UnknownIconError(name)
    return QIcon(ThemedIconEngine(name, role, checked_role or role))
