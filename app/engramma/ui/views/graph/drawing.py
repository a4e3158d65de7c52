"""What the Graph has in hand: the part that was read, where its nodes are, what of it is drawn. Free of widgets."""

from __future__ import annotations

import numpy as np

from engramma.model.graph import GraphEdge, GraphNode
from engramma.model.graph_communities import CommunityGraph
from engramma.ui.graph.picture import Floats, GraphPicture, Ints, empty_picture
from engramma.ui.views.graph.kept_places import KeptPlaces
from engramma.ui.views.graph.layout_desk import LayoutTask
from engramma.ui.views.graph.looks import Drawn, LegendEntry, Look, drawn_of, group_key, whole_picture
from engramma.ui.views.graph.reading import GraphRead


class Drawing:
    """A part of the graph, or the whole store as communities. Places are counted in the part that was read."""

    def __init__(self) -> None:
        self.read: GraphRead | None = None
        self.whole: CommunityGraph | None = None
        self.kept = KeptPlaces()
        self.hidden: set[int] = set()
        self.ids: dict[int, int] = {}
        self._all: Floats = np.empty((0, 2))
        self._placed = self._fresh = False
        self._held: tuple[int, float, float] | None = None
        self._drawn: Drawn | None = None
        self._picture: GraphPicture = empty_picture()

    def forget(self) -> None:
        """Another store."""
        self.read = self.whole = None
        self.kept.clear()
        self.hidden.clear()
        self.ids = {}
        self._all = np.empty((0, 2))
        self._placed = self._fresh = False
        self._held = self._drawn = None
        self._picture = empty_picture()

    # What was read

    @property
    def alone(self) -> tuple[int, ...]:
        """The memories that were looked at and hang together with nothing."""
        if self.whole is not None:
            return self.whole.orphans
        return self.read.orphans if self.read is not None else ()

    def take(self, read: GraphRead) -> LayoutTask | None:
        """Another part; the task of laying it out, None when there is nothing in it."""
        self.keep_places()
        self.read, self.whole = read, None
        nodes, edges = read.part.nodes, read.part.edges
        self.ids = {node.id: place for place, node in enumerate(nodes)}
        uids = [node.uid for node in nodes]
        self._all = self.kept.arranged(uids)
        self._placed = bool(len(nodes)) and bool(np.isfinite(self._all).all())
        self._fresh, self._held = True, None
        if not nodes:
            return None
        ends = [(self.ids[edge.source_id], self.ids[edge.target_id]) for edge in edges]
        return LayoutTask(
            count=len(nodes),
            ends=_pairs(ends),
            weights=np.array([edge.weight for edge in edges], dtype=np.float64),
            groups=np.array(read.communities.of_node, dtype=np.int64),
            kept=self._all.copy(),
            pinned=self.kept.held(uids),
        )

    def take_whole(self, whole: CommunityGraph) -> LayoutTask | None:
        """The store as communities."""
        self.keep_places()
        self.whole = whole
        self.ids = {}
        picture = whole_picture(whole)
        count = picture.count
        self._all = np.full((count, 2), np.nan)
        self._placed, self._fresh, self._held = False, True, None
        if not count:
            return None
        return LayoutTask(
            count=count,
            ends=picture.ends,
            weights=picture.weights,
            groups=np.full(count, -1, dtype=np.int64),
            kept=self._all.copy(),
            pinned=np.zeros(count, dtype=np.bool_),
        )

    @property
    def all_placed(self) -> bool:
        """Whether every node of the part was drawn before, and so has its place."""
        return self._placed

    @property
    def waiting(self) -> bool:
        """Whether what was read has no places yet, so that something older is drawn."""
        return self._fresh and not self._placed and bool(len(self._all))

    # Places

    def move(self, positions: Floats) -> bool:
        """The layout moved the nodes; whether these are the first places of another part."""
        if len(positions) != len(self._all):
            return False
        self._all = positions
        if self._held is not None:
            place, x, y = self._held
            self._all[place] = (x, y)
        fresh, self._fresh = self._fresh, False
        return fresh

    def hold(self, place: int, x: float, y: float, *, pinned: bool) -> None:
        """Somebody drags a node, and pins it where it is let go."""
        self._held = None if pinned else (place, x, y)
        self._all[place] = (x, y)
        if pinned and self.read is not None and self.whole is None:
            self.kept.pin(self.read.part.nodes[place].uid, x, y)

    def release(self, place: int) -> None:
        """It is held no longer."""
        if self.read is not None and self.whole is None:
            self.kept.pinned.discard(self.read.part.nodes[place].uid)

    def is_held(self, place: int) -> bool:
        """Whether somebody pinned this node."""
        return self.read is not None and self.read.part.nodes[place].uid in self.kept.pinned

    def keep_places(self) -> None:
        """Remember where all are."""
        if self.read is None or self.whole is not None or len(self._all) != len(self.read.part.nodes):
            return
        if len(self._all) and np.isfinite(self._all).all():
            self.kept.keep([node.uid for node in self.read.part.nodes], self._all)

    def place_of(self, key: int) -> int | None:
        """The place of a node in the part, by the memory's id, or the community's key."""
        if self.whole is not None:
            return self._picture.row(key)
        return self.ids.get(key)

    # What is drawn

    def draw(self, look: Look) -> None:
        """Draw the part under other choices."""
        if self.whole is not None:
            self._drawn, self._picture = None, whole_picture(self.whole)
        elif self.read is None or not (len(self._all) and np.isfinite(self._all).all()):
            self._drawn, self._picture = None, empty_picture()
        else:
            self._drawn = drawn_of(self.read, look)
            self._picture = self._drawn.picture

    @property
    def picture(self) -> GraphPicture:
        """What is drawn."""
        return self._picture

    @property
    def positions(self) -> Floats:
        """Where that is (n, 2)."""
        if self._drawn is not None:
            return self._all[self._drawn.rows]
        return self._all if self.whole is not None else np.empty((0, 2))

    @property
    def nodes(self) -> tuple[GraphNode, ...]:
        """The memories that are drawn."""
        return () if self._drawn is None else self._drawn.nodes

    @property
    def edges(self) -> tuple[GraphEdge, ...]:
        """The edges that are drawn."""
        return () if self._drawn is None else self._drawn.edges

    @property
    def colours(self) -> tuple[LegendEntry, ...]:
        """What the colours mean."""
        return () if self._drawn is None else self._drawn.legend

    @property
    def kinds(self) -> dict[int, str]:
        """The kind of each memory that is drawn."""
        return {node.id: node.kind for node in self.nodes}

    @property
    def pinned_ids(self) -> frozenset[int]:
        """The drawn memories that somebody holds in their places."""
        held = self.kept.pinned
        return frozenset(node.id for node in self.nodes if node.uid in held) if held else frozenset()

    def tip_of(self, key: int) -> str:
        """What is told of a node under the mouse."""
        if self.whole is not None:
            group = next((one for one in self.whole.groups if group_key(one.number) == key), None)
            return "" if group is None else f"{group.name}: {group.count:,} memories. Double-click opens it."
        place = self.ids.get(key)
        if place is None or self.read is None:
            return ""
        node = self.read.part.nodes[place]
        hidden = f", {node.hidden:,} more neighbours" if node.hidden else ""
        state = "dormant" if node.dormant else f"strength {node.strength:.2f}"
        return f"M-{node.id}, {node.kind}, {state}{hidden}\n{node.text}"


def _pairs(ends: list[tuple[int, int]]) -> Ints:
    return np.array(ends, dtype=np.int64).reshape(-1, 2)
