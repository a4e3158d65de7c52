"""The pages of a window, welcome, import and plan, and what they and dropped files lead to."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engramma.model.clock import Clock
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.folder_watch import FolderWatch
from engramma.ui.window.commands.store_commands import StoreCommands
from engramma.ui.window.drops import Dropped
from engramma.ui.window.recent_stores import RecentStore, RecentStores
from engramma.ui.window.shell import Shell
from engramma.ui.window.store_desk import StoreDesk

if TYPE_CHECKING:
    from engramma.ui.views.export.names_bar import PrivateWords
    from engramma.ui.window.import_flow import ImportFlow
    from engramma.ui.window.importing.page import ImportPage
    from engramma.ui.window.importing.plan import ImportPlan
    from engramma.ui.window.welcome.page import WelcomePage


TAKING_IN = frozenset({"import", "merge_store"})


class Pages(QObject):
    """Makes the pages when they are first shown. `undo_wanted` carries the ids of operations to take back."""

    undo_wanted = Signal(object)

    def __init__(
        self,
        shell: Shell,
        context: WindowContext,
        *,
        desk: StoreDesk,
        files: StoreCommands,
        recent: RecentStores,
        clock: Clock,
        folders: FolderWatch,
        words: PrivateWords,
    ) -> None:
        super().__init__(shell)
        self._shell, self._context, self._desk, self._files = shell, context, desk, files
        self._recent, self._clock, self._folders = recent, clock, folders
        self._words = words
        self._importing: ImportFlow | None = None
        self._welcome: WelcomePage | None = None
        self._import: ImportPage | None = None

    def make_welcome(self) -> QWidget:
        """The welcome page."""
        from engramma.ui.window.welcome.page import WelcomePage

        page = WelcomePage(self._files.table, self._recent, self._clock)
        page.command_wanted.connect(self._shell.run_command)
        page.open_wanted.connect(self._on_recent)
        page.locate_wanted.connect(self._on_locate)
        self._welcome = page
        return page

    def make_import(self) -> QWidget:
        """The import page."""
        from engramma.ui.window.import_flow import ImportFlow
        from engramma.ui.window.importing.page import ImportPage

        self._importing = ImportFlow(self._context, need_store=self._ask_for_store)
        page = ImportPage(self._context, self._folders)
        page.files_wanted.connect(functools.partial(self._shell.run_command, "store.import"))
        page.import_wanted.connect(self._on_import)
        self._importing.done.connect(page.show_done)
        page.left.connect(self._on_left)
        self._import = page
        return page

    def make_plan(self) -> QWidget:
        """The page of the consolidation plan."""
        from engramma.ui.views.plan.page import PlanPage

        page = PlanPage(self._context)
        page.left.connect(self._on_left)
        page.undo_wanted.connect(self.undo_wanted)
        return page

    def curation(self) -> dict[str, Callable[[], QWidget]]:
        """The makers of the pages on which memories are merged, and text is replaced."""
        return {
            "merge": self._make_merge,
            "duplicates": self._make_duplicates,
            "replace": self._make_replace,
            "export": self._make_export,
            "merge_store": self._make_store_merge,
        }

    def _make_merge(self) -> QWidget:
        from engramma.ui.views.merge.page import MergePage

        page = MergePage(self._context)
        page.left.connect(self._on_left_for)
        return page

    def _make_duplicates(self) -> QWidget:
        from engramma.ui.views.merge.duplicates_page import DuplicatesPage

        page = DuplicatesPage(self._context)
        page.left.connect(self._on_left_for)
        return page

    def _make_replace(self) -> QWidget:
        from engramma.ui.views.replace.page import ReplacePage

        page = ReplacePage(self._context)
        page.left.connect(self._on_left_for)
        return page

    def _make_store_merge(self) -> QWidget:
        from engramma.ui.views.transfer_merge.page import StoreMergePage

        page = StoreMergePage(self._context)
        page.left.connect(self._on_left_for)
        page.choose_wanted.connect(functools.partial(self._shell.run_command, "store.merge"))
        return page

    def _make_export(self) -> QWidget:
        from engramma.ui.views.export.page import ExportPage

        page = ExportPage(self._context, self._words)
        page.left.connect(self._on_left_for)
        return page

    def _on_left_for(self, came_from: str) -> None:
        if came_from:
            self._shell.open_view(came_from)
        else:
            self._shell.go_back()

    @property
    def import_page(self) -> ImportPage:
        """The import page, made if need be."""
        self._shell.make_view("import")
        assert self._import is not None
        return self._import

    def take_dropped(self, dropped: Dropped) -> None:
        """Open a dropped store, look into other files."""
        if dropped.store is not None and self.merges_stores():
            self._context.run("store.merge", path=dropped.store)
        elif dropped.store is not None:
            self._shell.open_store(dropped.store)
        else:
            self._shell.look_into(dropped.files)

    def merges_stores(self) -> bool:
        """Whether a store that is dropped is merged: on the pages that take things in, while one is open."""
        store = self._context.store
        return store is not None and not store.read_only and self._shell.front_name in TAKING_IN

    def show_hovering(self, hovering: bool) -> None:
        """Light the drop zone while files are held over the window."""
        if self._welcome is not None:
            self._welcome.drop_zone.set_lit(hovering)

    def _on_left(self) -> None:
        self._shell.go_back()

    def _on_import(self, plan: ImportPlan) -> None:
        if self._importing is not None:
            self._importing.start(plan)
        if self._context.store is not None and self._import is not None:
            self._import.leave()

    def _ask_for_store(self, then: Callable[[], None]) -> None:
        self._files.new(functools.partial(self._create_then, then))

    def _create_then(self, then: Callable[[], None], path: Path) -> None:
        self._desk.create(path)
        self._desk.then(functools.partial(self._import_after, then))

    def _import_after(self, then: Callable[[], None]) -> None:
        if self._import is not None:
            self._import.reset()
        then()

    def _on_recent(self, store: RecentStore) -> None:
        self._shell.open_store(store.path)

    def _on_locate(self, store: RecentStore) -> None:
        self._files.locate(store.path.name, functools.partial(self._on_located, store))

    def _on_located(self, store: RecentStore, path: Path) -> None:
        self._recent.move(store.path, path)
        self._shell.open_store(path)
