"""How a part of the graph looks under the choices of a person: colours, sizes, which nodes and edges are drawn."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

import numpy as np

from engramma.model.association import AssociationType
from engramma.model.graph import GraphEdge, GraphNode
from engramma.model.graph_communities import CommunityEdge, CommunityGraph
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.graph.labels import shortened
from engramma.ui.graph.picture import SIZES, Floats, GraphPicture, Hull, Ints, Line, Shape
from engramma.ui.views.graph.reading import GraphRead

SERIES = ("accent", "short_term", "long_term", "episodic", "procedural", "sensory")
REST = len(SERIES)
"""The row of the palette for what belongs to none of the first groups."""
TIERS = (("short_term", "Short-term"), ("long_term", "Long-term"))
KINDS = (("semantic", "Semantic"), ("episodic", "Episodic"), ("procedural", "Procedural"))
SHAPES = {"semantic": Shape.CIRCLE, "episodic": Shape.DIAMOND, "procedural": Shape.SQUARE}
DASHED = frozenset({AssociationType.FOLLOWS.value, AssociationType.SAME_SESSION.value})
EDGES_EACH = 4
SMALLEST_HULL, MOST_HULLS, MOST_TITLES = 3, 24, 9


class ColourBy(StrEnum):
    """What the colour of a node says."""

    COMMUNITY = "community"
    TIER = "tier"
    KIND = "kind"
    SESSION = "session"


class SizeBy(StrEnum):
    """What the size of a node says."""

    LINKS = "links"
    STRENGTH = "strength"


@dataclass(frozen=True, slots=True)
class Look:
    """The choices. `before`: later memories are not drawn, nor edges weaker than `least`, nor those of `hidden`."""

    colour: ColourBy = ColourBy.COMMUNITY
    size: SizeBy = SizeBy.LINKS
    least: float = 0.0
    before: int | None = None
    hidden: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A colour of the palette by its token, and what it stands for."""

    token: str
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What is drawn of a part: `rows` are the places of the part's nodes, `nodes` and `edges` those that show."""

    picture: GraphPicture
    rows: Ints
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    legend: tuple[LegendEntry, ...]


def drawn_of(read: GraphRead, look: Look) -> Drawn:
    """Everything of a part that is to be drawn."""
    nodes_all = read.part.nodes
    rows = np.array(
        [
            place
            for place, node in enumerate(nodes_all)
            if node.id not in look.hidden and (look.before is None or node.created_at <= look.before)
        ],
        dtype=np.int64,
    )
    nodes = tuple(nodes_all[place] for place in rows.tolist())
    place_of = {node.id: place for place, node in enumerate(nodes)}
    edges = tuple(
        edge
        for edge in read.part.edges
        if edge.weight >= look.least and edge.source_id in place_of and edge.target_id in place_of
    )
    palette, groups, legend = _colours(read, rows, nodes, look.colour)
    count = len(nodes)
    picture = GraphPicture(
        keys=np.array([node.id for node in nodes], dtype=np.int64),
        labels=tuple(shortened(node.text) for node in nodes),
        shapes=np.array([SHAPES.get(node.kind, Shape.CIRCLE) for node in nodes], dtype=np.int64),
        hollow=np.array([node.dormant for node in nodes], dtype=np.bool_),
        sizes=_sizes(nodes, edges, place_of, look.size),
        groups=np.array(groups, dtype=np.int64).reshape(count),
        palette=palette,
        ends=np.array(
            [(place_of[edge.source_id], place_of[edge.target_id]) for edge in edges], dtype=np.int64
        ).reshape(-1, 2),
        lines=np.array([_line(edge.type) for edge in edges], dtype=np.int64),
        weights=np.array([edge.weight for edge in edges], dtype=np.float64),
        hulls=_hulls(read, rows) if look.colour is ColourBy.COMMUNITY else (),
    )
    return Drawn(picture, rows, nodes, edges, legend)


def _line(type_: str) -> Line:
    if type_ == AssociationType.CONTRADICTS.value:
        return Line.DANGER
    return Line.DASHED if type_ in DASHED else Line.SOLID


def _sizes(
    nodes: tuple[GraphNode, ...], edges: tuple[GraphEdge, ...], place_of: dict[int, int], by: SizeBy
) -> Ints:
    if by is SizeBy.STRENGTH:
        values = np.array([node.strength for node in nodes], dtype=np.float64)
        return _steps(values)
    degrees = np.zeros(len(nodes))
    for edge in edges:
        degrees[place_of[edge.source_id]] += 1
        degrees[place_of[edge.target_id]] += 1
    most = max(4.0, float(np.percentile(degrees, 98))) if len(nodes) else 4.0
    return _steps(np.sqrt(degrees / most))


