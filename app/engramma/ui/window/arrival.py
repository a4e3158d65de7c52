"""What a window does when a store comes, fails to come, or is about to be left.

The store desk opens and closes; here the parts of the window follow: title, notice, views, search, selection, counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.window.after_rows import AfterRows
from engramma.ui.window.centre import PAGES
from engramma.ui.window.status.toast_host import sentence_of
from engramma.ui.window.views import make_inspector
from engramma.ui.window.window_state import part_of, restore_query, selection_from

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.store.statistics import Statistics
    from engramma.ui.window.main_window import MainWindow


class Arrival(QObject):
    """One for a window, whose child it is; made once the parts of the window are."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._first_time = False
        self.after_rows = AfterRows(self)
        self.after_rows.due.connect(self._fill_sides)
        desk = window.desk
        desk.opened.connect(self._on_opened)
        desk.failed.connect(self._on_failed)
        desk.counted.connect(self._on_counted)
        desk.before_change.connect(self._before_change)

    def _before_change(self) -> None:
        window = self._window
        if window.context.store is not None:
            window.state.save()
        else:
            window.first_store.keep_typed()

    def _on_opened(self, store: MemoryStore) -> None:
        window = self._window
        window.setWindowTitle(f"{store.name} – Engramma")
        if store.read_only:
            notice = store.notice or f"{store.path.name} is open read-only."
            window.parts.banner.tell(notice, icon_name="lock-simple")
        else:
            window.parts.banner.hide()
        saved = window.state.of_store(store.path)
        self._first_time = not saved
        window.centre.restore_states(window.settings_desk.views(part_of(saved, "views")))
        typed = window.first_store.search_typed()
        if not typed:
            restore_query(window.context, saved.get("query"))
        name = saved.get("view")
        selection = selection_from(saved.get("selection"))
        if window.centre.name != "import":
            window.shell.open_view(name if isinstance(name, str) and name not in PAGES else "memories")
        window.arrange()
        if not typed:
            window.focus_list()
        if not selection.is_empty:
            window.context.select(selection)
        window.seen.restore(saved.get("seen"))
        window.state.soon()
        self.after_rows.wait_for(window.centre.front)

    def _fill_sides(self) -> None:
        """Beside the rows: the inspector, and the counts of the side bar."""
        window = self._window
        if window.context.store is None:
            return
        if window.inspector is None:
            window.inspector = make_inspector(window.context)
            window.parts.panes.set_inspector(window.inspector)
        window.sidebar.refresh()
        window.desk.count()
        window.context.drafts.refresh()

    def _on_counted(self, statistics: Statistics) -> None:
        """A store of conversations alone, seen for the first time, opens on them."""
        only_sessions = statistics.total == 0 and statistics.sessions > 0
        if only_sessions and self._first_time and self._window.centre.name == "memories":
            self._window.shell.open_view("sessions")

    def _on_failed(self, error: Exception) -> None:
        """Say it and stay where we are: an error never looks like an empty store."""
        window = self._window
        window.parts.banner.tell(sentence_of(error), icon_name="warning")
        if window.context.store is None:
            window.first_store.give_up()
            window.shell.open_view("welcome")
