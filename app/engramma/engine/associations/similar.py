"""Which memories are near one another by the store's vectors; nothing where there are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from engramma.engine.associations.ties import Tie
from engramma.engine.workspace import Workspace
from engramma.model.association import AssociationType

SIMILAR = AssociationType.SIMILAR.value
# Every one of them is compared with all vectors, so only few are looked at.
MOST_LOOKED_AT = 8
NEAREST = 10
LEAST_COSINE = 0.6


def similar_ties(workspace: Workspace, ids: Sequence[int], *, types: Collection[str] | None) -> list[Tie]:
    """The ties of the first eight of `ids` to the memories nearest to them; the weight is the cosine."""
    if types is not None and SIMILAR not in types:
        return []
    matrix = workspace.vectors.matrix(workspace.database)
    if not len(matrix):
        return []
    wanted = np.array(ids[:MOST_LOOKED_AT], dtype=np.int64)
    places = matrix.places_of("memory", wanted)
    found: dict[tuple[int, int], Tie] = {}
    for one, place in zip(wanted.tolist(), places.tolist(), strict=True):
        if place < 0:
            continue
        (row,) = matrix.rows(np.array([place], dtype=np.int64))
        for _type, other, cosine in matrix.nearest(row, NEAREST + 1, owner_types=("memory",)):
            if other != one and cosine >= LEAST_COSINE:
                pair = (min(one, other), max(one, other))
                found[pair] = Tie(*pair, SIMILAR, min(1.0, cosine))
    return list(found.values())