def _steps(shares: Floats) -> Ints:
    """0 to SIZES - 1 for shares of 0 to 1."""
    steps: Ints = np.clip(np.floor(shares * SIZES), 0, SIZES - 1).astype(np.int64)
    return steps


def _colours(
    read: GraphRead, rows: Ints, nodes: tuple[GraphNode, ...], by: ColourBy
) -> tuple[tuple[str, ...], list[int], tuple[LegendEntry, ...]]:
    """Palette, the row of it for each node, and what the legend says."""
    if by is ColourBy.TIER:
        return _by_word(TIERS, [node.tier for node in nodes])
    if by is ColourBy.KIND:
        return _by_word(KINDS, [node.kind for node in nodes])
    palette = (*SERIES, "text_muted")
    if by is ColourBy.COMMUNITY:
        of_node = read.communities.of_node
        groups = [of_node[place] % REST if of_node[place] >= 0 else REST for place in rows.tolist()]
        return palette, groups, ()
    counts = Counter(node.session_id for node in nodes if node.session_id is not None)
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    # The last of the series is hardly told from the others.
    first = [session for session, _count in ordered[: REST - 1]]
    place = {session: number for number, session in enumerate(first)}
    groups = [REST if node.session_id is None else place.get(node.session_id, REST) for node in nodes]
    legend = [LegendEntry(SERIES[place[one]], f"S-{one} ({counts[one]:,})") for one in first]
    if REST in groups:
        legend.append(LegendEntry("text_muted", "others"))
    return palette, groups, tuple(legend)


def _by_word(
    words: tuple[tuple[str, str], ...], values: list[str]
) -> tuple[tuple[str, ...], list[int], tuple[LegendEntry, ...]]:
    names = [name for name, _title in words]
    groups = [names.index(value) if value in names else len(names) for value in values]
    legend = tuple(LegendEntry(name, title) for name, title in words if name in values)
    return (*names, "text_muted"), groups, legend


def _hulls(read: GraphRead, rows: Ints) -> tuple[Hull, ...]:
    """The grounds of communities, those with the most memories with their names."""
    of_node = np.array(read.communities.of_node, dtype=np.int64)[rows] if len(rows) else np.empty(0, np.int64)
    found: list[Hull] = []
    for group in read.communities.groups:
        members = np.flatnonzero(of_node == group.number)
        if len(members) >= SMALLEST_HULL and len(found) < MOST_HULLS:
            name = single_line(group.name) if len(found) < MOST_TITLES else ""
            found.append(Hull(name, members, group.number % REST))
    return tuple(found)


def _telling(whole: CommunityGraph) -> list[CommunityEdge]:
    """The edges that are among the strongest of either end: all of them would be a tangle."""
    counts: Counter[int] = Counter()
    kept = []
    for edge in sorted(whole.edges, key=lambda one: (-one.weight, one.source, one.target)):
        if min(counts[edge.source], counts[edge.target]) < EDGES_EACH:
            counts[edge.source] += 1
            counts[edge.target] += 1
            kept.append(edge)
    return kept


def group_key(number: int) -> int:
    """The key of a community in the picture and the table: below 0, so that it is no memory's id."""
    return -1 - number


def whole_picture(whole: CommunityGraph) -> GraphPicture:
    """The store as communities: a circle for each, as large as it has memories."""
    count = len(whole.groups)
    place_of = {group.number: place for place, group in enumerate(whole.groups)}
    counts = np.array([group.count for group in whole.groups], dtype=np.float64)
    most = max(1.0, float(counts.max())) if count else 1.0
    edges = _telling(whole)
    weights = np.array([edge.weight for edge in edges], dtype=np.float64)
    return GraphPicture(
        keys=np.array([group_key(group.number) for group in whole.groups], dtype=np.int64),
        labels=tuple(f"{single_line(group.name)} {group.count:,}".strip() for group in whole.groups),
        shapes=np.full(count, Shape.CIRCLE, dtype=np.int64),
        hollow=np.zeros(count, dtype=np.bool_),
        sizes=_steps(np.sqrt(counts / most)),
        groups=np.array([group.number % REST for group in whole.groups], dtype=np.int64),
        palette=(*SERIES, "text_muted"),
        ends=np.array([(place_of[e.source], place_of[e.target]) for e in edges], dtype=np.int64).reshape(
            -1, 2
        ),
        lines=np.full(len(edges), Line.SOLID, dtype=np.int64),
        weights=weights / weights.max() if len(weights) else weights,
    )
