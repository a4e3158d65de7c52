"""A person's decision on a proposal: accepting does what it says while it still holds, rejecting keeps it away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engramma.engine.consolidation.applying import apply_plan
from engramma.engine.consolidation.planning import find_items, with_states
from engramma.engine.memories.bulk import rehearse_rows, trash_rows
from engramma.engine.memories.labels import of_memories
from engramma.engine.memories.merging import merge
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.plan import NEVER_AUTO, Plan, PlanItem, PlanStep, Proposal
from engramma.model.progress import CancelToken, silent
from engramma.store.consolidation.modes import load_modes
from engramma.store.consolidation.proposals import decide, key_of, read_proposal
from engramma.store.journal.step import Step
from engramma.store.memories.reading import read_memories
from engramma.store.memories.rows import MemoryRow, rows_of

Change = Callable[[Step, list[MemoryRow]], int]

_SIMPLE: dict[str, tuple[str, str, Change]] = {
    "trash": ("trash", "trashing", trash_rows),
    "confirm": ("rehearse", "confirmation", rehearse_rows),
}


def accept_proposal(workspace: Workspace, proposal_id: int) -> None:
    """Do what a waiting proposal says. Raises NotFoundError, or InvalidValueError when that is not possible."""
    found = _waiting(workspace, proposal_id)
    item = _still_holds(workspace, found) if found.from_pass else None
    if item is not None and item.step not in NEVER_AUTO:
        plan = Plan(workspace.clock.now(), (replace(item, number=1, proposal=found.id),))
        applied = apply_plan(workspace, plan, accept=(1,), report=silent, cancel=CancelToken())
        if applied.dropped:
            raise _no_longer()
    elif found.action in _SIMPLE:
        kind, what, change = _SIMPLE[found.action]
        label = of_memories(what, found.targets)
        with workspace.journal.short(kind, label, actor=workspace.actor) as step:
            change(step, rows_of(step, found.targets))
            decide(step, found.id, status="accepted")
    elif found.step == "merge" and len(found.targets) > 1:
        survivor = _survivor(workspace, found)
        merge(workspace, survivor, [target for target in found.targets if target != survivor])
        _decide(workspace, found.id, "accepted")
    else:
        what = "Erasing for good" if found.action in ("purge", "erase_events") else f"“{found.action}”"
        raise InvalidValueError(
            f"{what} cannot be done from a proposal yet.", hint="Reject the proposal, or leave it waiting."
        )


def reject_proposal(workspace: Workspace, proposal_id: int) -> None:
    """Decide against a waiting proposal; no pass makes an equal one again. Raises NotFoundError."""
    _decide(workspace, _waiting(workspace, proposal_id).id, "rejected")


def _survivor(workspace: Workspace, found: Proposal) -> int:
    """The one of a merge that stays: pinned, edited by a person, strongest, newest, in this order."""
    with workspace.database.read() as reading:
        memories = read_memories(reading, found.targets, now=workspace.clock.now())
    if len(memories) < len(found.targets):
        raise _no_longer()
    chosen = max(
        memories.values(), key=lambda item: (item.pinned, item.person_edited, item.strength, item.created_at)
    )
    return chosen.id


def _waiting(workspace: Workspace, proposal_id: int) -> Proposal:
    with workspace.database.read() as reading:
        found = read_proposal(reading, proposal_id)
    if found is None:
        raise NotFoundError(f"There is no proposal {proposal_id}.")
    if found.status != "pending":
        raise InvalidValueError(f"Proposal {proposal_id} was {found.status} already.")
    return found


def _still_holds(workspace: Workspace, found: Proposal) -> PlanItem:
    with workspace.database.read() as reading:
        items = find_items(
            workspace,
            reading,
            at=workspace.clock.now(),
            steps=[PlanStep(found.step)],
            modes=load_modes(reading.connection),
            looked={},
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


def _decide(workspace: Workspace, proposal_id: int, status: str) -> None:
    label = f"proposal {proposal_id} {status}"
    with workspace.journal.short("proposal", label, actor=workspace.actor) as step:
        decide(step, proposal_id, status=status)
