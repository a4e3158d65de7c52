"""What a pass did, item by item, and taking one of them back. Free of Qt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engramma.model.operation import UndoResult
from engramma.model.plan import PassItem, PlanItem
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.views.plan.chosen_plan import ChosenPlan, PlanLine, StepGroup

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


@dataclass(frozen=True, slots=True)
class DonePlan:
    """The items of an operation as lines, numbered as the pass did; those that stand are ticked."""

    operation_id: int
    chosen: ChosenPlan


@dataclass(frozen=True, slots=True)
class ItemUndone:
    """What came of taking an item back, with the plan as it is then."""

    done: DonePlan
    result: UndoResult
    words: str


def done_plan(operation_id: int, planned: ChosenPlan, items: tuple[PassItem, ...]) -> DonePlan | None:
    """The lines of a plan that a pass carried out; None when there is none that could be taken back."""
    by_key = {_key(line.item): line for line in planned.lines}
    found = [(item, by_key[key]) for item in items if (key := _key(item)) in by_key]
    if not found:
        return None
    lines = [replace(line, item=replace(line.item, number=item.number)) for item, line in found]
    groups = tuple(
        StepGroup(group.step, group.mode, tuple(line for line in lines if line.item.step is group.step))
        for group in planned.groups
    )
    stands = frozenset(item.number for item, _line in found if item.undone_by is None)
    plan = replace(planned.plan, items=tuple(line.item for line in lines), looked={})
    return DonePlan(operation_id, ChosenPlan(plan, groups, stands))


def undo_item(
    store: MemoryStore, done: DonePlan, number: int, _report: Report, _cancel: CancelToken
) -> ItemUndone:
    """Take an item back. Raises NothingToUndoError, NotFoundError."""
    result = store.consolidation.undo_item(done.operation_id, number)
    line = next(line for line in done.chosen.lines if line.number == number)
    if result.operation_id is None:
        return ItemUndone(done, result, _words(line))
    chosen = done.chosen.with_ticks((number,), on=False)
    return ItemUndone(DonePlan(done.operation_id, chosen), result, _words(line))


def _words(line: PlanLine) -> str:
    return f"{line.mark}, {line.action}"


def _key(item: PlanItem | PassItem) -> tuple[object, ...]:
    return (str(item.step), item.action, item.targets, item.sessions, item.at)
