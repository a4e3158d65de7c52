"""What joins two memories, each way by itself: for whoever looks at one line of the graph."""

from __future__ import annotations

from engramma.model.graph import GraphEdge
from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class GraphLink:
    """One association of two memories with the weight of the moment asked for.

    `since` (UTC µs) and `actor` tell when it was made and by whom; None and "" for what is computed, which was never
    made. `removable` is what `unlink` would take away.
    """

    edge: GraphEdge
    since: int | None
    actor: str
    removable: bool
