"""Undo and redo: another operation that gives each column back its earlier value, unless it changed since.

Inserts are withdrawn (`removed` = 1), never deleted, so that a redo brings them back as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update

from engramma.model.errors import NotFoundError, NothingToUndoError, StoreBusyError
from engramma.model.operation import Take, UndoConflict, UndoResult
from engramma.store.journal.conflicts import find_conflicts
from engramma.store.journal.erased import erased_targets
from engramma.store.journal.journal import Journal, LongOperation
from engramma.store.journal.restoring import restore_images
from engramma.store.journal.retention import ERASING_KINDS, is_sealed, sealed_before
from engramma.store.journal.withdrawing import flip_ranges, withdraw_inserts
from engramma.store.tables import image, operation

UNDO, REDO, RECALL = "undo", "redo", "recall"
# Takes back one item of a pass; itself an operation like any other.
PART = "undo_item"

# What goes with a decided column: kept when a person keeps that one, restored when they restore it all the same.
KEPT_WITH = {"text": ("version", "content_key", "person_edited"), "state": ("state_at",)}
RESTORED_WITH = {
    "text": KEPT_WITH["text"],
    "state": ("state_at", "superseded_by", "merged_into"),
}


class _ConflictedError(Exception):
    """Somebody changed what was to be restored, just before it was."""

    def __init__(self, conflicts: tuple[UndoConflict, ...]) -> None:
        super().__init__()
        self.conflicts = conflicts


def newest_undoable(connection: Connection, *, actor: str) -> int | None:
    """This actor's newest operation that is done, not undone, and neither a recall nor itself an undo."""
    found: int | None = connection.scalar(
        select(operation.c.id)
        .where(
            operation.c.actor == actor,
            operation.c.status == "done",
            operation.c.undone_by.is_(None),
            operation.c.kind.not_in((UNDO, REDO, RECALL, *ERASING_KINDS)),
            operation.c.id >= sealed_before(connection),
        )
        .order_by(operation.c.id.desc())
        .limit(1)
    )
    return found


def newest_redoable(connection: Connection, *, actor: str) -> int | None:
    """This actor's newest undo that nothing of their own came after."""
    own = operation.c.actor == actor, operation.c.status == "done"
    newest = connection.scalar(
        select(operation.c.id)
        .where(*own, operation.c.kind.not_in((UNDO, REDO, RECALL)))
        .order_by(operation.c.id.desc())
        .limit(1)
    )
    found: int | None = connection.scalar(
        select(operation.c.id)
        .where(
            *own,
            operation.c.kind == UNDO,
            operation.c.undone_by.is_(None),
            operation.c.id > (newest or 0),
        )
        .order_by(operation.c.id.desc())
        .limit(1)
    )
    return found


def take_back(
    journal: Journal, operation_id: int | None, *, actor: str, redo: bool = False, take: Take = Take.ASK
) -> UndoResult:
    """Undo `operation_id`, or with None the actor's newest; `redo` takes back the newest undo instead.

    With `Take.ASK` and a conflict nothing changes and the conflicts are listed. `Take.MINE` keeps what was changed
    since, `Take.THEIRS` restores the old values all the same.
    """
    with journal.database.read() as reading:
        connection = reading.connection
        if operation_id is None:
            find = newest_redoable if redo else newest_undoable
            operation_id = find(connection, actor=actor)
            if operation_id is None:
                raise NothingToUndoError(f"There is nothing to {'redo' if redo else 'undo'}.")
        target = _target(connection, operation_id)
        conflicts = find_conflicts(connection, operation_id)
        root = _root(connection, target)
        erased = erased_targets(connection, [operation_id, root.id])
    if conflicts and take is Take.ASK:
        return UndoResult(operation_id, root.label, None, conflicts, erased)
    kind = REDO if target.kind == UNDO else UNDO
    label = f"{'Redo' if kind == REDO else 'Undo'}: {root.label}"
    skipped = places(conflicts, KEPT_WITH) if take is Take.MINE else frozenset()
    forced = places(conflicts, RESTORED_WITH) if take is Take.THEIRS else frozenset()
    try:
        with journal.long(kind, label, actor=actor, undoes=operation_id) as running:
            _claim(running, operation_id, take=take)
            withdraw_inserts(running, operation_id, skipped=skipped)
            flip_ranges(running, operation_id)
            _restore_images(running, operation_id, skipped=skipped, forced=forced)
            running.changes += 1
            running.at_end = partial(_mark_undone, target=target, root=root, by=running.id)
            new_id = running.id
    except _ConflictedError as found:
        return UndoResult(operation_id, root.label, None, found.conflicts, erased)
    return UndoResult(operation_id, root.label, new_id, conflicts, erased)


