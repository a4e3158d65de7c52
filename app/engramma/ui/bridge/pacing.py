"""A timer for reading again after changes: soon after one, but in a stream of them only every so often.

An agent may write a hundred times a second; who followed every notice would keep the processor from the window.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

AT_ONCE = 4.0


class PacedTimer(QObject):
    """`timeout` comes `soon` ms after `start`; when many came lately, once in `gap` ms."""

    timeout = Signal()

    def __init__(self, parent: QObject, *, soon: int, gap: int) -> None:
        super().__init__(parent)
        self._soon, self._gap = soon, gap
        self._left = AT_ONCE
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fire)

    @property
    def waiting(self) -> bool:
        """Whether `timeout` is still to come."""
        return self._timer.isActive()

    def start(self) -> None:
        """Something changed. What is waited for already stays as it is."""
        if not self._timer.isActive():
            lacking = 1.0 - self._allowed()
            self._timer.start(max(self._soon, round(lacking * self._gap)))

    def stop(self) -> None:
        """Wait for nothing."""
        self._timer.stop()

    def _allowed(self) -> float:
        """How many more may come at once: one is won back in each `gap`."""
        waited = self._since.elapsed() / self._gap if self._since.isValid() else 0.0
        return min(AT_ONCE, self._left + waited)

    def _fire(self) -> None:
        self._left = max(0.0, self._allowed() - 1.0)
        self._since.start()
        self.timeout.emit()
