"""What the form of an operation shows, read on a worker thread: the operation and what it changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engramma.model.errors import NotFoundError
from engramma.model.operation import FieldChange, Operation
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore

SHOWN_COLUMNS = {
    "text": "Text",
    "kind": "Kind",
    "tier": "Tier",
    "category": "Category",
    "importance": "Importance",
    "pinned": "Pinned",
    "state": "State",
    "superseded_by": "Superseded by",
    "merged_into": "Merged into",
    "removed": "Tag or link",
    "name": "Name",
    "query": "Search",
    "title": "Title",
    "status": "Status",
}
"""Columns that a person knows, in their order; versions, keys and times follow from them and are not listed."""


NAMED = re.compile(r"\bM-(\d{1,18})\b")
"""Memories that a label names: inserts leave no images to find them by."""

MOST_LOOKED_AT = 8
STANDS_BY_ITSELF = ("recall", "undo", "redo")


@dataclass(frozen=True, slots=True)
class ShownOperation:
    """An operation at `now` (UTC microseconds); `listed` are the changes a person knows, of `total` in all.

    `later` are the operations that came after it on the same memories and still hold, newest first.
    """

    operation: Operation
    listed: tuple[FieldChange, ...]
    total: int
    memory_ids: tuple[int, ...]
    changed_since: int
    later: tuple[Operation, ...]
    now: int
    writable: bool


def read_operation(
    store: MemoryStore, operation_id: int, _report: Report, cancel: CancelToken
) -> ShownOperation:
    """One operation. Raises NotFoundError."""
    operation = store.history.get(operation_id)
    if operation is None:
        raise NotFoundError("That operation is no longer in the history.")
    cancel.check()
    changes = store.history.changes(operation_id)
    known = [change for change in changes if change.table == "memory" and change.column in SHOWN_COLUMNS]
    known += [
        change for change in changes if change.table == "saved_search" and change.column in SHOWN_COLUMNS
    ]
    order = list(SHOWN_COLUMNS)
    known.sort(key=lambda change: (change.memory_id or 0, order.index(change.column)))
    memories = dict.fromkeys(change.memory_id for change in changes if change.memory_id is not None)
    memories |= dict.fromkeys(int(number) for number in NAMED.findall(operation.label))
    return ShownOperation(
        operation=operation,
        listed=tuple(known),
        total=operation.changes,
        memory_ids=tuple(memories),
        changed_since=sum(change.changed_since for change in known),
        later=_later(store, operation, list(memories), cancel),
        now=store.clock.now(),
        writable=not store.read_only,
    )


def _later(
    store: MemoryStore, operation: Operation, memory_ids: list[int], cancel: CancelToken
) -> tuple[Operation, ...]:
    """What rests on an operation: later changes of the first of its memories, but no recalls."""
    found: dict[int, Operation] = {}
    if operation.undone:
        return ()
    for memory_id in memory_ids[:MOST_LOOKED_AT]:
        cancel.check()
        for other in store.history.of_memory(memory_id):
            if other.id > operation.id and not other.undone and other.kind not in STANDS_BY_ITSELF:
                found[other.id] = other
    return tuple(found[number] for number in sorted(found, reverse=True))
