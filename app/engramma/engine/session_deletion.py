"""Deletes a session with its turns: hidden as one operation, brought back by undo. Memories stay, with their quotes.

What rests on it is shown first: which memories have no other turn as their evidence.
"""

from __future__ import annotations

from engramma.engine.memories.asking import AGENT
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.journal.withdrawing import hide_rows
from engramma.store.sessions.evidence import read_resting, shown_turns, unquoted
from engramma.store.sessions.reading import read_session
from engramma.store.tables import event, provenance, session

KIND = "session"


@dataclass(frozen=True, slots=True)
class DeletionPreview:
    """What deleting a session does: `turns` go; `bare` memories keep no turn as evidence, `resting` keep others."""

    session_id: int
    title: str
    turns: int
    bare: tuple[int, ...]
    resting: tuple[int, ...]


def preview_deletion(workspace: Workspace, session_id: int) -> DeletionPreview:
    """Raises NotFoundError, and InvalidValueError for a session that is open."""
    with workspace.database.read() as reading:
        return _preview(reading, session_id)


def delete_session(workspace: Workspace, session_id: int) -> DeletionPreview:
    """Hide the session and its turns; evidence that only pointed into them gets the words it pointed at.

    Raises NotFoundError, and InvalidValueError for a session that is open, or when an agent asks.
    """
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person deletes a session.", hint="Ask them to.")
    with workspace.database.read() as reading:
        found = _preview(reading, session_id)
    label = f"deletion of session “{found.title}”"
    with workspace.journal.long(KIND, label, actor=workspace.actor) as running:
        with running.step() as step:
            for evidence, words in unquoted(step.connection, session_id):
                step.update(provenance, evidence, quote=words)
            hide_rows(step, session, [session_id])
        part: tuple[int, ...] = (0,)
        while part:
            with running.step() as step:
                running.pace.start()
                # Read where they are hidden: an import may have brought more since the look before.
                part = shown_turns(step.connection, session_id, most=running.pace.rows)
                hide_rows(step, event, part)
            if part:
                running.pace.stop(len(part))
    return found


def _preview(reading: Reading, session_id: int) -> DeletionPreview:
    found = read_session(reading, session_id)
    if found is None:
        raise NotFoundError(f"There is no session {session_id}.")
    if found.is_open:
        raise InvalidValueError(f"“{found.title}” is still open.", hint="Close it first.")
    resting = read_resting(reading, session_id)
    return DeletionPreview(
        session_id,
        found.title or f"Session {session_id}",
        found.events,
        tuple(memory_id for memory_id, alone in resting if alone),
        tuple(memory_id for memory_id, alone in resting if not alone),
    )
