"""How many memories there were at each mark of a ruler: made, kept, in which tier, dormant.

A memory is cut into stretches, each of one tier, or dormant, and the stretches are counted at the marks.
"""

from __future__ import annotations

import numpy as np

from engramma.model.overview import Course
from engramma.store.overview.columns import Flags, MemoryColumns
from engramma.store.overview.lives import Lives, TierChanges
from engramma.store.overview.ruler import Places, Ruler


def course_of(found: MemoryColumns, lives: Lives, changes: TierChanges, *, ruler: Ruler) -> Course:
    """The course of `found` along the marks."""
    counter = _Counter(found, ruler)
    kept = counter.kept()
    long_term = counter.long_term(changes)
    return Course(
        at=ruler.marks,
        made=_told(ruler.counted(counter.created)),
        kept=_told(kept),
        short_term=_told(kept - long_term),
        long_term=_told(long_term),
        dormant=_told(counter.dormant(lives)),
    )


def _told(counts: Places) -> tuple[int, ...]:
    return tuple(counts.tolist())


class _Counter:
    """Counts stretches, each clipped to the time that its memory was kept."""

    def __init__(self, found: MemoryColumns, ruler: Ruler) -> None:
        self._found, self._ruler = found, ruler
        self.created = ruler.places(found.created)
        self._away = ruler.places(found.away)
        self._everyone = np.arange(len(found.ids))

    def kept(self) -> Places:
        """What was active then."""
        return self._count(self.created, self._away, self._everyone)

    def long_term(self, changes: TierChanges) -> Places:
        """What was long-term then: up to each change what was before it, after the last what is now."""
        where = self._found.places_of(changes.owner)
        at = self._ruler.places(changes.at)
        first = np.ones(len(where), dtype=np.bool_)
        first[1:] = changes.owner[1:] != changes.owner[:-1]
        starts = np.where(first, self.created[where], np.roll(at, 1))
        since = self.created.copy()
        np.maximum.at(since, where, at)
        return self._count(starts, at, where, changes.was_long) + self._count(
            since, self._away, self._everyone, self._found.long_term
        )

    def dormant(self, lives: Lives) -> Places:
        """What had faded then: since its newest segment, or once until a segment brought it back."""
        ruler, found = self._ruler, self._found
        disputed = ruler.places(found.disputed)
        now = self._count(ruler.places(found.fades), disputed, self._everyone)
        closed = np.flatnonzero(lives.owner[1:] == lives.owner[:-1])
        gaps = closed[lives.faded[closed] < lives.began[closed + 1]]
        where = found.places_of(lives.owner[gaps])
        ends = np.minimum(ruler.places(lives.began[gaps + 1]), disputed[where])
        return now + self._count(ruler.places(lives.faded[gaps]), ends, where)

    def _count(self, starts: Places, ends: Places, where: Places, chosen: Flags | None = None) -> Places:
        starts, ends = np.maximum(starts, self.created[where]), np.minimum(ends, self._away[where])
        lasting = starts < ends
        if chosen is not None:
            lasting &= chosen
        return self._ruler.counted(starts[lasting], ends[lasting])
