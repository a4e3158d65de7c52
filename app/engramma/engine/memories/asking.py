"""What an agent may not do by itself: it is proposed to a person.

That is any change of a pinned, procedural or person-edited memory, and all changes of one that may only propose.

Passes only decide about what they proposed themselves, so these proposals wait until a person decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NoReturn

from engramma.engine.memories.labels import named, of_memories
from engramma.engine.workspace import Workspace
from engramma.model.errors import AskedError, InvalidValueError
from engramma.model.plan import Proposal
from engramma.store.consolidation.asked import ASK, find_asked, insert_asked
from engramma.store.memories.rows import MemoryRow, rows_of

AGENT = "agent:"
_AT_ONCE = 500


def is_asked(found: Proposal) -> bool:
    """Whether an agent asked for it."""
    return found.step == ASK


def ask_first(
    workspace: Workspace, ids: Sequence[int], *, action: str, what: str, values: Mapping[str, object]
) -> None:
    """Return when the actor may do it; else propose it, all of it, and raise AskedError.

    `values` is what carrying it out needs, as JSON. Raises InvalidValueError when a person rejected the same before.
    """
    if not workspace.actor.startswith(AGENT):
        return
    with workspace.database.read() as reading:
        guarded = [
            row
            for start in range(0, len(ids), _AT_ONCE)
            for row in rows_of(reading, ids[start : start + _AT_ONCE])
            if why_guarded(row)
        ]
    if guarded:
        reason = f"M-{guarded[0].id} is {why_guarded(guarded[0])}"
    elif workspace.proposing:
        reason = only_proposes(workspace)
    else:
        return
    propose(workspace, ids, action=action, what=what, values=values, reason=reason)


def only_proposes(workspace: Workspace) -> str:
    """The reason of what waits because of the agent's scope."""
    return f"{workspace.actor.removeprefix(AGENT)} may only propose"


def propose(
    workspace: Workspace,
    ids: Sequence[int],
    *,
    action: str,
    what: str,
    values: Mapping[str, object],
    reason: str,
) -> NoReturn:
    """Keep the question unless an equal one waits.

    Raises AskedError, or InvalidValueError when a person rejected the same before.
    """
    payload = json.dumps(dict(values), ensure_ascii=False, sort_keys=True)
    with workspace.database.read() as reading:
        known = find_asked(reading, action=action, targets=ids, payload=payload)
    if known is not None and known[1] == "rejected":
        raise InvalidValueError(f"{reason}, and a person decided against this {what} already.")
    if known is None:
        label = f"proposal: {of_memories(what, ids) if ids else what}"
        with workspace.journal.short("proposal", label, actor=workspace.actor) as step:
            proposal_id = insert_asked(
                step, action=action, targets=ids, payload=payload, reason=reason, actor=workspace.actor
            )
    else:
        proposal_id = known[0]
    about = f"{what} of {named(ids)}" if ids else what
    raise AskedError(
        f"{reason}, so the {about} waits for a person as proposal {proposal_id}; nothing was changed.",
        proposal_id=proposal_id,
    )


def why_guarded(row: MemoryRow) -> str:
    """Why only a person changes it; empty when others may, too."""
    if row.pinned:
        return "pinned"
    if row.kind == "procedural":
        return "procedural"
    return "edited by a person" if row.person_edited else ""
