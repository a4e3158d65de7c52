"""Consolidation of an open store: look at what a pass would do, let it be done, decide on what it proposes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engramma.engine.consolidation.answering import answer_proposal
from engramma.engine.consolidation.applying import apply_plan
from engramma.engine.consolidation.deciding import accept_proposal, reject_proposal
from engramma.engine.consolidation.planning import make_plan
from engramma.engine.consolidation.undoing import items_of, undo_item
from engramma.engine.purging.retrying import WHEN_IDLE, finish_waiting
from engramma.engine.workspace import Workspace
from engramma.model.answer import Answer
from engramma.model.asked import Asked
from engramma.model.conflict import Conflict
from engramma.model.errors import InvalidValueError
from engramma.model.operation import WORKER, Take, UndoResult
from engramma.model.plan import NEVER_AUTO, Applied, PassItem, Plan, PlanStep, Proposal, StepMode
from engramma.model.progress import CancelToken, Report, silent
from engramma.store.consolidation.asked import read_all_asked
from engramma.store.consolidation.modes import change_modes, load_modes
from engramma.store.consolidation.proposals import read_proposals
from engramma.store.consolidation.waiting_count import count_waiting

# UTC µs with which a file can still reckon: beyond the calendar, where a clock at its end may look ahead.
FARTHEST = 2**62
# What the gate makes of unread turns, what is in conflict and what rises is there for the other steps only after it.
_ROUNDS = 6
_MORE = frozenset({PlanStep.GATE, PlanStep.CONFLICT, PlanStep.PROMOTE, PlanStep.SUMMARISE})


class Consolidation:
    """Plans write nothing; a pass is one operation of the worker that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def plan(
        self,
        at: int | None = None,
        *,
        steps: Collection[PlanStep] | None = None,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> Plan:
        """What a pass would do now, or at UTC µs `at`, also one to come.

        Raises Cancelled, and InvalidValueError for a time far beyond the calendar.
        """
        now = self._workspace.clock.now() if at is None else at
        if not -FARTHEST < now < FARTHEST:
            raise InvalidValueError("A plan can be made for a day of the years 1 to 9999.")
        return make_plan(self._workspace, at=now, steps=steps, report=report, cancel=cancel or CancelToken())

    def apply(
        self,
        plan: Plan,
        *,
        accept: Collection[int] | None = None,
        actor: str = WORKER,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> Applied:
        """Do the automatic items of a plan and those whose number is accepted; propose the others.

        Raises StoreBusyError while another pass runs, InvalidValueError for a plan for a day to come, Cancelled.
        """
        workspace = replace(self._workspace, actor=actor)
        return apply_plan(
            workspace, plan, accept=frozenset(accept or ()), report=report, cancel=cancel or CancelToken()
        )

    def run(
        self, *, report: Report = silent, cancel: CancelToken | None = None
    ) -> tuple[tuple[Plan, Applied], ...]:
        """Plan and apply until nothing is left to do: again when turns were read or memories rose."""
        done: list[tuple[Plan, Applied]] = []
        for _round in range(_ROUNDS):
            plan = self.plan(report=report, cancel=cancel)
            applied = self.apply(plan, report=report, cancel=cancel)
            if not plan.items:
                break
            done.append((plan, applied))
            if not applied.dropped and not _MORE & plan.counts.keys():
                break
        finish_waiting(self._workspace, seconds=WHEN_IDLE)
        return tuple(done)

    def modes(self) -> dict[PlanStep, StepMode]:
        """What a pass does by itself in this store, step by step."""
        with self._workspace.database.read() as reading:
            return load_modes(reading.connection)

    def set_modes(self, modes: Mapping[PlanStep, StepMode]) -> dict[PlanStep, StepMode]:
        """Set the mode of steps as one operation. Raises InvalidValueError for one that may only propose."""
        for name, mode in modes.items():
            if mode is StepMode.AUTO and name in NEVER_AUTO:
                raise InvalidValueError(
                    f"The step {name.value} can only propose.", hint="Use propose or off."
                )
        words = ", ".join(f"{name.value} {mode.value}" for name, mode in modes.items())
        actor = self._workspace.actor
        with self._workspace.journal.short("policy", f"consolidation: {words}", actor=actor) as step:
            change_modes(step, modes, actor=actor)
        return self.modes()

    def proposals(self, *, status: str | None = "pending") -> tuple[Proposal, ...]:
        """What waits for a person, oldest first; with another status or None, what was decided, or all."""
        with self._workspace.database.read() as reading:
            return read_proposals(reading, status=status)

    def asked(self, *, status: str | None = "pending") -> tuple[Asked, ...]:
        """What agents ask for in proposals that wait; with another status or None, in those decided, or in all."""
        with self._workspace.database.read() as reading:
            return read_all_asked(reading, status=status)

    def waiting(self) -> int:
        """How many proposals and open conflicts wait for a person."""
        with self._workspace.database.read() as reading:
            return count_waiting(reading)

    def accept(self, proposal_id: int) -> None:
        """Do what a proposal says. Raises NotFoundError, or InvalidValueError when it does not hold any more."""
        accept_proposal(self._workspace, proposal_id)

    def reject(self, proposal_id: int) -> None:
        """Decide against a proposal; it is not made again. Raises NotFoundError or InvalidValueError."""
        reject_proposal(self._workspace, proposal_id)

    def answer(
        self, proposal_id: int, answer: Answer, *, memory_id: int | None = None, text: str = ""
    ) -> None:
        """Answer a proposal in whatever way, as one operation: see `Answer`. `memory_id` and `text` are for some.

        With a `text`, accepting what an agent asks for keeps that wording instead of the agent's.

        Raises NotFoundError, or InvalidValueError when it does not fit or was decided already.
        """
        answer_proposal(self._workspace, proposal_id, answer, memory_id=memory_id, text=text)

    def fading(self, *, limit: int = 50) -> tuple[int, ...]:
        """Ids of important memories that fade within a week, the next one first; not those that were let fade."""
        from engramma.engine.fading import fading_soon

        return fading_soon(self._workspace, limit=limit)

    def let_fade(self, memory_id: int) -> None:
        """Say, as one operation, that a memory may fade: nobody is asked again before. Raises NotFoundError."""
        from engramma.engine.fading import let_fade

        let_fade(self._workspace, memory_id)

    def conflicts(self, *, status: str | None = "open") -> tuple[Conflict, ...]:
        """Conflicts that wait for a person; with another status or None, resolved ones or all. Oldest first."""
        # Here, since it stands on the steps, whose package this file is part of.
        from engramma.engine.conflicts import list_conflicts

        return list_conflicts(self._workspace, status=status)

    def resolve_conflict(
        self, conflict_id: int, keep: str, *, text: str | None = None, even_pinned: bool = False
    ) -> int | None:
        """Resolve a conflict as one operation: `keep` is left, right, both, or merged with a new `text`.

        The one that is not kept is superseded; both are by a new wording, whose id is returned. Raises NotFoundError,
        or InvalidValueError, also when a pinned memory would be superseded without `even_pinned`.
        """
        from engramma.engine.conflicts import resolve_conflict

        return resolve_conflict(self._workspace, conflict_id, keep=keep, text=text, even_pinned=even_pinned)

    def items(self, operation_id: int) -> tuple[PassItem, ...]:
        """What the pass recorded as this operation did, item by item; empty for other operations."""
        return items_of(self._workspace, operation_id)

    def undo_item(self, operation_id: int, number: int, *, take: Take = Take.ASK) -> UndoResult:
        """Take back one item of a pass as an operation of its own; the rest of the pass stays.

        With `Take.ASK` and conflicts nothing changes and they are listed, as in an undo of the whole. Raises
        NotFoundError, or NothingToUndoError when it is undone already or too old.
        """
        return undo_item(self._workspace, operation_id, number, take=take)
