"""Promotion to the long-term tier: fading slows from the strength of the moment, and the reason is kept."""

from __future__ import annotations

from engramma.engine.memories.labels import of_memories
from engramma.engine.workspace import Workspace
from engramma.model.errors import NotFoundError
from engramma.store.memories.rows import row_of
from engramma.store.memories.segments import begin_segment
from engramma.store.tables import memory


def promote(workspace: Workspace, memory_id: int, *, reason: str) -> bool:
    """False when it is long-term already. Raises NotFoundError."""
    label = of_memories("promotion", [memory_id])
    with workspace.journal.short("promote", label, actor=workspace.actor) as step:
        row = row_of(step, memory_id)
        if row is None:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        if row.tier == "long_term":
            return False
        step.note = reason
        begin_segment(
            step,
            memory_id,
            t0=step.at,
            s0=row.strength(step.at),
            half_life=None if row.still else step.policy.half_life("long_term"),
            reason="promoted",
        )
        step.update(memory, memory_id, tier="long_term", updated_at=step.at)
        return True
