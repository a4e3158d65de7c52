"""Communities of the graph: memories that hang together more than with the rest, by name."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Community:
    """Memories `ids` that hang together; `number` counts from 0, the largest first."""

    number: int
    name: str
    ids: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many memories it has."""
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Communities:
    """The communities of a part of the graph; `of_node[i]` is the number of that of its node i, -1 for none."""

    groups: tuple[Community, ...]
    of_node: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CommunityEdge:
    """What joins two communities, by number: `links` pairs of memories, their weights added up."""

    source: int
    target: int
    weight: float
    links: int


@dataclass(frozen=True, slots=True)
class CommunityGraph:
    """A whole store as communities. `orphans` hang together with nothing; `memories` were looked at, of which only
    the newest count in a very large store: `left_out` is how many more there are.
    """

    groups: tuple[Community, ...]
    edges: tuple[CommunityEdge, ...]
    orphans: tuple[int, ...]
    memories: int
    left_out: int
