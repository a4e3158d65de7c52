"""Collects reference cycles on the GUI thread only.

Python's collector runs on whichever thread allocates next, and destroys widgets there, which crashes Qt
(https://github.com/saga-soft/novelWriter/issues/2927). So a running application turns it off and lets a timer
collect instead.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 2_000


class GuiThreadCollector(QObject):
    """Lives as long as the application; collects when Python's own thresholds say that it is time.

    What is there when it begins, mostly modules, stays: a collection would only walk it while the window waits.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is full."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Give collecting back to Python; for the end."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
