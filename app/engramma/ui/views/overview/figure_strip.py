"""Six numbers in a row, each a button that searches for what it counts, or opens where it is dealt with."""

from __future__ import annotations

import functools

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from engramma.ui.delegates.kit import LEFT, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, paint_icon, qcolor, set_surface, theme

TILES = (
    ("memories", "rows", "Memories"),
    ("recalls", "lightning", "Recalls in 7 days"),
    ("fading", "hourglass-medium", "Fade within 7 days"),
    ("dormant", "moon", "Dormant"),
    ("review", "check-square-offset", "Waiting in Review"),
    ("file", "database", "File"),
)
HEIGHT, NARROW = 80, 760


class FigureTile(QAbstractButton):
    """A title with its icon, a number, and a line about it."""

    def __init__(self, key: str, icon_name: str, title: str) -> None:
        super().__init__()
        self.key, self._icon_name, self._title = key, icon_name, title
        self.number, self.detail = "–", ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_figure("–", "")

    def show_figure(self, number: str, detail: str) -> None:
        """Show another number."""
        self.number, self.detail = number, detail
        self.setAccessibleName(f"{self._title}: {number}")
        self.setAccessibleDescription(detail)
        self.setToolTip(tooltip(f"{self._title}: {number}\n{detail}" if detail else self._title))
        self.update()

    def sizeHint(self) -> QSize:
        """An even share of the strip."""
        return QSize(current_kit().px(150), current_kit().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Room for the number."""
        return QSize(current_kit().px(96), current_kit().px(HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Three lines; framed under the mouse or the keyboard."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(kit.px(6), kit.px(6), -kit.px(6), -kit.px(6))
        if self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(kit.tokens.hover))
            painter.drawRoundedRect(box, kit.metrics.radius_row, kit.metrics.radius_row)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1.5))
            painter.drawRoundedRect(box, kit.metrics.radius_row, kit.metrics.radius_row)
        left, width = kit.px(14), self.width() - kit.px(22)
        side = kit.metrics.icon
        paint_icon(
            painter,
            self._icon_name,
            rect=QRectF(left, kit.px(11), side, side),
            colour=qcolor(kit.tokens.text_secondary),
        )
        self._line(
            painter,
            self._title,
            QRectF(left + side + kit.px(6), kit.px(10), width - side - kit.px(6), kit.px(16)),
            role=TextRole.SMALL,
            colour=kit.tokens.text_secondary,
        )
        self._line(
            painter,
            self.number,
            QRectF(left, kit.px(27), width, kit.px(28)),
            role=TextRole.FIGURE,
            colour=kit.tokens.text,
        )
        self._line(
            painter,
            self.detail,
            QRectF(left, kit.px(55), width, kit.px(16)),
            role=TextRole.SMALL,
            colour=kit.tokens.text_muted,
        )

    def _line(self, painter: QPainter, text: str, box: QRectF, *, role: TextRole, colour: str) -> None:
        kit = current_kit()
        kit.text(painter, text, rect=box, pen=kit.pen(role, tabular=True), colour=colour, align=LEFT)


class FigureStrip(QWidget):
    """`wanted` carries the key of a tile. Two rows of three where one of six has no room."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "card")
        self.setAccessibleName("Figures")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tiles = {key: FigureTile(key, icon_name, title) for key, icon_name, title in TILES}
        for key, tile in self.tiles.items():
            tile.setParent(self)
            tile.clicked.connect(functools.partial(self._on_tile, key))

    def show_figure(self, key: str, number: str, detail: str) -> None:
        """Show a number."""
        self.tiles[key].show_figure(number, detail)

    def sizeHint(self) -> QSize:
        """One row, or two."""
        return QSize(theme().metrics.px(600), theme().metrics.px(HEIGHT) * self._rows())

    def minimumSizeHint(self) -> QSize:
        """Three beside each other."""
        return QSize(theme().metrics.px(300), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Even shares."""
        super().resizeEvent(event)
        rows, high = self._rows(), theme().metrics.px(HEIGHT)
        columns = len(self.tiles) // rows
        for number, tile in enumerate(self.tiles.values()):
            row, column = divmod(number, columns)
            left, right = (self.width() * edge // columns for edge in (column, column + 1))
            tile.setGeometry(left, row * high, right - left, high)
        if self.height() != high * rows:
            self.setFixedHeight(high * rows)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Hairlines between the tiles."""
        super().paintEvent(event)
        kit = current_kit()
        painter = QPainter(self)
        for tile in self.tiles.values():
            if tile.x() > 0:
                line = QRectF(tile.x(), tile.y() + kit.px(14), 1, tile.height() - kit.px(28))
                painter.fillRect(line, qcolor(kit.tokens.line))

    def _rows(self) -> int:
        return 1 if self.width() >= theme().metrics.px(NARROW) or self.width() < 1 else 2

    def _on_tile(self, key: str, _checked: bool = False) -> None:
        self.wanted.emit(key)
