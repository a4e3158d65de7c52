"""Takes back one item of a pass as an operation of its own; the rest of the pass stays, and can be undone later."""

from __future__ import annotations

from engramma.engine.memories.labels import named
from engramma.engine.workspace import Workspace
from engramma.model.errors import NotFoundError, NothingToUndoError
from engramma.model.operation import Take, UndoResult
from engramma.model.plan import PassItem
from engramma.store.consolidation.pass_items import images_of, mark_undone, read_item, read_items
from engramma.store.history import read_operations
from engramma.store.journal.conflicts import find_conflicts
from engramma.store.journal.restoring import restore_images
from engramma.store.journal.retention import is_sealed
from engramma.store.journal.undo import KEPT_WITH, PART, RESTORED_WITH, places
from engramma.store.journal.withdrawing import withdraw_part


def items_of(workspace: Workspace, operation_id: int) -> tuple[PassItem, ...]:
    """What a pass did, item by item; empty for any other operation."""
    with workspace.database.read() as reading:
        return read_items(reading, operation_id)


def undo_item(workspace: Workspace, operation_id: int, number: int, *, take: Take) -> UndoResult:
    """Undo item `number` of a pass. With `Take.ASK` and conflicts nothing changes and they are listed.

    Raises NotFoundError when the operation has no such item, NothingToUndoError when it is undone or too old.
    """
    with workspace.database.read() as reading:
        found = read_item(reading.connection, operation_id, number)
        if found is None:
            raise NotFoundError(f"Operation {operation_id} has no item {number}.")
        whole = read_operations(reading, ids=[operation_id])[0]
    item = found[0]
    label = f"item {number} of operation {operation_id}: {_what(item)}"
    with workspace.journal.short(PART, label, actor=workspace.actor, undoes=operation_id) as step:
        connection = step.connection
        current = read_item(connection, operation_id, number)
        if current is None or current[0].undone_by is not None:
            raise NothingToUndoError(f"Item {number} of operation {operation_id} has been undone already.")
        if is_sealed(connection, operation_id, kind=whole.kind):
            raise NothingToUndoError(f"Operation {operation_id} is too old to be undone.")
        numbers = current[1]
        conflicts = find_conflicts(connection, operation_id, numbers=numbers)
        if conflicts and take is Take.ASK:
            return UndoResult(operation_id, label, None, conflicts)
        skipped = places(conflicts, KEPT_WITH) if take is Take.MINE else frozenset()
        forced = places(conflicts, RESTORED_WITH) if take is Take.THEIRS else frozenset()
        withdraw_part(step, operation_id, numbers=numbers, skipped=skipped)
        restore_images(step, images_of(connection, operation_id, numbers), skipped=skipped, forced=forced)
        mark_undone(step, operation_id, number)
        step.changes += 1
        return UndoResult(operation_id, label, step.operation_id, conflicts)


def _what(item: PassItem) -> str:
    return f"{item.action} of {named(item.targets)}" if item.targets else item.action
