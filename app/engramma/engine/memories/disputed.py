"""A correction of one side of an open conflict is held against the other side at once, not at the next pass only."""

from __future__ import annotations

from engramma.engine.workspace import Workspace
from engramma.store.consolidation.conflicts import read_conflicts, record_conflict
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, row_of


def get_ready(workspace: Workspace, memory_id: int) -> None:
    """Have the word lists there before a write transaction that may need them, during which everybody would wait."""
    with workspace.database.read() as reading:
        disputed = bool(read_conflicts(reading, status="open", memory_id=memory_id))
    if disputed:
        from engramma.engine.consolidation.steps.alike import new_comparer

        new_comparer()


def dispute_again(step: Step, old: MemoryRow, new_id: int, *, text: str, actor: str) -> None:
    """Record what still is a conflict of the correction `new_id` with what `old` was in open conflict with."""
    for row in read_conflicts(Reading(step.connection, ()), status="open", memory_id=old.id):
        other = row_of(step, row.b_id if row.a_id == old.id else row.a_id)
        if other is not None and other.state == "active":
            _compare(step, other, new_id, text=text, actor=actor)


def _compare(step: Step, other: MemoryRow, new_id: int, *, text: str, actor: str) -> None:
    # Its word lists take a third of a second to read, and few corrections need them.
    from engramma.engine.consolidation.steps.alike import new_comparer
    from engramma.theory.likeness import CONFLICT

    likeness = new_comparer().compare(other.text, text)
    if likeness.kind == CONFLICT and likeness.worth_proposing:
        record_conflict(
            step,
            other.id,
            new_id,
            what=likeness.what or "value",
            detail=likeness.detail,
            found_at=step.at,
            actor=actor,
        )
