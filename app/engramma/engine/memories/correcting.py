"""Correcting: a new memory takes the place of a wrong one, which stays, superseded, and is never a hit again."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.checks import checked_tags, checked_text
from engramma.engine.memories.labels import of_memories
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.store.identity import folded
from engramma.store.memories.rows import evidence_of, row_of, tag_names
from engramma.store.memories.tagging import add_tags
from engramma.store.memories.writing import insert_evidence, insert_memory
from engramma.store.tables import association, memory

CORRECTION_IMPORTANCE = 0.9


def correct(workspace: Workspace, memory_id: int, text: str, *, tags: Sequence[str] | None) -> int:
    """The id of the new memory; it takes over kind, tier, tags, session, evidence and pin."""
    clean = checked_text(text)
    label = of_memories("correction", [memory_id])
    with workspace.journal.short("correct", label, actor=workspace.actor) as step:
        old = row_of(step, memory_id)
        if old is None:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        if old.state != "active":
            raise InvalidValueError(
                f"M-{memory_id} is {old.state} already.", hint="Correct its successor instead."
            )
        if folded(old.text) == folded(clean):
            raise InvalidValueError(f"M-{memory_id} says that already.", hint="Edit it to change its form.")
        new_id = insert_memory(
            step,
            uid=workspace.uids.next(step.at),
            key=workspace.content_key(clean),
            text=clean,
            kind=old.kind,
            tier=old.tier,
            category="correction",
            importance=max(CORRECTION_IMPORTANCE, old.importance),
            created_at=step.at,
            actor=workspace.actor,
            pinned=old.pinned,
            session_id=old.session_id,
            reason="corrected",
        )
        add_tags(step, new_id, checked_tags(tags) if tags is not None else tag_names(step, memory_id))
        for item in evidence_of(step, memory_id):
            insert_evidence(step, new_id, item)
        step.insert(
            association,
            source_id=new_id,
            target_id=memory_id,
            type="corrects",
            relation="",
            weight=1.0,
            weight_at=step.at,
            actor=workspace.actor,
        )
        step.update(
            memory, memory_id, state="superseded", state_at=step.at, superseded_by=new_id, updated_at=step.at
        )
        return new_id
