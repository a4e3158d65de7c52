"""Turns a job's notice into what the job indicator shows."""

from __future__ import annotations

from engramma.model.jobs import JobState, JobStatus
from engramma.ui.widgets import JobView


def job_view(status: JobStatus) -> JobView:
    """Title and step, the fraction if the end is known, the time left."""
    progress = status.progress
    known = progress.total > 0
    label = status.title
    if progress.label and progress.label != status.title:
        label = f"{status.title}: {progress.label}"
    if status.state is JobState.WAITING:
        label = f"{status.title}: waits for the job before it"
    return JobView(
        str(status.id),
        label,
        progress.done / progress.total if known else None,
        status.seconds_left,
    )
