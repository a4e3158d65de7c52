"""Copies or moves memories from one open store into another: one operation in each, by way of a bundle.

Nothing crosses between projects but by this, and only when a person asks for it. What the other store takes over
unasked is the import's rule, not decided here.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.clock import DAY
from engramma.model.errors import InvalidValueError
from engramma.model.memory import Memory, State
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.projects import Carried
from engramma.model.records import dataclass
from engramma.store.known import known_contents, known_uids
from engramma.store.tables import memory

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore

_BUNDLE = "engramma-bundle"
_LONGEST_NAME = 80
_AT_ONCE = 500
_PREFIX = ".carry-"


@dataclass(frozen=True, slots=True)
class _Standing:
    """How memories stand in the target, by their ids in the source: there, or deleted on purpose; else new."""

    there: frozenset[int]
    gone: frozenset[int]


def carry(
    source: MemoryStore,
    ids: Sequence[int],
    target: MemoryStore,
    *,
    move: bool = False,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> Carried:
    """Copy memories of `source`, with their history and the turns they came from, into `target`.

    What the target knows by id or wording stays as it is there; what was deleted there stays away. Into a store in
    use pins, procedural kind and importance from 0.8 on come as proposals. With `move`, those that are then in the
    target are put into the Trash of the source. Raises InvalidValueError, StoreError and its kin, Cancelled.
    """
    cancel = cancel or CancelToken()
    if _same_file(source.path, target.path):
        raise InvalidValueError("The memories are in this store already.", hint="Choose another store.")
    if move and source.read_only:
        raise InvalidValueError(f"{source.path.name} is open read-only.", hint="Copy the memories instead.")
    chosen = _memories(source, ids, cancel)
    if not chosen:
        raise InvalidValueError("None of these memories is there any more.")
    before = _standing(target, chosen)
    going = [one for one in chosen if one.id not in before.gone]
    refused = len(chosen) - len(going)
    if not going:
        return Carried(target.path, copied=0, refused=refused)
    waiting = len(target.consolidation.asked())
    operation_id = None
    if any(one.id not in before.there for one in going):
        operation_id = _send(source, going, target, report=report, cancel=cancel)
    after = _standing(target, going)
    moved = source.memories.trash(sorted(after.there)) if move and after.there else 0
    return Carried(
        target.path,
        copied=len(after.there - before.there),
        known=len(before.there),
        refused=refused,
        asked=max(0, len(target.consolidation.asked()) - waiting),
        moved=moved,
        operation_id=operation_id,
    )


def _send(
    source: MemoryStore, going: Sequence[Memory], target: MemoryStore, *, report: Report, cancel: CancelToken
) -> int | None:
    _sweep(target.path.parent, now=target.clock.now())
    # Beside the target, where only its owner can read; what the history calls it is the name of the file.
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=target.path.parent) as folder:
        count = "1 memory" if len(going) == 1 else f"{len(going):,} memories"
        path = Path(folder) / f"{count} from {source.name[:_LONGEST_NAME]}"
        source.transfer.export(path, ids=[one.id for one in going], report=report, cancel=cancel)
        done = target.transfer.import_files([path], format=_BUNDLE, report=report, cancel=cancel)
    for file in done.files:
        if file.error:
            raise InvalidValueError(file.error)
    return done.operation_id


def _sweep(folder: Path, *, now: int) -> None:
    """Clear away what a process that died left here a day ago or longer."""
    for left in folder.glob(f"{_PREFIX}*"):
        if left.stat().st_mtime_ns // 1_000 < now - DAY:
            shutil.rmtree(left, ignore_errors=True)


def _memories(source: MemoryStore, ids: Sequence[int], cancel: CancelToken) -> list[Memory]:
    found: list[Memory] = []
    for start in range(0, len(ids), _AT_ONCE):
        cancel.check()
        found += [line.memory for line in source.memories.page(ids[start : start + _AT_ONCE])]
    return found


def _standing(target: MemoryStore, memories: Sequence[Memory]) -> _Standing:
    keys = [target.workspace.content_key(one.text) for one in memories]
    with target.workspace.database.read() as reading:
        by_uid = known_uids(reading.connection, memory, [one.uid for one in memories])
        by_content = known_contents(reading.connection, keys)
    there: set[int] = set()
    gone: set[int] = set()
    for one, key in zip(memories, keys, strict=True):
        found = by_uid.get(one.uid) or (by_content.get(key) if one.state is State.ACTIVE else None)
        if found is not None:
            (gone if found.gone else there).add(one.id)
    return _Standing(frozenset(there), frozenset(gone))


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other
