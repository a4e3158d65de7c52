"""Which jobs are running, from the notices that come one by one. Free of Qt."""

from __future__ import annotations

from engramma.model.jobs import JobState, JobStatus

LIVE = (JobState.WAITING, JobState.RUNNING)


class JobBoard:
    """The live jobs in the order of their start."""

    def __init__(self) -> None:
        self._jobs: dict[int, JobStatus] = {}

    def take(self, status: JobStatus) -> None:
        """Note what a job says of itself; one that has ended is forgotten."""
        if status.state in LIVE:
            self._jobs[status.id] = status
        else:
            self._jobs.pop(status.id, None)

    def clear(self) -> None:
        """Forget all."""
        self._jobs.clear()

    @property
    def jobs(self) -> tuple[JobStatus, ...]:
        """All live jobs."""
        return tuple(self._jobs.values())

    @property
    def front(self) -> JobStatus | None:
        """The one to show: the first that runs, or else the first that waits."""
        running = [status for status in self._jobs.values() if status.state is JobState.RUNNING]
        return next(iter(running or self._jobs.values()), None)
