"""The main window: owns the context, the jobs and the stores that it opened, and keeps its parts in step.

What commands do is in `shell` and `commands`, what the parts look like in their own files. Closing cancels, joins and
closes.
"""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from engramma.engine.home import home_folder
from engramma.engine.jobs import JobRunner
from engramma.model.clock import Clock, SystemClock
from engramma.model.search import Facets, parse, print_query
from engramma.ui.actions import CommandTable, Situation
from engramma.ui.bridge import NOTHING, JobBridge, Selection, WindowContext
from engramma.ui.bridge.consolidating import Consolidator
from engramma.ui.bridge.context import CommandRequest, ViewRequest
from engramma.ui.bridge.selection_keeper import SelectionKeeper
from engramma.ui.theme import ThemeSource
from engramma.ui.window.arrival import Arrival
from engramma.ui.window.centre import CURATION, OWN_SIDE, PAGES, Centre
from engramma.ui.window.commands.all_commands import add_commands
from engramma.ui.window.commands.consolidation_commands import ConsolidationCommands
from engramma.ui.window.commands.store_commands import StoreCommands
from engramma.ui.window.draft_notice import DraftNotice
from engramma.ui.window.first_store import FirstStore
from engramma.ui.window.kept_parts import KeptParts
from engramma.ui.window.pages import Pages
from engramma.ui.window.parts import Parts
from engramma.ui.window.pass_book import SettingsPassBook
from engramma.ui.window.private_words import SettingsPrivateWords
from engramma.ui.window.recent_stores import RecentStores
from engramma.ui.window.search.bar import SearchBar
from engramma.ui.window.search.history import SearchHistory
from engramma.ui.window.seen_memories import SeenMemories
from engramma.ui.window.settings import Settings
from engramma.ui.window.settings_desk import SettingsDesk
from engramma.ui.window.shell import Shell
from engramma.ui.window.sidebar.sidebar import Sidebar
from engramma.ui.window.situation_watch import SituationWatch
from engramma.ui.window.store_desk import StoreDesk
from engramma.ui.window.views import view_makers
from engramma.ui.window.window_state import own_keys

if TYPE_CHECKING:
    from engramma.ui.actions.palette import Palette
    from engramma.ui.window.stores.switching import StoreSwitching

log = logging.getLogger(__name__)


