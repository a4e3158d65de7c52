"""Correcting: a new memory takes the place of a wrong one, which stays, superseded, and is never a hit again."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.asking import ask_first
from engramma.engine.memories.checks import checked_tags, checked_text
from engramma.engine.memories.disputed import dispute_again, get_ready
from engramma.engine.memories.editing import check_version
from engramma.engine.memories.labels import of_memories
from engramma.engine.workspace import Workspace
from engramma.model.errors import GoneEditError, InvalidValueError, NotFoundError
from engramma.model.operation import PERSON
from engramma.store.identity import folded
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, evidence_of, row_of, tag_names
from engramma.store.memories.tagging import add_tags
from engramma.store.memories.writing import insert_evidence, insert_memory
from engramma.store.tables import association, memory

CORRECTION_IMPORTANCE = 0.9


def correct(
    workspace: Workspace,
    memory_id: int,
    text: str,
    *,
    tags: Sequence[str] | None,
    base_version: int | None = None,
) -> int:
    """The id of the new memory; it takes over kind, tier, tags, session, evidence and pin.

    Raises NotFoundError, GoneEditError, StaleEditError, InvalidValueError, or AskedError.
    """
    clean = checked_text(text)
    names = None if tags is None else checked_tags(tags)
    values: dict[str, object] = {"text": clean, "tags": names}
    ask_first(workspace, [memory_id], action="correct", what="correction", values=values)
    label = of_memories("correction", [memory_id])
    get_ready(workspace, memory_id)
    with workspace.journal.short("correct", label, actor=workspace.actor) as step:
        return correct_within(workspace, step, memory_id, text=clean, tags=names, base_version=base_version)


def correct_within(
    workspace: Workspace,
    step: Step,
    memory_id: int,
    *,
    text: str,
    tags: Sequence[str] | None,
    base_version: int | None = None,
) -> int:
    """Correct within an operation; `text` and `tags` are checked already."""
    old = row_of(step, memory_id)
    if old is None:
        raise NotFoundError(f"There is no memory M-{memory_id}.")
    if old.state != "active":
        raise GoneEditError(
            f"M-{memory_id} is {old.state} already.",
            hint="Correct its successor instead.",
            state=old.state,
            successor_id=old.superseded_by or old.merged_into,
        )
    check_version(old, base_version)
    if folded(old.text) == folded(text):
        raise InvalidValueError(f"M-{memory_id} says that already.", hint="Edit it to change its form.")
    new_id = replace_by(workspace, step, [old], text=text, tags=tags)
    dispute_again(step, old, new_id, text=text, actor=workspace.actor)
    return new_id


def replace_by(
    workspace: Workspace, step: Step, old: Sequence[MemoryRow], *, text: str, tags: Sequence[str] | None
) -> int:
    """A new wording supersedes the memories `old`; it is of the kind and session of the last, pinned if any is.

    What a person put right counts as edited by a person, so that no agent undoes it by itself.
    """
    last = old[-1]
    new_id = insert_memory(
        step,
        uid=workspace.uids.next(step.at),
        key=workspace.content_key(text),
        text=text,
        kind=last.kind,
        tier="long_term" if any(row.tier == "long_term" for row in old) else "short_term",
        category="correction",
        importance=max(CORRECTION_IMPORTANCE, *(row.importance for row in old)),
        created_at=step.at,
        actor=workspace.actor,
        pinned=any(row.pinned for row in old),
        person_edited=workspace.actor == PERSON,
        session_id=last.session_id,
        reason="corrected",
    )
    own = sorted({name for row in old for name in tag_names(step, row.id)})
    add_tags(step, new_id, own if tags is None else tags)
    for row in old:
        for item in evidence_of(step, row.id):
            insert_evidence(step, new_id, item)
        step.insert(
            association,
            source_id=new_id,
            target_id=row.id,
            type="corrects",
            relation="",
            weight=1.0,
            weight_at=step.at,
            actor=workspace.actor,
        )
        step.update(
            memory, row.id, state="superseded", state_at=step.at, superseded_by=new_id, updated_at=step.at
        )
    return new_id
