"""What copying and moving memories to another store does, on a worker thread and without any Qt object."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.projects import Carried, StoreGlance
from engramma.model.records import dataclass
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report


def read_stores(recent: tuple[Path, ...], _report: Report, _cancel: CancelToken) -> tuple[Path, ...]:
    """Which stores there are."""
    from engramma.engine.projects import known_stores

    return known_stores(recent)


def read_glances(paths: tuple[Path, ...], _report: Report, cancel: CancelToken) -> tuple[StoreGlance, ...]:
    """What each of them holds."""
    from engramma.engine.projects import look_at

    return look_at(paths, cancel=cancel)


@dataclass(frozen=True, slots=True)
class Meant:
    """The memories that are meant, fixed: what is selected later does not matter. `pinned` of them are pinned."""

    ids: tuple[int, ...]
    pinned: int


def look_at_targets(store: MemoryStore, targets: Targets, _report: Report, cancel: CancelToken) -> Meant:
    """Which memories are meant."""
    ids = targets.resolve(store)
    cancel.check()
    return Meant(ids, store.memories.summary(ids).pinned if ids else 0)


def asking_words(meant: Meant, *, move: bool) -> tuple[str, str]:
    """What the switcher says when it asks where they are to go: a title and what that means."""
    many = f"M-{meant.ids[0]}" if len(meant.ids) == 1 else f"{len(meant.ids):,} memories"
    note = (
        "They come with their history and the turns that they came from. In a store in use, pins, procedures and "
        "great importance wait in its Review."
    )
    if move:
        note += " Here they go to the Trash"
        if meant.pinned:
            note += f", {meant.pinned:,} pinned {'one' if meant.pinned == 1 else 'ones'} too"
        note += "."
    return f"{'Move' if move else 'Copy'} {many} to another store", note


def carry_to(
    store: MemoryStore, ids: tuple[int, ...], path: Path, move: bool, report: Report, cancel: CancelToken
) -> Carried:
    """Copy or move them; the other store is made if need be, and closed again."""
    from engramma.engine import open_store
    from engramma.engine.projects import carry

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open_store(path, clock=store.clock, create=True) as target:
        return carry(store, ids, target, move=move, report=report, cancel=cancel)


def carried_words(done: Carried, *, move: bool) -> str:
    """What came of it, in a line."""
    name = done.target.stem
    verb = "Moved" if move else "Copied"
    gone = done.moved if move else done.copied
    parts = [f"{verb} {'1 memory' if gone == 1 else f'{gone:,} memories'} to {name}"]
    if done.known:
        parts.append(f"{done.known:,} {'was' if done.known == 1 else 'were'} there already")
    if done.refused:
        parts.append(
            f"{done.refused:,} {'was' if done.refused == 1 else 'were'} deleted there before, and stay away"
        )
    if done.asked:
        parts.append(
            f"{done.asked:,} wait{'s' if done.asked == 1 else ''} in Review there: pins, kinds, importance"
        )
    return "; ".join(parts)
