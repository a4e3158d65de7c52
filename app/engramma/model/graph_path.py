"""The strongest way along associations from one memory to another."""

from __future__ import annotations

from engramma.model.graph import GraphEdge, GraphNode
from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class MemoryPath:
    """`edges[i]` joins `nodes[i]` and `nodes[i + 1]`; both empty, and `reason` a sentence, when there is none.

    `length` is the sum of 1 - log2(weight) over the hops, and `strength`, 0..1, two to the power of minus that: the
    weights multiplied and halved at each hop. `looked_at` memories were read to find it.
    """

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    length: float
    strength: float
    reason: str
    looked_at: int

    @property
    def found(self) -> bool:
        """Whether there is a path."""
        return bool(self.nodes)
