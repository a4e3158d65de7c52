"""The curve of one memory as values: past, projection, births and rehearsals, and the date of forgetting.

Pure and cheap, so that any thread may make it. Knows no plot library.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engramma.model.clock import DAY
from engramma.model.memory import Memory, Segment, SegmentReason, State
from engramma.model.records import dataclass
from engramma.theory.forgetting import Strengths, Times, curve, in_order, strength

POINTS = 240
LEAST_PAST, LEAST_AHEAD = 2 * DAY, 14 * DAY
BEYOND_FORGETTING = 0.12
STILL_AHEAD, MOST_AHEAD = 0.35, 3 * 365 * DAY

REHEARSING = frozenset({SegmentReason.REHEARSED, SegmentReason.REVIVED})


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened: when (UTC microseconds), how strong the memory was then, and the segment's reason."""

    at: int
    strength: float
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class DecayCurve:
    """What a decay plot draws. Times are UTC microseconds; `fades_at` None: it never falls below the threshold."""

    start: int
    end: int
    now: int
    past_times: Times
    past: Strengths
    future_times: Times
    future: Strengths
    threshold: float
    birth: Mark | None
    rehearsals: tuple[Mark, ...]
    changes: tuple[Mark, ...]
    fades_at: int | None
    tier: str
    quiet: bool

    def at(self, moment: int) -> float | None:
        """Strength at a moment within the plot, None before birth."""
        for times, values in ((self.past_times, self.past), (self.future_times, self.future)):
            if times.size and times[0] <= moment <= times[-1]:
                return float(np.interp(moment, times, values))
        return None


def decay_curve(memory: Memory, segments: Sequence[Segment], *, now: int, threshold: float) -> DecayCurve:
    """The curve of a memory at `now`, from its birth to a little beyond its forgetting."""
    ordered = in_order(segments)
    born = ordered[0].t0 if ordered else now
    start = min(born, now - LEAST_PAST)
    end = _end(now, now - start, memory.fades_at)
    past_times, past = curve(ordered, start=start, end=max(now, born), points=POINTS)
    future_times, future = curve(ordered, start=max(now, born), end=end, points=POINTS)
    marks = [Mark(s.t0, strength(ordered, s.t0), s.reason) for s in ordered]
    return DecayCurve(
        start=start,
        end=end,
        now=now,
        past_times=past_times,
        past=past,
        future_times=future_times,
        future=future,
        threshold=threshold,
        birth=marks[0] if marks else None,
        rehearsals=tuple(mark for mark in marks[1:] if mark.reason in REHEARSING),
        changes=tuple(mark for mark in marks[1:] if mark.reason not in REHEARSING),
        fades_at=memory.fades_at,
        tier=memory.tier.value,
        quiet=memory.dormant or memory.state is not State.ACTIVE,
    )


def _end(now: int, past: int, fades_at: int | None) -> int:
    if fades_at is None or fades_at <= now:
        ahead = max(LEAST_AHEAD, round(past * STILL_AHEAD))
    else:
        ahead = max(LEAST_AHEAD, fades_at - now + round((fades_at - now + past) * BEYOND_FORGETTING))
    return now + min(ahead, MOST_AHEAD)
