"""Splitting: takes one merge back. Members come back as they were, the survivor keeps what changed since.

Works by column, so a later edit of the survivor or a decision about a member is not lost. A memory that was merged
on is split from the outside: first what it went into. Members that were erased for good are passed over and named.
"""

from __future__ import annotations

from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.operation import Take, UndoResult
from engramma.model.records import dataclass
from engramma.store.journal.undo import take_back
from engramma.store.memories.merges import FoundMerge, merged_into, newest_merge
from engramma.store.memories.rows import rows_of

AGENT = "agent:"


@dataclass(frozen=True, slots=True)
class Split:
    """What a split did: who came back out of `survivor_id`; `erased` are members that are gone for good.

    `operations` are all that it took, where it took more than one.
    """

    operation_id: int
    survivor_id: int
    member_ids: tuple[int, ...]
    erased: tuple[int, ...]
    operations: tuple[int, ...] = ()


def split(workspace: Workspace, memory_id: int) -> Split:
    """Take back the merge by which `memory_id` went into another, or else the newest one into it.

    Raises NotFoundError, and InvalidValueError when nothing was merged, when the memory was merged on, or when the
    merge came with other changes of one operation.
    """
    found = _find(workspace, memory_id)
    _check(workspace, found)
    if found.whole:
        result = take_back(workspace.journal, found.operation_id, actor=workspace.actor, take=Take.MINE)
    else:
        result = _undo_item(workspace, found)
    if result.operation_id is None:
        raise InvalidValueError("That was changed just now.", hint="Try it again.")
    erased = tuple(one for one in result.erased if one not in found.member_ids)
    return Split(result.operation_id, found.survivor_id, found.member_ids, erased)


def _find(workspace: Workspace, memory_id: int) -> FoundMerge:
    with workspace.database.read() as reading:
        if not rows_of(reading, [memory_id]):
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        outer = merged_into(reading, memory_id)
        survivor = memory_id if outer is None else outer
        found = newest_merge(reading, survivor)
        into = merged_into(reading, survivor)
    if found is None:
        raise InvalidValueError(f"Nothing was merged into M-{memory_id}.", hint="See its history.")
    if into is not None:
        raise InvalidValueError(
            f"M-{found.survivor_id} was merged into M-{into} itself.", hint=f"Split M-{into} first."
        )
    if memory_id != found.survivor_id and memory_id not in found.member_ids:
        raise InvalidValueError(
            f"Something else was merged into M-{found.survivor_id} after M-{memory_id}.",
            hint=f"Split M-{found.survivor_id} first.",
        )
    return found


def _undo_item(workspace: Workspace, found: FoundMerge) -> UndoResult:
    """Take back the merge alone where a pass made it among other things."""
    from engramma.engine.consolidation.undoing import items_of, undo_item

    merged = {found.survivor_id, *found.member_ids}
    for item in items_of(workspace, found.operation_id):
        if item.step == "merge" and item.undone_by is None and merged <= set(item.targets):
            return undo_item(workspace, found.operation_id, item.number, take=Take.MINE)
    raise InvalidValueError(
        "This merge was part of a larger change.", hint=f"Undo operation {found.operation_id} instead."
    )


def _check(workspace: Workspace, found: FoundMerge) -> None:
    if not workspace.actor.startswith(AGENT):
        return
    with workspace.database.read() as reading:
        rows = rows_of(reading, [found.survivor_id, *found.member_ids])
    for row in rows:
        if row.pinned or row.person_edited or row.kind == "procedural":
            raise InvalidValueError(
                f"M-{row.id} is in the hands of a person.", hint="Ask a person to split it."
            )
