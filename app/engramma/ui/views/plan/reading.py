"""What the plan page asks of the engine, on worker threads: a plan, its words, applying it, another mode."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engramma.model.errors import NotFoundError
from engramma.model.memory import Memory
from engramma.model.plan import Applied, PlanStep, StepMode
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.views.plan.balance import Balance, balance
from engramma.ui.views.plan.chosen_plan import ChosenPlan, chosen
from engramma.ui.views.plan.done_plan import DonePlan, done_plan

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

AT_ONCE, MOST_TEXTS = 400, 20_000


@dataclass(frozen=True, slots=True)
class PlanRead:
    """A plan made at `made_at` (UTC µs) for the same moment or a later one, and the store's counts then."""

    chosen: ChosenPlan
    modes: tuple[tuple[PlanStep, StepMode], ...]
    balance: Balance
    made_at: int
    ahead: bool
    protected: int
    read_only: bool

    def with_chosen(self, chosen_plan: ChosenPlan) -> PlanRead:
        """The same with other ticks."""
        return replace(self, chosen=chosen_plan)


@dataclass(frozen=True, slots=True)
class PlanApplied:
    """What applying came to, with the plan it was of."""

    chosen: ChosenPlan
    applied: Applied
    done: DonePlan | None = None


def read_plan(store: MemoryStore, ahead: int, report: Report, cancel: CancelToken) -> PlanRead:
    """Make a plan for `ahead` µs from now; 0 is now. Raises Cancelled."""
    now = store.clock.now()
    modes = store.consolidation.modes()
    plan = store.consolidation.plan(now + ahead, report=report, cancel=cancel)
    wanted = list(dict.fromkeys(target for item in plan.items for target in item.targets))[:MOST_TEXTS]
    memories: dict[int, Memory] = {}
    for start in range(0, len(wanted), AT_ONCE):
        cancel.check()
        for line in store.memories.page(wanted[start : start + AT_ONCE]):
            memories[line.memory.id] = line.memory
    sessions = _titles(store, {key for item in plan.items for key in item.sessions})
    statistics = store.statistics()
    counts = balance(statistics, waiting=store.consolidation.waiting())
    return PlanRead(
        chosen(plan, modes=modes, memories=memories, sessions=sessions),
        tuple(modes.items()),
        counts,
        now,
        ahead > 0,
        statistics.pinned,
        store.read_only,
    )


def _titles(store: MemoryStore, ids: set[int]) -> dict[int, str]:
    titles: dict[int, str] = {}
    for session_id in ids:
        try:
            titles[session_id] = store.sessions.get(session_id).title
        except NotFoundError:
            continue
    return titles


def apply_chosen(
    store: MemoryStore, chosen_plan: ChosenPlan, report: Report, cancel: CancelToken
) -> PlanApplied:
    """Carry out what is accepted, propose what waits. Raises StoreBusyError while another pass runs, Cancelled."""
    plan, accept = chosen_plan.to_apply()
    applied = store.consolidation.apply(plan, accept=accept, report=report, cancel=cancel)
    if applied.operation_id is None:
        return PlanApplied(chosen_plan, applied)
    items = store.consolidation.items(applied.operation_id)
    return PlanApplied(chosen_plan, applied, done_plan(applied.operation_id, chosen_plan, items))


def set_mode(
    store: MemoryStore, step: PlanStep, mode: StepMode, _report: Report, _cancel: CancelToken
) -> dict[PlanStep, StepMode]:
    """Give a step another mode in this store."""
    return store.consolidation.set_modes({step: mode})
