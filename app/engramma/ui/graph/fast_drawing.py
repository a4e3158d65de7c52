"""Hands whole arrays to QPainter: no Python object for each line or node.

PySide takes a pointer to the first of many primitives with their count. An array of float64 has the memory layout of
QLineF and PixmapFragment, as pyqtgraph makes use of, too
(https://github.com/pyqtgraph/pyqtgraph/blob/master/pyqtgraph/Qt/internals.py).
"""

from __future__ import annotations

from typing import cast

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter, QPixmap
from shiboken6 import Shiboken

from engramma.ui.graph.picture import Floats

FRAGMENT = 10
"""Numbers of a fragment: x, y of its middle, left, top, width, height in the pixmap, scales, rotation, opacity."""


def draw_lines(painter: QPainter, lines: Floats) -> None:
    """Draw lines (n, 4): x and y of both ends."""
    if not len(lines):
        return
    array = np.ascontiguousarray(lines, dtype=np.float64)
    first = cast("QLineF", Shiboken.wrapInstance(array.ctypes.data, QLineF))
    painter.drawLines(first, len(array))


def draw_fragments(painter: QPainter, fragments: Floats, pixmap: QPixmap) -> None:
    """Draw parts of a pixmap (n, FRAGMENT)."""
    if not len(fragments):
        return
    array = np.ascontiguousarray(fragments, dtype=np.float64)
    first = cast("QPainter.PixmapFragment", Shiboken.wrapInstance(array.ctypes.data, QPainter.PixmapFragment))
    painter.drawPixmapFragments(first, len(array), pixmap)
