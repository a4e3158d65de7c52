"""The heights of rows that are not all alike: estimates until a row is measured, sums on demand.

Exists so that a list of 10,000 texts can scroll without laying out more than the few that are seen. Pure
arithmetic in logical pixels; no Qt.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Heights = NDArray[np.int64]


class RowHeights:
    """Heights in px by row, and where each row starts. A change makes one sum over all rows due."""

    def __init__(self) -> None:
        self._heights: Heights = np.zeros(0, dtype=np.int64)
        self._measured: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self._ends: Heights | None = None

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> int:
        """Height of all rows together."""
        ends = self._sums()
        return int(ends[-1]) if len(ends) else 0

    def reset(self, estimates: Heights) -> None:
        """Forget everything; there are as many rows as estimates."""
        self._heights = np.array(estimates, dtype=np.int64)
        self._measured = np.zeros(len(self._heights), dtype=np.bool_)
        self._ends = None

    def insert(self, first: int, estimates: Heights) -> None:
        """New rows before the row that was `first`."""
        self._heights = np.insert(self._heights, first, estimates)
        self._measured = np.insert(self._measured, first, np.zeros(len(estimates), dtype=np.bool_))
        self._ends = None

    def remove(self, first: int, last: int) -> None:
        """The rows from `first` to `last`, both included, are gone."""
        rows = np.arange(first, last + 1)
        self._heights = np.delete(self._heights, rows)
        self._measured = np.delete(self._measured, rows)
        self._ends = None

    def doubt(self, first: int = 0, last: int | None = None) -> None:
        """These rows must be measured again; until then they keep their heights as estimates."""
        self._measured[first : len(self) if last is None else last + 1] = False

    def is_measured(self, row: int) -> bool:
        """Whether the height of a row is more than an estimate."""
        return bool(self._measured[row])

    def measure(self, row: int, height: int) -> bool:
        """Set the true height of a row; tells whether that moves the rows below it."""
        self._measured[row] = True
        if self._heights[row] == height:
            return False
        self._heights[row] = height
        self._ends = None
        return True

    def height(self, row: int) -> int:
        """Height of one row."""
        return int(self._heights[row])

    def top(self, row: int) -> int:
        """Where a row starts, counted from the start of the first."""
        return int(self._sums()[row]) - self.height(row)

    def row_at(self, y: int) -> int:
        """The row that covers `y`; the nearest row if `y` is outside; -1 if there is none."""
        if not len(self):
            return -1
        found = int(np.searchsorted(self._sums(), y, side="right"))
        return min(max(found, 0), len(self) - 1)

    def _sums(self) -> Heights:
        if self._ends is None:
            self._ends = np.cumsum(self._heights)
        return self._ends
