"""Applies a plan and takes items of it back, in jobs; says what that came to."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.operation import UndoResult
from engramma.ui.models.step_words import done_words
from engramma.ui.views.plan.chosen_plan import ChosenPlan
from engramma.ui.views.plan.done_plan import DonePlan, ItemUndone, undo_item
from engramma.ui.views.plan.reading import PlanApplied, apply_chosen

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

APPLY_KEY = "apply the plan"


class PlanApplier(QObject):
    """`applied` carries a PlanApplied, `ended` follows in any case; `item_undone` carries a DonePlan."""

    applied = Signal(object)
    ended = Signal()
    item_undone = Signal(object)

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.busy = False
        context.store_changed.connect(self._on_store)

    def apply(self, chosen: ChosenPlan) -> bool:
        """Begin; False if that cannot be now."""
        store = self._context.store
        if store is None or self.busy:
            return False
        self.busy = True
        self._context.jobs.work_beside(
            "Apply the plan",
            functools.partial(apply_chosen, store, chosen),
            self.applied.emit,
            ended=self._on_ended,
            key=APPLY_KEY,
        )
        return True

    def undo_item(self, done: DonePlan, number: int) -> None:
        """Take one item back; the rest of the pass stays."""
        store = self._context.store
        if store is not None:
            work = functools.partial(undo_item, store, done, number)
            self._context.jobs.write("Take an item back", work, self._on_item)

    def _on_item(self, undone: ItemUndone) -> None:
        result: UndoResult = undone.result
        if result.operation_id is None and result.conflicts:
            self._context.toast(
                "This was changed since, so it stays; undo the whole to choose", icon="warning"
            )
            return
        self._context.toast(f"Took back: {undone.words}", icon="arrow-u-up-left")
        self.item_undone.emit(undone.done)

    def _on_ended(self) -> None:
        self.busy = False
        self.ended.emit()

    def _on_store(self) -> None:
        self.busy = False


def applied_words(result: PlanApplied) -> str:
    """What applying came to: "14 promoted, 50 summaries written. 109 wait in Review. 2 were dropped: …"."""
    carried_out = frozenset(result.applied.applied)
    counts: dict[str, int] = {}
    for line in result.chosen.lines:
        if line.number in carried_out and line.item.action != "withdraw":
            step = line.item.step.value
            counts[step] = counts.get(step, 0) + 1
    parts = [done_words(counts.items())]
    waits = len(result.applied.proposed)
    if waits:
        parts.append(f"{waits:,} {'waits' if waits == 1 else 'wait'} in Review")
    dropped = result.applied.dropped
    if dropped:
        marks = [line.mark for line in result.chosen.lines if line.number in dict(dropped)]
        named = ", ".join(marks[:4]) + (" and others" if len(marks) > 4 else "")
        count = f"{len(dropped):,} {'was' if len(dropped) == 1 else 'were'} dropped"
        parts.append(f"{count}, changed since the plan was made: {named}")
    told = ". ".join(part[:1].upper() + part[1:] for part in parts if part)
    return f"{told}." if told else "Nothing was left to do."
