"""Proposes to make one of two memories that say the same; never of two pinned ones.

Each statement is joined to the earliest that says the same, so that many alike make few proposals, and new ones do
not change those that wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from engramma.engine.consolidation.steps.alike import Alike, AlikePair
from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.consolidation.steps.waiting import Changes, reconciled
from engramma.engine.memories.merging import choose_survivor, merge_rows
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.plan import PlanItem, PlanStep, Proposal, StepMode
from engramma.store.journal.step import Step
from engramma.store.memories.rows import rows_of
from engramma.theory.likeness import DUPLICATE


def find_duplicates(look: Look) -> Iterator[PlanItem]:
    """One item for each statement that an earlier one says already, as far as something new is concerned."""
    yield from reconciled(
        look,
        PlanStep.MERGE,
        kind=DUPLICATE,
        wanted=_wanted,
        item=_item,
        owner=lambda one: one.later,
        may=may_merge,
    )


def _wanted(pairs: dict[int, list[AlikePair]]) -> Changes:
    """For each later statement the earliest that says the same."""
    found: Changes = {}
    for one, own in pairs.items():
        earlier = [pair for pair in own if pair.later.id == one and may_merge(pair)]
        found[one] = min(earlier, key=lambda pair: pair.earlier.order) if earlier else None
    return found


def may_merge(pair: AlikePair) -> bool:
    """Whether one may stand for both: two happenings are one only on the same day."""
    one, other = pair.earlier, pair.later
    if one.pinned and other.pinned:
        return False
    if "episodic" in (one.kind, other.kind):
        return one.kind == other.kind and one.created_at // DAY == other.created_at // DAY
    return True


def _item(look: Look, pair: AlikePair) -> PlanItem:
    guarded = pair.earlier.guarded or pair.later.guarded
    return PlanItem(
        0,
        PlanStep.MERGE,
        "merge",
        (pair.earlier.id, pair.later.id),
        pair.likeness.detail or "the same in other words",
        StepMode.PROPOSE if guarded else look.mode,
        pair.since,
        detail=pair.likeness.detail,
        confidence=pair.likeness.confidence,
    )


def still_alike(look: Look, found: Proposal) -> PlanItem | None:
    """The item that a waiting proposal stands for, if it still holds."""
    pair = Alike.of(look).judged(found.targets[0], found.targets[1]) if len(found.targets) == 2 else None
    if pair is None or pair.likeness.kind != DUPLICATE or not may_merge(pair):
        return None
    return _item(look, pair)


def merge_pair(workspace: Workspace, step: Step, item: PlanItem) -> None:
    """Carry out an item of `find_duplicates` within a step."""
    rows = rows_of(step, item.targets)
    survivor = choose_survivor(rows, now=step.at)
    merge_rows(step, survivor.id, [row.id for row in rows if row.id != survivor.id], actor=workspace.actor)


MERGE = ConsolidationStep(
    "Looking for duplicates",
    find_duplicates,
    merge_pair,
    together=50,
    incremental=True,
    sole=True,
    again=still_alike,
)
