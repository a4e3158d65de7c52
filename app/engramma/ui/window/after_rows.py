"""Says when the rest of a window may be filled: once the first rows of the view in front were painted.

Exists so that counts and the inspector never stand between a person and the memories when a store opens.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

PATIENCE = 150


class AfterRows(QObject):
    """`due` comes once for each `wait_for`: after a view's first results, or `PATIENCE` ms if they take longer."""

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.due)

    def wait_for(self, view: QWidget | None) -> None:
        """Wait for the results of a view; one that announces none is not waited for."""
        arrived = getattr(view, "results_arrived", None)
        if arrived is None:
            self._timer.start(0)
            return
        arrived.connect(self._on_arrived, Qt.ConnectionType.SingleShotConnection)
        self._timer.start(PATIENCE)

    def _on_arrived(self, _results: object) -> None:
        """A timer of no time at all fires after the paint that the results asked for."""
        if self._timer.isActive():
            self._timer.start(0)
