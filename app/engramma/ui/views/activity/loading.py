"""What the Activity view reads and does in jobs: frozen results, no widget in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from engramma.model.operation import FieldChange, Operation, Take, UndoResult
from engramma.model.progress import CancelToken, Report

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

PAGE, MOST_AGAIN, DAYS = 200, 1000, 14


@dataclass(frozen=True, slots=True)
class Recent:
    """The newest operations, how many there are by actor, and by day and actor. `complete`: there are no older.

    `within` are the operations that the search lets through, None without a search.
    """

    operations: tuple[Operation, ...]
    complete: bool
    counts: Mapping[str, int]
    days: tuple[tuple[date, str, int], ...]
    newest_id: int
    within: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Older:
    """Operations before the ones that are shown."""

    operations: tuple[Operation, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class ChangesRead:
    """What one operation changed."""

    operation_id: int
    changes: tuple[FieldChange, ...]


def read_recent(
    store: MemoryStore, query: str, actor: str | None, loaded: int, _report: Report, cancel: CancelToken
) -> Recent:
    """The newest operations that touched what the search finds, as many as are loaded already within reason."""
    limit = min(max(PAGE, loaded), MOST_AGAIN)
    within = store.history.touching(query) if query.strip() else None
    cancel.check()
    operations = store.history.recent(actor=actor, within=within, limit=limit)
    cancel.check()
    newest = store.history.recent(limit=1)
    return Recent(
        operations=operations,
        complete=len(operations) < limit,
        counts=store.history.counts(within=within),
        days=store.history.by_day(DAYS, within=within),
        newest_id=newest[0].id if newest else 0,
        within=within,
    )


def read_older(
    store: MemoryStore,
    within: tuple[int, ...] | None,
    actor: str | None,
    before_id: int,
    _report: Report,
    _cancel: CancelToken,
) -> Older:
    """The next page of older operations."""
    found = store.history.recent(actor=actor, before_id=before_id, within=within, limit=PAGE)
    return Older(found, len(found) < PAGE)


def read_changes(store: MemoryStore, operation_id: int, _report: Report, _cancel: CancelToken) -> ChangesRead:
    """The fields that an operation changed."""
    return ChangesRead(operation_id, store.history.changes(operation_id))


def revert(
    store: MemoryStore, operation_id: int, take: Take, _report: Report, _cancel: CancelToken
) -> UndoResult:
    """Take an operation back, or find out what stands in the way."""
    return store.history.undo(operation_id, take=take)


def merged(loaded: Sequence[Operation], fresh: Recent) -> tuple[tuple[Operation, ...], bool]:
    """The fresh operations, then those loaded before that are older; and whether there are no older ones.

    Where the two do not meet there may be others between them: then only the fresh ones count.
    """
    if fresh.complete or not loaded or not fresh.operations:
        return fresh.operations, fresh.complete
    oldest = fresh.operations[-1].id
    if loaded[0].id < oldest:
        return fresh.operations, False
    older = [item for item in loaded if item.id < oldest]
    if not older:
        return fresh.operations, False
    undone = {item.undoes: item.id for item in fresh.operations if item.undoes is not None}
    kept = (replace(item, undone_by=undone[item.id]) if item.id in undone else item for item in older)
    return (*fresh.operations, *kept), False
