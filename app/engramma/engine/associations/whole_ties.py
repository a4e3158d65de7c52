"""Everything that ties the memories of a whole store together, as arrays; by the rules of `ties`."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from engramma.engine.associations.ties import ABOUT, CLOSE, FOLLOWS, NEWEST, SAME_SESSION
from engramma.model.clock import DAY
from engramma.model.progress import CancelToken
from engramma.store.associations.whole import TYPES, WholeRows, read_whole_edges, read_whole_mentions
from engramma.store.database import Reading
from engramma.theory.associations import (
    FADING,
    FOLLOWS_WEIGHT,
    HALF_LIFE_DAYS,
    HUB,
    SAME_SESSION_WEIGHT,
    shared_share,
)
from engramma.theory.graph_coarsening import joined

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Ties = tuple[Integers, Numbers]


def whole_ties(
    reading: Reading, rows: WholeRows, *, types: Collection[str] | None, at: int, cancel: CancelToken
) -> Ties:
    """Pairs of places among `rows` (m, 2), each once, and their weights at `at` (UTC µs), those of types added up.

    Things that 32 and more memories are about tie nothing here. Raises Cancelled.
    """
    found = [_stored(reading, rows, types=types, at=at)]
    cancel.check()
    if types is None or ABOUT in types:
        found.append(_about(reading, rows, at=at))
        cancel.check()
    found.extend(_along(rows, types=types))
    ends = np.concatenate([pairs for pairs, _weights in found])
    weights = np.concatenate([weights for _pairs, weights in found])
    there = weights > 0
    pairs, added = joined(len(rows.ids), ends[there], weights[there].astype(np.float32))
    return pairs, added.astype(np.float64)


def _stored(reading: Reading, rows: WholeRows, *, types: Collection[str] | None, at: int) -> Ties:
    edges = read_whole_edges(reading)
    ends = np.stack([rows.places(edges.sources), rows.places(edges.targets)], axis=1)
    wanted = [name for name in TYPES if types is None or name in types]
    kept = (ends >= 0).all(axis=1) & np.isin(edges.types, [TYPES.index(name) for name in wanted])
    fades = np.isin(edges.types, [TYPES.index(name) for name in TYPES if name in FADING])
    weights = np.where(fades, edges.weights * _left(edges.since, at), edges.weights)
    return ends[kept], weights[kept]


def _about(reading: Reading, rows: WholeRows, *, at: int) -> Ties:
    """Of each thing its memories are tied to the newest twelve."""
    mentions = read_whole_mentions(reading)
    places = rows.places(mentions.memories)
    shown = (places >= 0) & rows.active[places]
    places, things, weights = places[shown], mentions.entities[shown], mentions.weights[shown]
    left = _left(mentions.since[shown], at)
    order = np.lexsort((-places, things))
    places, things, weights, left = places[order], things[order], weights[order], left[order]
    _names, start, index, sizes = np.unique(
        things, return_index=True, return_inverse=True, return_counts=True
    )
    sizes_of = sizes[index]
    few = (sizes_of > 1) & (sizes_of < HUB)
    own = np.flatnonzero(few)
    counts = np.minimum(sizes_of[own], NEWEST)
    one = np.repeat(own, counts)
    within = np.arange(len(one)) - np.repeat(np.cumsum(counts) - counts, counts)
    other = start[index[one]] + within
    # A pair of two of the newest is met from both sides.
    among = (one - start[index[one]]) < NEWEST
    once = (one != other) & (~among | (one < other))
    one, other = one[once], other[once]
    shares = np.array([shared_share(size) for size in range(HUB)])
    part = (
        shares[sizes_of[one]] * np.minimum(weights[one], weights[other]) * np.maximum(left[one], left[other])
    )
    ends = np.stack([places[one], places[other]], axis=1)
    ends.sort(axis=1)
    count = max(1, len(rows.ids))
    key, group = np.unique(ends[:, 0] * count + ends[:, 1], return_inverse=True)
    # Several shared things: each lessens what is left to 1.
    rest = np.bincount(group, weights=np.log1p(-np.minimum(part, 1 - 1e-12)), minlength=len(key))
    return np.stack([key // count, key % count], axis=1), -np.expm1(rest)


def _along(rows: WholeRows, *, types: Collection[str] | None) -> list[Ties]:
    """Neighbours in the sessions, in the order in which they came about."""
    placed = np.flatnonzero((rows.sessions >= 0) & rows.active & ~rows.summary)
    order = placed[np.lexsort((rows.ids[placed], rows.created[placed], rows.sessions[placed]))]
    found: list[Ties] = [(np.empty((0, 2), dtype=np.int64), np.empty(0))]
    for distance in range(1, CLOSE + 1):
        name, weight = (FOLLOWS, FOLLOWS_WEIGHT) if distance == 1 else (SAME_SESSION, SAME_SESSION_WEIGHT)
        if types is not None and name not in types:
            continue
        one, other = order[:-distance], order[distance:]
        same = rows.sessions[one] == rows.sessions[other]
        ends = np.stack([one[same], other[same]], axis=1)
        found.append((ends, np.full(len(ends), weight)))
    return found


def _left(since: Integers, at: int) -> Numbers:
    """What is left of fading weights set at `since`."""
    return np.exp2(-np.maximum(0, at - since) / (HALF_LIFE_DAYS * DAY))
