"""The commands that merge and split: by hand on a page, exact duplicates in bulk, and a merge taken back."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.targets import Targets, name_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engramma.engine import MemoryStore
    from engramma.engine.memories.splitting import Split
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.window.centre import Centre

    SplitWork = Callable[[MemoryStore, int, Report, CancelToken], Split]


class MergeCommands(QObject):
    """`centre` makes the pages, both of which take `begin(targets, came_from=)`."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(context)
        self._context = context
        self._centre = centre

    def commands(self) -> tuple[Command, ...]:
        """What the menu Memory has for it."""
        return (
            Command(
                "memory.merge",
                "Merge…",
                self.merge,
                menu="Memory",
                keys=("Ctrl+M",),
                icon="git-merge",
                when=_two_memories,
                group=3,
            ),
            Command(
                "memory.merge_equals",
                "Merge exact duplicates…",
                self.merge_equals,
                menu="Memory",
                keys=("Ctrl+Shift+M",),
                icon="copy",
                when=may.writable,
                group=3,
            ),
            Command(
                "memory.split",
                "Split this merge",
                self.split,
                menu="Memory",
                icon="arrows-out-simple",
                when=may.write_one,
                group=3,
            ),
            Command(
                "memory.split_one",
                "Split only this one off",
                self.split_one,
                menu="Memory",
                icon="arrows-out-simple",
                when=may.write_one,
                group=3,
            ),
        )

    def merge(self, ids: Sequence[int] | None = None) -> None:
        """Open the workbench on the selection, or on given memories."""
        self._begin("merge", Targets.of(self._context.selection, self._context.query, ids))

    def merge_equals(self, ids: Sequence[int] | None = None) -> None:
        """Look for exact duplicates among the selection, or among all that is shown."""
        targets = Targets.of(self._context.selection, self._context.query, ids)
        if not targets.whole_query and len(targets.ids) < 2:
            targets = Targets(query=self._context.query, whole_query=True)
        self._begin("duplicates", targets)

    def _begin(self, name: str, targets: Targets) -> None:
        begin_on(self._centre, name, targets)
        self._context.open_view(name)

    def split(self, ids: Sequence[int] | None = None) -> None:
        """Take the newest merge into a memory back, or the one by which it went into another."""
        self._split(_split, ids)

    def split_one(self, ids: Sequence[int] | None = None) -> None:
        """Take one memory out of the merge that it went into; the others stay merged."""
        self._split(_split_one, ids)

    def _split(self, work: SplitWork, ids: Sequence[int] | None) -> None:
        store = self._context.store
        one = next(iter(ids), None) if ids is not None else self._context.selection.current
        if store is not None and one is not None:
            self._context.jobs.write("Split a merge", functools.partial(work, store, one), self._on_split)

    def _on_split(self, done: Split) -> None:
        words = f"Split {name_of(done.member_ids)} from M-{done.survivor_id}"
        if done.erased:
            words += f"; {name_of(done.erased)} was erased for good since"
        self._context.toast(
            words, icon="arrows-out-simple", operations=done.operations or (done.operation_id,)
        )


def begin_on(centre: Centre, name: str, targets: Targets) -> None:
    """Tell a page what it is about, and to which view it goes back."""
    begin = getattr(centre.view(name), "begin", None)
    if callable(begin):
        begin(targets, came_from=centre.name)


def _two_memories(situation: Situation) -> str:
    return may.write_some(situation) or ("" if situation.memories > 1 else "needs two or more")


def _split(store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken) -> Split:
    return store.memories.split(memory_id)


def _split_one(store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken) -> Split:
    return store.curation.split_one(memory_id)
