"""What a pass only ever proposes: stale memories to look at, due ones for the Trash, what is old to erase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict

from engramma.model.clock import to_datetime
from engramma.model.plan import PlanItem, PlanStep, StepMode
from engramma.model.policy import Policy
from engramma.store.consolidation.lapsing import (
    LapsingRow,
    read_due_candidates,
    read_due_sessions,
    read_purge_candidates,
    read_stale_candidates,
)
from engramma.store.database import Reading
from engramma.theory.lapsing import Lapse, due_since, purge_due_since, stale_since

Since = Callable[[Lapse, Policy], int | None]


def find_stale(reading: Reading, *, policy: Policy, now: int, mode: StepMode) -> Iterator[PlanItem]:
    """Semantic memories that nobody confirmed for long, or that a later one contradicts."""
    for row, at in _lapsed(
        read_stale_candidates(reading, policy=policy, now=now), stale_since, policy, now=now
    ):
        contradicted = row.contradicted_at == at
        reason = (
            "contradicted by a later memory" if contradicted else f"not confirmed since {_day(row.strong_at)}"
        )
        yield PlanItem(0, PlanStep.STALENESS, "confirm", (row.id,), reason, mode, at)


def find_expired(reading: Reading, *, policy: Policy, now: int, mode: StepMode) -> Iterator[PlanItem]:
    """Memories due for the Trash, and sessions whose events are past their retention."""
    for row, at in _lapsed(read_due_candidates(reading, policy=policy, now=now), due_since, policy, now=now):
        superseded = row.state == "superseded"
        since = row.state_at if superseded else row.fades_at
        reason = f"{'superseded' if superseded else 'dormant'} since {_day(since or at)}"
        yield PlanItem(0, PlanStep.EXPIRE, "trash", (row.id,), reason, mode, at)
    for session_id, title, at in read_due_sessions(reading, policy=policy, now=now):
        reason = f"the turns of “{title}” are past their retention"
        yield PlanItem(0, PlanStep.EXPIRE, "erase_events", (), reason, mode, at, sessions=(session_id,))


def find_purgeable(reading: Reading, *, policy: Policy, now: int, mode: StepMode) -> Iterator[PlanItem]:
    """Memories that have been in the Trash for long."""
    rows = read_purge_candidates(reading, policy=policy, now=now)
    for row, at in _lapsed(rows, purge_due_since, policy, now=now):
        reason = f"in the Trash since {_day(row.state_at or at)}"
        yield PlanItem(0, PlanStep.PURGE, "purge", (row.id,), reason, mode, at)


def _lapsed(
    rows: Iterable[LapsingRow], since: Since, policy: Policy, *, now: int
) -> Iterator[tuple[LapsingRow, int]]:
    for row in rows:
        values = asdict(row)
        del values["id"]
        at = since(Lapse(**values), policy)
        if at is not None and at <= now:
            yield row, at


def _day(at: int) -> str:
    return to_datetime(at).date().isoformat()
