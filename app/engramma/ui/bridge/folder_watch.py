"""Lets new sessions come in by themselves: looks into the watched folders of the open store every half minute.

Only while the window is open, quietly, one look at a time; off until a person names a folder. Never into a store that
is open read-only.
"""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.clock import MILLISECOND
from engramma.model.errors import EngrammaError

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.finding_new import Brought, NewFiles, WatchedFolder
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.bridge.context import WindowContext

EVERY, SOON = 30_000, 3_000
LOOK, BRING = "watched folders", "watched folders, import"

log = logging.getLogger(__name__)


class WatchBook(Protocol):
    """What is remembered about watched folders between starts."""

    def folders(self, store: Path) -> tuple[WatchedFolder, ...]:
        """Those of a store, in the order in which they were named."""

    def keep(self, store: Path, folders: tuple[WatchedFolder, ...]) -> None:
        """Keep them."""


class FolderWatch(QObject):
    """One for a window. `changed`: other folders, or something came in from one; `looked`: it looked into them."""

    changed = Signal()
    looked = Signal()

    def __init__(self, context: WindowContext, book: WatchBook) -> None:
        super().__init__(context)
        self._context, self._book = context, book
        self._running = self._complained = False
        self._looked_at = 0
        self._seen: dict[Path, NewFiles] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        context.store_changed.connect(self._on_store)

    @property
    def folders(self) -> tuple[WatchedFolder, ...]:
        """Those of the open store."""
        store = self._context.store
        return () if store is None else self._book.folders(store.path)

    def is_watched(self, path: Path) -> bool:
        """Whether new files in this folder come in."""
        return any(folder.path == path for folder in self.folders)

    @property
    def looked_at(self) -> int:
        """When it looked last, UTC µs; 0 for not yet, since this store was opened here."""
        return self._looked_at

    @property
    def next_at(self) -> int:
        """When it looks next, UTC µs; 0 for never."""
        store = self._context.store
        if store is None or store.read_only or not self._timer.isActive():
            return 0
        return store.clock.now() + self._timer.remainingTime() * MILLISECOND

    def seen(self, path: Path) -> NewFiles | None:
        """What it saw in this folder when it looked last, None before it did."""
        return self._seen.get(path)

    def watch(self, path: Path, *, title: str = "") -> None:
        """From now on, what is new in `path` comes into the open store; what is there already does not.

        `title` is what the folder is called, empty for its own name.
        """
        from engramma.engine.finding_new import WatchedFolder

        store = self._context.store
        if store is None or store.read_only or self.is_watched(path):
            return
        self._keep(store, (*self.folders, WatchedFolder(path, store.clock.now(), title=title)))

    def unwatch(self, path: Path) -> None:
        """Leave a folder alone; what came in stays."""
        store = self._context.store
        if store is not None:
            self._keep(store, tuple(folder for folder in self.folders if folder.path != path))

    def look(self) -> None:
        """Look what is new, and let it come in."""
        store, folders = self._context.store, self.folders
        self._timer.setInterval(EVERY)
        if store is None or store.read_only or not folders or self._running:
            return
        self._running = True
        work = functools.partial(look_for_new, folders, store.clock.now())
        self._context.jobs.read(
            "Look into watched folders",
            work,
            functools.partial(self._on_found, store),
            failed=self._on_failed,
            key=LOOK,
        )

    def _on_found(self, store: MemoryStore, found: tuple[NewFiles, ...]) -> None:
        if store is not self._context.store:
            self._running = False
            return
        self._looked_at = store.clock.now()
        self._seen = {item.folder: item for item in found}
        self.looked.emit()
        new = tuple(item for item in found if item.until)
        if not new:
            self._running = False
            return
        self._context.jobs.write(
            "Take in new files",
            functools.partial(take_in_new, store, new),
            functools.partial(self._on_brought, store),
            failed=self._on_failed,
            key=BRING,
        )

    def _on_brought(self, store: MemoryStore, brought: tuple[Brought, ...]) -> None:
        self._running = False
        came = {item.folder: item for item in brought}
        folders = tuple(
            folder if (item := came.get(folder.path)) is None else _with(folder, item)
            for folder in self._book.folders(store.path)
        )
        self._keep(store, folders)
        items, sessions = sum(item.items for item in brought), sum(item.sessions for item in brought)
        if items and store is self._context.store:
            count, noun = (sessions, "session") if sessions else (items, "item")
            what = f"{count:,} {noun}{'' if count == 1 else 's'}"
            operations = tuple(item.operation_id for item in brought if item.operation_id is not None)
            self._context.toast(
                f"{what} came in from watched folders",
                icon="download-simple",
                operations=operations,
                quiet=True,
            )

    def _on_failed(self, error: Exception) -> None:
        self._running = False
        if isinstance(error, EngrammaError):
            log.info("Nothing came in from watched folders: %s", error)
        if not self._complained:
            self._complained = True
            why = str(error) if isinstance(error, EngrammaError) else "The log has the details."
            self._context.toast(f"Nothing came in from watched folders. {why}", icon="warning", quiet=True)

    def _keep(self, store: MemoryStore, folders: tuple[WatchedFolder, ...]) -> None:
        self._book.keep(store.path, folders)
        self._run_or_rest()
        self.changed.emit()

    def _on_store(self) -> None:
        self._running = self._complained = False
        self._looked_at, self._seen = 0, {}
        self._timer.stop()
        self._run_or_rest()
        self.changed.emit()

    def _run_or_rest(self) -> None:
        """The timer runs only while there is something to look at."""
        if not self.folders:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(SOON)


def _with(folder: WatchedFolder, item: Brought) -> WatchedFolder:
    since = max(folder.since, item.until)
    if not item.items:
        return replace(folder, since=since)
    return replace(folder, since=since, brought=folder.brought + item.items, brought_at=item.at)


def look_for_new(
    folders: tuple[WatchedFolder, ...], now: int, _report: Report, cancel: CancelToken
) -> tuple[NewFiles, ...]:
    """Runs on a reader's thread."""
    from engramma.engine.finding_new import new_files

    return new_files(folders, now=now, cancel=cancel)


def take_in_new(
    store: MemoryStore, new: tuple[NewFiles, ...], _report: Report, cancel: CancelToken
) -> tuple[Brought, ...]:
    """Runs on the writer's thread."""
    from engramma.engine.finding_new import bring_in

    return bring_in(store, new, cancel)
