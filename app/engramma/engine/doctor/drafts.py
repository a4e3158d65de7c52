"""Unfinished edits whose memory is not there: what somebody typed becomes a memory of its own."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.checks import checked_text
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.store.doctor.examination import Examination, Row
from engramma.store.doctor.housekeeping import forget_drafts, is_erased, lost_drafts
from engramma.store.handles import Connection
from engramma.store.journal.step import Step
from engramma.store.memories.equals import find_active_equal
from engramma.store.memories.tagging import add_tags
from engramma.store.memories.writing import insert_memory

TAG = "draft"
_IMPORTANCE = 0.5


def keep_drafts(workspace: Workspace, step: Step, rows: Sequence[Row]) -> None:
    """Make a memory of each text that is not one yet, and that was not erased for good."""
    for _memory_id, text in lost_drafts(step.connection, [row_id for _table, row_id in rows]):
        if _is_settled(workspace, step.connection, text):
            continue
        clean = checked_text(text)
        memory_id = insert_memory(
            step,
            uid=workspace.uids.next(step.at),
            key=workspace.content_key(clean),
            text=clean,
            kind="semantic",
            tier="short_term",
            category="other",
            importance=_IMPORTANCE,
            created_at=step.at,
            actor=workspace.actor,
            session_id=None,
        )
        add_tags(step, memory_id, (TAG,))


def forget_kept_drafts(workspace: Workspace, look: Examination) -> None:
    """Let go of those whose text is a memory by now."""
    with look.database.write() as connection:
        lost = lost_drafts(connection)
        forget_drafts(connection, [item for item in lost if _is_settled(workspace, connection, item[1])])


def _is_settled(workspace: Workspace, connection: Connection, text: str) -> bool:
    """Whether nothing is lost with a draft: it is empty, a memory says it, or nothing may say it again."""
    try:
        key = workspace.content_key(checked_text(text))
    except InvalidValueError:
        return not text.strip()
    return find_active_equal(connection, key) is not None or is_erased(connection, key)
