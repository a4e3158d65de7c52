"""The view Tiers: the flow of a span, what was gained and lost over time, and what waits at which gate.

Reads in jobs. A click edits the search text, and the list shows what that finds; a drop on a tier is a command.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.flow import MovePreview, Stream, WaitingList
from engramma.model.search import Mode, parse, print_query, with_term
from engramma.ui.actions.action_set import ActionSet
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.theme import TextRole, icon, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.tiers.aims import TITLES
from engramma.ui.views.tiers.bars import FlowBars, PeriodWanted, bar_words
from engramma.ui.views.tiers.diagram import Dropped, FlowDiagram, Wanted
from engramma.ui.views.tiers.flow_table import FlowTable
from engramma.ui.views.tiers.list_pane import AT_GATE, RESULTS, ListPane
from engramma.ui.views.tiers.reading import (
    FlowRead,
    Listed,
    read_flow,
    read_listed,
    read_named,
    read_waiting,
)
from engramma.ui.widgets import ElidedLabel, Segment, SegmentedControl, ViewHead, lead_keys
from engramma.ui.window.commands.moving import move_words, read_move

SPANS: dict[str, int | None] = {"7": 7, "30": 30, "90": 90, "all": None}
REFRESH_AFTER, REFRESH_GAP, CHART = 300, 2_000, 278
MENU = (
    ("memory.set_tier", "memory.rehearse", "memory.pin", "memory.unpin", "memory.tag"),
    ("memory.edit", "memory.correct", "memory.copy"),
    ("memory.trash", "memory.restore"),
)


class TiersView(QWidget):
    """Follows the window's search, selection and store."""

    view_name = "tiers"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._read: FlowRead | None = None
        self._dirty = self._list_dirty = True
        set_surface(self, "base")
        self.setObjectName("tiers-view")
        self.setAccessibleName("Tiers")
        self.spans = SegmentedControl(
            (
                Segment("7", "7 days"),
                Segment("30", "30 days"),
                Segment("90", "90 days"),
                Segment("all", "All"),
            ),
            "The span of the flow",
            value="30",
        )
        self._about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.as_table = QPushButton("Show as table")
        self.diagram = FlowDiagram()
        self.table = FlowTable()
        self.bars = FlowBars()
        self._bars_about = ElidedLabel("", TextRole.SMALL, tone="secondary", right=True)
        self.list = ListPane()
        self._flow_pages = QStackedWidget()
        self._flow_pages.addWidget(self.diagram)
        self._flow_pages.addWidget(self.table)
        self._flow_pages.setFixedHeight(self.diagram.sizeHint().height())
        self._lay_out()
        self._timer = PacedTimer(self, soon=REFRESH_AFTER, gap=REFRESH_GAP)
        self._timer.timeout.connect(self.refresh)
        lead_keys(self, self.list.table)
        self._connect()

    def _lay_out(self) -> None:
        metrics = theme().metrics
        self._about.setMinimumWidth(metrics.px(60))
        self.as_table.setCheckable(True)
        self.as_table.setIcon(icon("columns"))
        self.as_table.setAccessibleName("Show the flow as a table")
        set_variant(self.as_table, "flat", size="small")
        head = ViewHead("Tiers")
        head.put(self._about, self.spans, self.as_table)
        self._left = left = QWidget()
        set_surface(left, "base")
        set_edge(left, "right")
        left.setFixedWidth(metrics.px(CHART))
        caption = QLabel("Gains and losses")
        set_text_role(caption, TextRole.SECTION)
        words = QHBoxLayout()
        words.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        words.addWidget(caption)
        words.addWidget(self._bars_about, 1)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, metrics.space_8, 0, metrics.space_6)
        column.setSpacing(metrics.space_4)
        column.addLayout(words)
        column.addWidget(self.bars, 1)
        lower = QWidget()
        set_edge(lower, "top")
        below = QHBoxLayout(lower)
        below.setContentsMargins(0, 1, 0, 0)
        below.setSpacing(0)
        below.addWidget(left)
        below.addWidget(self.list, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(head)
        outer.addWidget(self._flow_pages)
        outer.addWidget(lower, 1)

    def _connect(self) -> None:
        context, table = self._context, self.list.table
        context.store_changed.connect(self._on_store)
        context.query_changed.connect(self._on_query)
        context.data_changed.connect(self._on_data)
        context.selection_changed.connect(self._on_selection)
        self.spans.changed.connect(self._on_span)
        self.as_table.toggled.connect(self._on_as_table)
        for source in (self.diagram, self.bars, self.table):
            source.wanted.connect(self._on_wanted)
        self.diagram.held.connect(self._on_held)
        self.diagram.dropped.connect(self._on_dropped)
        self.list.mode_changed.connect(self._on_query)
        self.list.all_wanted.connect(self._on_all)
        table.chosen.connect(self._on_chosen)
        table.opened.connect(context.show_memory)
        table.move_wanted.connect(functools.partial(context.run, "memory.set_tier"))
        table.pin_wanted.connect(functools.partial(context.run, "memory.pin"))
        table.rehearse_wanted.connect(functools.partial(context.run, "memory.rehearse"))
        table.menu_wanted.connect(self._show_menu)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow view has a narrow chart."""
        px = theme().metrics.px
        self._left.setFixedWidth(max(px(216), min(px(CHART), event.size().width() // 3)))
        super().resizeEvent(event)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        if self._dirty:
            self.refresh()
        elif self._list_dirty:
            self._read_list()
        self._tell_results()

    def refresh(self) -> None:
        """Read everything anew."""
        store = self._context.store
        if store is None:
            return
        self._dirty = False
        work = functools.partial(read_flow, store, SPANS[self.spans.value])
        self._context.jobs.count("Count the tiers", work, self._on_flow, key="tiers.flow")
        self._read_list()

    def save_state(self) -> dict[str, Any]:
        """The span, the list, whether the flow is a table."""
        return {"span": self.spans.value, "list": self.list.mode, "table": self.as_table.isChecked()}

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave."""
        if state.get("span") in SPANS:
            self.spans.set_value(str(state["span"]))
        if state.get("list") in (AT_GATE, RESULTS):
            self.list.set_mode(str(state["list"]))
        self.as_table.setChecked(state.get("table") is True)

    # Reading

    def _on_flow(self, read: FlowRead) -> None:
        self._read = read
        self.diagram.show_flow(read)
        self.bars.show_flow(read.flow)
        self.table.show_flow(read.flow)
        self._about.set_text(f"{_flow_words(read)}, counts of today")
        self._bars_about.set_text(bar_words(read.flow))
        self._tell_results()

    def _read_list(self) -> None:
        store = self._context.store
        if store is None:
            return
        self._list_dirty = False
        query = self._context.query
        if self.list.mode == AT_GATE:
            work = functools.partial(read_waiting, store, query)
            self._context.jobs.read("Look what waits at the gates", work, self._on_waiting, key="tiers.list")
        else:
            listed = functools.partial(read_listed, store, query)
            self._context.jobs.read("List the results", listed, self._on_listed, key="tiers.list")

    def _on_waiting(self, found: WaitingList) -> None:
        self.list.show_waiting(found, now=self._now())
        self._on_selection()
        self._tell_results()

    def _on_listed(self, listed: Listed) -> None:
        self.list.show_listed(listed, now=self._now())
        self._on_selection()
        self._tell_results()

    def _now(self) -> int:
        store = self._context.store
        return store.clock.now() if store is not None else 0

    def _on_store(self) -> None:
        self._dirty = True
        # The same number is another memory in another store.
        self.list.forget()
        if self.isVisible():
            self.refresh()

    def _on_query(self) -> None:
        if self.isVisible():
            self._read_list()
        else:
            self._list_dirty = True

    def _on_data(self, _notice: object) -> None:
        if self.isVisible():
            self._timer.start()
        else:
            self._dirty = True

    def _on_span(self, _key: str) -> None:
        self._dirty = True
        if self.isVisible():
            self.refresh()

    def _on_as_table(self, shown: bool) -> None:
        self._flow_pages.setCurrentWidget(self.table if shown else self.diagram)
        self.as_table.setText("Show as picture" if shown else "Show as table")

    # Searching

    def _on_wanted(self, wanted: Wanted | PeriodWanted) -> None:
        store = self._context.store
        if store is None:
            return
        if isinstance(wanted, PeriodWanted):
            period = wanted.period
            self._search_moved(wanted.stream, period.start, period.end, mode=Mode.REPLACE, fallback="")
            return
        aim, mode = wanted.aim, _mode(wanted)
        if aim.view:
            self._context.open_view(aim.view)
        elif aim.stream is not None:
            self._search_moved(aim.stream, aim.start, aim.end, mode=mode, fallback=aim.query, tier=aim.key)
        else:
            self._search(aim.query, mode)
        if wanted.open and not aim.view:
            self._context.open_view("memories")

    def _search_moved(
        self, stream: Stream, start: int, end: int, *, mode: Mode, fallback: str, tier: str = ""
    ) -> None:
        """Search for the memories that moved, by their ids; by what they have in common when they are very many."""
        store = self._context.store
        if store is not None:
            of = next((name for name in TITLES if tier.startswith(f"{name}.")), "")
            look = functools.partial(read_named, store, stream, start, end, of)
            done = functools.partial(self._on_named, mode, fallback)
            self._context.jobs.read("Look what moved", look, done, key="tiers.named")

    def _on_named(self, mode: Mode, fallback: str, text: str) -> None:
        if text:
            self._search(text, mode)
        elif fallback:
            self._context.toast(
                "Too many to be named: this search finds all that are like them.", icon="info"
            )
            self._search(fallback, mode)
        else:
            self._context.toast("Too many to be named: choose a shorter span.", icon="info")

    def _search(self, text: str, mode: Mode) -> None:
        """Put the terms of a search text in force as a click with these keys means, and list what they find."""
        query = parse(text) if mode is Mode.REPLACE else self._context.parsed_query
        if mode is not Mode.REPLACE:
            for term in parse(text).conjuncts:
                query = with_term(query, term, mode)
        self.list.set_mode(RESULTS)
        self._context.set_query(print_query(query))

    def _on_all(self) -> None:
        if self.list.mode == AT_GATE and not self._context.query:
            self._context.set_query("tier:short")
        self._context.open_view("memories")

    # Selecting and moving

    def _on_chosen(self) -> None:
        ids = self.list.table.selected_ids()
        if ids:
            self._context.select(Selection("memory", ids, current=self.list.table.current_id))

    def _on_selection(self) -> None:
        selection = self._context.selection
        if selection.kind == "memory" and not selection.all_results:
            self.list.table.select_ids(selection.ids, selection.current)
        self._tell_results()

    def _on_held(self, held: Dropped) -> None:
        store = self._context.store
        if store is None or not held.target:
            self._context.jobs.drop("tiers.move")
            self.list.tell("")
            return
        look = functools.partial(read_move, store, held.ids, held.target)
        self._context.jobs.read("Look what a move would change", look, self._on_move, key="tiers.move")

    def _on_move(self, move: MovePreview) -> None:
        where = TITLES.get(move.target, "the Trash")
        self.list.tell(f"Drop on {where}: {move_words(move, now=self._now())}")

    def _on_dropped(self, dropped: Dropped) -> None:
        self._context.jobs.drop("tiers.move")
        self.list.tell("")
        if dropped.target == "trashed":
            self._context.run("memory.trash", ids=dropped.ids)
        else:
            self._context.run("memory.set_tier", value=dropped.target, ids=dropped.ids)

    def _show_menu(self, point: QPoint) -> None:
        actions = self.window().findChild(ActionSet)
        if actions is None or self._context.selection.is_empty:
            return
        actions.refresh()
        menu = QMenu(self)
        menu.setAccessibleName("Memory")
        menu.aboutToHide.connect(menu.deleteLater)
        for group in MENU:
            menu.addSeparator()
            for command_id in group:
                if command_id in actions and actions[command_id].isEnabled():
                    menu.addAction(actions[command_id])
        menu.popup(point)

    def _tell_results(self) -> None:
        if not self.isVisible() or self._context.store is None:
            return
        shown, chosen = self.list.table.rows.rowCount(), len(self.list.table.selected_ids())
        words = f"{shown:,} memories listed"
        self._context.set_results_text(f"{words}, {chosen:,} selected" if chosen else words)


def _flow_words(read: FlowRead) -> str:
    days = read.flow.days
    return f"flow of the last {days} days" if days is not None else "flow since the beginning"


def _mode(wanted: Wanted) -> Mode:
    """What a click with these keys does to the search, as in the side bar."""
    if wanted.control:
        return Mode.SWAP if wanted.shift else Mode.AND
    if wanted.shift:
        return Mode.OR
    return Mode.NOT if wanted.alt else Mode.REPLACE
