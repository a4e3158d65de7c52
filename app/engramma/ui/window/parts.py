"""Makes and lays out the parts of a window, top to bottom; who says what to whom is the window's business."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from engramma.ui.actions import CommandTable
from engramma.ui.actions.action_set import ActionSet
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import app_icon, set_surface, theme
from engramma.ui.window.centre import Centre
from engramma.ui.window.file_drops import FileDrops
from engramma.ui.window.menu_style import calm
from engramma.ui.window.panes import Panes
from engramma.ui.window.search.bar import SearchBar
from engramma.ui.window.search.chip_row import ChipRow
from engramma.ui.window.search.error_row import SearchErrorRow
from engramma.ui.window.sidebar.sidebar import Sidebar
from engramma.ui.window.status.banner import Banner
from engramma.ui.window.status.status_row import StatusRow
from engramma.ui.window.status.toast_host import ToastHost
from engramma.ui.window.tool_row import ToolRow


class Parts:
    """Menu bar, tool bar, what is wrong with the search, chips, banner, panes, status bar, toasts."""

    def __init__(
        self,
        window: QMainWindow,
        context: WindowContext,
        *,
        table: CommandTable,
        search: SearchBar,
        sidebar: Sidebar,
        centre: Centre,
    ) -> None:
        metrics = theme().metrics
        # In the window from the start: taking it in when it is full would style every part once more.
        body = QWidget()
        window.setCentralWidget(body)
        self.actions = ActionSet(table, window)
        bar = window.menuBar()
        bar.setNativeMenuBar(False)
        calm(bar)
        bar.setFixedHeight(metrics.menu)
        bar.setAccessibleName("Menus")
        self.menus = self.actions.fill_menu_bar(bar)
        self.tools = ToolRow(self.actions, search, palette_key=table.get("tools.palette").keys[0])
        self.error = SearchErrorRow()
        self.chips = ChipRow(context)
        self.banner = Banner()
        set_surface(body, "window")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.tools, self.error, self.chips, self.banner):
            column.addWidget(part)
        # Made in its place: the keys go through the parts in the order in which they came into the window.
        self.panes = Panes(sidebar, centre, body)
        self.status = StatusRow(context)
        column.addWidget(self.panes, 1)
        column.addWidget(self.status)
        self.toasts = ToastHost(context, centre)
        self.drops = FileDrops(window, body)
        window.setWindowIcon(app_icon())
        window.setMinimumSize(metrics.px(720), metrics.px(480))

    def show_for(self, *, store_open: bool, view: str, page: bool) -> None:
        """Tool bar and side panes belong to an open store; a page brings its own side."""
        self.tools.setVisible(store_open and view != "welcome")
        if store_open and view != "welcome":
            self.chips.refresh()
        else:
            self.chips.hide()
            self.error.hide()
        self.panes.show_for(store_open=store_open and view != "welcome", page=page)
