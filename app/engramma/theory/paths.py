"""The strongest path through weighted ties: as few hops, over as strong ties, as can be.

A hop over a tie of weight w, 0..1, is 1 - log2(w) long: activation is halved at each hop and weighed by the tie.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping

LEAST_WEIGHT = 1e-3


def hop_length(weight: float) -> float:
    """How long a hop is, at least 1."""
    return 1.0 - math.log2(min(1.0, max(LEAST_WEIGHT, weight)))


def strongest_path(
    ties: Mapping[int, Mapping[int, float]], one: int, other: int, *, most_hops: int
) -> tuple[tuple[int, ...], float]:
    """The nodes from `one` to `other` on the shortest way of at most `most_hops` hops, and its length.

    `ties`: the weights of the neighbours of each node, in both directions. Without a way: no nodes, infinity. Of
    equally long ways that of fewer hops, then that of smaller nodes.
    """
    queue: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, (one,))]
    # More hops are only worth a look where they make the way there shorter.
    fewest: dict[int, int] = {}
    while queue:
        length, hops, way = heapq.heappop(queue)
        node = way[-1]
        if node == other:
            return way, length
        if hops >= fewest.get(node, most_hops):
            continue
        fewest[node] = hops
        for near, weight in ties.get(node, {}).items():
            if near not in way:
                heapq.heappush(queue, (length + hop_length(weight), hops + 1, (*way, near)))
    return (), math.inf
