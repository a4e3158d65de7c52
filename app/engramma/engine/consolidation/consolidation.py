"""Consolidation of an open store: look at what a pass would do, let it be done, decide on what it proposes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engramma.engine.consolidation.applying import apply_plan
from engramma.engine.consolidation.deciding import accept_proposal, reject_proposal
from engramma.engine.consolidation.planning import make_plan
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.operation import WORKER
from engramma.model.plan import NEVER_AUTO, Applied, Plan, PlanStep, Proposal, StepMode
from engramma.model.progress import CancelToken, Report, silent
from engramma.store.consolidation.modes import change_modes, load_modes
from engramma.store.consolidation.proposals import read_proposals

# What the gate makes of unread turns, and what rises, is there for the other steps only after it.
_ROUNDS = 3


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
        """What a pass would do now, or at UTC µs `at`, also one to come. Raises Cancelled."""
        now = self._workspace.clock.now() if at is None else at
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
            if not applied.dropped and not {PlanStep.GATE, PlanStep.PROMOTE} & plan.counts.keys():
                break
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

    def accept(self, proposal_id: int) -> None:
        """Do what a proposal says. Raises NotFoundError, or InvalidValueError when it does not hold any more."""
        accept_proposal(self._workspace, proposal_id)

    def reject(self, proposal_id: int) -> None:
        """Decide against a proposal; it is not made again. Raises NotFoundError or InvalidValueError."""
        reject_proposal(self._workspace, proposal_id)
