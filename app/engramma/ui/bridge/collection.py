"""Collects reference cycles on the GUI thread only, and all of them only while nobody waits for the window.

Python's collector runs on whichever thread allocates next, and destroys widgets there, which crashes Qt
(https://github.com/saga-soft/novelWriter/issues/2927). So a running application turns it off and lets a timer
collect instead. No thread gets on while a collection lasts, so each walks only what was made since the last one; the
cycles that live longer than that wait until the window is left alone.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication, QWindow

from engramma.model.jobs import JobState

if TYPE_CHECKING:
    from engramma.model.jobs import JobStatus
    from engramma.ui.bridge.jobs import JobBridge

# What is made in so short a time is walked in a few milliseconds, whatever works.
BUSY_INTERVAL, INTERVAL = 100, 2_000
# Seconds without a key, the mouse and long work after which the window counts as left alone.
ALONE = 20.0
# Seconds after which a window that is never left alone is collected all the same.
PATIENCE = 3_600.0
_INPUT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseMove,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.Wheel,
        QEvent.Type.TouchUpdate,
        QEvent.Type.InputMethod,
    }
)


class GuiThreadCollector(QObject):
    """Lives as long as the application. What a collection has left is never walked again, but for the whole ones."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._most_young = gc.get_threshold()[0]
        self._used_at = self._whole_at = time.monotonic()
        self._running: set[int] = set()
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def watch(self, application: QGuiApplication, jobs: JobBridge) -> None:
        """Notice what a person does in any window of the application, and the long work."""
        application.focusWindowChanged.connect(self._on_window)
        self._on_window(application.focusWindow())
        jobs.status_changed.connect(self._on_status)

    def _on_window(self, window: QWindow | None) -> None:
        self._used_at = time.monotonic()
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Only looks on."""
        if event.type() in _INPUT:
            self._used_at = time.monotonic()
        return False

    def _on_status(self, status: JobStatus) -> None:
        if status.state in (JobState.WAITING, JobState.RUNNING):
            self._running.add(status.id)
            self._timer.setInterval(BUSY_INTERVAL)
        else:
            self._running.discard(status.id)

    def collect(self) -> None:
        """Collect what was made since the last time, or everything while nobody is there."""
        now = time.monotonic()
        full = gc.get_count()[0] > self._most_young
        if full:
            gc.collect(0)
            gc.freeze()
        if self._running:
            self._used_at = now
        self._timer.setInterval(BUSY_INTERVAL if full or self._running else INTERVAL)
        if now - self._whole_at > PATIENCE or (
            self._used_at > self._whole_at and now - self._used_at > ALONE
        ):
            self.collect_everything()

    def collect_everything(self) -> None:
        """Walk all objects, for some tenths of a second in a large store."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._whole_at = time.monotonic()

    def stop(self) -> None:
        """Give collecting back to Python; for the end."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
