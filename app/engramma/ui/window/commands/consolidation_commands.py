"""The commands of consolidation: the plan, a pass now, holding passes up, how often they run by themselves.

Also says what a pass came to, in a toast that never takes the keys, and only if something happened.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.engine.schedule import Rhythm
from engramma.model.operation import Take, UndoResult
from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.consolidating import Consolidator
from engramma.ui.bridge.passes import PassDone
from engramma.ui.models.step_words import done_words

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

RHYTHMS = (
    (Rhythm.ON_START, "When a store is opened"),
    (Rhythm.HOURLY, "Every hour"),
    (Rhythm.WHEN_IDLE, "When you pause"),
    (Rhythm.NEVER, "Never"),
)


class ConsolidationCommands(QObject):
    """`changed`: titles and ticks are others now."""

    changed = Signal()

    def __init__(self, context: WindowContext, consolidator: Consolidator) -> None:
        super().__init__(context)
        self._context, self._worker = context, consolidator
        consolidator.changed.connect(self.changed)
        consolidator.finished.connect(self._on_finished)

    def commands(self) -> tuple[Command, ...]:
        """What the menu Store has for it."""
        rhythms = tuple(
            Command(
                f"consolidation.rhythm_{rhythm.value}",
                f"Consolidate by itself: {title.lower()}",
                functools.partial(self._worker.set_rhythm, rhythm),
                menu="Store",
                submenu="Consolidate by itself",
                icon="clock",
                when=may.writable,
                group=3,
                checked=functools.partial(self._has_rhythm, rhythm),
            )
            for rhythm, title in RHYTHMS
        )
        return (
            Command(
                "consolidation.plan",
                "Consolidation plan…",
                self.open_plan,
                menu="Store",
                keys=("Ctrl+L",),
                icon="flow-arrow",
                when=may.store_open,
                group=3,
            ),
            Command(
                "consolidation.run",
                "Consolidate now",
                self._worker.run_now,
                menu="Store",
                keys=("Ctrl+Shift+L",),
                icon="play",
                when=self._can_run,
                group=3,
            ),
            Command(
                "consolidation.pause",
                "Pause consolidation",
                self.toggle_pause,
                menu="Store",
                icon="pause",
                when=may.writable,
                group=3,
                checked=self._is_paused,
            ),
            Command(
                "consolidation.cancel",
                "Cancel the consolidation that runs",
                self._worker.cancel,
                menu="Store",
                icon="x",
                when=self._can_cancel,
                group=3,
            ),
            *rhythms,
        )

    def open_plan(self) -> None:
        """Bring the page of the plan to the front."""
        self._context.open_view("plan")

    def toggle_pause(self) -> None:
        """Hold passes up, or let them go on."""
        paused = not self._worker.paused
        self._worker.set_paused(paused=paused)
        words = "Consolidation is paused" if paused else "Consolidation goes on"
        self._context.toast(words, icon="pause" if paused else "play")

    def undo_steps(self, operations: tuple[int, ...]) -> None:
        """Take operations back, the newest first; where later changes stand in the way, the person is asked."""
        store = self._context.store
        if store is not None and operations:
            work = functools.partial(undo_all, store, operations)
            self._context.jobs.write("Undo", work, self._on_undone)

    def _can_run(self, situation: Situation) -> str:
        return may.writable(situation) or ("it is running already" if self._worker.running else "")

    def _can_cancel(self, situation: Situation) -> str:
        return may.store_open(situation) or ("" if self._worker.running else "none is running")

    def _is_paused(self, _situation: Situation) -> bool:
        return self._worker.paused

    def _has_rhythm(self, rhythm: Rhythm, situation: Situation) -> bool:
        return situation.store_open and self._worker.rhythm is rhythm

    def _on_finished(self, done: PassDone) -> None:
        words = pass_words(done)
        if words:
            undo = done.operations
            self._context.toast(words, icon="flow-arrow", operations=undo, quiet=not done.asked)

    def _on_undone(self, result: UndoResult) -> None:
        if result.operation_id is None and result.conflicts:
            self._context.run("edit.undo", operation_id=result.undone)
        else:
            self._context.toast(f"Undid the {result.label}", icon="arrow-u-up-left")


def pass_words(done: PassDone) -> str:
    """What a pass came to in a line; empty when there is nothing to say."""
    if done.busy:
        return "Another consolidation is running; this one waits" if done.asked else ""
    parts = [done_words(done.applied)]
    if done.proposed:
        parts.append(f"{done.proposed:,} {'waits' if done.proposed == 1 else 'wait'} in Review")
    told = ", ".join(part for part in parts if part)
    if not told and done.withdrawn:
        count = done.withdrawn
        told = f"{count:,} {'proposal no longer holds' if count == 1 else 'proposals no longer hold'}"
    return told[:1].upper() + told[1:] or ("Nothing to consolidate" if done.asked else "")


def undo_all(
    store: MemoryStore, operations: tuple[int, ...], _report: Report, cancel: CancelToken
) -> UndoResult:
    """Take operations back, the newest first, until a later change stands in the way of one."""
    result = UndoResult(operations[-1], "", None)
    for operation_id in sorted(operations, reverse=True):
        cancel.check()
        result = store.history.undo(operation_id, take=Take.ASK)
        if result.operation_id is None and result.conflicts:
            break
    return result
