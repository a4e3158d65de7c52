"""What a person does with nodes: clicks, drags, lassos. Tells the selection, the search and the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from engramma.ui.bridge import NOTHING, Selection, WindowContext
from engramma.ui.graph.canvas import GraphCanvas
from engramma.ui.graph.events import EdgeClicked, Lassoed, NodeClicked, NodeMoved
from engramma.ui.views.graph.asking import id_search
from engramma.ui.views.graph.desk import Follow, GraphDesk
from engramma.ui.views.graph.looks import group_key
from engramma.ui.views.graph.pathfinding import Pathfinding
from engramma.ui.views.graph.reading import MOST_DRAWN
from engramma.ui.views.graph.value_list import ValueRow


class Gestures(QObject):
    """`follow` gives the links that are followed now, `shown` is called when what is held in its place changed."""

    def __init__(
        self,
        context: WindowContext,
        desk: GraphDesk,
        canvas: GraphCanvas,
        *,
        paths: Pathfinding,
        follow: Callable[[], Follow],
        shown: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._desk, self._canvas, self._paths = context, desk, canvas, paths
        self._follow, self._shown = follow, shown
        canvas.clicked.connect(self._on_clicked)
        canvas.line_clicked.connect(self._on_line_clicked)
        canvas.opened.connect(self.open)
        canvas.moved.connect(self._on_moved)
        canvas.lassoed.connect(self._on_lassoed)

    def _on_clicked(self, clicked: NodeClicked) -> None:
        key = clicked.key
        if self._desk.drawing.whole is not None:
            chosen = frozenset() if key is None else frozenset({key})
            self._canvas.set_emphasis(replace(self._canvas.emphasis, current=key, selected=chosen))
        elif self._paths.picking and key is not None:
            self._paths.pick(key)
        elif clicked.add and key is not None:
            self._add(key)
        elif key is not None:
            self._context.select(Selection.one("memory", key))
        elif not clicked.add:
            self._context.select(NOTHING)

    def _on_line_clicked(self, line: EdgeClicked) -> None:
        """A link is looked at as what joins two memories, which are selected."""
        ends = (line.one, line.other)
        if self._desk.drawing.whole is not None:
            emphasis = replace(self._canvas.emphasis, current=None, selected=frozenset(ends))
            self._canvas.set_emphasis(emphasis)
        elif not self._paths.picking:
            self._context.select(Selection("memory", ends, current=line.one))

    def _add(self, key: int) -> None:
        """Select it besides the others, or no longer."""
        ids = self._context.selection.memory_ids
        kept = tuple(one for one in ids if one != key) if key in ids else (*ids, key)
        current = key if key in kept else next(iter(kept[-1:]), None)
        self._context.select(Selection("memory", kept, current=current) if kept else NOTHING)

    def open(self, key: int) -> None:
        """Expand a memory, or draw what is in a community."""
        whole = self._desk.drawing.whole
        if whole is None:
            self._desk.expand(key)
            return
        group = next((one for one in whole.groups if group_key(one.number) == key), None)
        if group is not None:
            self._canvas.fit()
            self._desk.read_these(group.ids[:MOST_DRAWN], self._follow())

    def _on_moved(self, moved: NodeMoved) -> None:
        drawing = self._desk.drawing
        place = drawing.place_of(moved.key)
        if place is not None:
            drawing.hold(place, moved.x, moved.y, pinned=moved.done)
            self._desk.layout_desk.pin(place, moved.x, moved.y)
            if moved.done:
                self._shown()

    def release(self, key: int, _checked: bool = False) -> None:
        """Let a node that was dragged go where it belongs."""
        place = self._desk.drawing.place_of(key)
        if place is not None:
            self._desk.drawing.release(place)
            self._desk.layout_desk.release(place)
            self._shown()

    def release_current(self) -> None:
        """The same for the one that the keyboard stands on."""
        if self._canvas.emphasis.current is not None:
            self.release(self._canvas.emphasis.current)

    def _on_lassoed(self, lassoed: Lassoed) -> None:
        if self._desk.drawing.whole is not None:
            self._context.toast("A lasso takes memories: open a community first.", icon="info")
            return
        self.take(lassoed.keys)

    def take(self, keys: tuple[int, ...]) -> None:
        """Select memories, and name them in the search as far as it can."""
        text = id_search(keys)
        self._context.select(Selection("memory", keys, current=keys[0]))
        if text:
            self._desk.hold_roots()
            self._context.set_query(text)
        else:
            words = f"{len(keys):,} memories are selected; too many to be named in a search"
            self._context.toast(words, icon="info")

    def choose_rows(self, keys: tuple[int, ...]) -> None:
        """Rows of the table are selected."""
        self._context.select(Selection("memory", keys, current=keys[-1]))

    def open_row(self, keys: tuple[int, ...]) -> None:
        """A row of the table was opened."""
        if keys[0] < 0:
            self.open(keys[0])
        else:
            self._context.show_memory(keys[0])

    def choose_value(self, row: ValueRow) -> None:
        """A row of activation or of a path is looked at."""
        if row.memory_id is not None:
            self._context.select(Selection.one("memory", row.memory_id))
            self._canvas.bring_into_view(row.memory_id)
