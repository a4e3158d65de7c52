"""Many lives as a band: between which strengths a tenth, a quarter, half … of them lie at each moment. Pure.

Exists for more memories than lines can be told apart. Strength comes from the closed form at every moment.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.model.memory import Segment
from engramma.model.progress import CancelToken
from engramma.model.records import dataclass
from engramma.theory.forgetting import Strengths, Times, strengths

MOMENTS = 160
SHARES = (0.10, 0.25, 0.50, 0.75, 0.90)
CHECK_EVERY = 64


@dataclass(frozen=True, slots=True, eq=False)
class DecayBand:
    """At each of `times` (UTC µs) the strengths below which `SHARES` of the born memories lie, and how many are born.

    `levels` has a row for each share. `drawn_from` memories of `total` were looked at.
    """

    times: Times
    levels: NDArray[np.float64]
    born: NDArray[np.int64]
    drawn_from: int
    total: int

    def at(self, moment: int) -> tuple[float, ...] | None:
        """The levels at a moment; None outside, and before any birth."""
        if not self.times.size or not self.times[0] <= moment <= self.times[-1]:
            return None
        place = int(np.searchsorted(self.times, moment).clip(0, self.times.size - 1))
        levels = self.levels[:, place]
        return None if np.isnan(levels).any() else tuple(float(level) for level in levels)


def decay_band(
    lives: Sequence[Sequence[Segment]], *, start: int, end: int, total: int, cancel: CancelToken | None = None
) -> DecayBand:
    """The band of these lives between two moments. Raises Cancelled."""
    cancel = cancel or CancelToken()
    times = np.linspace(start, end, MOMENTS).astype(np.int64)
    values: list[Strengths] = []
    for place, segments in enumerate(lives):
        if place % CHECK_EVERY == 0:
            cancel.check()
        values.append(strengths(segments, times))
    every = np.array(values) if values else np.full((1, MOMENTS), np.nan)
    born = (~np.isnan(every)).sum(axis=0)
    levels = np.full((len(SHARES), MOMENTS), np.nan)
    alive = born > 0
    if alive.any():
        levels[:, alive] = np.nanquantile(every[:, alive], SHARES, axis=0)
    return DecayBand(times, levels, born.astype(np.int64), len(lives), total)
