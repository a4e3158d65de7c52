"""A person's decision on a proposal: accepting does what it says while it still holds, rejecting keeps it away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engramma.engine.consolidation.applying import apply_plan
from engramma.engine.consolidation.planning import find_items, with_states
from engramma.engine.consolidation.steps import STEPS
from engramma.engine.consolidation.steps.step import Look
from engramma.engine.memories.asked import carry_out_asked
from engramma.engine.memories.asking import is_asked
from engramma.engine.memories.bulk import rehearse_rows, trash_rows
from engramma.engine.memories.labels import named, of_memories
from engramma.engine.memories.merging import choose_survivor, merge
from engramma.engine.purging.accepting import ERASING, accept_erasing
from engramma.engine.workspace import Workspace
from engramma.model.asked import WORDED
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.plan import NEVER_AUTO, Looked, Plan, PlanItem, PlanStep, Proposal
from engramma.model.progress import CancelToken, silent
from engramma.store.consolidation.conflicts import record_conflict, supersede
from engramma.store.consolidation.modes import load_modes
from engramma.store.consolidation.proposals import decide, key_of, read_proposal
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, rows_of
from engramma.store.policy import load_policy

Change = Callable[[Step, list[MemoryRow]], int]

_SIMPLE: dict[str, tuple[str, str, Change]] = {
    "trash": ("trash", "trashing", trash_rows),
    "confirm": ("rehearse", "confirmation", rehearse_rows),
}


def accept_proposal(workspace: Workspace, proposal_id: int, *, text: str = "") -> None:
    """Do what a waiting proposal says; `text` is the wording that a person gave what an agent asks for.

    Raises NotFoundError, or InvalidValueError when that is not possible.
    """
    found = waiting_proposal(workspace, proposal_id)
    if text and not (is_asked(found) and found.action in WORDED):
        raise InvalidValueError("This proposal has no wording that could be changed.")
    item = _still_holds(workspace, found) if found.from_pass else None
    if found.action == "merge" or (found.step == "merge" and len(found.targets) > 1):
        _merge(workspace, found)
    elif found.action == "supersede" and len(found.targets) == 2:
        _supersede(workspace, found)
    elif item is not None and item.action == "conflict":
        _mark(workspace, found, item)
    elif item is not None and item.step not in NEVER_AUTO:
        plan = Plan(workspace.clock.now(), (replace(item, number=1, proposal=found.id),))
        applied = apply_plan(workspace, plan, accept=(1,), report=silent, cancel=CancelToken())
        if applied.dropped:
            raise _no_longer()
    elif found.action in ERASING:
        accept_erasing(workspace, found)
    elif found.action in _SIMPLE and not is_asked(found):
        kind, what, change = _SIMPLE[found.action]
        label = of_memories(what, found.targets)
        with workspace.journal.short(kind, label, actor=workspace.actor) as step:
            change(step, rows_of(step, found.targets))
            decide(step, found.id, status="accepted")
    elif is_asked(found):
        carry_out_asked(workspace, found, text=text)
    else:
        raise InvalidValueError(
            f"“{found.action}” cannot be done from a proposal.",
            hint="Reject the proposal, or leave it waiting.",
        )


def reject_proposal(workspace: Workspace, proposal_id: int) -> None:
    """Decide against a waiting proposal; no pass makes an equal one again. Raises NotFoundError."""
    waiting_proposal(workspace, proposal_id)
    label = f"proposal {proposal_id} rejected"
    with workspace.journal.short("proposal", label, actor=workspace.actor) as step:
        decide(step, proposal_id, status="rejected")


def _merge(workspace: Workspace, found: Proposal) -> None:
    """As an operation of its own, so that it can be split again."""
    with workspace.database.read() as reading:
        rows = rows_of(reading, found.targets)
    if len(rows) < len(found.targets):
        raise _no_longer()
    survivor = choose_survivor(rows, now=workspace.clock.now()).id
    members = [target for target in found.targets if target != survivor]
    merge(workspace, survivor, members, also=lambda step: decide(step, found.id, status="accepted"))


def _supersede(workspace: Workspace, found: Proposal) -> None:
    earlier, later = found.targets
    label = f"resolution: M-{later} counts instead of M-{earlier}"
    with workspace.journal.short("conflict", label, actor=workspace.actor) as step:
        supersede(step, earlier, by=later, at=step.at, actor=workspace.actor)
        decide(step, found.id, status="accepted")


def _mark(workspace: Workspace, found: Proposal, item: PlanItem) -> None:
    """As a conflict that a person recorded: no pass takes it back."""
    earlier, later = item.targets
    label = f"conflict between {named(item.targets)}"
    with workspace.journal.short("conflict", label, actor=workspace.actor) as step:
        record_conflict(
            step,
            earlier,
            later,
            what=item.what,
            detail=item.detail,
            found_at=step.at,
            actor=workspace.actor,
        )
        decide(step, found.id, status="accepted")


def waiting_proposal(workspace: Workspace, proposal_id: int) -> Proposal:
    """A proposal that nobody has decided yet. Raises NotFoundError or InvalidValueError."""
    with workspace.database.read() as reading:
        found = read_proposal(reading, proposal_id)
    if found is None:
        raise NotFoundError(f"There is no proposal {proposal_id}.")
    if found.status != "pending":
        raise InvalidValueError(f"Proposal {proposal_id} was {found.status} already.")
    return found


def _still_holds(workspace: Workspace, found: Proposal) -> PlanItem:
    name = PlanStep(found.step)
    kind = STEPS[name]
    with workspace.database.read() as reading:
        modes = load_modes(reading.connection)
        if kind.again is not None:
            look = Look(
                workspace=workspace,
                reading=reading,
                policy=load_policy(reading.connection),
                at=workspace.clock.now(),
                mode=modes[name],
                earlier=(),
                cancel=CancelToken(),
            )
            item = kind.again(look, found)
            equal = [item] if item is not None and item.action == found.action else []
        else:
            fresh = tuple(Looked(target, b"", 0) for target in found.targets)
            items = find_items(
                workspace,
                reading,
                at=workspace.clock.now(),
                steps=[name],
                modes=modes,
                looked={name: fresh} if kind.incremental else {},
                report=silent,
                cancel=CancelToken(),
            )
            equal = [item for item in items if key_of(item) == key_of(found)]
        if equal:
            return with_states(reading, equal[:1])[0]
    raise _no_longer()


def _no_longer() -> InvalidValueError:
    return InvalidValueError(
        "This proposal no longer holds: what it is about was changed since.",
        hint="The next consolidation takes it away.",
    )
