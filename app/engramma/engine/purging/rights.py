"""Who may erase for good: a person, in the window or on the command line. Anybody else may only propose it."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.workspace import Workspace
from engramma.model.operation import CLI, PERSON
from engramma.model.plan import PlanItem, PlanStep, StepMode
from engramma.store.consolidation.proposals import insert_proposals, read_proposals


def may_erase(workspace: Workspace) -> bool:
    """Whether this actor erases by their own hand."""
    return workspace.actor in (PERSON, CLI)


def propose(
    workspace: Workspace,
    step: PlanStep,
    action: str,
    *,
    targets: Sequence[int] = (),
    sessions: Sequence[int] = (),
) -> int:
    """Leave the wish as a proposal for a person; returns its id, that of an equal one if it waits already."""
    wanted = tuple(dict.fromkeys(targets)), tuple(sessions)
    with workspace.database.read() as reading:
        for found in read_proposals(reading):
            if found.action == action and (found.targets, found.sessions) == wanted:
                return found.id
    item = PlanItem(
        number=0,
        step=step,
        action=action,
        targets=wanted[0],
        reason=f"{workspace.actor} asks for it",
        mode=StepMode.PROPOSE,
        at=workspace.clock.now(),
        sessions=wanted[1],
    )
    with workspace.journal.short("proposal", "proposal to erase for good", actor=workspace.actor) as writing:
        insert_proposals(writing, [item], actor=workspace.actor, pass_id=None)
    with workspace.database.read() as reading:
        return max(found.id for found in read_proposals(reading) if found.action == action)
