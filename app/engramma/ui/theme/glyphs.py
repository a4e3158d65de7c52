"""The glyphs of tiers, painted: ○ sensory, ◐ short-term, ● long-term; and icons made of them.

Exists because fonts draw these characters in different sizes or not at all. Fill carries the meaning,
colour repeats it.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPen, QPixmap

from engramma.ui.theme.current import qcolor, theme
from engramma.ui.theme.icon_names import KIND_ICONS
from engramma.ui.theme.icons import icon

STROKE = 0.125


def paint_tier_glyph(painter: QPainter, tier: str, *, rect: QRectF, colour: QColor) -> None:
    """Paint the glyph of a tier into the square that fits centred in `rect`.

    Unknown tiers get the empty ring.
    """
    side = min(rect.width(), rect.height())
    width = max(1.0, side * STROKE)
    radius = (side - width) / 2
    box = QRectF(-radius, -radius, 2 * radius, 2 * radius).translated(rect.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width))
    painter.setBrush(colour if tier == "long_term" else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(box)
    if tier == "short_term":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPie(box, -90 * 16, 180 * 16)
    painter.restore()


@lru_cache(maxsize=128)
def tier_pixmap(tier: str, size: int, colour: str, ratio: float = 1.0) -> QPixmap:
    """The glyph as a pixmap of `size` logical px for a device pixel ratio. Cached."""
    image = QPixmap(round(size * ratio), round(size * ratio))
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_tier_glyph(painter, tier, rect=QRectF(0, 0, size, size), colour=QColor(colour))
    painter.end()
    return image


class TierIconEngine(QIconEngine):
    """Draws a tier's glyph in the tier's colour of the current theme."""

    def __init__(self, tier: str) -> None:
        super().__init__()
        self._tier = tier

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint into `rect`, one pixel smaller on each side so that it has the weight of the line icons."""
        tokens = theme().tokens
        colour = tokens.text_disabled if mode == QIcon.Mode.Disabled else tokens.tier(self._tier)
        inset = rect.height() / 16
        box = QRectF(rect).adjusted(inset, inset, -inset, -inset)
        paint_tier_glyph(painter, self._tier, rect=box, colour=qcolor(colour))

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
        return TierIconEngine(self._tier)


@lru_cache(maxsize=8)
def tier_icon(tier: str) -> QIcon:
    """The themed glyph of a tier (`sensory`, `short_term`, `long_term`) for buttons, menus and lists."""
    theme().tokens.tier(tier)
    return QIcon(TierIconEngine(tier))


def kind_icon(kind: str) -> QIcon:
    """The themed icon of a kind in its own colour. Raises KeyError for another word."""
    return icon(KIND_ICONS[kind], kind)