def _target(connection: Connection, operation_id: int) -> Any:
    target = connection.execute(select(operation).where(operation.c.id == operation_id)).first()
    if target is None or target.status != "done":
        raise NotFoundError(f"There is no operation {operation_id}.", hint="engramma history lists them.")
    if target.undone_by is not None:
        raise NothingToUndoError(f"Operation {operation_id} has been undone already.")
    if target.kind == PART and target.undoes is not None and _is_undone(connection, target.undoes):
        raise NothingToUndoError(
            f"Operation {target.undoes}, of which this took back a part, was undone as a whole.",
            hint="Bring that back first.",
        )
    if target.kind in ERASING_KINDS:
        raise NothingToUndoError("What was erased for good cannot be brought back.")
    if is_sealed(connection, operation_id, kind=target.kind):
        raise NothingToUndoError(f"Operation {operation_id} is too old to be undone.")
    return target


def _is_undone(connection: Connection, operation_id: int) -> bool:
    by = connection.scalar(select(operation.c.undone_by).where(operation.c.id == operation_id))
    return by is not None


def _root(connection: Connection, target: Any) -> Any:
    """The operation that `target` undid or redid in the end; itself if it is neither."""
    root = target
    while root.kind in (UNDO, REDO) and root.undoes is not None:
        root = connection.execute(select(operation).where(operation.c.id == root.undoes)).one()
    return root


def _claim(running: LongOperation, operation_id: int, *, take: Take) -> None:
    """Look again where nobody else can write: another process may have undone or changed something just now."""
    with running.step() as step:
        _target(step.connection, operation_id)
        rival = step.connection.scalar(
            select(operation.c.id).where(
                operation.c.undoes == operation_id, operation.c.status == "open", operation.c.id != running.id
            )
        )
        if rival is not None:
            raise StoreBusyError("That is being undone already.", hint="Wait until it is done.")
        if take is Take.ASK and (conflicts := find_conflicts(step.connection, operation_id)):
            raise _ConflictedError(conflicts)


def places(
    conflicts: Sequence[UndoConflict], companions: Mapping[str, Sequence[str]]
) -> frozenset[tuple[str, int, str]]:
    """Where these conflicts are, with the columns that go with each."""
    return frozenset(
        (item.table, item.row_id, field)
        for item in conflicts
        for field in (item.field, *(companions.get(item.field, ()) if item.table == "memory" else ()))
    )


def _mark_undone(connection: Connection, *, target: Any, root: Any, by: int) -> None:
    """In the transaction that makes the undo done: whether the first operation of the chain counts now."""
    connection.execute(update(operation).where(operation.c.id == target.id).values(undone_by=by))
    if root.id != target.id:
        counts = target.kind == UNDO
        connection.execute(
            update(operation).where(operation.c.id == root.id).values(undone_by=None if counts else by)
        )


def _restore_images(
    running: LongOperation,
    operation_id: int,
    *,
    skipped: frozenset[tuple[str, int, str]],
    forced: frozenset[tuple[str, int, str]],
) -> None:
    below: int | None = None
    pace = running.pace
    while True:
        wanted = pace.rows
        with running.step() as step:
            pace.start()
            clauses = [image.c.operation_id == operation_id]
            if below is not None:
                clauses.append(image.c.number < below)
            rows = step.connection.execute(
                select(image).where(*clauses).order_by(image.c.number.desc()).limit(wanted)
            ).all()
            restore_images(step, rows, skipped=skipped, forced=forced)
        pace.stop(len(rows))
        if len(rows) < wanted:
            return
        below = rows[-1].number
