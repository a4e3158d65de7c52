"""Moments as places on a ruler of local days: small whole numbers that a million dates are counted by.

The ruler has steps of a quarter of an hour, which every local midnight of our time falls on. Something is in force
at a mark when it lies strictly before it; at the last mark, now, when it is not in the future.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.model.clock import MINUTE

STEP = 15 * MINUTE

Places = NDArray[np.int64]


class Ruler:
    """`marks` are UTC µs, rising; the last is now."""

    def __init__(self, marks: Sequence[int]) -> None:
        self.marks = tuple(marks)
        self.now = marks[-1]
        self._base = marks[0] // STEP * STEP
        last = max(0, (self.now - self._base + STEP) // STEP)
        self.later = last + 1
        """The place of what is not in force yet, or never."""
        self._edges = np.array([*((mark - self._base) // STEP for mark in marks[:-1]), last], dtype=np.int64)

    def places(self, moments: NDArray[np.int64]) -> Places:
        """The places of an array of moments (UTC µs)."""
        found = np.maximum((moments - (self._base - STEP)) // STEP, 0)
        return np.where(moments > self.now, self.later, found)

    def counted(self, starts: Places, ends: Places | None = None) -> Places:
        """How many are in force at each mark: those that started, less those that ended."""
        begun = self._cumulated(starts)
        return begun if ends is None else begun - self._cumulated(ends)

    def _cumulated(self, places: Places) -> Places:
        by_place = np.cumsum(np.bincount(np.minimum(places, self.later), minlength=self.later + 1))
        return by_place[self._edges]
