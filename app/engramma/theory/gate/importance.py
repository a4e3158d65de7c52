"""How much of a statement's sureness counts for its importance: a curve that was learned, as data.

The sum of the signs says how surely a statement is worth keeping, and nearly all that is kept is kept surely. A score
that is importance, too, needs room: a fact said in passing lies between 0.5 and 0.6, and what lies higher means more.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class ImportanceCurve:
    """Knots (how far the sum lies above 0.5, how far the score does), joined by straight lines from (0, 0) on.

    Beyond the last knot the difference stays. Never falls, and lowers only; without knots nothing changes. Raises
    ValueError for knots that would do otherwise.
    """

    knots: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        for (above, counts), (next_above, next_counts) in pairwise(((0.0, 0.0), *self.knots)):
            if not (next_above > above and next_counts >= counts and next_counts <= next_above):
                raise ValueError("the importance has to rise with the sum and to stay below it")

    def of(self, above: float) -> float:
        """What `above` (from 0 on) counts."""
        before = (0.0, 0.0)
        for knot in self.knots:
            if above <= knot[0]:
                return before[1] + (above - before[0]) * (knot[1] - before[1]) / (knot[0] - before[0])
            before = knot
        return above - before[0] + before[1]


AS_IT_IS = ImportanceCurve()
