"""The Graph: joins what is read, where it is laid out, what stands out, the picture and its side.

What it is drawn around stays until somebody asks for something else; the search and the selection only light it up.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.graph.canvas import GraphCanvas
from engramma.ui.graph.events import MenuWanted
from engramma.ui.graph.picture import PLAIN
from engramma.ui.theme import set_surface
from engramma.ui.views.graph.desk import Follow, GraphDesk
from engramma.ui.views.graph.emphases import emphasis_of
from engramma.ui.views.graph.floating import Stage
from engramma.ui.views.graph.gestures import Gestures
from engramma.ui.views.graph.head import GraphHead
from engramma.ui.views.graph.legend import Legend
from engramma.ui.views.graph.node_menu import node_menu
from engramma.ui.views.graph.notice import Notice
from engramma.ui.views.graph.pathfinding import Pathfinding
from engramma.ui.views.graph.reading import MOST_DRAWN, Wish
from engramma.ui.views.graph.side import GraphSide
from engramma.ui.views.graph.tables import GraphTables
from engramma.ui.views.graph.telling import Telling
from engramma.ui.views.graph.tracing import Tracing
from engramma.ui.views.graph.value_list import ValueRow
from engramma.ui.views.graph.view_keys import letter_acts, menu_entries
from engramma.ui.views.graph.view_state import restore, state_of
from engramma.ui.views.graph.words import legend_of, line_words
from engramma.ui.views.graph.zoom_chip import ZoomChip
from engramma.ui.widgets import EmptyState, lead_keys

REFRESH_AFTER, REFRESH_GAP = 400, 3_000


class GraphView(QWidget):
    """One of the window's views; see `WindowContext` for what it follows."""

    view_name = "graph"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        set_surface(self, "base")
        self.setAccessibleName("Graph")
        self.desk = GraphDesk(context, self)
        self.canvas, self.notice, self.legend, self.zoom = GraphCanvas(), Notice(), Legend(), ZoomChip()
        self.empty = EmptyState("share-network", "Graph", sentence="Nothing was read yet.")
        set_surface(self.empty, "base")
        self.stage = Stage(
            self.canvas, notice=self.notice, legend=self.legend, zoom=self.zoom, cover=self.empty
        )
        self.head, self.side, self.tables = GraphHead(), GraphSide(context), GraphTables()
        self.paths = Pathfinding(context, self.side.path, self)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.stage)
        self._pages.addWidget(self.tables)
        self._timer = PacedTimer(self, soon=REFRESH_AFTER, gap=REFRESH_GAP)
        self._timer.timeout.connect(self.refresh)
        self.canvas.tip = self.desk.drawing.tip_of
        self.canvas.line_tip = functools.partial(line_words, self.desk.drawing)
        self.gestures = Gestures(
            context,
            self.desk,
            self.canvas,
            paths=self.paths,
            follow=self._now,
            shown=self._show_emphasis,
            parent=self,
        )
        self._tracing = Tracing(
            self.desk, self.side, self.paths, follow=self._now, shown=self._show_emphasis, parent=self
        )
        self._telling = Telling(
            context, self.desk, head=self.head, notice=self.notice, empty=self.empty, parent=self
        )
        self._letters = letter_acts(self)
        self._place()
        self._connect_window()
        self._connect_picture()
        self._connect_side()
        lead_keys(self, self.canvas)

    def _place(self) -> None:
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addWidget(self.head)
        centre.addWidget(self._pages, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(centre, 1)
        outer.addWidget(self.side)

    def _connect_window(self) -> None:
        context, desk = self._context, self.desk
        context.store_changed.connect(self._on_store)
        context.query_changed.connect(self._on_query)
        context.selection_changed.connect(self._on_selection)
        context.data_changed.connect(self._on_data)
        desk.taken.connect(self._on_taken)
        desk.redrawn.connect(self.redraw)
        desk.moved.connect(self._on_moved_all)
        desk.matched.connect(self._on_matched)
        desk.refused.connect(functools.partial(context.toast, icon="info"))
        desk.layout_desk.running_changed.connect(self.zoom.show_running)

    def _connect_picture(self) -> None:
        canvas, head, notice = self.canvas, self.head, self.notice
        canvas.menu_wanted.connect(self._on_menu)
        canvas.zoomed.connect(self.zoom.show_zoom)
        canvas.lasso_changed.connect(head.lasso.setChecked)
        head.lasso.toggled.connect(canvas.set_lasso)
        head.here.clicked.connect(self.show_selection)
        head.results.clicked.connect(self.show_results)
        head.path.clicked.connect(self.find_path)
        head.as_table.toggled.connect(self._on_as_table)
        notice.more_wanted.connect(self.show_more)
        notice.whole_wanted.connect(self.show_whole)
        notice.back_wanted.connect(self.refresh)
        notice.hidden_wanted.connect(self.show_hidden)
        notice.alone_wanted.connect(self.show_alone)
        notice.room_wanted.connect(self.desk.make_room)
        self.zoom.layout_pressed.connect(self.toggle_layout)
        self.zoom.zoom_wanted.connect(canvas.zoom_by)
        self.zoom.fit_wanted.connect(canvas.fit)

    def _connect_side(self) -> None:
        side = self.side
        self.tables.chosen.connect(self.gestures.choose_rows)
        self.tables.opened.connect(self.gestures.open_row)
        side.choices.depth_changed.connect(functools.partial(self._follow, True))
        side.choices.types_changed.connect(functools.partial(self._follow, False))
        side.choices.look_changed.connect(self.redraw)
        side.activation.step_shown.connect(self._show_emphasis)
        side.activation.cleared.connect(self._show_emphasis)
        side.activation.chosen.connect(self.gestures.choose_value)
        side.activation.opened.connect(self._on_value_opened)
        side.path.chosen.connect(self.gestures.choose_value)

    # What the window asks

    def activate(self) -> None:
        """It came to the front: around what is selected, unless that is drawn already."""
        selection, desk = self._context.selection, self.desk
        drawn = desk.drawing.read is not None and selection.current in desk.drawing.ids
        if selection.memory_ids and not drawn and desk.drawing.whole is None:
            self.show_selection()
        elif desk.wish is None:
            self.show_results()
        elif desk.stale:
            self.refresh()
        else:
            self._on_selection()

    def refresh(self) -> None:
        """Read the same part again."""
        if self.desk.wish is not None:
            self.desk.read(self.desk.wish)

    def save_state(self) -> dict[str, Any]:
        """The choices, what it is drawn around, and where the nodes are."""
        return state_of(self.desk, self.side.choices, table=self.head.as_table.isChecked())

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave; what does not fit is left out."""
        restore(self.desk, self.side.choices, state)
        self.head.as_table.setChecked(state.get("table") is True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing moves while nobody looks."""
        self.desk.pause()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The side is as wide as there is room."""
        self.side.fit_to(event.size().width())
        self.head.fit_to(event.size().width())
        super().resizeEvent(event)

    # What is drawn

    def _now(self) -> Follow:
        """The links that are followed now."""
        choices = self.side.choices
        return Follow(choices.depth_slider.value(), choices.types, choices.cutoff)

    def show_selection(self) -> None:
        """Draw it around what is selected."""
        ids = self._context.selection.memory_ids
        if ids:
            self._begin(tuple(ids))

    def show_results(self) -> None:
        """Draw the results of the search, the strongest first."""
        self._begin((), self._context.query)

    def show_around(self, key: int, _checked: bool = False) -> None:
        """Draw it around a memory."""
        self._context.select(Selection.one("memory", key))
        self._begin((key,))

    def _begin(self, roots: tuple[int, ...], query: str = "") -> None:
        self.paths.end()
        self.side.path.forget()
        self.canvas.fit()
        follow = self._now()
        self.desk.begin(Wish(roots, query=query, depth=follow.depth, types=follow.types))

    def show_more(self) -> None:
        """One step further."""
        depth = self.desk.next_depth
        if depth is not None:
            self.side.choices.show_depth(depth)
            self.desk.follow(self._now(), deeper=True)

    def show_whole(self) -> None:
        """The store as communities."""
        self.paths.end()
        self.side.path.forget()
        self.side.activation.forget()
        self.canvas.fit()
        self.desk.read_whole(self._now())

    def show_alone(self) -> None:
        """Draw and select what hangs together with nothing. Not `is:orphan`, which knows no computed links."""
        alone = self.desk.drawing.alone[:MOST_DRAWN]
        if alone:
            self.paths.end()
            self.side.path.forget()
            self.canvas.fit()
            self.desk.read_these(alone, self._now())
            self.gestures.take(alone)

    def show_hidden(self) -> None:
        """Show again what was hidden by hand."""
        self.desk.drawing.hidden.clear()
        self.redraw()

    def hide_chosen(self, _checked: bool = False) -> None:
        """Do not draw what is selected."""
        self.desk.drawing.hidden.update(self._context.selection.memory_ids)
        self.redraw()

    def expand(self, key: int, _checked: bool = False) -> None:
        """Draw the neighbours of a node that are not drawn."""
        self.desk.expand(key)

    def _follow(self, deeper: bool) -> None:
        self.desk.follow(self._now(), deeper=deeper)

    def _on_taken(self) -> None:
        self.desk.aspect = self.stage.aspect
        self.side.choices.show_drawing(self.desk.drawing)

    def redraw(self) -> None:
        """Draw what was read under the choices of now."""
        drawing = self.desk.drawing
        drawing.draw(self.side.choices.look(frozenset(drawing.hidden)))
        self.canvas.show_picture(drawing.picture, drawing.positions)
        self._fill_tables()
        self.side.activation.show_kinds(drawing.kinds)
        self._telling.tell()
        self._on_selection()

    def _fill_tables(self) -> None:
        """Rows are made when somebody looks at them."""
        if self.head.as_table.isChecked():
            self.tables.show_drawing(self.desk.drawing, self._context.selection.current)

    def _on_moved_all(self) -> None:
        self.canvas.set_positions(self.desk.drawing.positions)

    def _on_matched(self) -> None:
        self._show_emphasis()
        self._telling.tell()

    def _show_emphasis(self) -> None:
        drawing, activation = self.desk.drawing, self.side.activation
        if drawing.whole is not None:
            self.canvas.set_emphasis(PLAIN)
        else:
            self.canvas.set_emphasis(
                emphasis_of(
                    drawing.picture,
                    selection=self._context.selection,
                    matches=self.desk.matches,
                    path=self.side.path.path,
                    trace=activation.trace,
                    step=activation.step,
                    pinned=drawing.pinned_ids,
                )
            )
        self.legend.show_entries(
            **legend_of(drawing, self.side.choices, activated=activation.trace is not None)
        )

    # What the window says

    def _on_store(self) -> None:
        self.desk.forget()
        self.paths.end()
        self.side.path.forget()
        self.side.activation.forget()
        self.redraw()

    def _on_data(self, _notice: object) -> None:
        self.desk.stale = True
        if self.isVisible() and self.desk.drawing.whole is None:
            self._timer.start()

    def _on_query(self) -> None:
        self.desk.search()
        if self.desk.stale and self.isVisible():
            self.canvas.fit()
            self.refresh()

    def _on_selection(self) -> None:
        selection = self._context.selection
        current = selection.current if selection.kind == "memory" else None
        self.head.here.setEnabled(bool(selection.memory_ids))
        if not self.isVisible():
            return
        self.side.activation.set_memory(current)
        self.tables.nodes.select_key(current)
        self._show_emphasis()
        self._telling.tell_results()
        self.side.memory.follow(current)
        self.side.link.follow(selection.memory_ids)

    # What a person does in the picture

    def toggle_layout(self) -> None:
        """Leave the nodes where they are, or let them find better places."""
        if self.desk.layout_desk.running:
            self.desk.layout_desk.stop()
            self.desk.drawing.keep_places()
        else:
            self.desk.layout_desk.go_on()

    def _on_as_table(self, shown: bool) -> None:
        self._fill_tables()
        self._pages.setCurrentWidget(self.tables if shown else self.stage)
        self.head.show_as_table(shown)
        lead_keys(self, self.tables.nodes if shown else self.canvas)

    def show_in_memories(self, key: int, _checked: bool = False) -> None:
        """Go to it in Memories."""
        self._context.show_memory(key)

    def _on_menu(self, wanted: MenuWanted) -> None:
        key = wanted.key
        if key is None or self.desk.drawing.whole is not None:
            return
        if key not in self._context.selection.memory_ids:
            self._context.select(Selection.one("memory", key))
        node_menu(self, menu_entries(self, key)).popup(wanted.point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters do what the buttons do; Esc ends what is going on."""
        act = self._letters.get(event.key())
        if act is not None and not event.modifiers():
            act()
        elif event.key() != Qt.Key.Key_Escape or not self._tracing.end_something():
            super().keyPressEvent(event)

    # Paths and activation

    def find_path(self) -> None:
        """Between the two that are selected, or between two that are clicked."""
        self.paths.begin(self.side.choices.types)

    def find_path_from(self, key: int, _checked: bool = False) -> None:
        """From this memory to one that is clicked."""
        self.paths.begin_from(key, self.side.choices.types)
        self.canvas.setFocus()

    def animate(self, _checked: bool = False) -> None:
        """What the current memory activates, step by step."""
        self.side.activation.animate_current()

    def _on_value_opened(self, row: ValueRow) -> None:
        if row.event_id is not None:
            self._context.show_event(row.event_id)
        elif row.memory_id is not None:
            self.show_around(row.memory_id)
