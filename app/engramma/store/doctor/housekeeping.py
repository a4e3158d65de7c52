"""Checks of what keeps the store going: operations, leases, drafts, the policy, what waits to be erased."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from engramma.store.doctor.examination import Examination, Finding, Row, counted, select_rows, sound
from engramma.store.drafts import FIELDS
from engramma.store.journal.step import Step
from engramma.store.owner import is_alive
from engramma.store.policy import is_allowed
from engramma.store.policy_changes import change_setting
from engramma.store.purging.pending import read_waiting
from engramma.store.tables import draft, lease, memory, operation, policy_setting, tombstone

_IS_THERE = select(memory.c.id).where(memory.c.id == draft.c.memory_id).exists()


def check_operations(look: Examination) -> Finding:
    """Operations that were begun and never ended, as their process is gone."""
    with look.reading() as reading:
        rows = reading.connection.execute(
            select(operation.c.id, operation.c.owner).where(operation.c.status == "open")
        ).all()
    dead = [int(row.id) for row in rows if not is_alive(row.owner)]
    if dead:
        detail = f"{counted(len(dead), 'operation was', 'operations were')} left half done by a process that is gone."
        return Finding(len(dead), detail, "Take back what was half done.")
    if rows:
        detail = (
            f"{counted(len(rows), 'operation is', 'operations are')} being carried out by another program."
        )
        return sound(detail, count=len(rows))
    return sound("No operation was left half done.")


def check_erasure(look: Examination) -> Finding:
    """Erased text of which the bytes are still in the file."""
    with look.reading() as reading:
        waiting = read_waiting(reading.connection)
    if waiting is None:
        return sound("Nothing that was erased for good is left in the file.")
    detail = "What was erased for good is still in the file, as another program was reading it."
    return Finding(1, detail, "Free its bytes, as soon as nobody reads.")


def check_leases(look: Examination) -> Finding:
    """Leases of processes that are gone; whoever needs them takes them all the same."""
    with look.reading() as reading:
        dead = _dead_leases(reading.connection)
    if not dead:
        return sound("No lease was left behind.")
    detail = f"{counted(len(dead), 'lease was', 'leases were')} left behind by a process that is gone"
    return Finding(len(dead), f"{detail} ({', '.join(sorted(dead))}).", "Take them away.")


def _dead_leases(connection: Connection) -> list[str]:
    rows = connection.execute(select(lease.c.name, lease.c.owner)).all()
    return [str(row.name) for row in rows if not is_alive(row.owner)]


def rebuild_leases(look: Examination) -> None:
    """Take away the leases of processes that are gone."""
    with look.database.write() as connection:
        connection.execute(delete(lease).where(lease.c.name.in_(_dead_leases(connection))))


def check_drafts(look: Examination) -> Finding:
    """Unfinished edits of memories that are not there."""
    with look.reading() as reading:
        rows = select_rows(
            reading.connection,
            "SELECT d.memory_id, d.text FROM draft d "
            f"WHERE d.memory_id <> 0 AND d.editor NOT LIKE '%{FIELDS}' "
            "AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.id = d.memory_id)",
        )
    if not rows:
        return sound("Every unfinished edit has its memory.")
    detail = (
        f"{counted(len(rows), 'unfinished edit is', 'unfinished edits are')} of a memory that is not there."
    )
    return Finding(
        len(rows),
        detail,
        "Keep each as a memory of its own.",
        rows=tuple(("draft", int(row[0])) for row in rows),
    )


def lost_drafts(connection: Connection, memory_ids: Sequence[int] | None = None) -> list[tuple[int, str]]:
    """(memory id, text) of unfinished edits of memories that are not there; with `memory_ids`, of these."""
    query = select(draft.c.memory_id, draft.c.text).where(
        draft.c.memory_id != 0, draft.c.editor.not_like(f"%{FIELDS}"), ~_IS_THERE
    )
    if memory_ids is not None:
        query = query.where(draft.c.memory_id.in_(memory_ids))
    return [(int(row[0]), str(row[1])) for row in connection.execute(query)]


def forget_drafts(connection: Connection, drafts: Sequence[tuple[int, str]]) -> None:
    """Delete these unfinished edits (memory id, text) of memories that are not there."""
    for memory_id, text in drafts:
        connection.execute(
            delete(draft).where(draft.c.memory_id == memory_id, draft.c.text == text, ~_IS_THERE)
        )
    first = draft.alias()
    has_text = select(first.c.editor).where(
        first.c.memory_id == draft.c.memory_id, first.c.editor.concat(FIELDS) == draft.c.editor
    )
    connection.execute(
        delete(draft).where(
            draft.c.memory_id != 0,
            draft.c.editor.like(f"%{FIELDS}"),
            ~has_text.exists(),
            ~_IS_THERE,
        )
    )


def is_erased(connection: Connection, content_key: bytes) -> bool:
    """Whether a statement was erased for good, so that nothing may bring it back."""
    found = connection.scalar(select(tombstone.c.content_key).where(tombstone.c.content_key == content_key))
    return found is not None


def check_policy(look: Examination) -> Finding:
    """Settings that the policy does not know or allow; the default counts in their place."""
    with look.reading() as reading:
        rows = reading.connection.execute(
            select(policy_setting.c.id, policy_setting.c.field, policy_setting.c.value).where(
                policy_setting.c.removed == 0
            )
        ).all()
    wrong = [row for row in rows if not is_allowed(row.field, row.value)]
    if not wrong:
        return sound("Every setting of the policy is one that it allows.")
    listed = ", ".join(f"{row.field} {row.value}"[:60] for row in wrong[:3])
    setting = counted(len(wrong), "setting", "settings")
    detail = f"{setting} of the policy cannot be ({listed}); defaults count instead."
    return Finding(
        len(wrong),
        detail,
        "Give them their default values.",
        rows=tuple(("policy_setting", int(row.id)) for row in wrong),
    )


def mend_policy(step: Step, rows: Sequence[Row]) -> None:
    """Take the settings out, so that the defaults count by right."""
    actor = str(
        step.connection.scalar(select(operation.c.actor).where(operation.c.id == step.operation_id)) or ""
    )
    for _table, row_id in rows:
        row = step.connection.execute(select(policy_setting).where(policy_setting.c.id == row_id)).first()
        if row is not None and not row.removed and not is_allowed(row.field, row.value):
            change_setting(step, row.field, None, actor=actor)
