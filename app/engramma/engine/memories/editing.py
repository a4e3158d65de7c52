"""Changing the wording of a memory in place: a new version, never over an edit that the editor has not seen."""

from __future__ import annotations

from engramma.engine.memories.asking import ask_first
from engramma.engine.memories.checks import checked_text
from engramma.engine.memories.labels import of_memories
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError, StaleEditError
from engramma.model.operation import PERSON
from engramma.store.journal.step import Step
from engramma.store.memories.rows import row_of
from engramma.store.memories.segments import begin_segment
from engramma.store.memories.writing import insert_version
from engramma.store.tables import memory


def edit(workspace: Workspace, memory_id: int, text: str, *, base_version: int | None) -> None:
    """A person's edit also rehearses. Raises StaleEditError, NotFoundError, InvalidValueError or AskedError."""
    clean = checked_text(text)
    ask_first(
        workspace, [memory_id], action="edit", what="edit", values={"text": clean, "version": base_version}
    )
    with workspace.journal.short("edit", of_memories("edit", [memory_id]), actor=workspace.actor) as step:
        edit_within(workspace, step, memory_id, text=clean, base_version=base_version)


def edit_within(
    workspace: Workspace, step: Step, memory_id: int, *, text: str, base_version: int | None
) -> None:
    """Edit within an operation; `text` as `checked_text` gives it."""
    row = row_of(step, memory_id)
    if row is None:
        raise NotFoundError(f"There is no memory M-{memory_id}.")
    if row.state == "trashed":
        raise InvalidValueError(f"M-{memory_id} is in the Trash.", hint="Restore it before editing.")
    if base_version is not None and base_version != row.version:
        raise StaleEditError(
            f"M-{memory_id} was changed meanwhile; nothing was overwritten.",
            current_text=row.text,
            current_version=row.version,
        )
    if row.text == text:
        return
    number = insert_version(step, memory_id, text=text, actor=workspace.actor)
    values: dict[str, object] = {
        "text": text,
        "version": number,
        "content_key": workspace.content_key(text),
        "updated_at": step.at,
    }
    if workspace.actor == PERSON:
        values["person_edited"] = 1
        begin_segment(
            step,
            memory_id,
            t0=step.at,
            s0=1.0,
            half_life=None if row.still else step.policy.half_life(row.tier),
            reason="edited",
        )
    step.update(memory, memory_id, **values)
