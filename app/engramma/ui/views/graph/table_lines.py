"""What the list behind the picture has in its rows: memories, links, communities, as words. Pure."""

from __future__ import annotations

from collections import Counter

from engramma.model.graph import GraphEdge, GraphNode
from engramma.model.graph_communities import CommunityGraph
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.inspector.words import ASSOCIATIONS, word
from engramma.ui.views.graph.looks import group_key


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its cells, what a screen reader says, and the memories that it is about."""

    cells: tuple[str, ...]
    keys: tuple[int, ...]
    tip: str


def node_lines(nodes: tuple[GraphNode, ...], edges: tuple[GraphEdge, ...]) -> tuple[Line, ...]:
    """A row for each node, in the order in which they were found."""
    links: Counter[int] = Counter()
    for edge in edges:
        links[edge.source_id] += 1
        links[edge.target_id] += 1
    return tuple(
        Line(
            (
                f"M-{node.id}",
                single_line(node.text),
                word(node.kind),
                word(node.tier),
                f"{links[node.id]:,}",
                f"{node.hidden:,}",
                str(node.depth),
                "dormant" if node.dormant else f"{node.strength:.2f}",
            ),
            (node.id,),
            node.text,
        )
        for node in nodes
    )


def edge_lines(nodes: tuple[GraphNode, ...], edges: tuple[GraphEdge, ...]) -> tuple[Line, ...]:
    """A row for each edge, the strongest first."""
    text_of = {node.id: single_line(node.text) for node in nodes}
    ordered = sorted(edges, key=lambda edge: (-edge.weight, edge.source_id, edge.target_id, edge.type))
    return tuple(
        Line(
            (
                f"M-{edge.source_id}",
                edge.relation or ASSOCIATIONS.get(edge.type, (edge.type,))[0],
                f"M-{edge.target_id}",
                f"{edge.weight:.2f}",
                f"{text_of.get(edge.source_id, '')}  —  {text_of.get(edge.target_id, '')}",
            ),
            (edge.source_id, edge.target_id),
            ", ".join(edge.via),
        )
        for edge in ordered
    )


def group_lines(whole: CommunityGraph) -> tuple[Line, ...]:
    """A row for each community, with how many others it is linked to."""
    links: Counter[int] = Counter()
    for edge in whole.edges:
        links[edge.source] += 1
        links[edge.target] += 1
    return tuple(
        Line(
            (single_line(group.name), f"{group.count:,}", f"{links[group.number]:,}"),
            (group_key(group.number),),
            "",
        )
        for group in whole.groups
    )
