"""How strong memories were just before each recall that sent them."""

from __future__ import annotations

import math

import numpy as np
from sqlalchemy import select

from engramma.model.overview import STRONG, Retention
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.overview.columns import NEVER, MemoryColumns, Moments
from engramma.store.overview.lives import Lives, ranks
from engramma.store.overview.ruler import Places
from engramma.store.search.arrays import unordered_integers
from engramma.store.tables import recall, recall_hit
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Memories that were sent: which, and when (UTC µs)."""

    owner: Places
    at: Moments


def read_hits(reading: Reading, *, start: int, end: int) -> Hits:
    """All memories that were sent from `start` up to `end` (UTC µs)."""
    rows = (
        select(recall_hit.c.memory_id, recall.c.at)
        .select_from(recall)
        .join(recall_hit, recall_hit.c.recall_id == recall.c.id)
        .where(
            recall.c.at >= start,
            recall.c.at < end,
            recall_hit.c.memory_id.is_not(None),
            visible(recall, reading.hidden),
            visible(recall_hit, reading.hidden),
        )
    )
    return Hits(*unordered_integers(reading.connection, rows))


def retention_of(
    hits: Hits, lives: Lives, found: MemoryColumns, *, stops: tuple[int, ...], threshold: float
) -> Retention:
    """The strengths of `found` at their recalls, by the periods between `stops`."""
    here = found.among(hits.owner)
    owner, at = hits.owner[here], hits.at[here]
    index = _before(lives, owner, at)
    # What began only with the recall or later counts as just begun: a clock was wrong.
    known = index >= 0
    index = np.maximum(index, 0)
    began, faded, level = lives.began[index], lives.faded[index], lives.level[index]
    halvings = np.maximum(level - math.log2(threshold), 1e-12)
    half_way = (math.log2(STRONG) - math.log2(threshold)) / halvings
    weak_from = faded - (faded - began) * half_way
    dormant = known & (at > faded)
    strong = ~dormant & (~known | (at <= weak_from) | (half_way <= 0))
    place = np.searchsorted(np.array(stops), at, side="right") - 1
    periods = len(stops) - 1
    counts = [
        tuple(np.bincount(place[chosen], minlength=periods).tolist())
        for chosen in (strong, ~strong & ~dormant, dormant)
    ]
    return Retention(stops, *counts)


def _before(lives: Lives, owner: Places, at: Moments) -> Places:
    """The last segment of each owner that began before each moment, -1 for none."""
    if not len(lives.owner):
        return np.full(len(owner), -1, dtype=np.int64)
    # To the second with one search of all; then on, while the next one began within that second and before.
    since = min(int(lives.began.min()), int(at.min(initial=NEVER)))
    place = np.searchsorted(ranks(lives.owner, lives.began, since=since), ranks(owner, at, since=since)) - 1
    last = len(lives.owner) - 1
    moved = np.arange(len(place))
    while len(moved):
        after = place[moved] + 1
        there = np.minimum(after, last)
        on = (after <= last) & (lives.owner[there] == owner[moved]) & (lives.began[there] < at[moved])
        moved = moved[on]
        place[moved] += 1
    return np.where((place >= 0) & (lives.owner[place] == owner), place, -1)
