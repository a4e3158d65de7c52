"""Joins the store switcher to a window: lists stores, opens the chosen one, sends memories to it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.clock import Clock
from engramma.model.projects import Carried, StoreGlance
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.context import CommandRequest
from engramma.ui.window.commands.targets import Targets
from engramma.ui.window.recent_stores import RecentStores
from engramma.ui.window.stores.carrying import (
    Meant,
    asking_words,
    carried_words,
    carry_to,
    look_at_targets,
    read_glances,
    read_stores,
)
from engramma.ui.window.stores.store_rows import Row, StoreRow, store_rows

if TYPE_CHECKING:
    from engramma.ui.window.stores.switcher import Switcher

AT_ONCE = 4


class Files(Protocol):
    """What asks for files."""

    def new(self, chosen: Callable[[Path], None] | None = None) -> None:
        """Ask where an empty store is to be made."""

    def open(self) -> None:
        """Ask for a store and open it."""

    def locate(self, name: str, found: Callable[[Path], None]) -> None:
        """Ask where a store is."""


class Opener(Protocol):
    """What opens stores."""

    def open_store(self, path: Path) -> None:
        """Open a file as the store."""

    def create_store(self, path: Path) -> None:
        """Make an empty store and open it."""


class StoreSwitching(QObject):
    """One for a window, over which the switcher stands."""

    def __init__(
        self,
        context: WindowContext,
        window: QWidget,
        *,
        opener: Opener,
        files: Files,
        recent: RecentStores,
        clock: Clock,
    ) -> None:
        super().__init__(window)
        self._context, self._window, self._opener, self._files = context, window, opener, files
        self._recent, self._clock = recent, clock
        self._switcher: Switcher | None = None
        self._paths: tuple[Path, ...] = ()
        self._glances: dict[Path, StoreGlance] = {}
        self._carried: tuple[tuple[int, ...], bool] | None = None

    @property
    def switcher(self) -> Switcher:
        """The popup, made when it is first wanted."""
        if self._switcher is None:
            from engramma.ui.window.stores.switcher import Switcher

            self._switcher = Switcher(self._window)
            self._switcher.chosen.connect(self._on_chosen)
            self._switcher.new_wanted.connect(self._on_new)
            self._switcher.file_wanted.connect(self._on_file)
        return self._switcher

    def switch(self) -> None:
        """Choose a store to open."""
        self._carried = None
        self.switcher.open_over(self._window, title="Switch store")
        self._look()

    def ask_where(self, targets: Targets, *, move: bool) -> None:
        """Choose a store to copy or move memories to; which they are is fixed first."""
        store = self._context.store
        if store is not None:
            work = functools.partial(look_at_targets, store, targets)
            done = functools.partial(self._on_counted, move)
            self._context.jobs.read("Look which memories are meant", work, done, key="memories to carry")

    def _on_counted(self, move: bool, meant: Meant) -> None:
        if meant.ids:
            self._carried = (meant.ids, move)
            title, note = asking_words(meant, move=move)
            self.switcher.open_over(self._window, title=title, note=note, opens=False)
            self._look()

    # What there is

    def _look(self) -> None:
        opened = tuple(store.path for store in self._recent.all() if store.exists)
        self._paths = opened
        self._show()
        self._context.jobs.read(
            "Look which stores there are",
            functools.partial(read_stores, opened),
            self._on_paths,
            key="stores",
        )

    def _on_paths(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths
        self._show()
        self._look_into(0)

    def _look_into(self, start: int) -> None:
        """A few at a time, so that the first counts do not wait for the last."""
        part = self._paths[start : start + AT_ONCE]
        if part and self.switcher.isVisible():
            done = functools.partial(self._on_glances, start + AT_ONCE)
            work = functools.partial(read_glances, part)
            self._context.jobs.count("Look into stores", work, done, key="store glances")

    def _on_glances(self, after: int, glances: tuple[StoreGlance, ...]) -> None:
        self._glances.update({glance.path: glance for glance in glances})
        self._show()
        self._look_into(after)

    def _show(self) -> None:
        store = self._context.store
        rows = store_rows(
            self._paths,
            glances=self._glances,
            opened={recent.path: recent.opened_at for recent in self._recent.all()},
            current=None if store is None else store.path,
            without_current=self._carried is not None,
        )
        self.switcher.show_stores(rows, now=self._clock.now())

    # What was chosen

    def _on_chosen(self, row: Row) -> None:
        if self._carried is not None:
            self._carry(row.path)
        elif not isinstance(row, StoreRow):
            self._make_project(row.path)
        elif not row.current:
            self._opener.open_store(row.path)

    def _make_project(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._opener.create_store(path)

    def _on_new(self) -> None:
        self._files.new(None if self._carried is None else self._carry)

    def _on_file(self) -> None:
        if self._carried is None:
            self._files.open()
        else:
            self._files.locate("the other store", self._carry)

    def _carry(self, path: Path) -> None:
        carried, self._carried = self._carried, None
        store = self._context.store
        if store is None or carried is None:
            return
        ids, move = carried
        title = f"{'Move' if move else 'Copy'} memories to {path.stem}"
        work = functools.partial(carry_to, store, ids, path, move)
        done = functools.partial(self._on_carried, move)
        self._context.jobs.write(title, work, done, quiet=False)

    def _on_carried(self, move: bool, done: Carried) -> None:
        self._glances.pop(done.target, None)
        icon = "arrow-square-right" if move else "copy"
        self._context.toast(
            carried_words(done, move=move),
            icon=icon,
            undo=move and done.moved > 0,
            action="Open that store",
            command=CommandRequest("store.open", (("path", done.target),)),
        )
