"""Exact search over vectors in memory, in blocks: no index, nothing approximate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_BLOCK_ROWS = 32_768


def cosines(blocks: Sequence[NDArray[np.float32]], query: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cosine of `query` (d, length 1) with every row of the blocks (n × d, length 1), n in all.

    Raises ValueError for a query of another type or width: float64 would copy the whole matrix.
    """
    if query.dtype != np.float32 or query.ndim != 1:
        raise ValueError(f"a query is one row of float32, not {query.dtype} of shape {query.shape}")
    found = np.empty(sum(len(block) for block in blocks), dtype=np.float32)
    start = 0
    for block in blocks:
        if block.shape[1] != len(query):
            raise ValueError(f"a query of {len(query)} numbers does not fit vectors of {block.shape[1]}")
        for first in range(0, len(block), _BLOCK_ROWS):
            part = block[first : first + _BLOCK_ROWS]
            np.vecdot(part, query, out=found[start : start + len(part)])
            start += len(part)
    return found


def best_places(scores: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """The places of the `count` highest scores, best first, of equal ones the earlier first."""
    count = min(count, len(scores))
    if count <= 0:
        return np.empty(0, dtype=np.int64)
    if count < len(scores):
        least = np.partition(scores, len(scores) - count)[len(scores) - count]
        above = np.flatnonzero(scores > least)
        level = np.flatnonzero(scores == least)[: count - len(above)]
        places = np.concatenate([above, level])
    else:
        places = np.arange(len(scores))
    order = np.lexsort((places, -scores[places]))
    return places[order].astype(np.int64, copy=False)
