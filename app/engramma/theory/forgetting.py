"""How strength falls: the closed form of forgetting, over one moment or over arrays of moments.

Exists so that plots, forecasts and checks draw the same curve that the store computes. Strength is never stored
decayed; nothing here knows a policy, a clock or SQL.

    strength(t) = clamp(s0 * 2 ** (-max(0, t - t0) / half_life), 0, 1)

with the last segment that has begun at t. A segment without a half-life does not fade (pinned, procedural).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.model.clock import DAY
from engramma.model.memory import Segment

Times = NDArray[np.int64]
Strengths = NDArray[np.float64]

_FAINTEST = 1e-9


def in_order(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """The segments by their beginning; of two that begin at once the later given one counts."""
    return tuple(sorted(segments, key=_beginning))


def strength(segments: Sequence[Segment], at: int) -> float:
    """Strength in 0..1 at `at` (UTC microseconds); 0 for a memory without segments.

    Where none has begun yet (a clock was wrong) the newest counts as just begun.
    """
    ordered = in_order(segments)
    if not ordered:
        return 0.0
    begun = [segment for segment in ordered if segment.t0 <= at]
    return _within(begun[-1] if begun else ordered[-1], at)


def strengths(segments: Sequence[Segment], times: Times) -> Strengths:
    """Strength at each of `times` (UTC microseconds, any order), same shape; NaN before birth."""
    ordered = in_order(segments)
    moments = np.asarray(times, dtype=np.int64)
    if not ordered:
        return np.full(moments.shape, np.nan)
    begins = np.array([segment.t0 for segment in ordered], dtype=np.int64)
    at_first = np.array([1.0 if s.half_life is None else s.s0 for s in ordered])
    halvings_a_unit = np.array([0.0 if s.half_life is None else 1.0 / (s.half_life * DAY) for s in ordered])
    index = np.searchsorted(begins, moments, side="right") - 1
    chosen = np.maximum(index, 0)
    elapsed = np.maximum(0, moments - begins[chosen])
    values = np.clip(at_first[chosen] * np.exp2(-elapsed * halvings_a_unit[chosen]), 0.0, 1.0)
    return np.where(index < 0, np.nan, values)


def curve(segments: Sequence[Segment], *, start: int, end: int, points: int) -> tuple[Times, Strengths]:
    """The curve between two moments, from birth on: times (UTC microseconds, growing) and strengths, equally long.

    `points` evenly spaced times, and at each beginning of a segment one point before and one after the jump, so
    that it is drawn vertical. Empty when the memory is born after `end` or `end` lies before `start`.
    """
    ordered = in_order(segments)
    if not ordered or end < start or ordered[0].t0 > end:
        return np.empty(0, dtype=np.int64), np.empty(0)
    first = max(start, ordered[0].t0)
    even = np.linspace(first, end, num=max(2, points)).astype(np.int64)
    even[0], even[-1] = first, end
    jumps = np.array([s.t0 for s in ordered[1:] if first < s.t0 <= end], dtype=np.int64)
    times = np.unique(np.concatenate((even, jumps)))
    values = strengths(ordered, times)
    if not jumps.size:
        return times, values
    landed = np.unique(jumps)
    before = strengths(ordered, landed - 1)
    where = np.searchsorted(times, landed)
    return np.insert(times, where, landed), np.insert(values, where, before)


def outline(
    segments: Sequence[Segment], *, start: int, end: int, points: int
) -> tuple[tuple[float, float], ...]:
    """The curve between two moments as few (x, strength) pairs, x from 0 (`start`) to 1 (`end`), from birth on.

    For sparklines: about `points` pairs in all, jumps vertical, straight where nothing fades. Plain Python, since
    arrays cost more than they save at this size. Empty when there is no life between the two moments.
    """
    ordered = in_order(segments)
    span = end - start
    if not ordered or span <= 0 or ordered[0].t0 > end:
        return ()
    result: list[tuple[float, float]] = []
    for position, segment in enumerate(ordered):
        until = ordered[position + 1].t0 if position + 1 < len(ordered) else end
        begin, until = max(start, segment.t0), min(end, until)
        if begin > end or until < begin or (until == begin and position + 1 < len(ordered)):
            continue
        share = (until - begin) / span
        steps = 1 if segment.half_life is None else max(1, round(points * share))
        for step in range(steps + 1):
            moment = begin + (until - begin) * step // steps
            result.append(((moment - start) / span, _within(segment, moment)))
    return tuple(result)


def fades_at(segments: Sequence[Segment], threshold: float) -> int | None:
    """When strength falls to `threshold` (0..1) after the newest segment, as UTC microseconds; None if never.

    A segment that begins below the threshold has faded at its beginning. Raises ValueError for a threshold that is
    not above 0.
    """
    if not threshold > 0.0:
        raise ValueError("a threshold is above 0")
    ordered = in_order(segments)
    if not ordered or ordered[-1].half_life is None:
        return None
    newest = ordered[-1]
    halvings = max(0.0, math.log2(max(newest.s0, _FAINTEST)) - math.log2(threshold))
    return newest.t0 + round(halvings * (newest.half_life or 0.0) * DAY)


def _within(segment: Segment, at: int) -> float:
    if segment.half_life is None:
        return 1.0
    elapsed = max(0, at - segment.t0) / (segment.half_life * DAY)
    return float(min(1.0, max(0.0, segment.s0 * 2.0**-elapsed)))


def _beginning(segment: Segment) -> tuple[int, int]:
    return segment.t0, segment.id
