"""What a pass of the window's worker does on its thread, and how it is held up there. Free of Qt."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

from engramma.model.errors import StoreBusyError
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.plan import Applied, Plan

ASKED_EVERY = 0.1


@dataclass(frozen=True, slots=True)
class PassDone:
    """What a pass came to: its operations, and how many items of each step it carried out or proposed.

    `withdrawn`: proposals that no longer hold; `dropped`: items whose targets changed meanwhile. `busy`: another
    pass was running, so nothing was done. `asked`: a person wanted it, so that nothing to do is worth saying.
    """

    operations: tuple[int, ...] = ()
    applied: tuple[tuple[str, int], ...] = ()
    proposed: int = 0
    withdrawn: int = 0
    dropped: int = 0
    busy: bool = False
    asked: bool = False


class Pause:
    """Holds work up between its steps, while no transaction is open; safe between threads."""

    def __init__(self) -> None:
        self._go = threading.Event()
        self._go.set()

    def set(self, *, paused: bool) -> None:
        """Hold up, or let go on."""
        if paused:
            self._go.clear()
        else:
            self._go.set()

    def within(self, report: Report, cancel: CancelToken) -> Report:
        """A report that returns when the work may go on. Raises Cancelled."""

        def wait(progress: Progress) -> None:
            report(progress)
            while not self._go.wait(ASKED_EVERY):
                cancel.check()
                report(Progress(progress.done, progress.total, "paused"))

        return wait


def run_pass(store: MemoryStore, pause: Pause, asked: bool, report: Report, cancel: CancelToken) -> PassDone:
    """Plan and apply until nothing is left to do. Raises Cancelled, and StoreError for a store that is in trouble."""
    try:
        done = store.acting_as("worker").consolidation.run(report=pause.within(report, cancel), cancel=cancel)
    except StoreBusyError:
        return PassDone(busy=True, asked=asked)
    return summed_up(done, asked=asked)


def summed_up(done: tuple[tuple[Plan, Applied], ...], *, asked: bool = False) -> PassDone:
    """The rounds of a pass as one."""
    applied: Counter[str] = Counter()
    withdrawn = 0
    for plan, result in done:
        carried_out = frozenset(result.applied)
        for item in plan.items:
            if item.number not in carried_out:
                continue
            if item.action == "withdraw":
                withdrawn += 1
            else:
                applied[item.step.value] += 1
    return PassDone(
        operations=tuple(result.operation_id for _plan, result in done if result.operation_id is not None),
        applied=tuple(applied.items()),
        proposed=sum(len(result.proposed) for _plan, result in done),
        withdrawn=withdrawn,
        dropped=sum(len(result.dropped) for _plan, result in done),
        asked=asked,
    )
