"""The last frame, and whether it will do: while a graph whose frame takes long is dragged, it is moved, not painted.

It is painted anew when it no longer covers the widget, and finely when all is still.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from engramma.ui.graph.viewport import Viewport

CHEAP = 14.0
"""ms of a frame up to which every movement is painted anew, finely."""
SPARE = 0.3
"""How much more than the widget a frame covers on each side while a costly graph is dragged."""
STEADY = 0.3
Paint = Callable[[QPainter, float, float, bool], None]


class FrameCache:
    """One pixmap in device px. `cost` is how many ms a fine frame takes, about."""

    def __init__(self) -> None:
        self.pixmap: QPixmap | None = None
        self.cost = 0.0
        self._painted = Viewport()
        self._spare = (0.0, 0.0)
        self._ratio = 1.0
        self._fine = False

    def forget(self) -> None:
        """Something else is to be shown."""
        self.pixmap = None

    def is_final(self, viewport: Viewport) -> bool:
        """Whether it is fine and of just this view."""
        return self.pixmap is not None and self._fine and self._painted == viewport

    def show(
        self,
        painter: QPainter,
        viewport: Viewport,
        *,
        ratio: float,
        moving: bool,
        paint: Paint,
        ground: QRectF,
    ) -> QRectF:
        """Show the frame, painted anew if it must be; returns where it stands in the widget.

        `paint(painter, spare x, spare y, fine)` paints it in device px, with so much more (logical px) on each side.
        """
        if not self._will_do(viewport, ratio=ratio, moving=moving, ground=ground):
            self._renew(viewport, ratio=ratio, coarse=moving and self.cost > CHEAP, paint=paint)
        target = self._target(viewport)
        if self.pixmap is not None:
            painter.drawPixmap(target, self.pixmap, QRectF(self.pixmap.rect()))
        return target

    def _target(self, now: Viewport) -> QRectF:
        """Where the frame belongs, given how far the view moved since it was painted."""
        painted = self._painted
        scale = now.zoom / painted.zoom
        spare_x, spare_y = self._spare
        x = now.width / 2 + ((painted.x - now.x) * now.zoom) - (painted.width / 2 + spare_x) * scale
        y = now.height / 2 + ((painted.y - now.y) * now.zoom) - (painted.height / 2 + spare_y) * scale
        return QRectF(x, y, (painted.width + 2 * spare_x) * scale, (painted.height + 2 * spare_y) * scale)

    def _will_do(self, viewport: Viewport, *, ratio: float, moving: bool, ground: QRectF) -> bool:
        same_size = (self._painted.width, self._painted.height) == (viewport.width, viewport.height)
        if self.pixmap is None or ratio != self._ratio or not same_size:
            return False
        if self._painted == viewport:
            return True
        if not moving or self.cost <= CHEAP:
            return False
        zoom = viewport.zoom / self._painted.zoom
        if zoom != 1.0:
            return 0.5 < zoom < 2.0
        return self._target(viewport).contains(ground.adjusted(1, 1, -1, -1))

    def _renew(self, viewport: Viewport, *, ratio: float, coarse: bool, paint: Paint) -> None:
        began = time.perf_counter()
        spare_x, spare_y = (
            (round(viewport.width * SPARE), round(viewport.height * SPARE)) if coarse else (0, 0)
        )
        self._spare, self._ratio = (spare_x, spare_y), ratio
        self._painted, self._fine = viewport, not coarse
        width = max(1, round((viewport.width + 2 * spare_x) * ratio))
        height = max(1, round((viewport.height + 2 * spare_y) * ratio))
        self.pixmap = QPixmap(width, height)
        painter = QPainter(self.pixmap)
        try:
            paint(painter, spare_x, spare_y, not coarse)
        finally:
            # A pixmap that goes while it is painted on takes the process with it.
            painter.end()
        if not coarse:
            # One slow frame, for which sprites were painted first, says little.
            self.cost += STEADY * ((time.perf_counter() - began) * 1000 - self.cost)
