"""Communities of a graph by the Leiden algorithm (Traag, Waltman, van Eck 2019): groups that hang together, and whose
parts do.

Deterministic for a seed, and in arrays: in each round all nodes weigh where they would be better off, and a part of
those that gain move. Modularity is what is gained.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engramma.model.records import dataclass
from engramma.theory.graph_coarsening import joined

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]

_ROUNDS = 30
_LEVELS = 20
_GAIN = 1e-9
_MOVING = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class _Graph:
    """n nodes: what ties each in all (n), its own inner part included, and half-edges from `one` to `other`."""

    tied: Numbers
    one: Integers
    other: Integers
    weights: Numbers

    def __len__(self) -> int:
        return len(self.tied)


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The best community for each node that borders one, and how much it gains there over being alone."""

    nodes: Integers
    groups: Integers
    gains: Numbers


def _go_on() -> None:
    """Nobody wants to stop it."""


def find_communities(
    count: int,
    ends: ArrayLike,
    weights: ArrayLike,
    *,
    resolution: float = 1.0,
    seed: int = 7,
    check: Callable[[], None] = _go_on,
) -> Integers:
    """The community of each of `count` nodes, int64 (n): 0 is the largest, of equal ones that of the first node.

    `ends` (m, 2) and `weights` (m) > 0 are the edges. A node without any is alone. A higher `resolution` makes more.
    `check` is called now and then and may raise.
    """
    pairs = np.asarray(ends, dtype=np.int64).reshape(-1, 2)
    pairs, added = joined(count, pairs, np.asarray(weights, dtype=np.float32))
    graph = _graph(count, pairs, added.astype(np.float64))
    total = float(graph.tied.sum())
    if not total:
        return np.arange(count, dtype=np.int64)
    scale = resolution / total
    whole = np.arange(count)
    groups = np.arange(count)
    for level in range(_LEVELS):
        check()
        groups = _moved(graph, groups, scale=scale, seed=(seed, level, 0), check=check)
        names, groups = _named(groups)
        if len(names) == len(graph):
            break
        names, parts = _named(_refined(graph, groups, scale=scale, seed=(seed, level, 1)))
        if len(names) == len(graph):
            # Nothing could be taken together inside the communities: they are final.
            break
        whole = parts[whole]
        above = np.empty(len(names), dtype=np.int64)
        above[parts] = groups
        graph, groups = _aggregated(graph, parts, len(names)), above
    return _by_size(groups[whole])


def modularity(ends: ArrayLike, weights: ArrayLike, groups: Integers, *, resolution: float = 1.0) -> float:
    """How much more weight lies inside the groups than chance would put there, up to 1."""
    pairs = np.asarray(ends, dtype=np.int64).reshape(-1, 2)
    added = np.asarray(weights, dtype=np.float64)
    total = 2 * float(added.sum())
    if not total:
        return 0.0
    inside = 2 * float(added[groups[pairs[:, 0]] == groups[pairs[:, 1]]].sum())
    size = int(groups.max()) + 1
    tied = sum(np.bincount(groups[pairs[:, end]], weights=added, minlength=size) for end in (0, 1))
    return inside / total - resolution * float(np.square(tied / total).sum())


def _graph(count: int, pairs: Integers, weights: Numbers) -> _Graph:
    one = np.concatenate([pairs[:, 0], pairs[:, 1]])
    other = np.concatenate([pairs[:, 1], pairs[:, 0]])
    both = np.concatenate([weights, weights])
    return _Graph(_sums(one, both, count), one, other, both)


def _sums(index: Integers, values: Numbers, count: int) -> Numbers:
    """The values added up by index, float64 (count)."""
    return np.bincount(index, weights=values, minlength=count).astype(np.float64, copy=False)


def _moved(
    graph: _Graph, groups: Integers, *, scale: float, seed: tuple[int, ...], check: Callable[[], None]
) -> Integers:
    """The groups after nodes have moved to where they gain most, until hardly any does."""
    groups = groups.copy()
    count = len(graph)
    size = _sums(groups, graph.tied, count)
    looking = np.ones(count, dtype=bool)
    for turn in range(_ROUNDS):
        check()
        leads = looking[graph.one]
        near = _Graph(graph.tied, graph.one[leads], graph.other[leads], graph.weights[leads])
        inside = near.weights * (groups[near.one] == groups[near.other])
        own = _sums(near.one, inside, count) - scale * graph.tied * (size[groups] - graph.tied)
        best = _best(near, groups, size, scale=scale)
        better = (best.gains > own[best.nodes] + _GAIN) & (best.groups != groups[best.nodes])
        movers, targets = best.nodes[better], best.groups[better]
        if not len(movers):
            break
        luck = _luck(count, (*seed, turn))[movers]
        if len(movers) == 1 or not luck.any():
            luck[:] = True
        # Only who stayed by luck, or has a neighbour that moved, can gain in the next round.
        looking[:] = False
        looking[movers[~luck]] = True
        groups[movers[luck]] = targets[luck]
        moved = np.zeros(count, dtype=bool)
        moved[movers[luck]] = True
        looking[graph.one[moved[graph.other]]] = True
        size = _sums(groups, graph.tied, count)
    return groups


