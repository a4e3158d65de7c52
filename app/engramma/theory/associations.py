"""Weights of associations: they fade in closed form, grow by common recalls, and tie memories by what they share.

Weights of `co_recalled` and `about` fade with 60 days from the moment they were set; all others stay as they are.
Since all that fade do so alike, which of two is the weaker never changes with time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from engramma.model.association import AssociationType
from engramma.model.clock import DAY

HALF_LIFE_DAYS = 60.0
LEARNING = 0.2
LINKED_HITS = 8
SHARED = 0.5
FADING = frozenset({AssociationType.CO_RECALLED.value, AssociationType.ABOUT.value})
PROVENANCE = frozenset(
    {AssociationType.DERIVED_FROM.value, AssociationType.CORRECTS.value, AssociationType.CONTRADICTS.value}
)
# A thing that so many memories and more are about says little of how two of them hang together.
HUB = 32
# Computed from the order of a session: the next one, and others close by.
FOLLOWS_WEIGHT = 0.5
SAME_SESSION_WEIGHT = 0.1
_LEAST = 1e-12


def faded(weight: float, *, since: int, now: int) -> float:
    """A weight that was `weight` at `since`, at `now` (UTC µs); nothing has faded before `since`."""
    halvings = max(0, now - since) / (HALF_LIFE_DAYS * DAY)
    return weight * float(2.0**-halvings)


def weight_now(type_: str, weight: float, *, since: int, now: int) -> float:
    """The weight of an association of that type at `now` (UTC µs)."""
    return faded(weight, since=since, now=now) if type_ in FADING else weight


def strengthened(weight: float, *, since: int, now: int) -> float:
    """A faded weight after one more recall together: w + 0.2 · (1 − w)."""
    before = faded(weight, since=since, now=now)
    return before + LEARNING * (1.0 - before)


def standing(weight: float, since: int) -> float:
    """Orders fading weights as they compare at any time that is not before either was set."""
    return math.log2(max(weight, _LEAST)) + since / (HALF_LIFE_DAYS * DAY)


def shared_share(memories: int) -> float:
    """How much it ties two memories, in 0..1, that both are about a thing of which so many memories speak.

    A half for a thing that only these two name, a twentieth for a hub, whose memories need not be counted further.
    """
    counted = memories if memories < HUB else HUB * HUB
    return SHARED / (1.0 + math.log2(max(2, counted) / 2.0))


def shared_weight(parts: Iterable[float]) -> float:
    """The weight, in 0..1, of what several shared things add up to: each lessens what is left to 1."""
    left = 1.0
    for part in parts:
        left *= 1.0 - min(1.0, max(0.0, part))
    return 1.0 - left
