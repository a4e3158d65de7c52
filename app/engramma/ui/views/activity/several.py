"""What taking back several operations would mean, and taking them back: work for jobs, free of Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engramma.model.errors import NothingToUndoError
from engramma.model.operation import Take, UndoResult
from engramma.model.progress import CancelToken, Progress, Report
from engramma.ui.views.activity.change_words import FIELDS

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

MOST_LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the marked operations changed: `fields` in all, and those (`M-1 Text`) that others changed since.

    `whole` is False when there were more operations than are looked at.
    """

    ids: frozenset[int]
    fields: int
    later: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Reverted:
    """What came of it: operations that took something back, oldest first, what waits, how many are too old."""

    operations: tuple[int, ...]
    conflicts: tuple[UndoResult, ...]
    refused: int


def foresee(store: MemoryStore, ids: frozenset[int], _report: Report, cancel: CancelToken) -> Prospect:
    """Look what stands in the way. A field that several marked ones changed counts by the newest of them."""
    seen: set[tuple[str, int, str]] = set()
    later: list[str] = []
    fields = 0
    for operation_id in sorted(ids, reverse=True)[:MOST_LOOKED_AT]:
        cancel.check()
        for change in store.history.changes(operation_id):
            name = FIELDS.get((change.table, change.column))
            key = (change.table, change.row_id, change.column)
            if name is None:
                continue
            fields += 1
            if key not in seen and change.changed_since:
                whose = f"M-{change.memory_id} " if change.memory_id is not None else ""
                later.append(f"{whose}{name}")
            seen.add(key)
    return Prospect(ids, fields, tuple(dict.fromkeys(later)), len(ids) <= MOST_LOOKED_AT)


def revert_all(store: MemoryStore, ids: frozenset[int], report: Report, cancel: CancelToken) -> Reverted:
    """Take operations back, the newest first. Where a later change stands in the way, that one stays and is listed.

    What was taken back before it was cancelled stays taken back.
    """
    done: list[int] = []
    conflicts: list[UndoResult] = []
    refused = 0
    for place, operation_id in enumerate(sorted(ids, reverse=True)):
        if cancel.cancelled:
            break
        report(Progress(place, len(ids), "Reverting"))
        found = store.history.get(operation_id)
        if found is None or found.undone:
            continue
        try:
            result = store.history.undo(operation_id, take=Take.ASK)
        except NothingToUndoError:
            refused += 1
            continue
        if result.operation_id is not None:
            done.append(result.operation_id)
        elif result.conflicts:
            conflicts.append(result)
    return Reverted(tuple(done), tuple(conflicts), refused)


def reverted_words(reverted: Reverted) -> str:
    """ "Reverted 3 operations; 1 changed since: choose in the list"."""
    count, waiting = len(reverted.operations), len(reverted.conflicts)
    words = f"Reverted {count:,} operation{'' if count == 1 else 's'}"
    if reverted.refused:
        words += f"; {reverted.refused:,} too old to be taken back"
    if waiting:
        words += f"; {waiting:,} changed since: choose in the list"
    return words


def prospect_words(prospect: Prospect) -> tuple[str, str]:
    """What the bar says: how much is taken back, and, as a warning, what was changed since by others."""
    fields = f"{prospect.fields:,} field{'' if prospect.fields == 1 else 's'}"
    what = (
        f"{fields} go{'es' if prospect.fields == 1 else ''} back"
        if prospect.fields
        else "What was added goes"
    )
    if not prospect.whole:
        what = f"at least {what}"
    if not prospect.later:
        return what, ""
    named = ", ".join(prospect.later[:2])
    more = len(prospect.later) - 2
    rest = f" and {more} more" if more > 0 else ""
    return what, f"Changed since by others: {named}{rest}. You will be asked about it."
