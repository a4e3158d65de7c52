"""What delegates paint with: fonts, shaped lines, pens and colours of the theme in force, looked up once.

Exists because asking Qt for fonts and measures a thousand times a frame is what makes tables slow. Must not
hold pixmaps (icons cache their own) and must not know rows.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QStaticText, QTransform

from engramma.ui.theme import TextRole, Theme, qcolor, theme

LINES_KEPT = 8192
LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0
"""Where a line stands in its rectangle: the share of the free width that is left of it."""


class Pen:
    """One font with its measures, and the lines that were drawn with it lately, elided and shaped."""

    def __init__(self, font: QFont, *, struck: bool = False) -> None:
        self.font = font
        self.struck = struck
        self.measures = QFontMetricsF(font)
        self.height = self.measures.height()
        self._lines: OrderedDict[tuple[str, int, bool], tuple[QStaticText, float]] = OrderedDict()

    def line(self, text: str, width: float, *, middle: bool = False) -> tuple[QStaticText, float]:
        """The text as a plain, shaped line, elided to `width` px at the right or in the middle, and its width."""
        key = (text, int(width), middle)
        found = self._lines.get(key)
        if found is not None:
            return found
        advance = self.measures.horizontalAdvance(text)
        if advance > width:
            mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
            text = self.measures.elidedText(text, mode, max(0.0, width))
            advance = self.measures.horizontalAdvance(text)
        shaped = QStaticText(text)
        shaped.setTextFormat(Qt.TextFormat.PlainText)
        shaped.prepare(QTransform(), self.font)
        self._lines[key] = (shaped, advance)
        if len(self._lines) > LINES_KEPT:
            self._lines.popitem(last=False)
        return shaped, advance


class Kit:
    """Fonts, pens and colours of one theme for painting cells."""

    def __init__(self, of: Theme) -> None:
        self.theme = of
        self.tokens = of.tokens
        self.metrics = of.metrics
        self.px = of.metrics.px
        self._pens: dict[tuple[TextRole, bool, bool], Pen] = {}
        self._strokes: dict[tuple[str, float], QPen] = {}

    def pen(self, role: TextRole, *, tabular: bool = False, struck: bool = False) -> Pen:
        """The pen of a text role; `tabular` for numbers in columns, `struck` for superseded text."""
        key = (role, tabular, struck)
        found = self._pens.get(key)
        if found is None:
            found = self._pens[key] = Pen(self.theme.font(role, tabular=tabular), struck=struck)
        return found

    def stroke(self, colour: str, width: float) -> QPen:
        """A solid pen with round ends; shared, do not change it."""
        found = self._strokes.get((colour, width))
        if found is None:
            found = QPen(qcolor(colour), width)
            found.setCapStyle(Qt.PenCapStyle.RoundCap)
            found.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self._strokes[(colour, width)] = found
        return found

    def dotted(self, colour: str) -> QPen:
        """A pen of dots, one pixel wide, two apart; shared, do not change it."""
        found = self._strokes.get((colour, 0.0))
        if found is None:
            found = QPen(qcolor(colour), 1)
            found.setCapStyle(Qt.PenCapStyle.FlatCap)
            found.setDashPattern([2, 2])
            self._strokes[(colour, 0.0)] = found
        return found

    def text(
        self,
        painter: QPainter,
        text: str,
        *,
        rect: QRectF,
        pen: Pen,
        colour: str,
        align: float = LEFT,
        middle: bool = False,
    ) -> float:
        """Draw one plain line, elided to the rectangle (at the right or in the middle), vertically centred.

        Returns the width it took in px.
        """
        line, width = pen.line(text, rect.width(), middle=middle)
        painter.setFont(pen.font)
        painter.setPen(qcolor(colour))
        left = rect.left() + (rect.width() - width) * align
        top = rect.top() + (rect.height() - pen.height) / 2
        painter.drawStaticText(QPointF(left, top), line)
        if pen.struck:
            # QStaticText drops strike-out when the painter is scaled, so the line is drawn apart.
            across = round(top + pen.measures.ascent() - pen.measures.strikeOutPos())
            painter.fillRect(QRectF(left, across, width, 1), qcolor(colour))
        return width


@lru_cache(maxsize=2)
def kit_of(of: Theme) -> Kit:
    """The kit of a theme. Themes are compared by identity, so a switch makes a new one."""
    return Kit(of)


def current_kit() -> Kit:
    """The kit of the theme in force. Ask at paint time, do not keep it."""
    return kit_of(theme())


def rounded(painter: QPainter, rect: QRectF, *, radius: float, colour: QColor) -> None:
    """Fill a rounded rectangle without a frame. Expects antialiasing to be on."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(rect, radius, radius)
