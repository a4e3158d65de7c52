"""Opens and closes stores for a window, in jobs; keeps the list of recent ones and says clearly what went wrong.

A store that is left is closed once no job uses it any more.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.clock import Clock
from engramma.model.errors import EngrammaError
from engramma.ui.bridge import WindowContext
from engramma.ui.window.recent_stores import RecentStores

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report
    from engramma.store.statistics import Statistics

JOB_KEY = "open a store"


class StoreDesk(QObject):
    """`opened` carries the MemoryStore, `failed` the error; `before_change` lets the window save its state.

    `counted` carries the Statistics that `count` asked for.
    """

    opened = Signal(object)
    failed = Signal(object)
    before_change = Signal()
    counted = Signal(object)

    def __init__(
        self, context: WindowContext, recent: RecentStores, *, clock: Clock, sample_folder: Path
    ) -> None:
        super().__init__(context)
        self._context, self._recent, self._clock = context, recent, clock
        self._sample_folder = sample_folder
        self._retired: list[MemoryStore] = []
        self._then: Callable[[], None] | None = None
        context.jobs.idle.connect(self._close_retired)

    def open(self, path: Path) -> None:
        """Open a store file."""
        self._start(f"Open {path.name}", functools.partial(_open, path, self._clock))

    def create(self, path: Path) -> None:
        """Make an empty store and open it."""
        self._start(f"Make {path.name}", functools.partial(_create, path, self._clock))

    def open_sample(self) -> None:
        """Open the sample, made first if it is missing or of another day."""
        work = functools.partial(_open_sample, self._sample_folder, self._clock)
        self._start("Open the sample store", work, quiet=False)

    def then(self, action: Callable[[], None]) -> None:
        """Do this once the store that is being opened is there."""
        self._then = action

    def _start(
        self, title: str, work: Callable[[Report, CancelToken], MemoryStore], *, quiet: bool = True
    ) -> None:
        self._then = None
        self._context.jobs.read(title, work, self.take, failed=self._on_failed, quiet=quiet, key=JOB_KEY)

    def take(self, store: MemoryStore) -> None:
        """Show this store from now on."""
        self.before_change.emit()
        old = self._context.store
        then, self._then = self._then, None
        self._context.set_store(store)
        store.keep_embedded()
        if old is not None and old is not store:
            self._retired.append(old)
        self._note(store)
        self.opened.emit(store)
        if then is not None:
            then()

    def close(self) -> None:
        """Show no store."""
        old = self._context.store
        if old is None:
            return
        self.before_change.emit()
        self._context.set_store(None)
        self._retired.append(old)
        if not self._context.jobs.busy:
            self._close_retired()

    def _on_failed(self, error: Exception) -> None:
        self._then = None
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)
        self.failed.emit(error)

    def _note(self, store: MemoryStore) -> None:
        self._recent.add(store.path, at=self._clock.now(), memories=self._count_known(store.path))

    def count(self) -> None:
        """Count what is in the open store, for the list of recent ones."""
        store = self._context.store
        if store is None:
            return
        self._context.jobs.count(
            "Count memories",
            functools.partial(_count, store),
            functools.partial(self._on_counted, store.path),
            key="recent count",
        )

    def _count_known(self, path: Path) -> int:
        return next((item.memories for item in self._recent.all() if item.path == path), 0)

    def _on_counted(self, path: Path, statistics: Statistics) -> None:
        self._recent.add(path, at=self._clock.now(), memories=statistics.total)
        self.counted.emit(statistics)

    def _close_retired(self) -> None:
        while self._retired:
            self._retired.pop().close()

    def close_all(self) -> None:
        """Close every store; no job may run any more."""
        self._close_retired()
        if self._context.store is not None:
            self._context.store.close()


def _open(path: Path, clock: Clock, _report: Report, _cancel: CancelToken) -> MemoryStore:
    from engramma.engine import open_store

    return open_store(path, clock=clock)


def _create(path: Path, clock: Clock, _report: Report, _cancel: CancelToken) -> MemoryStore:
    from engramma.engine import create_store

    return create_store(path, clock=clock)


def _open_sample(folder: Path, clock: Clock, _report: Report, _cancel: CancelToken) -> MemoryStore:
    from engramma.engine.sample import open_sample

    return open_sample(folder, clock=clock)


def _count(store: MemoryStore, _report: Report, _cancel: CancelToken) -> Statistics:
    return store.statistics()
