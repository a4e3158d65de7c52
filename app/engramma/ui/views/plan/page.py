"""The page of the consolidation plan: a dry run, ticks, a preview, and the button that applies it as one operation.

Nothing is written before that button, but for the modes of steps. Planning and applying are jobs.
"""

from __future__ import annotations

import functools
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.errors import EngrammaError
from engramma.model.plan import PlanStep, StepMode
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.models.step_words import step_words
from engramma.ui.views.plan.applying import PlanApplier, applied_words
from engramma.ui.views.plan.chosen_plan import PlanLine, carried_over
from engramma.ui.views.plan.done_plan import DonePlan
from engramma.ui.views.plan.item_list import Ticked
from engramma.ui.views.plan.page_layout import WHAT_IT_IS, PlanLayout
from engramma.ui.views.plan.page_words import about_words, offer_words
from engramma.ui.views.plan.reading import PlanApplied, PlanRead, read_plan, set_mode
from engramma.ui.views.plan.step_pane import ModeChosen

PLAN_KEY = "consolidation plan"
LOOK_AFTER = 1_500


class PlanPage(PlanLayout):
    """`left` and `undo_wanted` (ids of operations, as a tuple) are for the window."""

    view_name = "plan"
    left = Signal()
    undo_wanted = Signal(object)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._read: PlanRead | None = None
        self._done: DonePlan | None = None
        self.applier = PlanApplier(context, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER)
        self._timer.timeout.connect(self._say_outdated)
        self._connect()

    def _connect(self) -> None:
        self.head.ahead_changed.connect(self.refresh)
        self.head.again.connect(self.refresh)
        self.head.left.connect(self.leave)
        self.head.applied.connect(self.apply)
        self.notice.first.connect(self._on_undo)
        self.applier.applied.connect(self._on_applied)
        self.applier.ended.connect(self._on_ended)
        self.applier.item_undone.connect(self._on_item_undone)
        self.notice.second.connect(functools.partial(self._context.open_view, "review"))
        self.steps.step_chosen.connect(self._on_step)
        self.steps.mode_chosen.connect(self._on_mode)
        self.steps.policy_wanted.connect(functools.partial(self._context.run, "settings.policy"))
        self.list.ticked.connect(self._on_ticked)
        self.list.current_line.connect(self._on_line)
        self.list.opened.connect(self._open)
        self.list.merge_wanted.connect(self._merge)
        self.side.opened.connect(self._open)
        self._context.store_changed.connect(self._on_store)
        self._context.data_changed.connect(self._on_data)

    # What the window asks

    def activate(self) -> None:
        """It came to the front: plan if nothing is planned yet."""
        if self._read is None and self._done is None:
            self.refresh()
        else:
            self._tell_results()
        self.list.setFocus()

    def save_state(self) -> dict[str, Any]:
        """Nothing: a plan is of the moment."""
        return {}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Nothing."""

    def leave(self) -> None:
        """Drop the plan and go back."""
        self._context.jobs.drop(PLAN_KEY)
        self._forget()
        self.left.emit()

    # Planning

    def refresh(self) -> None:
        """Plan again."""
        store = self._context.store
        if store is None or self.applier.busy:
            return
        self._done = None
        self.head.call_leave("Discard")
        self._timer.stop()
        self.head.say("Looking what a pass would do…")
        self.head.offer("Apply", enabled=False)
        if self._read is None:
            self.empty.set_texts("Planning…", sentence="Nothing is written.")
            self.show_items(shown=False)
        work = functools.partial(read_plan, store, self.head.ahead)
        self._context.jobs.read(
            "Plan a consolidation", work, self._on_plan, failed=self._on_failed, quiet=False, key=PLAN_KEY
        )

    def _on_plan(self, read: PlanRead) -> None:
        before = self._read
        if before is not None and before.ahead == read.ahead:
            kept, gone = carried_over(before.chosen, read.chosen)
            read = read.with_chosen(kept)
            if gone:
                count = "1 item no longer holds" if gone == 1 else f"{gone:,} items no longer hold"
                self.notice.tell(f"The store changed while this plan waited: {count}.")
        self._read = read
        if not read.chosen.lines:
            self.empty.set_texts("Nothing to consolidate", sentence=WHAT_IT_IS)
        self.show_items(shown=bool(read.chosen.lines))
        self.side.show_promise(read.protected)
        self._show()

    def _on_failed(self, error: Exception) -> None:
        words = str(error) if isinstance(error, EngrammaError) else "The log has the details."
        self.head.say("The plan could not be made")
        self.empty.set_texts("The plan could not be made", sentence=words)
        self.show_items(shown=False)
        self._read = None
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)

    def _show(self) -> None:
        read = self._read
        if read is None:
            return
        chosen = read.chosen
        self.list.show_plan(chosen)
        self.steps.show_plan(chosen, read.modes, read_only=read.read_only)
        self.steps.mark(self.list.step)
        self.side.show_counts(read.balance.after(chosen))
        if not chosen.lines:
            self.side.show_line(None)
        self.head.say(about_words(read))
        words, enabled = offer_words(read)
        self.head.offer(words, enabled=enabled and not self.applier.busy)
        self._tell_results()

    def _tell_results(self) -> None:
        if self._read is not None and self.isVisible():
            chosen = self._read.chosen
            out, waits = len(chosen.carried_out()), len(chosen.to_review())
            self._context.set_results_text(
                f"{len(chosen.lines):,} items planned, {out:,} accepted, {waits:,} to Review"
            )

    # What a person did

    def _on_ticked(self, ticked: Ticked) -> None:
        read = self._read
        if self._done is not None:
            self._take_back(self._done, ticked)
            return
        if read is None:
            return
        if ticked.number is not None:
            chosen = read.chosen.with_ticks((ticked.number,), on=ticked.on)
        elif ticked.step is not None:
            chosen = read.chosen.with_step(ticked.step, on=ticked.on)
        else:
            return
        self._read = read.with_chosen(chosen)
        self._show()

    def _on_step(self, step: PlanStep) -> None:
        self.list.show_step(step)
        self.list.setFocus()

    def _on_line(self, line: PlanLine | None) -> None:
        self.steps.mark(self.list.step)
        self.side.show_line(line)

    def _open(self, line: PlanLine) -> None:
        if line.item.targets:
            self._context.show_memory(line.item.targets[0])
        elif line.item.sessions:
            self._context.open_view("sessions")
            self._context.select(Selection.one("session", line.item.sessions[0]))

    def _merge(self, line: PlanLine) -> None:
        if len(line.item.targets) > 1:
            self._context.run("memory.merge", ids=line.item.targets)

    def _on_mode(self, wanted: ModeChosen) -> None:
        store = self._context.store
        if store is not None:
            work = functools.partial(set_mode, store, wanted.step, wanted.mode)
            done = functools.partial(self._on_mode_set, wanted.step, wanted.mode)
            self._context.jobs.write("Change a step", work, done)

    def _on_mode_set(self, step: PlanStep, mode: StepMode, _modes: object) -> None:
        words = {StepMode.AUTO: "runs by itself", StepMode.PROPOSE: "asks you", StepMode.OFF: "is off"}[mode]
        self._context.toast(
            f"{step_words(step.value).title} {words} from now on", icon="flow-arrow", undo=True
        )
        self.refresh()

    # Applying

    def apply(self) -> None:
        """Carry out what is accepted, and propose what waits; after that, plan again."""
        read = self._read
        if self._done is not None:
            self.refresh()
        elif read is not None and not read.ahead and self.applier.apply(read.chosen):
            self._timer.stop()
            self.head.offer("Applying…", enabled=False)

    def _on_applied(self, result: PlanApplied) -> None:
        undo = "Undo all of it" if result.applied.operation_id is not None else ""
        waits = "Open Review" if result.applied.proposed else ""
        self.notice.tell(applied_words(result), first=undo, second=waits)
        self._done = result.done

    def _on_ended(self) -> None:
        if self._done is not None:
            self._show_done(self._done)
        else:
            self._read = None
            self.refresh()

    def _show_done(self, done: DonePlan) -> None:
        """What was done, item by item: taking a tick away takes that item back."""
        self._read = None
        self.show_items(shown=True)
        self.list.show_plan(done.chosen)
        self.steps.show_plan(done.chosen, (), read_only=True)
        stands, total = len(done.chosen.ticked), len(done.chosen.lines)
        self.head.say(f"Applied: {stands:,} of {total:,} stand. Take a tick away to take that item back")
        self.head.call_leave("Close")
        self._context.set_results_text(f"{total:,} items done, {stands:,} stand")
        self.head.offer("Plan again", enabled=True)
        self.list.setFocus()

    def _take_back(self, done: DonePlan, ticked: Ticked) -> None:
        if ticked.number is None or ticked.on:
            words = (
                "It was taken back; a new plan finds it again" if ticked.on else "Take items back one by one"
            )
            self._context.toast(words, icon="info")
        else:
            self.applier.undo_item(done, ticked.number)

    def _on_item_undone(self, done: DonePlan) -> None:
        if self._done is not None:
            self._done = done
            self._show_done(done)

    def _on_undo(self) -> None:
        self.notice.hide()
        if self._done is not None:
            self.undo_wanted.emit((self._done.operation_id,))
            self._done = None
            self._timer.start()

    # Following the store

    def _on_store(self) -> None:
        self._forget()
        self.notice.hide()
        if self.isVisible():
            self.refresh()

    def _forget(self) -> None:
        self._read, self._done = None, None
        self._timer.stop()
        self.list.show_plan(None)
        self.side.show_line(None)

    def _on_data(self, _notice: ChangeNotice) -> None:
        # Not put off again and again while agents write without a pause.
        if self._read is not None and not self.applier.busy and not self._timer.isActive():
            self._timer.start()

    def _say_outdated(self) -> None:
        """The store changed while the plan waited: what is no longer true of it will be dropped, so plan again."""
        if self._done is not None or self.applier.busy:
            return
        if self.isVisible():
            self.refresh()
        else:
            self._read = None
