"""What a running job tells the outside: its name, how far it is, how it ended."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.progress import Progress
from engramma.model.records import dataclass


class JobState(StrEnum):
    """Where a job is in its life."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class JobStatus:
    """One notice about a job. `seconds_left` None: not known yet. `error` is a sentence for a person."""

    id: int
    title: str
    state: JobState
    progress: Progress
    seconds_left: float | None = None
    result: object = None
    error: str = ""
