"""Score parts as bars: one stacked bar for a hit in the list, and a table with a bar for each part."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.model.recall import PART_WORDS, RecallParts
from engramma.ui.delegates.kit import RIGHT, Kit, current_kit, rounded
from engramma.ui.theme import TextRole, qcolor
from engramma.ui.views.recall.reading import shown_parts

ROW = 22
GAP = 1.0
NAMES = {name: word.capitalize() for name, word in {**PART_WORDS, "activation": "activation"}.items()}


def paint_stack(
    painter: QPainter, kit: Kit, rect: QRectF, *, parts: RecallParts, scale: float, faded: bool = False
) -> None:
    """The parts one after the other; a score of `scale` fills the rectangle. What is negative is not drawn."""
    if scale <= 0.0:
        return
    left = rect.left()
    for name, value in shown_parts(parts):
        width = max(0.0, value) / scale * rect.width()
        if width < 1.0:
            continue
        colour = QColor(qcolor(kit.tokens.score_part(name)))
        if faded:
            colour.setAlphaF(0.62)
        painter.fillRect(QRectF(left, rect.top(), max(1.0, width - GAP), rect.height()), colour)
        left += width


class PartTable(QWidget):
    """Every part of one score with its bar and value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[tuple[str, float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: RecallParts) -> None:
        """Show the parts of a score."""
        self._parts = shown_parts(parts)
        self.setAccessibleName("Score parts")
        words = ", ".join(f"{NAMES[name]} {value:.2f}" for name, value in self._parts)
        self.setAccessibleDescription(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A row for each part."""
        return QSize(200, current_kit().px(ROW) * max(1, len(self._parts)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint square, name, bar, value."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kit = current_kit()
        most = max((abs(value) for _name, value in self._parts), default=0.0) or 1.0
        pen, figures = kit.pen(TextRole.SMALL), kit.pen(TextRole.SMALL, tabular=True)
        side = float(kit.px(9))
        names, values = float(kit.px(88)), float(kit.px(40))
        for number, (name, value) in enumerate(self._parts):
            row = QRectF(0, number * kit.px(ROW), self.width(), kit.px(ROW))
            colour = qcolor(kit.tokens.score_part(name))
            square = QRectF(0, row.center().y() - side / 2, side, side)
            rounded(painter, square, radius=2, colour=colour)
            label = QRectF(side + kit.px(8), row.top(), names - side, row.height())
            kit.text(painter, NAMES[name], rect=label, pen=pen, colour=kit.tokens.text)
            left = names + kit.px(8)
            bar = QRectF(left, row.center().y() - 2, max(0.0, row.width() - left - values), 4)
            rounded(painter, bar, radius=2, colour=qcolor(kit.tokens.fill))
            filled = QRectF(bar)
            filled.setWidth(bar.width() * min(1.0, abs(value) / most))
            rounded(painter, filled, radius=2, colour=colour)
            figure = QRectF(row.right() - values, row.top(), values, row.height())
            kit.text(painter, f"{value:.2f}", rect=figure, pen=figures, colour=kit.tokens.text, align=RIGHT)
        painter.end()
