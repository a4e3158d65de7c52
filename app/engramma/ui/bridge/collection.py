"""Collects reference cycles on the GUI thread only.

Python's collector runs on whichever thread allocates next, and destroys widgets there, which crashes Qt
(https://github.com/saga-soft/novelWriter/issues/2927). So a running application turns it off and lets a timer
collect instead.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from engramma.model.jobs import JobState

if TYPE_CHECKING:
    from engramma.model.jobs import JobStatus
    from engramma.ui.bridge.jobs import JobBridge

INTERVAL = 2_000
# While long work runs: what it made in so short a time is walked in a few milliseconds.
WORKING_INTERVAL = 100
# Times that a whole collection is put off meanwhile, an hour: it walks all that the work holds, at once.
MOST_PUT_OFF = 36_000


class GuiThreadCollector(QObject):
    """Lives as long as the application; collects when Python's own thresholds say that it is time.

    What is there when it begins, mostly modules, stays: a collection would only walk it while the window waits.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._running: set[int] = set()
        self._put_off = 0
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def watch(self, jobs: JobBridge) -> None:
        """Collect more often and less while long work runs: its many objects are walked for nothing meanwhile.

        No thread gets on while a collection lasts, and each walks what was made since the last one of its kind.
        """
        jobs.status_changed.connect(self._on_status)

    def _on_status(self, status: JobStatus) -> None:
        live = status.state in (JobState.WAITING, JobState.RUNNING)
        if live and not self._running:
            self._put_off = MOST_PUT_OFF
        if live:
            self._running.add(status.id)
        else:
            self._running.discard(status.id)
        interval = WORKING_INTERVAL if self._running else INTERVAL
        if interval != self._timer.interval():
            self._timer.setInterval(interval)

    def collect(self) -> None:
        """Collect the oldest generation that is full."""
        counts = gc.get_count()
        oldest = 2
        if self._running and self._put_off > 0:
            self._put_off -= 1
            oldest = 1
        for generation in range(oldest, -1, -1):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Give collecting back to Python; for the end."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
