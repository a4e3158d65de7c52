"""A part of the graph of memories: what is drawn of it, and how much more there is."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A memory in a part of the graph. `text` is its beginning; `strength` is that of the moment asked for.

    `depth` is how many steps it is from where one began. `hidden` is how many of its neighbours are not in this part,
    at least: of a thing that very many are about only the newest are known, of a session only what is close. `degree`
    is how many neighbours it has, those and the ones in this part.
    """

    id: int
    uid: str
    text: str
    tier: str
    kind: str
    category: str
    state: str
    pinned: bool
    importance: float
    strength: float
    dormant: bool
    created_at: int
    session_id: int | None
    depth: int
    hidden: int
    degree: int = 0


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An association between two memories of the part, with its weight, 0..1, at the moment asked for.

    `association_id` is None for what is computed; `via` names the things that both are about. Only an edge whose
    type has a direction (`corrects`, `derived_from`, `follows`) means the one end and not the other.
    """

    source_id: int
    target_id: int
    type: str
    weight: float
    relation: str
    via: tuple[str, ...]
    association_id: int | None


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The part of the graph around some memories at the UTC µs `at`; nodes by depth, then weight of what led there.

    `hidden_nodes` are those within the depth for which there was no room, `hidden_edges` edges between nodes that
    are shown which were left out as the weaker ones of many.
    """

    at: int
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    hidden_nodes: int
    hidden_edges: int


@dataclass(frozen=True, slots=True)
class QueryGraph:
    """The graph of the first memories that fit a search; `taken` of the `matching` ones began it.

    `orphans` are those of the taken that no association of the wanted types joins to any memory, by id.
    """

    part: Neighbourhood
    matching: int
    taken: int
    orphans: tuple[int, ...]