class MainWindow(QMainWindow):
    """One window on one store at a time. `closed` comes when its jobs have ended.

    `opening` says that a store will be opened at once, so that the welcome page need not be made.
    """

    closed = Signal()

    def __init__(
        self,
        theme_source: ThemeSource,
        *,
        home: Path | None = None,
        clock: Clock | None = None,
        opening: bool = False,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Engramma")
        home = home or home_folder()
        clock = self._clock = clock or SystemClock()
        self._theme = theme_source
        self._results = 0
        self._saved_id: int | None = None
        self.inspector: QWidget | None = None
        self.settings = Settings(home)
        recent = self._recent = RecentStores(self.settings)
        self.jobs = JobBridge(JobRunner())
        self.context = WindowContext(self.jobs, theme_source, parent=self)
        sample = home / "sample"
        self.desk = StoreDesk(self.context, recent, clock=clock, sample_folder=sample)
        self.worker = Consolidator(self.context, SettingsPassBook(self.settings, sample_folder=sample))
        self.consolidation = ConsolidationCommands(self.context, self.worker)
        self.watch = SituationWatch(self.context, rest=self._rest_of_situation)
        SelectionKeeper(self.context)
        self.table = CommandTable(self._situation, keys=own_keys(self.settings))
        self.shell = Shell(self)
        self.settings_desk = SettingsDesk(self, theme_source)
        self.files = StoreCommands(self.context, self.shell, self, table=self.table)
        self.pages = Pages(
            self.shell,
            self.context,
            desk=self.desk,
            files=self.files,
            recent=recent,
            clock=clock,
            folders=self.settings_desk.folders,
            words=SettingsPrivateWords(self.settings),
        )
        self.search = SearchBar(self.context, history=SearchHistory(self.settings), window=self)
        self.sidebar = Sidebar(self.context)
        pages = {
            "import": self.pages.make_import,
            "welcome": self.pages.make_welcome,
            "plan": self.pages.make_plan,
            "settings": self.settings_desk.make_page,
            **self.pages.curation(),
        }
        self.centre = Centre({**view_makers(self.context), **pages})
        add_commands(self)
        self.parts = Parts(
            self,
            self.context,
            table=self.table,
            search=self.search,
            sidebar=self.sidebar,
            centre=self.centre,
        )
        self.draft_notice = DraftNotice(self.context, self.parts.banner)
        self.first_store = FirstStore(self)
        self.seen = SeenMemories(self.context)
        self._palette: Palette | None = None
        self._switching: StoreSwitching | None = None
        self._kept = KeptParts(self)
        self.state = self._kept.state
        self.arrival = Arrival(self)
        self._connect_parts()
        self._connect_context()
        self._kept.restore(opening=opening)

    def _connect_parts(self) -> None:
        parts, run = self.parts, self.shell.run_command
        save = functools.partial(run, "search.save")
        parts.actions.triggered.connect(run)
        parts.chips.save_clicked.connect(save)
        parts.chips.clear_clicked.connect(functools.partial(run, "search.clear"))
        parts.chips.more_clicked.connect(self.search.take_focus)
        parts.chips.chip_activated.connect(self._on_chip)
        parts.panes.state_changed.connect(self._on_panes)
        parts.toasts.undo_requested.connect(functools.partial(run, "edit.undo"))
        parts.toasts.steps_undo_requested.connect(self.consolidation.undo_steps)
        self.pages.undo_wanted.connect(self.consolidation.undo_steps)
        self.consolidation.changed.connect(parts.actions.refresh)
        parts.drops.dropped.connect(self.pages.take_dropped)
        parts.drops.merges = self.pages.merges_stores
        parts.drops.hovering.connect(self.pages.show_hovering)
        parts.status.store_name.clicked.connect(functools.partial(run, "view.overview"))
        self.search.star_clicked.connect(save)
        self.search.error_changed.connect(parts.error.tell)
        self.search.list_key.connect(self._on_list_key)
        self.search.left_for_list.connect(self.focus_list)
        self.sidebar.view_chosen.connect(self.shell.choose_view)
        self.sidebar.state_changed.connect(self.state.soon)
        self.sidebar.saved.add_clicked.connect(save)
        self.sidebar.saved.changed.connect(self._show_saved)
        self.sidebar.facets.counted.connect(self._on_counted)
        self.centre.changed.connect(self._on_view_changed)

    def _connect_context(self) -> None:
        context = self.context
        context.view_requested.connect(self._on_view_requested)
        context.command_requested.connect(self._on_command_requested)
        context.query_changed.connect(self._on_query_changed)
        context.selection_changed.connect(self.state.soon)
        self.watch.changed.connect(self.parts.actions.refresh)

    @property
    def palette_overlay(self) -> Palette:
        """The command palette, made when it is first wanted."""
        if self._palette is None:
            from engramma.ui.actions.palette import Palette

            self._palette = Palette(self, self.table, memories=self.seen.all)
            self._palette.command_chosen.connect(self.shell.run_command)
            self._palette.memory_chosen.connect(self._on_memory_chosen)
        return self._palette

    @property
    def switching(self) -> StoreSwitching:
        """The switcher of stores, made when it is first wanted."""
        if self._switching is None:
            from engramma.ui.window.stores.switching import StoreSwitching

            self._switching = StoreSwitching(
                self.context,
                self,
                opener=self.shell,
                files=self.files,
                recent=self._recent,
                clock=self._clock,
            )
        return self._switching

    def _situation(self) -> Situation:
        return self.watch.situation

    def _rest_of_situation(self, situation: Situation) -> Situation:
        panes = self.parts.panes
        return replace(
            situation,
            view=self.centre.name,
            results=self._results,
            sidebar=panes.sidebar_shown,
            inspector=panes.inspector_shown,
            theme=str(self._theme.mode),
            saved=self._saved_id is not None,
        )

    # What the parts say.

    def arrange(self) -> None:
        """Show the parts that belong to the view in front."""
        name, store = self.centre.name, self.context.store
        self.parts.show_for(store_open=store is not None, view=name, page=name in OWN_SIDE)

    def _on_counted(self, facets: Facets) -> None:
        self._results = facets.matching
        self.parts.actions.refresh()

    def _show_saved(self) -> None:
        self._saved_id = self.sidebar.saved.saved_id(print_query(parse(self.context.query)))
        self.search.set_saved(self._saved_id is not None)
        self.parts.actions.refresh()

    def _on_query_changed(self) -> None:
        self._show_saved()
        self.state.soon()

    def _on_view_changed(self, name: str) -> None:
        if name != "memories" and name not in PAGES:
            # All results are those that Memories lists; a page goes back there, another view lists other things.
            self.context.select(self.context.selection.without_query())
        self.worker.note_activity()
        self.sidebar.mark_view(name)
        self.parts.actions.refresh()
        self.state.soon()

    def _on_panes(self) -> None:
        self.parts.actions.refresh()
        self.state.soon()

    def _on_view_requested(self, request: ViewRequest) -> None:
        self.shell.open_view(request.name)

    def _on_command_requested(self, request: CommandRequest) -> None:
        self.shell.run_command(request.command_id, **dict(request.arguments))

    def _on_memory_chosen(self, selection: Selection) -> None:
        if selection.current is not None:
            self.context.show_memory(selection.current)

    def _on_chip(self, stretch: tuple[int, int]) -> None:
        self.search.take_focus()
        start, end = stretch
        if 0 <= start < end:
            self.search.edit.setSelection(start, end - start)

    def _on_list_key(self, event: QKeyEvent) -> None:
        target = self.centre.list_of_front()
        if target is not None:
            copy = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text(), event.isAutoRepeat())
            QApplication.sendEvent(target, copy)

    def focus_list(self) -> None:
        """Let the list of the view in front have the keys."""
        target = self.centre.list_of_front()
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def complain(self, sentence: str) -> None:
        """Say in the banner what is wrong with the window's own files."""
        self.parts.banner.tell(sentence, icon_name="warning")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears the search, then the selection; no shortcut, so that popups and editors have it first."""
        if event.key() == Qt.Key.Key_Alt:
            self.menuBar().update()
        if event.key() != Qt.Key.Key_Escape:
            if not self.first_store.take_key(event):
                super().keyPressEvent(event)
        elif self.centre.name in {"import", "plan", "settings", "live", "overview"} | CURATION:
            self.shell.go_back()
        elif self.context.query:
            self.shell.run_command("search.clear")
        elif self.search.edit.text():
            self.search.clear()
        else:
            self.context.select(NOTHING)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The letters of the menus are underlined while Alt is held."""
        super().keyReleaseEvent(event)
        if event.key() == Qt.Key.Key_Alt:
            self.menuBar().update()

    def moveEvent(self, event: QMoveEvent) -> None:
        """The place is kept."""
        super().moveEvent(event)
        self.state.soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The size is kept."""
        super().resizeEvent(event)
        self.state.soon()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the state, cancel and join the jobs, close the stores."""
        self.state.save()
        self.context.drafts.flush(end=True)
        self.setEnabled(False)
        hanging = self.jobs.close()
        if hanging:
            log.warning("Closed while these jobs were still running: %s.", ", ".join(hanging))
        else:
            self.context.stop()
            self.desk.close_all()
        event.accept()
        self.closed.emit()
