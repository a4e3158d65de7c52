"""Chooses the few statements that say most together: maximal marginal relevance, then the order of the session.

Nothing here judges a statement by itself, and nothing is chosen to fill up: what is not worth it is left out.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from engramma.theory.summary.salience import Scored

CANDIDATES = 80
WORTH_IT = 0.9
REPEATS = 1.0
MOST_ALIKE = 0.6


def chosen(scored: Sequence[Scored], *, count: int) -> list[Scored]:
    """At most `count` of the statements in the order of the session, fewer when the rest is not worth it."""
    different = {one.statement.words: one for one in sorted(scored, key=_rank, reverse=True)}
    best = heapq.nsmallest(CANDIDATES, different.values(), key=_rank)
    taken: list[Scored] = []
    while best and len(taken) < count:
        likeness = [max((_alike(one.terms, other.terms) for other in taken), default=0.0) for one in best]
        place = max(range(len(best)), key=lambda i: (best[i].score - REPEATS * likeness[i], -i))
        pick = best.pop(place)
        if pick.score - REPEATS * likeness[place] < WORTH_IT:
            break
        if likeness[place] < MOST_ALIKE:
            taken.append(pick)
    return sorted(taken, key=_place)


def _rank(one: Scored) -> tuple[float, int, int]:
    return (-one.score, *_place(one))


def _place(one: Scored) -> tuple[int, int]:
    return one.statement.event, one.statement.index


def _alike(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The share of their weight that two statements have in common, 0 to 1."""
    shared = sum(weight for term, weight in one.items() if term in other)
    both = sum(one.values()) + sum(other.values())
    return 2.0 * shared / both if both else 0.0
