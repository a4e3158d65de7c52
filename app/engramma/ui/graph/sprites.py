"""Every look of a node, painted when it is first wanted into one pixmap, from which a picture copies thousands.

A sprite is one colour, shape, fill and size; the dimmed ones stand beside. Made anew for another theme or scale.
"""

from __future__ import annotations

import functools

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from engramma.ui.graph.fast_drawing import FRAGMENT
from engramma.ui.graph.picture import SIZES, Emphasis, Floats, GraphPicture, Ints, Shape
from engramma.ui.theme import Theme, qcolor
from engramma.ui.theme.contrast import mix

SMALLEST, LARGEST = 4.6, 10.0
"""Radius of a node in px at scale 1, of the first and the last size."""
DIMMED = 0.26
HOLLOW_PEN = 1.6
# A diamond or square of the same area as the circle.
DIAMOND, SQUARE = 1.22, 0.87
SHAPES, FILLS = 3, 2


def radius(size: float, scale: float) -> float:
    """The radius of a size, in px."""
    return (SMALLEST + (LARGEST - SMALLEST) * size / (SIZES - 1)) * scale


class Sprites:
    """The sprites for a palette of `#RRGGBB` colours on `base`, at a scale that includes the device's pixels."""

    def __init__(self, colours: tuple[str, ...], base: str, scale: float) -> None:
        self.scale = scale
        self.colours = (*colours, *(mix(colour, base, DIMMED) for colour in colours))
        self._base = base
        self._dimmed = len(colours)
        # Even, so that a sprite in the middle of pixels stays on them.
        self.cell = 2 * (int(radius(SIZES - 1, scale) * DIAMOND) + 2)
        self.pixmap = QPixmap(self.cell * SIZES, self.cell * SHAPES * FILLS * len(self.colours))
        self.pixmap.fill(Qt.GlobalColor.transparent)
        self._there = np.zeros((SHAPES * FILLS * len(self.colours), SIZES), np.bool_)

    def _paint_missing(self, lines: Ints, sizes: Ints) -> None:
        """Paint those looks that are wanted for the first time."""
        wanted = np.zeros_like(self._there)
        wanted[lines, sizes] = True
        missing = np.argwhere(wanted & ~self._there)
        if not len(missing):
            return
        painter = QPainter(self.pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line, size in missing.tolist():
            self._paint(painter, line, size)
        painter.end()
        self._there |= wanted

    def _paint(self, painter: QPainter, line: int, size: int) -> None:
        rest, hollow = divmod(line, FILLS)
        colour, shape = divmod(rest, SHAPES)
        middle = QPointF((size + 0.5) * self.cell, (line + 0.5) * self.cell)
        pen_width = HOLLOW_PEN * max(0.7, min(self.scale, 2.0))
        r = radius(size, self.scale) - (pen_width / 2 if hollow else 0.0)
        if hollow:
            painter.setPen(QPen(qcolor(self.colours[colour]), pen_width))
            painter.setBrush(qcolor(self._base))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(self.colours[colour]))
        if shape == Shape.DIAMOND:
            d = r * DIAMOND
            around = ((0.0, -d), (d, 0.0), (0.0, d), (-d, 0.0))
            painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in around]))
        elif shape == Shape.SQUARE:
            s = r * SQUARE
            corner = max(1.0, 0.18 * s)
            painter.drawRoundedRect(QRectF(middle.x() - s, middle.y() - s, 2 * s, 2 * s), corner, corner)
        else:
            painter.drawEllipse(middle, r, r)

    def fragments(self, picture: GraphPicture, points: Floats, emphasis: Emphasis) -> Floats:
        """What to copy where (n, FRAGMENT): small nodes over large ones."""
        colours = picture.groups
        if emphasis.lit is not None:
            colours = colours + np.where(emphasis.lit, 0, self._dimmed)
        line = (colours * SHAPES + picture.shapes) * FILLS + picture.hollow
        self._paint_missing(line, picture.sizes)
        found = np.zeros((picture.count, FRAGMENT))
        found[:, 0:2] = np.round(points)
        found[:, 2] = picture.sizes * self.cell
        found[:, 3] = line * self.cell
        found[:, 4:6] = self.cell
        found[:, 6:8] = 1.0
        found[:, 9] = 1.0
        order = (
            np.lexsort((-picture.sizes, emphasis.lit))
            if emphasis.lit is not None
            else np.argsort(-picture.sizes, kind="stable")
        )
        return found[order]


@functools.lru_cache(maxsize=10)
def sprites_of(of: Theme, palette: tuple[str, ...], scale: float) -> Sprites:
    """The sprites of a theme; themes are compared by identity."""
    return Sprites(tuple(getattr(of.tokens, token) for token in palette), of.tokens.base, scale)
