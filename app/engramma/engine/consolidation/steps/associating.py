"""Finds what memories are about, and joins them to those things; dated by the memory, not by the pass."""

from __future__ import annotations

from collections.abc import Iterator

from engramma.engine.associations.mentioning import MentionChange, apply_mentions, mention_changes
from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanItem, PlanStep
from engramma.store.journal.step import Step

# So many that an item is done well within the time that a transaction may take.
MEMORIES_AN_ITEM = 100
_AT_ONCE = 500


def find_associations(look: Look) -> Iterator[PlanItem]:
    """One item for up to a hundred memories that are about other things than the store knows."""
    changes: list[MentionChange] = []
    ids = [one.memory_id for one in look.fresh]
    for start in range(0, len(ids), _AT_ONCE):
        look.cancel.check()
        part = ids[start : start + _AT_ONCE]
        changes.extend(mention_changes(look.reading.connection, part, hidden=look.reading.hidden))
        while len(changes) >= MEMORIES_AN_ITEM:
            yield _item(look, changes[:MEMORIES_AN_ITEM])
            del changes[:MEMORIES_AN_ITEM]
    if changes:
        yield _item(look, changes)


def _item(look: Look, changes: list[MentionChange]) -> PlanItem:
    things = {item.normal_name for change in changes for item in change.found}
    memories = "1 memory is" if len(changes) == 1 else f"{len(changes)} memories are"
    about = "1 thing" if len(things) == 1 else f"{len(things)} things"
    return PlanItem(
        0,
        PlanStep.ASSOCIATE,
        "associate",
        tuple(change.memory_id for change in changes),
        f"{memories} about {about}" if things else f"{memories} about nothing any more",
        look.mode,
        max(change.created_at for change in changes),
    )


def associate(_workspace: Workspace, step: Step, item: PlanItem) -> None:
    """Carry out an item of `find_associations` within a step."""
    apply_mentions(step, item.targets)


ASSOCIATE = ConsolidationStep(
    "Looking for what memories are about", find_associations, associate, incremental=True, every_state=True
)
