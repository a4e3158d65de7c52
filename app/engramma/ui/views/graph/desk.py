"""Reads what is to be drawn and has it laid out: a part around something, more of it, the store as communities."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.views.graph.drawing import Drawing
from engramma.ui.views.graph.layout_desk import Laid, LayoutDesk
from engramma.ui.views.graph.reading import (
    DEEPEST,
    MOST,
    MOST_DRAWN,
    GraphRead,
    Wish,
    read_graph,
    read_matches_job,
    read_more,
    read_whole,
)

if TYPE_CHECKING:
    from engramma.model.graph_communities import CommunityGraph

KEY, MATCHES_KEY = "graph.part", "graph.matches"


@dataclass(frozen=True, slots=True)
class Follow:
    """Which links are followed and how far; `cutoff`: only what was made until then, UTC µs, for the whole store."""

    depth: int
    types: frozenset[str] | None
    cutoff: int | None


class GraphDesk(QObject):
    """`taken`: another part was read; `redrawn`: it, or the whole store, has places and is to be drawn; `moved`: the
    nodes stand elsewhere; `matched`: the search finds others of them; `refused` carries a sentence.
    """

    taken = Signal()
    redrawn = Signal()
    moved = Signal()
    matched = Signal()
    refused = Signal(str)

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.wish: Wish | None = None
        self.drawing = Drawing()
        self.layout_desk = LayoutDesk(context, self)
        self.matches: frozenset[int] | None = None
        self.stale = True
        self.aspect = 1.0
        self.layout_desk.laid.connect(self._on_laid)

    def forget(self) -> None:
        """Another store is open."""
        self.layout_desk.forget()
        self.drawing.forget()
        self.wish, self.matches, self.stale = None, None, True

    def pause(self) -> None:
        """Nobody looks: nothing moves. What was not drawn yet is read again when somebody does."""
        self.layout_desk.stop()
        self.stale = self.stale or self.drawing.waiting

    def begin(self, wish: Wish) -> None:
        """Draw something else."""
        self.drawing.hidden.clear()
        self.read(wish)

    def read(self, wish: Wish) -> None:
        """Read a part, as much of it as was hidden stays hidden."""
        store = self._context.store
        self.wish = wish
        if store is not None:
            self.stale = False
            work = functools.partial(read_graph, store, wish, self._context.query)
            self._context.jobs.read("Read the graph", work, self._on_read, key=KEY)

    def follow(self, follow: Follow, *, deeper: bool) -> None:
        """Follow other links, or go further."""
        if self.drawing.whole is not None:
            self.read_whole(follow)
        elif self.wish is not None:
            depth = follow.depth if deeper else self.wish.depth
            self.read(replace(self.wish, depth=depth, types=follow.types))

    def read_these(self, ids: tuple[int, ...], follow: Follow, *, origin: tuple[int, ...] = ()) -> None:
        """Draw just these; from now on it is drawn around them, `origin` among them is what is named."""
        roots = tuple(dict.fromkeys(ids))[:MOST_DRAWN]
        self.read(Wish(roots, origin, depth=0, types=follow.types, limit=max(MOST, len(roots))))

    @property
    def next_depth(self) -> int | None:
        """One step further than what is drawn; None when there is none."""
        if self.wish is None or self.drawing.whole is not None or self.wish.depth >= DEEPEST:
            return None
        return self.wish.depth + 1

    def make_room(self) -> None:
        """Draw as many as can be drawn of what is asked for."""
        if self.wish is not None:
            self.read(replace(self.wish, limit=MOST_DRAWN))

    def draw_too(self, ids: tuple[int, ...], follow: Follow) -> None:
        """Draw these besides the others."""
        missing = tuple(one for one in ids if one not in self.drawing.ids)
        if missing:
            origin = () if self.wish is None else self.wish.origin or self.wish.roots
            self.read_these((*self.drawing.ids, *missing), follow, origin=origin)

    def expand(self, key: int) -> None:
        """Draw the neighbours of a node that are not drawn."""
        store, wish = self._context.store, self.wish
        if store is None or wish is None or self.drawing.read is None:
            return
        shown = tuple(self.drawing.ids)
        work = functools.partial(read_more, store, wish, shown, (key,), self._context.query)
        done = functools.partial(self._on_expanded, key)
        self._context.jobs.read("Expand", work, done, key=KEY)

    def read_whole(self, follow: Follow) -> None:
        """The store as communities."""
        store = self._context.store
        if store is not None:
            work = functools.partial(read_whole, store, follow.types, follow.cutoff)
            self._context.jobs.read("Find communities", work, self._on_whole, quiet=False, key=KEY)

    def search(self) -> None:
        """Another search is in force: read its results if they are what is drawn, else light them up."""
        store, wish, query = self._context.store, self.wish, self._context.query
        if store is None or wish is None:
            return
        if not wish.roots and wish.query != query and self.drawing.whole is None:
            self.wish = replace(wish, query=query)
            self.stale = True
            return
        work = functools.partial(read_matches_job, store, query, tuple(self.drawing.ids))
        self._context.jobs.read("Find in the graph", work, self._on_matches, key=MATCHES_KEY)

    def hold_roots(self) -> None:
        """Where results are drawn: stay around these when the search changes."""
        if self.wish is not None and not self.wish.roots:
            first = tuple(node.id for node in self.drawing.nodes if node.depth == 0)
            self.wish = replace(self.wish, roots=first, query="")

    def _on_read(self, read: GraphRead) -> None:
        self.matches = read.matches
        task = self.drawing.take(read)
        self.taken.emit()
        placed = self.drawing.all_placed
        if task is None:
            self.layout_desk.forget()
        else:
            self.layout_desk.begin(replace(task, aspect=self.aspect), rest=placed)
        if task is None or placed:
            self.redrawn.emit()

    def _on_expanded(self, key: int, read: GraphRead) -> None:
        before = len(self.drawing.ids)
        self._on_read(read)
        if self.wish is not None:
            # Read again, it is to be the same part.
            origin = self.wish.origin or self.wish.roots
            roots = tuple(self.drawing.ids)
            limit = max(self.wish.limit, len(roots))
            self.wish = replace(self.wish, roots=roots, origin=origin, query="", depth=0, limit=limit)
        if len(read.part.nodes) <= before:
            self.refused.emit(f"All that M-{key} hangs together with is drawn")

    def _on_whole(self, whole: CommunityGraph) -> None:
        task = self.drawing.take_whole(whole)
        self.taken.emit()
        if task is None:
            self.layout_desk.forget()
            self.redrawn.emit()
        else:
            self.layout_desk.begin(replace(task, aspect=self.aspect), rest=False)

    def _on_matches(self, matches: frozenset[int] | None) -> None:
        self.matches = matches
        self.matched.emit()

    def _on_laid(self, laid: Laid) -> None:
        fresh = self.drawing.move(laid.positions)
        (self.redrawn if fresh else self.moved).emit()
        if laid.calm:
            self.drawing.keep_places()
