"""Changing the wording of a memory in place: a new version, never over an edit that the editor has not seen."""

from __future__ import annotations

from engramma.engine.memories.asking import ask_first
from engramma.engine.memories.checks import checked_text
from engramma.engine.memories.labels import of_memories
from engramma.engine.workspace import Workspace
from engramma.model.errors import GoneEditError, NotFoundError, StaleEditError
from engramma.model.operation import PERSON
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, row_of
from engramma.store.memories.segments import begin_segment
from engramma.store.memories.writing import insert_version
from engramma.store.tables import memory


def edit(
    workspace: Workspace, memory_id: int, text: str, *, base_version: int | None, base_state: str | None
) -> None:
    """A person's edit also rehearses.

    Raises StaleEditError, GoneEditError, NotFoundError, InvalidValueError or AskedError.
    """
    clean = checked_text(text)
    ask_first(
        workspace, [memory_id], action="edit", what="edit", values={"text": clean, "version": base_version}
    )
    with workspace.journal.short("edit", of_memories("edit", [memory_id]), actor=workspace.actor) as step:
        edit_within(workspace, step, memory_id, text=clean, base_version=base_version, base_state=base_state)


def edit_within(
    workspace: Workspace,
    step: Step,
    memory_id: int,
    *,
    text: str,
    base_version: int | None,
    base_state: str | None = None,
) -> None:
    """Edit within an operation; `text` as `checked_text` gives it."""
    row = row_of(step, memory_id)
    if row is None:
        raise NotFoundError(f"There is no memory M-{memory_id}.")
    check_there(row, base_state=base_state)
    check_version(row, base_version)
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


def check_there(row: MemoryRow, *, base_state: str | None) -> None:
    """Raise GoneEditError for a memory in the Trash, or one that left the state in which its editor saw it."""
    successor = row.superseded_by or row.merged_into
    if row.state == "trashed":
        raise GoneEditError(
            f"M-{row.id} is in the Trash.", hint="Restore it before editing.", state=row.state
        )
    if base_state is not None and row.state not in (base_state, "active"):
        raise GoneEditError(
            f"M-{row.id} is {row.state} meanwhile; nothing was written.",
            hint="Edit what took its place." if successor else "",
            state=row.state,
            successor_id=successor,
        )


def check_version(row: MemoryRow, base_version: int | None) -> None:
    """Raise StaleEditError when the wording is no longer that of `base_version`."""
    if base_version is not None and base_version != row.version:
        raise StaleEditError(
            f"M-{row.id} was changed meanwhile; nothing was overwritten.",
            current_text=row.text,
            current_version=row.version,
        )
