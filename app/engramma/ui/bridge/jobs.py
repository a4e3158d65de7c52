"""Runs engine jobs for the window and brings their results back to the GUI thread.

Exists so that no view knows a thread. What runs on a worker thread holds no QObject: it sends a ticket and
a frozen outcome through one signal, and the callbacks stay in a table on the GUI thread, so no widget can
die on a worker.
"""

from __future__ import annotations

import functools
import itertools
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from engramma.model.errors import EngrammaError
from engramma.model.jobs import JobStatus
from engramma.model.progress import Cancelled, CancelToken, Report

if TYPE_CHECKING:
    from engramma.engine.jobs import Job, JobRunner

T = TypeVar("T")
Work = Callable[[Report, CancelToken], T]
Done = Callable[[Any], None]
Failed = Callable[[Exception], None]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How the job of a ticket ended."""

    ticket: int
    result: object = None
    error: Exception | None = None
    cancelled: bool = False


@dataclass(slots=True)
class _Waiting:
    """What to call on the GUI thread when a job ends, `ended` however that is.

    `stale`: a newer job of the same key replaced it.
    """

    job_id: int
    title: str
    done: Done | None
    failed: Failed | None
    key: str | None
    writes: bool
    cancel: Callable[[], None] = field(repr=False, default=lambda: None)
    stale: bool = False
    ended: Callable[[], None] | None = None


class JobBridge(QObject):
    """One for the application. `status_changed` carries a JobStatus for every job that is not quiet.

    `wrote` comes after a writing job ended well, before its own `done`: the change feed looks at once.
    """

    status_changed = Signal(object)
    wrote = Signal()
    idle = Signal()
    _ended = Signal(object)
    _status = Signal(object)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent or QCoreApplication.instance())
        self._runner = runner
        self._tickets = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._newest: dict[str, int] = {}
        self._quiet_jobs: set[int] = set()
        self._closed = False
        self.unhandled: Failed = _log_unhandled
        self._ended.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._status.connect(self._pass_status, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe = runner.subscribe(self._status.emit)

    def read(
        self,
        title: str,
        work: Work[T],
        done: Callable[[T], None] | None = None,
        *,
        failed: Failed | None = None,
        ended: Callable[[], None] | None = None,
        quiet: bool = True,
        key: str | None = None,
    ) -> int:
        """Run `work(report, cancel)` on a reader thread; `done(result)` or `failed(error)` follow here.

        `ended` is called after these, and also when it was cancelled. With `key`, a newer job of the same key
        cancels this one and silences it. Returns a ticket.
        """
        start = self._runner.read
        ticket = self._start(title, work, done, failed=failed, quiet=quiet, key=key, start=start)
        if ended is not None and ticket in self._waiting:
            self._waiting[ticket].ended = ended
        return ticket

    def count(
        self,
        title: str,
        work: Work[T],
        done: Callable[[T], None] | None = None,
        *,
        key: str | None = None,
    ) -> int:
        """Like `read`, in a lane of its own: counts over a whole store, for which no row should wait."""
        start = self._runner.count
        return self._start(title, work, done, failed=None, quiet=True, key=key, start=start)

    def write(
        self,
        title: str,
        work: Work[T],
        done: Callable[[T], None] | None = None,
        *,
        failed: Failed | None = None,
        quiet: bool = True,
        key: str | None = None,
    ) -> int:
        """Like `read`, in the one writer lane. `quiet=False` is for work worth a line in the status bar."""
        start = self._runner.write
        return self._start(title, work, done, failed=failed, quiet=quiet, key=key, start=start)

    def keep(
        self,
        title: str,
        work: Work[T],
        done: Callable[[T], None] | None = None,
        *,
        failed: Failed | None = None,
    ) -> int:
        """Like `write`, for what is being typed: in a lane of its own, and no news for the views."""
        start = self._runner.keep
        return self._start(title, work, done, failed=failed, quiet=True, key=None, start=start)

    def work_beside(
        self,
        title: str,
        work: Work[T],
        done: Callable[[T], None] | None = None,
        *,
        failed: Failed | None = None,
        ended: Callable[[], None] | None = None,
        quiet: bool = False,
        key: str | None = None,
    ) -> int:
        """Like a `write` worth a line in the status bar, in a lane of its own: the worker's passes, copies.

        `ended` is called after `done` or `failed`, and also when it was cancelled, unless another store was opened.
        """
        start = self._runner.work_beside
        ticket = self._start(title, work, done, failed=failed, quiet=quiet, key=key, start=start)
        if ended is not None and ticket in self._waiting:
            self._waiting[ticket].ended = ended
        return ticket

    def _start(
        self,
        title: str,
        work: Work[Any],
        done: Done | None,
        *,
        failed: Failed | None,
        quiet: bool,
        key: str | None,
        start: Callable[..., Job],
    ) -> int:
        if self._closed:
            return 0
        if key is not None:
            self.drop(key)
        ticket = next(self._tickets)
        job = start(title, work, quiet=quiet)
        if quiet:
            self._quiet_jobs.add(job.id)
        writes = start in (self._runner.write, self._runner.work_beside)
        waiting = _Waiting(job.id, title, done, failed, key, writes, cancel=job.cancel)
        self._waiting[ticket] = waiting
        if key is not None:
            self._newest[key] = ticket
        job.add_done(functools.partial(_report_end, self._ended.emit, ticket))
        return ticket

    def drop(self, key: str) -> None:
        """Cancel and silence the job of this key, if there is one."""
        ticket = self._newest.pop(key, None)
        waiting = self._waiting.get(ticket) if ticket is not None else None
        if waiting is not None:
            waiting.stale = True
            waiting.cancel()

    def cancel_key(self, key: str) -> None:
        """Ask the job of this key to stop, and let it say that it did."""
        ticket = self._newest.get(key)
        if ticket is not None:
            self._waiting[ticket].cancel()

    def cancel_job(self, job_id: int) -> None:
        """Ask the job with the engine's id (as in JobStatus) to stop."""
        for waiting in list(self._waiting.values()):
            if waiting.job_id == job_id:
                waiting.cancel()

    def silence_all(self) -> None:
        """Cancel everything and deliver nothing more; for another store or the end."""
        for waiting in list(self._waiting.values()):
            waiting.stale = True
            waiting.cancel()
        self._newest.clear()

    @property
    def busy(self) -> bool:
        """Whether a callback is still to come."""
        return bool(self._waiting)

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the jobs that have not ended."""
        return tuple(waiting.title for waiting in self._waiting.values())

    def close(self, timeout: float = 5.0) -> tuple[str, ...]:
        """Cancel, join, and return the titles of jobs that hang. What is asked for later is not done."""
        self._closed = True
        self.silence_all()
        self._unsubscribe()
        return self._runner.close(timeout)

    def _pass_status(self, status: JobStatus) -> None:
        if status.id not in self._quiet_jobs:
            self.status_changed.emit(status)

    def _finish(self, outcome: _Outcome) -> None:
        waiting = self._waiting.pop(outcome.ticket, None)
        if waiting is None:
            return
        self._quiet_jobs.discard(waiting.job_id)
        if waiting.key is not None and self._newest.get(waiting.key) == outcome.ticket:
            del self._newest[waiting.key]
        if waiting.writes and outcome.error is None and not outcome.cancelled:
            self.wrote.emit()
        if not waiting.stale and not outcome.cancelled:
            self._deliver(waiting, outcome)
        if waiting.ended is not None and not waiting.stale and _alive(waiting.ended):
            waiting.ended()
        if not self._waiting:
            self.idle.emit()

    def _deliver(self, waiting: _Waiting, outcome: _Outcome) -> None:
        if outcome.error is None:
            if waiting.done is not None and _alive(waiting.done):
                waiting.done(outcome.result)
            return
        if waiting.failed is not None and _alive(waiting.failed):
            waiting.failed(outcome.error)
        else:
            self.unhandled(outcome.error)


def _report_end(emit: Callable[[object], None], ticket: int, job: Job) -> None:
    """Runs on the worker thread when the job has ended."""
    try:
        outcome = _Outcome(ticket, result=job.result)
    except Cancelled:
        outcome = _Outcome(ticket, cancelled=True)
    except Exception as error:
        outcome = _Outcome(ticket, error=error)
    emit(outcome)


def _alive(callback: Callable[..., None]) -> bool:
    """Whether the object that a callback belongs to still exists: views may close before their job ends."""
    while isinstance(callback, functools.partial):
        callback = callback.func
    owner = getattr(callback, "__self__", None)
    return not isinstance(owner, QObject) or shiboken6.isValid(owner)


def _log_unhandled(error: Exception) -> None:
    if isinstance(error, EngrammaError):
        log.warning("%s", error)
    else:
        log.error("A job failed.", exc_info=error)
