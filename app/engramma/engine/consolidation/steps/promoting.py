"""Promotion by a pass: dated by the moment at which a gate began to hold, so the schedule of passes is no matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanItem, PlanStep, StepMode
from engramma.model.policy import Policy
from engramma.model.progress import CancelToken
from engramma.store.consolidation.inheriting import pass_on
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
    """Short-term memories, or pinned ones that were, for which a gate began to hold by the moment of the look.

    The conflicts that this very plan finds or finds gone count as they will stand after it.
    """
    found_now, gone = _conflicts_of(look)
    waiting = {}
    for facts in read_promotion_facts(look.reading, policy=look.policy, now=look.at):
        look.cancel.check()
        kept = {other: at for other, at in facts.conflicts.items() if other not in gone.get(facts.id, ())}
        conflicts = {**kept, **found_now.get(facts.id, {})}
        waiting[facts.id] = facts if conflicts == facts.conflicts else replace(facts, conflicts=conflicts)
    for memory_id, (at, promotion) in sorted(_rising(waiting, look.policy, now=look.at).items()):
        yield PlanItem(0, PlanStep.PROMOTE, "promote", (memory_id,), promotion.reason, look.mode, at)


def count_promotions(
    reading: Reading, policies: Sequence[Policy], *, at: int, cancel: CancelToken
) -> tuple[int, ...]:
    """How many memories would rise at UTC µs `at` by each of the policies, for one look at the store."""
    # A memory that only a lower bar lets in passes no gate of the others.
    widest = min(policies, key=_bar)
    waiting = {}
    for facts in read_promotion_facts(reading, policy=widest, now=at):
        cancel.check()
        waiting[facts.id] = facts
    return tuple(len(_rising(waiting, policy, now=at)) for policy in policies)


def _bar(policy: Policy) -> float:
    return policy.promotion_importance


def _rising(
    waiting: Mapping[int, PromotionFacts], policy: Policy, *, now: int
) -> dict[int, tuple[int, Promotion]]:
    """What rises, and when. The heir of what rises is long-term from then on, so it does not rise once more."""
    found: dict[int, tuple[int, Promotion]] = {}
    long_since: dict[int, int] = {}
    changed = set(waiting)
    while changed:
        heirs: set[int] = set()
        for memory_id in sorted(changed):
            facts = waiting[memory_id]
            limits = [at for at in (facts.until, long_since.get(memory_id)) if at is not None]
            until = min(limits, default=None)
            facts = facts if until == facts.until else replace(facts, until=until)
            rises = first_promotion(facts, policy, now=now)
            found.pop(memory_id, None)
            if rises is not None:
                found[memory_id] = rises
            if (rises is not None or memory_id in long_since) and facts.heir is not None:
                at = facts.replaced_at
                if at is not None and long_since.get(facts.heir, at + 1) > at:
                    long_since[facts.heir] = at
                    heirs.add(facts.heir)
        changed = heirs & waiting.keys()
    return found


def _conflicts_of(look: Look) -> tuple[dict[int, dict[int, int]], dict[int, set[int]]]:
    """By memory: the other sides of conflicts found in this plan and since when, and those of conflicts gone."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    gone: dict[int, set[int]] = defaultdict(set)
    for item in look.earlier:
        if item.step is not PlanStep.CONFLICT or item.mode is not StepMode.AUTO:
            continue
        earlier, later = item.targets
        for one, other in ((earlier, later), (later, earlier)):
            if item.action == "conflict":
                found[one][other] = item.at
            elif item.action == "withdraw" and item.proposal is None:
                gone[one].add(other)
    return found, gone


def first_promotion(facts: PromotionFacts, policy: Policy, *, now: int) -> tuple[int, Promotion] | None:
    """The moment (UTC µs) at which a gate began to hold, and which; None if none did by `now`."""
    born = facts.segments[0].t0
    ended_at = None if facts.session_ended_at is None else max(facts.session_ended_at, born)
    moments = {at for at, _rank in facts.recalls}
    if ended_at is not None and facts.turns_later is not None:
        moments.add(ended_at)
    floor = facts.floor
    conflicted_at = min(facts.conflicts.values(), default=None)
    for moment in sorted(moments):
        if floor is not None and moment <= floor:
            continue
        if moment > now or (facts.until is not None and moment >= facts.until):
            return None
        promotion = promotion_of(
            Candidate(
                importance=facts.importance_at(moment),
                recalls=[
                    RecallFact(at, rank)
                    for at, rank in facts.recalls
                    if at <= moment and (floor is None or at > floor)
                ],
                turns_later=facts.turns_later if ended_at is not None and ended_at <= moment else None,
                conflicted=conflicted_at is not None and conflicted_at <= moment,
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
    pass_on(step, memory_id)


PROMOTE = ConsolidationStep("Looking for memories to promote", find_promotions, promote, together=20)
