"""Makes a graph smaller by taking nodes together that hang together, so that its rough shape is found first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engramma.model.records import dataclass

Integers = NDArray[np.int64]
Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Weighted:
    """n nodes of mass (n) in groups (n, -1 for none), with edges `ends` (m, 2), each pair once, of weights (m)."""

    masses: Numbers
    groups: Integers
    ends: Integers
    weights: Numbers

    def __len__(self) -> int:
        return len(self.masses)


def joined(count: int, ends: Integers, weights: Numbers) -> tuple[Integers, Numbers]:
    """The same edges, each pair of different nodes once with its weights added up, by the smaller end."""
    low, high = ends.min(axis=1), ends.max(axis=1)
    different = low != high
    key, index = np.unique(low[different] * count + high[different], return_inverse=True)
    added = np.bincount(index, weights=weights[different], minlength=len(key)).astype(np.float32)
    return np.stack([key // count, key % count], axis=1).astype(np.int64), added


def coarser(graph: Weighted, seed: int) -> tuple[Weighted, Integers] | None:
    """The graph with its nodes taken together in clumps, of one group only, and the clump of each node (n).

    None when that would hardly make it smaller.
    """
    count = len(graph)
    clump = _clumps(graph, np.random.default_rng(seed).permutation(count))
    names, clump = np.unique(clump, return_inverse=True)
    if len(names) > 0.85 * count:
        return None
    groups = np.full(len(names), -1, dtype=np.int64)
    groups[clump] = graph.groups
    ends, weights = joined(len(names), clump[graph.ends], graph.weights)
    masses = np.bincount(clump, weights=graph.masses, minlength=len(names)).astype(np.float32)
    return Weighted(masses, groups, ends, weights), clump.astype(np.int64)


def _clumps(graph: Weighted, luck: Integers) -> Integers:
    """Each node chooses whom it is tied to most for their masses; who choose each other are a clump, and who chose
    one of them joins it. Of equal choices that of the greater `luck` counts."""
    count = len(graph)
    inside = graph.groups[graph.ends[:, 0]] == graph.groups[graph.ends[:, 1]]
    ends, weights = graph.ends[inside], graph.weights[inside]
    pull = weights / (graph.masses[ends[:, 0]] * graph.masses[ends[:, 1]])
    one, other = np.concatenate([ends[:, 0], ends[:, 1]]), np.concatenate([ends[:, 1], ends[:, 0]])
    order = np.lexsort((luck[other], np.concatenate([pull, pull]), one))
    chosen = np.arange(count)
    # The last of each node's choices in this order is written last.
    chosen[one[order]] = other[order]
    clump = np.arange(count)
    mutual = chosen[chosen] == np.arange(count)
    clump[mutual] = np.minimum(np.arange(count), chosen)[mutual]
    joins = ~mutual & mutual[chosen]
    clump[joins] = clump[chosen[joins]]
    return clump
