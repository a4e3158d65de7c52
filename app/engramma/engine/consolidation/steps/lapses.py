"""What a pass only ever proposes: stale memories to look at, due ones for the Trash, what is old to erase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.model.clock import to_datetime
from engramma.model.lapse import Lapse
from engramma.model.plan import PlanItem, PlanStep
from engramma.model.policy import Policy
from engramma.store.consolidation.lapsing import (
    read_due_candidates,
    read_due_sessions,
    read_purge_candidates,
    read_stale_candidates,
)
from engramma.store.database import Reading
from engramma.theory.lapsing import due_since, purge_due_since, stale_since

Since = Callable[[Lapse, Policy], int | None]
Candidates = Callable[..., Iterator[Lapse]]


def find_stale(look: Look) -> Iterator[PlanItem]:
    """Semantic memories that nobody confirmed for long, or that a later one contradicts."""
    for row, at in _lapsed(look.reading, look.policy, read_stale_candidates, since=stale_since, at=look.at):
        contradicted = row.contradicted_at == at
        reason = (
            "contradicted by a later memory" if contradicted else f"not confirmed since {_day(row.strong_at)}"
        )
        yield PlanItem(0, PlanStep.STALENESS, "confirm", (row.id,), reason, look.mode, at)


def find_expired(look: Look) -> Iterator[PlanItem]:
    """Memories due for the Trash, and sessions whose events are past their retention."""
    for row, at in _lapsed(look.reading, look.policy, read_due_candidates, since=due_since, at=look.at):
        superseded = row.state == "superseded"
        since = row.state_at if superseded else row.fades_at
        reason = f"{'superseded' if superseded else 'dormant'} since {_day(since or at)}"
        yield PlanItem(0, PlanStep.EXPIRE, "trash", (row.id,), reason, look.mode, at)
    for session_id, title, at in read_due_sessions(look.reading, policy=look.policy, now=look.at):
        reason = f"the turns of “{title}” are past their retention"
        yield PlanItem(0, PlanStep.EXPIRE, "erase_events", (), reason, look.mode, at, sessions=(session_id,))


def find_purgeable(look: Look) -> Iterator[PlanItem]:
    """Memories that have been in the Trash for long."""
    for row, at in _lapsed(
        look.reading, look.policy, read_purge_candidates, since=purge_due_since, at=look.at
    ):
        reason = f"in the Trash since {_day(row.state_at or at)}"
        yield PlanItem(0, PlanStep.PURGE, "purge", (row.id,), reason, look.mode, at)


def _lapsed(
    reading: Reading, policy: Policy, candidates: Candidates, *, since: Since, at: int
) -> Iterator[tuple[Lapse, int]]:
    for row in candidates(reading, policy=policy, now=at):
        lapsed_at = since(row, policy)
        if lapsed_at is not None and lapsed_at <= at:
            yield row, lapsed_at


def _day(at: int) -> str:
    return to_datetime(at).date().isoformat()


STALENESS = ConsolidationStep("Looking for stale memories", find_stale, together=200)
EXPIRE = ConsolidationStep("Looking for what is due", find_expired, together=200)
PURGE = ConsolidationStep("Looking into the Trash", find_purgeable, together=200)
