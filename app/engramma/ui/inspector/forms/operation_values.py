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


@dataclass(frozen=True, slots=True)
class ShownOperation:
    """An operation at `now` (UTC microseconds); `listed` are the changes a person knows, of `total` in all."""

    operation: Operation
    listed: tuple[FieldChange, ...]
    total: int
    memory_ids: tuple[int, ...]
    changed_since: int
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
        now=store.clock.now(),
        writable=not store.read_only,
    )
