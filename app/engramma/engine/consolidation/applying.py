"""Applies a plan as one operation, in short steps; what changed since it was made is dropped with a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from engramma.engine.consolidation.planning import seen_now
from engramma.engine.consolidation.steps import STEPS
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.plan import NEVER_AUTO, Applied, Looked, Plan, PlanItem, PlanStep, StepMode
from engramma.model.progress import Cancelled, CancelToken, Progress, Report
from engramma.store.consolidation.looked import mark_looked
from engramma.store.consolidation.pass_items import keep_items
from engramma.store.consolidation.passes import begin_pass, end_pass
from engramma.store.consolidation.proposals import decide, insert_proposals
from engramma.store.consolidation.states import memory_states, session_states
from engramma.store.journal.step import Step
from engramma.store.leases import held_lease

CHANGED = "changed since the plan was made"


@dataclass(slots=True)
class _Tally:
    applied: list[int] = field(default_factory=list)
    proposed: list[int] = field(default_factory=list)
    dropped: list[tuple[int, str]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def apply_plan(
    workspace: Workspace, plan: Plan, *, accept: Collection[int], report: Report, cancel: CancelToken
) -> Applied:
    """Do what is automatic or accepted, propose the rest. Raises StoreBusyError while another pass runs."""
    now = workspace.clock.now()
    if plan.planned_for > now:
        raise InvalidValueError("This plan is for a day to come.", hint="Make one for now to apply it.")
    if not plan.items:
        mark_looked(workspace.database, plan.looked)
        return Applied(None, (), (), ())
    tally = _Tally()
    operation_id: int | None = None
    database = workspace.database
    with held_lease(database, "consolidation", at=now, what="A consolidation pass"):
        pass_id = begin_pass(database, at=now, planned_for=plan.planned_for, actor=workspace.actor)
        status = "failed"
        try:
            with workspace.journal.long(
                "consolidation", "consolidation pass", actor=workspace.actor
            ) as running:
                for done, group in _groups(plan.items):
                    report(Progress(done, len(plan.items), "Consolidating"))
                    cancel.check()
                    with running.step() as step:
                        _apply_group(workspace, step, group, accept=accept, pass_id=pass_id, tally=tally)
                count = len(tally.applied) + len(tally.proposed)
                # Those of pairs quote what differs, and the words of memories belong into no label or note.
                if len(plan.items) == 1 and plan.items[0].step not in (PlanStep.MERGE, PlanStep.CONFLICT):
                    running.note = plan.items[0].reason
                running.label = f"consolidation pass, {count:,} {'change' if count == 1 else 'changes'}"
            mark_looked(database, _settled(plan, tally))
            operation_id = running.id if running.changes else None
            status = "applied"
        except Cancelled:
            status = "cancelled"
            raise
        finally:
            counts = tally.counts if status == "applied" else {}
            end_pass(
                database,
                pass_id,
                at=workspace.clock.now(),
                status=status,
                counts=counts,
                operation_id=operation_id,
            )
    return Applied(operation_id, tuple(tally.applied), tuple(tally.proposed), tuple(tally.dropped))


def _settled(plan: Plan, tally: _Tally) -> dict[PlanStep, tuple[Looked, ...]]:
    """What was looked at and is done with: what was dropped is to be looked at again."""
    dropped = {number for number, _note in tally.dropped}
    again = {target for item in plan.items if item.number in dropped for target in item.targets}
    return {
        step: tuple(one for one in seen if one.memory_id not in again) for step, seen in plan.looked.items()
    }


def _groups(items: Sequence[PlanItem]) -> list[tuple[int, list[PlanItem]]]:
    """Items of the same step that share a transaction, each with how many come before."""
    groups: list[tuple[int, list[PlanItem]]] = []
    for number, item in enumerate(items):
        last = groups[-1][1] if groups else []
        if last and last[0].step is item.step and len(last) < STEPS[item.step].together:
            last.append(item)
        else:
            groups.append((number, [item]))
    return groups


def _apply_group(
    workspace: Workspace,
    step: Step,
    group: Sequence[PlanItem],
    *,
    accept: Collection[int],
    pass_id: int,
    tally: _Tally,
) -> None:
    memories = memory_states(step.connection, {target for item in group for target in item.targets})
    sessions = session_states(step.connection, {target for item in group for target in item.sessions})
    fresh: list[PlanItem] = []
    taken: set[int] = set()
    step.at_end = partial(keep_items, step, group)
    for item in group:
        step.begin_part(item.number)
        if item.seen != seen_now(item, memories, sessions) or not taken.isdisjoint(item.targets):
            tally.dropped.append((item.number, CHANGED))
        elif item.action == "withdraw" and item.proposal is not None:
            decide(step, item.proposal, status="dropped", note=item.reason)
            tally.applied.append(item.number)
        elif item.step not in NEVER_AUTO and (item.mode is StepMode.AUTO or item.number in accept):
            _perform(workspace, step, item, pass_id=pass_id)
            if STEPS[item.step].sole:
                taken.update(item.targets)
            tally.applied.append(item.number)
            tally.counts[item.step.value] += 1
        else:
            step.begin_part(0)
            if item.proposal is not None:
                decide(step, item.proposal, status="pending")
            else:
                fresh.append(item)
            tally.proposed.append(item.number)
            tally.counts[item.step.value] += 1
    step.begin_part(0)
    if fresh:
        insert_proposals(step, fresh, actor=workspace.actor, pass_id=pass_id)


def _perform(workspace: Workspace, step: Step, item: PlanItem, *, pass_id: int) -> None:
    perform = STEPS[item.step].perform
    assert perform is not None
    perform(workspace, step, item)
    if item.proposal is not None:
        decide(step, item.proposal, status="accepted")
    elif item.step is PlanStep.PROMOTE:
        insert_proposals(step, [item], actor=workspace.actor, pass_id=pass_id, status="accepted")
