"""From the world in which a graph is laid out to pixels and back. Pure, no Qt."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from engramma.model.records import dataclass
from engramma.ui.graph.picture import Floats

LEAST, MOST = 0.15, 40.0
"""How far one may zoom, as multiples of the zoom at which everything fits."""
LOOKED_AT = 96


@dataclass(frozen=True, slots=True)
class Viewport:
    """`x`, `y` is the point of the world in the middle of a picture; `zoom` is px for a unit of the world."""

    x: float = 0.0
    y: float = 0.0
    zoom: float = 1.0
    width: float = 1.0
    height: float = 1.0

    def to_screen(self, positions: Floats) -> Floats:
        """Pixels of points (n, 2) of the world."""
        middle = np.array([self.width / 2, self.height / 2])
        moved: Floats = (positions - np.array([self.x, self.y])) * self.zoom + middle
        return moved

    def to_world(self, x: float, y: float) -> tuple[float, float]:
        """The point of the world under a pixel."""
        return (x - self.width / 2) / self.zoom + self.x, (y - self.height / 2) / self.zoom + self.y

    def moved(self, dx: float, dy: float) -> Viewport:
        """After the picture was dragged by so many px."""
        return replace(self, x=self.x - dx / self.zoom, y=self.y - dy / self.zoom)

    def zoomed(self, factor: float, x: float, y: float) -> Viewport:
        """Nearer or farther, with what is under the pixel x, y staying there."""
        here_x, here_y = self.to_world(x, y)
        zoom = self.zoom * factor
        return replace(
            self,
            x=here_x - (x - self.width / 2) / zoom,
            y=here_y - (y - self.height / 2) / zoom,
            zoom=zoom,
        )

    def resized(self, width: float, height: float) -> Viewport:
        """The same middle in another size."""
        return replace(self, width=max(1.0, width), height=max(1.0, height))


def bounds(positions: Floats) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of points; a unit square around nothing."""
    if not len(positions):
        return -0.5, -0.5, 0.5, 0.5
    low, high = positions.min(axis=0), positions.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def fitting(
    positions: Floats, *, width: float, height: float, margins: tuple[float, float, float, float]
) -> Viewport:
    """The view in which all points fit, with `margins` (left, top, right, bottom px) left free."""
    left, top, right, bottom = bounds(positions)
    free_left, free_top, free_right, free_bottom = margins
    room_x = max(40.0, width - free_left - free_right)
    room_y = max(40.0, height - free_top - free_bottom)
    zoom = min(room_x / max(right - left, 1e-6), room_y / max(bottom - top, 1e-6))
    if not math.isfinite(zoom) or zoom > 1e5:
        zoom = 1.0
    shift_x, shift_y = (free_right - free_left) / 2 / zoom, (free_bottom - free_top) / 2 / zoom
    return Viewport((left + right) / 2 + shift_x, (top + bottom) / 2 + shift_y, zoom, width, height)


def spacing(positions: Floats) -> float:
    """How far a node is from the next one, as a rule; of many nodes some are looked at."""
    count = len(positions)
    if count < 2:
        return 1.0
    rows = np.arange(count) if count <= LOOKED_AT else np.linspace(0, count - 1, LOOKED_AT).astype(np.int64)
    away = np.hypot(
        positions[rows, 0, None] - positions[None, :, 0], positions[rows, 1, None] - positions[None, :, 1]
    )
    away[np.arange(len(rows)), rows] = np.inf
    return max(1e-6, float(np.median(away.min(axis=1))))
