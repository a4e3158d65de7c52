"""What matters and falls below the threshold within days: a person is asked before it fades, and may let it fade."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.asking import AGENT
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.errors import InvalidValueError
from engramma.store.existing import require
from engramma.store.memories.fading import keep_answer, read_fading
from engramma.store.tables import memory

SOON, IMPORTANT = 7 * DAY, 0.7


def fading_soon(workspace: Workspace, *, limit: int) -> tuple[int, ...]:
    """Ids of important memories that fade within a week, the next one first; not those that a person let fade."""
    now = workspace.clock.now()
    with workspace.database.read() as reading:
        found = read_fading(
            reading,
            now=now,
            until=now + SOON,
            least=IMPORTANT,
            limit=limit,
        )
    return tuple(found)


def let_fade(workspace: Workspace, memory_id: int) -> None:
    """Say that a memory may fade, so that nobody is asked again before it does. Nothing about the memory changes.

    Raises NotFoundError, or InvalidValueError when an agent says so.
    """
    let_all_fade(workspace, (memory_id,))


def let_all_fade(workspace: Workspace, memory_ids: Sequence[int]) -> int:
    """As `let_fade`, of several memories as one operation. Returns of how many."""
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person lets a memory fade.")
    ids = tuple(dict.fromkeys(memory_ids))
    if not ids:
        return 0
    label = f"M-{ids[0]} may fade" if len(ids) == 1 else f"{len(ids):,} memories may fade"
    with workspace.journal.short("proposal", label, actor=workspace.actor) as step:
        require(step.connection, memory, ids)
        for memory_id in ids:
            keep_answer(step, memory_id, actor=workspace.actor)
    return len(ids)
