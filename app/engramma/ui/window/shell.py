"""What the commands of looking and of stores do to a window: views, panes, theme, palette, opening and closing.

The command table calls these; nothing here decides whether a command may run.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.errors import EngrammaError
from engramma.ui.actions import UnavailableError
from engramma.ui.window.centre import PAGES, WITHOUT_STORE
from engramma.ui.window.pane_keys import step_part

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.ui.actions.cheat_sheet import CheatSheet
    from engramma.ui.window.about import AboutDialog
    from engramma.ui.window.main_window import MainWindow


class Shell(QObject):
    """One for a window, whose child it is."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._cheat_sheet: CheatSheet | None = None
        self._about: AboutDialog | None = None

    def run_command(self, command_id: str, **arguments: Any) -> None:
        """Run a command; one that may not run says why."""
        context = self._window.context
        try:
            self._window.table.run(command_id, **arguments)
        except UnavailableError as error:
            context.toast(str(error), icon="info")
        except EngrammaError as error:
            context.report_error(error)

    def open_view(self, name: str) -> None:
        """Bring a view or page to the front; without a store there are only pages.

        The keys go to the view, unless somebody is typing a search.
        """
        self._open_view(name, stays=self._window.search)

    def choose_view(self, name: str) -> None:
        """Bring to the front what was chosen in the side bar; who walks through the side bar by key stays there."""
        self._open_view(name, stays=self._window.sidebar)

    def _open_view(self, name: str, *, stays: QWidget) -> None:
        window = self._window
        if window.context.store is None and name not in WITHOUT_STORE:
            name = "welcome"
        if name not in window.centre.names:
            return
        focused = window.focusWidget()
        held = focused is not None and stays.isAncestorOf(focused)
        window.centre.open(name)
        window.arrange()
        if name not in PAGES and not held:
            window.focus_list()

    @property
    def front_name(self) -> str:
        """The name of the view or page in front."""
        return self._window.centre.name

    def make_view(self, name: str) -> None:
        """Make a view that was not shown yet."""
        self._window.centre.view(name)

    def go_back(self) -> None:
        """From a page to the view before it."""
        self.open_view(self._window.centre.before)

    def toggle_sidebar(self) -> None:
        """Show or hide the side bar."""
        self._window.parts.panes.toggle("sidebar")

    def toggle_inspector(self) -> None:
        """Show or hide the inspector."""
        self._window.parts.panes.toggle("inspector")

    def show_inspector(self) -> None:
        """Show the inspector if it is hidden."""
        if not self._window.parts.panes.inspector_shown:
            self._window.parts.panes.toggle("inspector")

    def next_part(self) -> None:
        """The keys go to the next part of the window."""
        self._step_part(1)

    def previous_part(self) -> None:
        """The keys go to the part before."""
        self._step_part(-1)

    def _step_part(self, by: int) -> None:
        window = self._window
        name = window.centre.name
        parts: list[tuple[QWidget, QWidget | None]] = [
            (window.search, window.search.edit),
            (window.sidebar, window.sidebar.views.get(name)),
            (window.centre, window.centre.list_of_front()),
        ]
        if window.inspector is not None:
            parts.append((window.inspector, None))
        step_part(parts, by)

    def set_theme(self, mode: str) -> None:
        """Light, dark or like the system, at once."""
        self._window.context.theme.set_mode(mode)
        self._window.parts.actions.refresh()
        self._window.state.soon()

    def refresh(self) -> None:
        """Look at everything anew."""
        window = self._window
        window.context.poll()
        window.sidebar.refresh()
        refresh = getattr(window.centre.front, "refresh", None)
        if callable(refresh):
            refresh()

    def open_palette(self) -> None:
        """Find a command by a few letters."""
        self._window.palette_overlay.open()

    def open_cheat_sheet(self) -> None:
        """List all keys, in a window that may stay open."""
        if self._cheat_sheet is None:
            from engramma.ui.actions.cheat_sheet import CheatSheet

            self._cheat_sheet = CheatSheet(self._window.table, self._window)
        self._cheat_sheet.show()
        self._cheat_sheet.raise_()
        self._cheat_sheet.activateWindow()

    def show_about(self) -> None:
        """Say what this is."""
        if self._about is None:
            from engramma.ui.window.about import AboutDialog

            self._about = AboutDialog(self._window)
        self._about.show()

    def show_jobs(self) -> None:
        """List running jobs."""
        if not self._window.parts.status.open_jobs():
            self._window.context.toast("Nothing is running.", icon="check")

    def edit_in_view(self, memory_id: int) -> None:
        """Go to a memory and edit its text where it stands."""
        window = self._window
        if window.context.selection.current != memory_id or window.centre.name != "memories":
            window.context.show_memory(memory_id)
        edit = getattr(window.centre.front, "edit_current", None)
        if callable(edit):
            edit()

    def open_store(self, path: Path) -> None:
        """Open a store file in a job."""
        self._window.desk.open(path)

    def create_store(self, path: Path) -> None:
        """Make an empty store and open it."""
        self._window.desk.create(path)

    def open_sample(self) -> None:
        """Open the sample store."""
        self._window.desk.open_sample()

    def show_store(self, store: MemoryStore) -> None:
        """Show a store that is open already; the window closes it at its end."""
        self._window.desk.take(store)

    def close_store(self) -> None:
        """Go back to the welcome page."""
        window = self._window
        window.desk.close()
        window.state.no_store()
        window.parts.banner.hide()
        window.setWindowTitle("Engramma")
        self.open_view("welcome")

    def look_into(self, paths: tuple[Path, ...]) -> None:
        """Show what files hold on the import page; further files join those that are there."""
        page = self._window.pages.import_page
        add = self._window.centre.name == "import" and page.plan is not None
        self.open_view("import")
        page.look_into(paths, add=add)

    def close(self) -> None:
        """Close the window."""
        self._window.close()
