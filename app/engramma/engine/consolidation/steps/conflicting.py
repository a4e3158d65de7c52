"""Finds statements that say different things about the same thing: at high stakes both stay and wait for a person.

Each statement is set against the next later one that contradicts it, so that a value changed five times makes a
chain of five. At normal stakes the later one wins, which is proposed unless a person made the step automatic. Stakes
need no asking only where the contradiction is sure: a doubtful one is proposed, whatever the mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from engramma.engine.consolidation.steps.alike import Alike, AlikePair
from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.consolidation.steps.waiting import Changes, reconciled
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanItem, PlanStep, Proposal, StepMode
from engramma.store.consolidation.conflicts import close_lapsed, record_conflict, supersede
from engramma.store.journal.step import Step
from engramma.theory.likeness import CONFLICT as CONTRARY
from engramma.theory.likeness import Comparer, Likeness

HIGH_IMPORTANCE = 0.8
# From which confidence a contradiction is sure: there 95 of 100 are right in labelled pairs by others than who wrote
# the rules; of all that is proposed, 85. What differs in loose words is named less surely than a number or a name.
SURE = 0.75
SURE_OF_WORDS = 0.9
IN_WORDS = frozenset({"value", "polarity"})


def find_conflicts(look: Look) -> Iterator[PlanItem]:
    """One item for each statement that a later one contradicts, as far as something new is concerned."""
    yield from reconciled(
        look,
        PlanStep.CONFLICT,
        kind=CONTRARY,
        wanted=_wanted,
        item=_item,
        owner=lambda one: one.earlier,
        may=may_conflict,
    )


def _wanted(pairs: dict[int, list[AlikePair]]) -> Changes:
    """For each earlier statement the next one that says otherwise."""
    found: Changes = {}
    for one, own in pairs.items():
        later = [pair for pair in own if pair.earlier.id == one and may_conflict(pair)]
        found[one] = min(later, key=lambda pair: pair.later.order) if later else None
    return found


def may_conflict(pair: AlikePair) -> bool:
    """Whether both cannot be true: of what happened, both stay."""
    return "episodic" not in (pair.earlier.kind, pair.later.kind)


def stakes_of(pair: AlikePair, comparer: Comparer) -> dict[str, int]:
    """Why a person has to decide, in words, each with when it came about (UTC µs); empty at normal stakes."""
    earlier, later = pair.earlier, pair.later
    found = comparer.stakes(earlier.text, later.text)
    reasons: dict[str, int] = {}
    if found.high:
        reasons[f"{', '.join(found.kinds)} (“{'”, “'.join(found.words[:3])}”)"] = 0
    if "procedural" in (earlier.kind, later.kind):
        reasons["how something is done"] = 0
    if earlier.pinned:
        reasons["the earlier one is pinned"] = earlier.flagged.get("pinned", 0)
    if earlier.person_edited:
        reasons["the earlier one was edited by a person"] = earlier.flagged.get("person_edited", 0)
    if earlier.importance >= HIGH_IMPORTANCE:
        reasons["the earlier one is important"] = earlier.flagged.get("importance", 0)
    return reasons


def is_sure(found: Likeness) -> bool:
    """Whether a contradiction may be recorded without asking."""
    return found.confidence >= (SURE_OF_WORDS if found.what in IN_WORDS else SURE)


def _item(look: Look, pair: AlikePair) -> PlanItem:
    stakes = stakes_of(pair, Alike.of(look).comparer)
    said = pair.likeness.detail or "they say different things"
    mode = look.mode
    if stakes:
        mode = StepMode.AUTO if is_sure(pair.likeness) else StepMode.PROPOSE
    return PlanItem(
        0,
        PlanStep.CONFLICT,
        "conflict" if stakes else "supersede",
        (pair.earlier.id, pair.later.id),
        f"{said}; {'; '.join(stakes)}" if stakes else f"{said}; the later one counts",
        mode,
        max(pair.since, min(stakes.values(), default=0)),
        what=pair.likeness.what or "value",
        detail=pair.likeness.detail,
        stakes=tuple(stakes),
        confidence=pair.likeness.confidence,
    )


def still_contrary(look: Look, found: Proposal) -> PlanItem | None:
    """The item that a waiting proposal stands for, if it still holds."""
    pair = Alike.of(look).judged(found.targets[0], found.targets[1]) if len(found.targets) == 2 else None
    if pair is None or pair.likeness.kind != CONTRARY or not may_conflict(pair):
        return None
    return _item(look, pair)


def carry_out(workspace: Workspace, step: Step, item: PlanItem) -> None:
    """Carry out an item of `find_conflicts` within a step."""
    earlier, later = item.targets
    if item.action == "withdraw":
        close_lapsed(step, item.targets)
    elif item.action == "supersede":
        supersede(step, earlier, by=later, at=item.at, actor=workspace.actor)
    else:
        record_conflict(
            step,
            earlier,
            later,
            what=item.what,
            detail=item.detail,
            found_at=item.at,
            actor=workspace.actor,
        )


CONFLICT = ConsolidationStep(
    "Looking for conflicts",
    find_conflicts,
    carry_out,
    together=50,
    incremental=True,
    again=still_contrary,
)
