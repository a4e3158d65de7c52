"""The base of the painted plots: paints itself on any painter, names itself, and tells its numbers as a table."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.search import Mode
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.plots.plot_values import Look, PlotTable
from engramma.ui.theme import qcolor

WIDTH, HEIGHT = 280, 190
SHARE, HATCH_SHARE, PATTERN_STEP = 0.80, 0.55, 6
"""How much of their colour areas and bars have, over their surface."""


class Plot(QWidget):
    """`picked` carries a Picked, `brushed` a Brushed; who shows the plot turns them into search text.

    `ground` is the token of the surface below: letters are smoothed against it.
    """

    picked = Signal(object)
    brushed = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ground = "base"
        self._still: QPixmap | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @abstractmethod
    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the plot into `rect`, without what belongs to mouse and keyboard."""
        raise NotImplementedError

    @abstractmethod
    def table(self) -> PlotTable:
        """The same numbers."""
        raise NotImplementedError

    def words_at(self, x: float, y: float) -> str:
        """What to say of a place under the mouse; empty for nothing."""
        return ""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what mouse and keyboard do: cursor, brush, focus."""

    def renew(self) -> None:
        """There are other numbers to draw; `update` is enough for what mouse and keyboard do."""
        self._still = None
        self.update()

    def sizeHint(self) -> QSize:
        """A card's worth."""
        return QSize(current_kit().px(WIDTH), current_kit().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Still legible."""
        return QSize(current_kit().px(180), current_kit().px(110))

    def paintEvent(self, event: QPaintEvent) -> None:
        """What stands still is drawn once for many moves of the mouse."""
        super().paintEvent(event)
        ratio = self.devicePixelRatioF()
        if self._still is None or self._still.devicePixelRatio() != ratio:
            self._still = self._draw_still(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._still)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_over(painter)

    def _draw_still(self, ratio: float) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(qcolor(getattr(current_kit().tokens, self.ground)))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, QRectF(self.rect()))
        painter.end()
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Everything stands elsewhere."""
        self._still = None
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a live switch of the theme or its scale."""
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.renew()
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tell of what is under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.words_at(event.pos().x(), event.pos().y())
            if words:
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


def area_colour(kit: Kit, token: str, *, share: float = SHARE) -> QColor:
    """The colour of an area or bar: its token, as strong as `share` on whatever it lies on."""
    colour = QColor(qcolor(getattr(kit.tokens, token)))
    colour.setAlphaF(share)
    return colour


def hatch(kit: Kit, look: Look) -> QBrush | None:
    """What is laid over an area of any shape and this look, None for a plain one."""
    patterns = {Look.HATCHED: Qt.BrushStyle.BDiagPattern, Look.DOTTED: Qt.BrushStyle.Dense6Pattern}
    return QBrush(_pale(kit), patterns[look]) if look in patterns else None


def paint_bar(
    painter: QPainter, kit: Kit, bar: QRectF, *, token: str, look: Look, share: float = SHARE
) -> None:
    """A bar in its colour and look: slanted lines or dots, alike at every pixel ratio."""
    painter.fillRect(bar, area_colour(kit, token, share=share))
    step = float(kit.px(PATTERN_STEP))
    if look is Look.HATCHED:
        painter.setPen(QPen(_pale(kit), 1))
        painter.drawLines(_slants(bar, step))
    elif look is Look.DOTTED:
        # From the bottom, where neighbouring bars begin at the same height.
        across, up = int(bar.width() // step), int(bar.height() // step)
        side = step / 3
        for column in range(across + 1):
            for row in range(up + 1):
                x = bar.left() + side + column * step
                y = bar.bottom() - 2 * side - row * step
                if x + side <= bar.right() and y >= bar.top():
                    painter.fillRect(QRectF(x, y, side, side), _pale(kit))


def _slants(bar: QRectF, step: float) -> list[QLineF]:
    """Rising lines across a rectangle, on a grid that its neighbours share."""
    lines = []
    place = (bar.left() + bar.top()) // step * step + step
    while place < bar.right() + bar.bottom():
        low, high = max(bar.left(), place - bar.bottom()), min(bar.right(), place - bar.top())
        if low < high:
            lines.append(QLineF(low, place - low, high, place - high))
        place += step
    return lines


def _pale(kit: Kit) -> QColor:
    colour = QColor(qcolor(kit.tokens.base))
    colour.setAlphaF(HATCH_SHARE)
    return colour


def mode_of(keys: Qt.KeyboardModifier) -> Mode:
    """What a click with these keys does to the search, as in the side bar."""
    shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
    if keys & Qt.KeyboardModifier.ControlModifier:
        return Mode.SWAP if shift else Mode.AND
    if shift:
        return Mode.OR
    return Mode.NOT if keys & Qt.KeyboardModifier.AltModifier else Mode.REPLACE
