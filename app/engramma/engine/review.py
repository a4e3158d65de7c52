"""Marks what waits for a person's decision: conflicts between memories, and proposals of a pass or an agent."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engramma.engine.memories.labels import named
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.store.existing import require
from engramma.store.tables import association, conflict, memory, proposal


def mark_conflict(workspace: Workspace, one: int, other: int, *, what: str, stakes: str, detail: str) -> int:
    """Two memories say different things about the same thing; neither is dormant while that is open."""
    if one == other:
        raise InvalidValueError("A memory cannot be in conflict with itself.")
    label = f"conflict between {named([one, other])}"
    with workspace.journal.short("conflict", label, actor=workspace.actor) as step:
        require(step.connection, memory, [one, other])
        conflict_id = step.insert(
            conflict, a_id=one, b_id=other, what=what, stakes=stakes, detail=detail, found_at=step.at
        )
        step.insert(
            association,
            source_id=one,
            target_id=other,
            type="contradicts",
            relation="",
            weight=1.0,
            weight_at=step.at,
            actor=workspace.actor,
        )
        step.touch((one, other))
    return conflict_id


def propose(
    workspace: Workspace, memory_ids: Sequence[int], *, step_name: str, action: str, reason: str
) -> int:
    """A change that waits in Review."""
    label = f"proposal on {named(list(memory_ids))}: {action}" if memory_ids else f"proposal: {action}"
    with workspace.journal.short("proposal", label, actor=workspace.actor) as step:
        require(step.connection, memory, memory_ids)
        return step.insert(
            proposal,
            step=step_name,
            action=action,
            targets=json.dumps(list(memory_ids)),
            reason=reason,
            actor=workspace.actor,
            made_at=step.at,
        )
