"""How many rows fit a transaction: learned while a long operation runs, so that others get to write in between."""

from __future__ import annotations

import time

TARGET_SECONDS = 0.035
SMALLEST, LARGEST = 20, 2_000


class Pace:
    """Learns how many rows fit a transaction of about 35 ms. Reads a stopwatch, not the clock."""

    def __init__(self, rows: int = 200) -> None:
        self.rows = rows
        self._started = 0.0

    def start(self) -> None:
        """A transaction begins."""
        self._started = time.perf_counter()

    def stop(self, count: int) -> None:
        """It ended, having taken `count` rows."""
        seconds = max(time.perf_counter() - self._started, 1e-4)
        if count >= SMALLEST:
            wanted = int(count * TARGET_SECONDS / seconds)
            self.rows = min(max(wanted, SMALLEST, self.rows // 2), LARGEST, self.rows * 2)
