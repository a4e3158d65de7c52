"""The curve of one memory as values: past, projection, births and rehearsals, and the date of forgetting.

Pure and cheap, so that any thread may make it. Strength comes from `theory.forgetting` only: this file chooses the
moments at which it is asked, never what it is. Knows no plot library.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engramma.model.clock import DAY
from engramma.model.memory import Memory, Segment, SegmentReason, State
from engramma.model.records import dataclass
from engramma.theory.forgetting import Strengths, Times, in_order, strength, strengths

STEPS_A_HALVING, HALVINGS_SEEN = 8, 10.0
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
    """What a decay plot draws. Times are UTC microseconds; `fades_at` None: it does not fade, or is not active."""

    segments: tuple[Segment, ...]
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
        """Strength at a moment within the plot, exactly as the engine computes it; None before birth."""
        for times in (self.past_times, self.future_times):
            if times.size and times[0] <= moment <= times[-1]:
                return strength(self.segments, moment)
        return None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All that happened, oldest first."""
        born = () if self.birth is None else (self.birth,)
        return tuple(sorted((*born, *self.rehearsals, *self.changes), key=_when))


def decay_curve(
    memory: Memory, segments: Sequence[Segment], *, now: int, threshold: float, end: int | None = None
) -> DecayCurve:
    """The curve of a memory at `now`, from its birth to `end`, by default a little beyond its forgetting."""
    ordered = in_order(segments)
    born = ordered[0].t0 if ordered else now
    start = min(born, now - LEAST_PAST)
    if end is None:
        end = end_of(memory.fades_at, now=now, past=now - start)
    past_times, past = life_line(ordered, start=start, end=max(now, born))
    future_times, future = life_line(ordered, start=max(now, born), end=end)
    marks = [Mark(s.t0, strength(ordered, s.t0), s.reason) for s in ordered]
    return DecayCurve(
        segments=ordered,
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
        # What is put away is told to nobody, so no day of forgetting stands before it.
        fades_at=memory.fades_at if memory.state is State.ACTIVE else None,
        tier=memory.tier.value,
        quiet=memory.dormant or memory.state is not State.ACTIVE,
    )


def life_line(segments: Sequence[Segment], *, start: int, end: int) -> tuple[Times, Strengths]:
    """The curve from birth on between two moments, as few points as a straight line between them allows.

    Eight a halving keep it within 0.001 of the closed form. At each beginning of a segment stand one point before and
    one after the jump. Empty when the memory is born after `end` or `end` lies before `start`.
    """
    ordered = in_order(segments)
    if not ordered or end < start or ordered[0].t0 > end:
        return np.empty(0, dtype=np.int64), np.empty(0)
    parts = []
    for place, segment in enumerate(ordered):
        following = ordered[place + 1].t0 if place + 1 < len(ordered) else None
        begin, until = max(start, segment.t0), end if following is None else min(end, following)
        if begin > until:
            continue
        parts.append(_points(segment, begin=begin, until=until))
        if until == following and until > begin:
            parts.append(np.array([until - 1], dtype=np.int64))
    times = np.unique(np.concatenate(parts))
    return times, strengths(ordered, times)


def end_of(fades_at: int | None, *, now: int, past: int) -> int:
    """How far ahead a curve with `past` µs behind it is drawn."""
    if fades_at is None or fades_at <= now:
        ahead = max(LEAST_AHEAD, round(past * STILL_AHEAD))
    else:
        ahead = max(LEAST_AHEAD, fades_at - now + round((fades_at - now + past) * BEYOND_FORGETTING))
    return now + min(ahead, MOST_AHEAD)


def _points(segment: Segment, *, begin: int, until: int) -> Times:
    ends = np.array([begin, until], dtype=np.int64)
    if segment.half_life is None:
        return ends
    step = segment.half_life * DAY / STEPS_A_HALVING
    first = math.ceil((begin - segment.t0) / step)
    last = min(math.floor((until - segment.t0) / step), round(HALVINGS_SEEN * STEPS_A_HALVING))
    if last < first:
        return ends
    inner = segment.t0 + (np.arange(first, last + 1) * step).astype(np.int64)
    return np.concatenate((ends, np.clip(inner, begin, until)))


def _when(mark: Mark) -> int:
    return mark.at
