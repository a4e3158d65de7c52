"""Whose the rows of a matrix are. A long text has several: its own vector, then one for each of its passages."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engramma.model.embedding import OWNER_TYPES
from engramma.model.records import dataclass

GONE = 0
CODES = {owner_type: number for number, owner_type in enumerate(OWNER_TYPES, start=1)}
OF_PASSAGE = 16
"""Added to the code of the owner's type for a row that is the vector of a passage."""
HIGHEST = OF_PASSAGE + len(OWNER_TYPES)


@dataclass(frozen=True, slots=True, eq=False)
class Owners:
    """Whose vectors they are: `types` uint8 codes of CODES (GONE: erased since, to be skipped), `ids` int64.

    The passages of a text follow its own vector, in their order.
    """

    types: NDArray[np.uint8]
    ids: NDArray[np.int64]

    def places(self, owner_type: str) -> NDArray[np.int64]:
        """The places of the vectors of one type, those of passages left out, in order of writing."""
        return np.flatnonzero(self.types == CODES[owner_type])

    def passages(self, owner_type: str) -> NDArray[np.int64]:
        """The places of the vectors of passages of texts of one type."""
        return np.flatnonzero(self.types == CODES[owner_type] + OF_PASSAGE)


def spread_out(codes: NDArray[np.uint8], ids: NDArray[np.int64], counts: NDArray[np.int64]) -> Owners:
    """The owners of stored rows that hold `counts` vectors each: the text's own first, the others of passages."""
    types = np.repeat(codes, counts)
    first = np.zeros(len(types), dtype=bool)
    first[np.cumsum(counts) - counts] = True
    types[~first] += OF_PASSAGE
    return Owners(types, np.repeat(ids, counts))


def vectors_in(length: int, width: int) -> int:
    """How many vectors of `width` numbers a stored blob of `length` bytes holds: a text's own, then its passages'.

    0 for a blob of another width.
    """
    return length // (4 * width) if length and length % (4 * width) == 0 else 0
