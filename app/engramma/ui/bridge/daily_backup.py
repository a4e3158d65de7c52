"""Makes the daily copy of the open store: some time after it was opened, then hourly as long as the window is open.

Quiet, beside all other writes, with pauses so that it takes no drive or processor from a person. What goes wrong is
logged, and said once for each store that is opened. Never the sample, nor what is open read-only.
"""

from __future__ import annotations

import functools
import logging
import time
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.errors import EngrammaError

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.backup_plan import BackupPlan
    from engramma.model.progress import CancelToken, Progress, Report
    from engramma.store.backup import BackupReport
    from engramma.ui.bridge.context import WindowContext

AFTER_OPENING, EVERY = 20_000, 3_600_000
PAUSE = 0.01
"""Seconds of rest after each part of the copy, which is 4 MB."""

KEY = "daily backup"

log = logging.getLogger(__name__)


class BackupBook(Protocol):
    """What is remembered about daily copies between starts."""

    def plan(self) -> BackupPlan:
        """Whether they are made, and how many are kept."""

    def set_plan(self, plan: BackupPlan) -> None:
        """Set it, for every store."""


class DailyBackup(QObject):
    """One for a window. `changed`: another plan."""

    changed = Signal()

    def __init__(self, context: WindowContext, book: BackupBook) -> None:
        super().__init__(context)
        self._context, self._book = context, book
        self._running = self._complained = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        context.store_changed.connect(self._on_store)

    @property
    def plan(self) -> BackupPlan:
        """What the person set."""
        return self._book.plan()

    def set_plan(self, plan: BackupPlan) -> None:
        """Another plan, from the next look on; switched on, the first look comes soon."""
        begins = plan.daily and not self.plan.daily
        self._book.set_plan(plan)
        if begins and self._context.store is not None:
            self._timer.start(AFTER_OPENING)
        self.changed.emit()

    def look(self) -> None:
        """Make today's copy, if it is wanted and not there."""
        self._timer.setInterval(EVERY)
        store, plan = self._context.store, self.plan
        if store is None or store.read_only or not plan.daily or self._running:
            return
        self._running = True
        self._context.jobs.work_beside(
            "Daily backup",
            functools.partial(copy_of_today, store, plan.keep),
            failed=self._on_failed,
            ended=self._on_ended,
            quiet=True,
            key=KEY,
        )

    def _on_store(self) -> None:
        self._running = self._complained = False
        if self._context.store is None:
            self._timer.stop()
        else:
            self._timer.start(AFTER_OPENING)

    def _on_failed(self, error: Exception) -> None:
        # What was not foreseen was logged in full by the job.
        if isinstance(error, EngrammaError):
            log.warning("The daily backup was not made: %s", error)
        if not self._complained:
            self._complained = True
            why = str(error) if isinstance(error, EngrammaError) else "The log has the details."
            self._context.toast(f"The daily backup was not made. {why}", icon="warning", quiet=True)

    def _on_ended(self) -> None:
        self._running = False


def copy_of_today(store: MemoryStore, keep: int, report: Report, cancel: CancelToken) -> BackupReport | None:
    """The job. Raises StoreError, Cancelled."""
    from engramma.engine.backup import keep_backups

    return keep_backups(
        store.workspace, keep=keep, report=functools.partial(_at_leisure, report), cancel=cancel
    )


def _at_leisure(report: Report, progress: Progress) -> None:
    report(progress)
    time.sleep(PAUSE)
