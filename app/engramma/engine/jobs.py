"""Long work beside the caller: one writer lane, few readers, one for counts, one for passes; progress and cancel.

Plain threads, no Qt.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from engramma.model.errors import EngrammaError
from engramma.model.jobs import JobState, JobStatus
from engramma.model.progress import Cancelled, CancelToken, Progress, Report

log = logging.getLogger(__name__)

Work = Callable[[Report, CancelToken], Any]
Listener = Callable[[JobStatus], None]
_NOTICE_SECONDS = 0.1
_READERS = 2


class Job:
    """One piece of work. Ask it, cancel it, wait for it; safe between threads."""

    def __init__(self, job_id: int, title: str, work: Work, *, quiet: bool, notify: Listener) -> None:
        self.id = job_id
        self.title = title
        self.quiet = quiet
        self._work = work
        self._notify = notify
        self._token = CancelToken()
        self._finished = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[Job], None]] = []
        self._error: BaseException | None = None
        self._value: Any = None
        self._started = 0.0
        self._told = 0.0
        self.status = JobStatus(job_id, title, JobState.WAITING, Progress(0, 0, title))

    def cancel(self) -> None:
        """Ask the work to stop at its next check; what it had written is taken back."""
        self._token.cancel()

    def wait(self, timeout: float | None = None) -> bool:
        """Whether it has ended, after at most `timeout` seconds."""
        return self._finished.wait(timeout)

    @property
    def result(self) -> Any:
        """What the work returned; raises what it raised."""
        self._finished.wait()
        if self._error is not None:
            raise self._error
        return self._value

    @property
    def error(self) -> BaseException | None:
        """What the work raised, if it has ended in that way."""
        return self._error

    def add_done(self, callback: Callable[[Job], None]) -> None:
        """Call `callback` on the worker thread when the job has ended, or at once if it has."""
        with self._lock:
            if not self._finished.is_set():
                self._callbacks.append(callback)
                return
        callback(self)

    def run(self) -> None:
        """Do the work on this thread. Called by the runner."""
        self._started = time.perf_counter()
        state, message = JobState.DONE, ""
        try:
            self._token.check()
            self._note(JobState.RUNNING, self.status.progress)
            self._tell()
            self._value = self._work(self._report, self._token)
        except Cancelled as stop:
            self._error, state = stop, JobState.CANCELLED
        except EngrammaError as problem:
            self._error, state, message = problem, JobState.FAILED, str(problem)
        except Exception as problem:
            log.exception("job %s failed", self.title)
            self._error, state = problem, JobState.FAILED
            message = f"{self.title} failed. The log has the details."
        self._note(state, self.status.progress, error=message)
        with self._lock:
            self._finished.set()
            callbacks, self._callbacks = self._callbacks, []
        self._tell()
        for callback in callbacks:
            try:
                callback(self)
            except Exception:
                log.exception("what waited for job %s failed", self.title)

    def _report(self, progress: Progress) -> None:
        self._token.check()
        moment = time.perf_counter()
        if moment - self._told >= _NOTICE_SECONDS:
            self._told = moment
            self._note(JobState.RUNNING, progress)
            self._tell()

    def _note(self, state: JobState, progress: Progress, *, error: str = "") -> None:
        self.status = JobStatus(
            id=self.id,
            title=self.title,
            state=state,
            progress=progress,
            seconds_left=self._seconds_left(progress),
            result=self._value,
            error=error,
        )

    def _tell(self) -> None:
        if not self.quiet or self.status.state is JobState.FAILED:
            self._notify(self.status)

    def _seconds_left(self, progress: Progress) -> float | None:
        spent = time.perf_counter() - self._started
        if progress.total <= 0 or progress.done <= 0 or spent < 0.5:
            return None
        return spent * max(0, progress.total - progress.done) / progress.done


class _Lane:
    """Jobs that wait in line for some threads, which start with the first of them."""

    def __init__(self, name: str, *, threads: int) -> None:
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        names = [f"engramma-{name}-{number}" for number in range(1, threads + 1)]
        self._threads = [threading.Thread(target=self._loop, name=name, daemon=True) for name in names]
        self._started = False

    def put(self, job: Job) -> None:
        """Wait in line. The runner calls this and `end` under its lock."""
        if not self._started:
            self._started = True
            for thread in self._threads:
                thread.start()
        self._queue.put(job)

    def end(self) -> list[threading.Thread]:
        """Stop after the jobs that wait; returns the threads to join."""
        if not self._started:
            return []
        for _ in self._threads:
            self._queue.put(None)
        return self._threads

    def _loop(self) -> None:
        while (job := self._queue.get()) is not None:
            job.run()


class JobRunner:
    """Owns the worker threads. Close it before the store."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []
        self._live: dict[int, Job] = {}
        self._closed = False
        self._writing = _Lane("writer", threads=1)
        self._reading = _Lane("reader", threads=_READERS)
        self._counting = _Lane("counter", threads=1)
        self._passing = _Lane("passes", threads=1)
        self._keeping = _Lane("keeper", threads=1)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of all jobs that are not quiet, on worker threads; call the result to stop hearing."""
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    def read(self, title: str, work: Work, *, quiet: bool = False) -> Job:
        """Run work that only reads, beside other readers."""
        return self._submit(title, work, quiet=quiet, lane=self._reading)

    def count(self, title: str, work: Work, *, quiet: bool = False) -> Job:
        """Run work that only reads and that no other reader should ever wait for, one after another."""
        return self._submit(title, work, quiet=quiet, lane=self._counting)

    def write(self, title: str, work: Work, *, quiet: bool = False) -> Job:
        """Run work that writes, after the writes before it."""
        return self._submit(title, work, quiet=quiet, lane=self._writing)

    def work_beside(self, title: str, work: Work, *, quiet: bool = False) -> Job:
        """Run long work that writes in short steps, in a lane of its own: no other write waits for its end."""
        return self._submit(title, work, quiet=quiet, lane=self._passing)

    def keep(self, title: str, work: Work, *, quiet: bool = True) -> Job:
        """Run one small write that must not wait for the end of a long one: keeping what is being typed."""
        return self._submit(title, work, quiet=quiet, lane=self._keeping)

    def live(self) -> tuple[Job, ...]:
        """Jobs that wait or run."""
        with self._lock:
            return tuple(job for job in self._live.values() if not job.wait(0))

    def close(self, timeout: float = 5.0) -> tuple[str, ...]:
        """Cancel everything, wait at most `timeout` seconds, and name the jobs that still hang."""
        with self._lock:
            if self._closed:
                return ()
            self._closed = True
            jobs = tuple(self._live.values())
            for job in jobs:
                job.cancel()
            lanes = (self._writing, self._reading, self._counting, self._passing, self._keeping)
            threads = [thread for lane in lanes for thread in lane.end()]
        deadline = time.perf_counter() + timeout
        for thread in threads:
            if thread is threading.current_thread():
                continue
            thread.join(max(0.0, deadline - time.perf_counter()))
        return tuple(job.title for job in jobs if not job.wait(0))

    def _submit(self, title: str, work: Work, *, quiet: bool, lane: _Lane) -> Job:
        with self._lock:
            if self._closed:
                raise EngrammaError("Engramma is closing.")
            job = Job(next(self._ids), title, work, quiet=quiet, notify=self._announce)
            self._live[job.id] = job
            job.add_done(self._forget)
            lane.put(job)
        return job

    def _forget(self, job: Job) -> None:
        with self._lock:
            self._live.pop(job.id, None)

    def _announce(self, status: JobStatus) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(status)
            except Exception:
                # One listener's fault must not stop the lane, on which others wait.
                log.exception("a listener to job %s failed", status.title)