def _refined(graph: _Graph, groups: Integers, *, scale: float, seed: tuple[int, ...]) -> Integers:
    """Each group begun anew from single nodes, that join well-tied parts of it: what is not tied falls apart."""
    count = len(graph)
    inside = groups[graph.one] == groups[graph.other]
    inner = _Graph(graph.tied, graph.one[inside], graph.other[inside], graph.weights[inside])
    within = _sums(inner.one, inner.weights, count)
    whole = _sums(groups, graph.tied, count)[groups]
    well = within >= scale * graph.tied * (whole - graph.tied)
    parts = np.arange(count)
    for turn in range(_ROUNDS):
        members = np.bincount(parts, minlength=count)
        free = well & (members[parts] == 1)
        moving = free & _luck(count, (*seed, turn))
        size = _sums(parts, graph.tied, count)
        # Who moves is nobody's aim in the same round.
        leads = moving[inner.one] & ~moving[inner.other]
        some = _Graph(graph.tied, inner.one[leads], inner.other[leads], inner.weights[leads])
        best = _best(some, parts, size, scale=scale)
        gaining = best.gains > _GAIN
        parts[best.nodes[gaining]] = best.groups[gaining]
        if not free.any() or (not gaining.any() and not _any_left(inner, parts, free, size, scale=scale)):
            break
    return parts


def _luck(count: int, seed: tuple[int, ...]) -> NDArray[np.bool_]:
    """Who may move in a round; by place alone, so that slightly other weights lead to the same communities."""
    return np.random.default_rng(seed).random(count) < _MOVING


def _any_left(
    graph: _Graph, parts: Integers, free: NDArray[np.bool_], size: Numbers, *, scale: float
) -> bool:
    """Whether a single node would still gain anywhere."""
    leads = free[graph.one]
    some = _Graph(graph.tied, graph.one[leads], graph.other[leads], graph.weights[leads])
    return bool((_best(some, parts, size, scale=scale).gains > _GAIN).any())


def _best(graph: _Graph, groups: Integers, size: Numbers, *, scale: float) -> _Choice:
    """For each node the group among its neighbours' where it gains most; of equal ones the one of lower number."""
    count = len(graph)
    key, index = np.unique(graph.one * count + groups[graph.other], return_inverse=True)
    ties = _sums(index, graph.weights, len(key))
    nodes, targets = key // count, key % count
    others = size[targets] - np.where(groups[nodes] == targets, graph.tied[nodes], 0.0)
    gains = ties - scale * graph.tied[nodes] * others
    order = np.lexsort((targets, -gains, nodes))
    first = np.ones(len(order), dtype=bool)
    first[1:] = nodes[order][1:] != nodes[order][:-1]
    chosen = order[first]
    return _Choice(nodes[chosen], targets[chosen], gains[chosen])


def _named(groups: Integers) -> tuple[Integers, Integers]:
    names, index = np.unique(groups, return_inverse=True)
    return names, index.astype(np.int64)


def _aggregated(graph: _Graph, parts: Integers, count: int) -> _Graph:
    """Each part as one node, which keeps what ties its inside."""
    tied = _sums(parts, graph.tied, count)
    one, other = parts[graph.one], parts[graph.other]
    across = one != other
    key, index = np.unique(one[across] * count + other[across], return_inverse=True)
    weights = _sums(index, graph.weights[across], len(key))
    return _Graph(tied, key // count, key % count, weights)


def _by_size(groups: Integers) -> Integers:
    _names, first, index, sizes = np.unique(
        groups, return_index=True, return_inverse=True, return_counts=True
    )
    rank = np.empty(len(sizes), dtype=np.int64)
    rank[np.lexsort((first, -sizes))] = np.arange(len(sizes))
    return rank[index]
