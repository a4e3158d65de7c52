"""Finds and names the communities of a part of the graph, and of a whole store."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.engine.associations.community_naming import name_groups
from engramma.engine.associations.whole_ties import whole_ties
from engramma.model.clock import DAY
from engramma.model.graph import Neighbourhood
from engramma.model.graph_communities import Communities, Community, CommunityEdge, CommunityGraph
from engramma.model.progress import CancelToken
from engramma.store.associations.whole import read_whole
from engramma.store.database import Reading
from engramma.theory.communities import find_communities

Integers = NDArray[np.int64]

# In a very large store only the newest count.
MOST_MEMORIES = 200_000
# A drawn edge between two communities; the weaker ones of very many say nothing.
_MOST_EDGES = 15_000


def part_communities(reading: Reading, part: Neighbourhood) -> Communities:
    """The communities of a part of the graph by its edges, those of two and more memories."""
    place = {node.id: index for index, node in enumerate(part.nodes)}
    ends = [(place[edge.source_id], place[edge.target_id]) for edge in part.edges]
    labels = find_communities(
        len(part.nodes), np.array(ends, dtype=np.int64), np.array([edge.weight for edge in part.edges])
    )
    ids = np.array([node.id for node in part.nodes], dtype=np.int64)
    members = _members(ids, labels)
    groups = _communities(reading, members)
    numbers = np.where(labels < len(groups), labels, -1)
    return Communities(groups, tuple(numbers.tolist()))


def whole_communities(
    reading: Reading, *, types: Collection[str] | None, at: int, before: int | None, cancel: CancelToken
) -> CommunityGraph:
    """A store as communities with what joins them. Raises Cancelled."""
    # Of one day, so that the communities stay the same while weights fade from one look to the next.
    at -= at % DAY
    rows = read_whole(reading, most=MOST_MEMORIES, before=before)
    cancel.check()
    ends, weights = whole_ties(reading, rows, types=types, at=at, cancel=cancel)
    labels = find_communities(len(rows.ids), ends, weights, check=cancel.check)
    cancel.check()
    members = _members(rows.ids, labels)
    groups = _communities(reading, members)
    edges = _edges(labels, ends, weights, count=len(groups))
    alone = rows.ids[labels >= len(groups)]
    return CommunityGraph(groups, edges, tuple(alone.tolist()), len(rows.ids), rows.left_out)


def _members(ids: Integers, labels: Integers) -> list[Integers]:
    """The ids of each community of two and more, in the order of the numbers."""
    sizes = np.bincount(labels) if len(labels) else np.zeros(0, dtype=np.int64)
    order = np.argsort(labels, kind="stable")
    several = int(np.count_nonzero(sizes > 1))
    parts: list[Integers] = np.split(ids[order], np.cumsum(sizes))[:several]
    return parts


def _communities(reading: Reading, members: Sequence[Integers]) -> tuple[Community, ...]:
    named = [tuple(part.tolist()) for part in members]
    names = name_groups(reading, named)
    return tuple(
        Community(number, name, ids) for number, (name, ids) in enumerate(zip(names, named, strict=True))
    )


def _edges(
    labels: Integers, ends: Integers, weights: NDArray[np.float64], *, count: int
) -> tuple[CommunityEdge, ...]:
    """What joins the first `count` communities, heaviest first."""
    one, other = labels[ends[:, 0]], labels[ends[:, 1]]
    across = (one != other) & (one < count) & (other < count)
    low, high = np.minimum(one, other)[across], np.maximum(one, other)[across]
    key, index, links = np.unique(low * count + high, return_inverse=True, return_counts=True)
    total = np.bincount(index, weights=weights[across], minlength=len(key))
    order = np.lexsort((key, -total))[:_MOST_EDGES]
    columns = (key[order] // max(1, count), key[order] % max(1, count), total[order], links[order])
    return tuple(
        CommunityEdge(source, target, weight, number)
        for source, target, weight, number in zip(*(column.tolist() for column in columns), strict=True)
    )
