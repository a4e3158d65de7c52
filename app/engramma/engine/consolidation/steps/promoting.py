"""Promotion by a pass: dated by the moment at which a gate began to hold, so the schedule of passes is no matter."""

from __future__ import annotations

from collections.abc import Iterator

from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanItem, PlanStep
from engramma.model.policy import Policy
from engramma.store.consolidation.promoting import PromotionFacts, read_promotion_facts
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.memories.reading import read_segments
from engramma.store.memories.rows import row_of
from engramma.store.memories.segments import promote_from
from engramma.store.tables import memory
from engramma.theory.forgetting import strength
from engramma.theory.promotion import Candidate, Promotion, RecallFact, promotion_of


def find_promotions(look: Look) -> Iterator[PlanItem]:
    """Short-term memories, or pinned ones that were, for which a gate began to hold by the moment of the look."""
    for facts in read_promotion_facts(look.reading, policy=look.policy, now=look.at):
        found = first_promotion(facts, look.policy, now=look.at)
        if found is not None:
            at, promotion = found
            yield PlanItem(0, PlanStep.PROMOTE, "promote", (facts.id,), promotion.reason, look.mode, at)


def first_promotion(facts: PromotionFacts, policy: Policy, *, now: int) -> tuple[int, Promotion] | None:
    """The moment (UTC µs) at which a gate began to hold, and which; None if none did by `now`."""
    born = facts.segments[0].t0
    ended_at = None if facts.session_ended_at is None else max(facts.session_ended_at, born)
    moments = {at for at, _rank in facts.recalls}
    if ended_at is not None and facts.turns_later is not None:
        moments.add(ended_at)
    floor = facts.floor
    for moment in sorted(moments):
        if floor is not None and moment <= floor:
            continue
        if moment > now or (facts.until is not None and moment >= facts.until):
            return None
        promotion = promotion_of(
            Candidate(
                importance=facts.importance,
                recalls=[
                    RecallFact(at, rank)
                    for at, rank in facts.recalls
                    if at <= moment and (floor is None or at > floor)
                ],
                turns_later=facts.turns_later if ended_at is not None and ended_at <= moment else None,
                conflicted=facts.conflicted_at is not None and facts.conflicted_at <= moment,
            ),
            policy,
        )
        if promotion is not None:
            return moment, promotion
    return None


def promote(_workspace: Workspace, step: Step, item: PlanItem) -> None:
    """Carry out an item of `find_promotions` within a step."""
    memory_id = item.targets[0]
    row = row_of(step, memory_id)
    if row is None:
        return
    segments = read_segments(Reading(step.connection, ()), [memory_id])[memory_id]
    pinned = [part.t0 for part in segments if part.reason == "pinned" and part.t0 > item.at]
    promote_from(
        step,
        memory_id,
        t0=item.at,
        s0=strength([part for part in segments if part.t0 <= item.at] or segments[:1], item.at),
        half_life=step.policy.half_life("long_term"),
        until=min(pinned) if pinned and row.tier == "long_term" else None,
    )
    if row.tier != "long_term":
        step.update(memory, memory_id, tier="long_term", updated_at=step.at)


PROMOTE = ConsolidationStep("Looking for memories to promote", find_promotions, promote, together=20)
