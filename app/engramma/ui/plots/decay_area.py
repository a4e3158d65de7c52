"""Where time runs and strength stands in a decay plot: geometry in px, and how much time is shown. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from engramma.model.clock import DAY
from engramma.model.records import dataclass
from engramma.ui.plots.decay_curve import LEAST_AHEAD, LEAST_PAST, end_of
from engramma.ui.theme import Metrics

LEFT, TOP, RIGHT, BOTTOM = 42, 16, 24, 24
MONTH, HALF_YEAR, WHOLE = "month", "half year", "whole"
SPANS: dict[str, tuple[int, int]] = {MONTH: (30 * DAY, 31 * DAY), HALF_YEAR: (183 * DAY, 183 * DAY)}
MARGIN, WIDEST = 0.015, 20 * 365 * DAY


@dataclass(frozen=True, slots=True)
class DecayArea:
    """The rectangle of the curves, and the moments (UTC µs) at its left and right edge."""

    rect: QRectF
    start: int
    end: int

    @classmethod
    def within(cls, width: float, height: float, *, start: int, end: int, metrics: Metrics) -> DecayArea:
        """The area of a plot of this size: axes at the left and below, room for handles on top and at the right."""
        px = metrics.px
        rect = QRectF(px(LEFT), px(TOP), width - px(LEFT + RIGHT), height - px(TOP + BOTTOM))
        return cls(rect, start, max(end, start + DAY))

    def x(self, moment: float) -> float:
        """Where a moment stands."""
        return self.rect.left() + (moment - self.start) / (self.end - self.start) * self.rect.width()

    def y(self, strength: float) -> float:
        """Where a strength stands."""
        return self.rect.bottom() - strength * self.rect.height()

    def moment(self, x: float) -> int:
        """The moment at a place, kept within the area."""
        share = (x - self.rect.left()) / max(1.0, self.rect.width())
        return self.start + round(min(1.0, max(0.0, share)) * (self.end - self.start))

    def strength(self, y: float) -> float:
        """The strength at a height, 0 to 1."""
        return min(1.0, max(0.0, (self.rect.bottom() - y) / max(1.0, self.rect.height())))

    def line(self, times: NDArray[np.int64], strengths: NDArray[np.float64]) -> QPolygonF:
        """A curve as points, from just before the left edge to just behind the right one."""
        if times.size > 2:
            first = max(0, int(np.searchsorted(times, self.start)) - 1)
            last = int(np.searchsorted(times, self.end)) + 1
            times, strengths = times[first:last], strengths[first:last]
        # Relative to the start, since a float has not the digits for microseconds.
        xs = self.rect.left() + (times - self.start) * (self.rect.width() / (self.end - self.start))
        ys = self.rect.bottom() - strengths * self.rect.height()
        return QPolygonF([QPointF(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)])


def shown_span(
    births: Sequence[int], fading: Sequence[int | None], *, kind: str, now: int
) -> tuple[int, int]:
    """From when to when is shown: around today, or from the first birth to a little beyond the last forgetting.

    `births` and `fading` (None for never) are UTC µs, one of each for every memory.
    """
    if kind in SPANS:
        past, ahead = SPANS[kind]
        return now - past, now + ahead
    start = max(min((*births, now - LEAST_PAST)), now - WIDEST)
    end = max((end_of(fades_at, now=now, past=now - start) for fades_at in fading), default=now)
    end = max(end, now + LEAST_AHEAD)
    return start - round((end - start) * MARGIN), end
