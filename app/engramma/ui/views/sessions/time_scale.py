"""The time axis in numbers: its span, its grid, its lanes. Moments in UTC microseconds, days local."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from engramma.model.clock import DAY, HOUR
from engramma.model.session import Session
from engramma.ui.models.dates import time_text
from engramma.ui.views.rows.days import day_name, local_day, month_name, start_of

MOST_LANES = 8
OTHERS = "others"
NOBODY = "no agent"
# Today is on the axis as long as it makes the axis at most this much longer.
LONGEST_SILENCE = 0.6


class Zoom(StrEnum):
    """How much time the axis shows."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"
    FREE = "free"


DAYS_OF_ZOOM = {Zoom.WEEK: 7, Zoom.MONTH: 31}


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` to `end`, in µs; never empty."""

    start: int
    end: int

    def share(self, instant: int) -> float:
        """Where a moment stands: 0 at the start, 1 at the end."""
        return (instant - self.start) / (self.end - self.start)

    def at(self, share: float) -> int:
        """The moment at a share of the span."""
        return self.start + round((self.end - self.start) * share)

    def shifted(self, by: int) -> Span:
        """The same length, later by `by`."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line at the start of a day, month or year."""

    instant: int
    label: str


@dataclass(frozen=True, slots=True)
class Lane:
    """The sessions of one agent or source, oldest first."""

    name: str
    sessions: tuple[Session, ...]


def lane_name(session: Session) -> str:
    """Whose session it is: the agent's, else the source it was imported from."""
    return session.agent or session.source or NOBODY


def lanes_of(sessions: Sequence[Session]) -> tuple[Lane, ...]:
    """One lane an agent or source, agents first and busiest first; beyond eight the rest share one."""
    dated = sorted((item for item in sessions if item.started_at is not None), key=_start)
    counts = Counter(lane_name(item) for item in dated)
    agents = {item.agent for item in dated if item.agent}
    names = sorted(counts, key=lambda name: (name not in agents, -counts[name], name))
    if len(names) > MOST_LANES:
        kept = set(sorted(names, key=lambda name: -counts[name])[: MOST_LANES - 1])
        names = [name for name in names if name in kept] + [OTHERS]
    by_name: dict[str, list[Session]] = {name: [] for name in names}
    for item in dated:
        name = lane_name(item)
        by_name[name if name in by_name else OTHERS].append(item)
    return tuple(Lane(name, tuple(by_name[name])) for name in names)


def whole_span(sessions: Sequence[Session], now: int) -> Span:
    """All sessions with a little room at the ends, and today unless it is long past."""
    starts = [item.started_at for item in sessions if item.started_at is not None]
    if not starts:
        return Span(
            start_of(local_day(now) - timedelta(days=30)), start_of(local_day(now) + timedelta(days=1))
        )
    first = min(starts)
    last = max(end_of(item) for item in sessions if item.started_at is not None)
    if last < now and now - last <= LONGEST_SILENCE * max(last - first, 7 * DAY):
        last = now
    pad = max(DAY, (last - first) // 60)
    return Span(start_of(local_day(first - pad)), start_of(local_day(last + pad) + timedelta(days=1)))


def zoomed_span(zoom: Zoom, whole: Span, anchor: int) -> Span:
    """A week or a month around `anchor`, or everything."""
    days = DAYS_OF_ZOOM.get(zoom)
    if days is None or whole.end - whole.start <= days * DAY:
        return whole
    start = start_of(local_day(anchor - days * DAY // 2))
    start = min(max(start, whole.start), whole.end - days * DAY)
    return Span(start, start + days * DAY)


def end_of(session: Session) -> int:
    """When a session ended; an open one as if it ended when it started."""
    start = session.started_at or 0
    return max(start, session.ended_at if session.ended_at is not None else start)


def ticks_of(span: Span, most: int) -> tuple[Tick, ...]:
    """Grid lines at hours, days, weeks, months or years: the finest of which there are at most `most`."""
    hours = (span.end - span.start) / HOUR
    for step in (1, 2, 3, 6, 12):
        if hours / step <= most:
            return _hours(span, step)
    days = max(1, (span.end - span.start) // DAY)
    first, last = local_day(span.start), local_day(span.end)
    for step in (1, 2, 7):
        if days / step <= most:
            start = first + timedelta(days=(-first.weekday()) % 7 if step == 7 else 0)
            return _ticks(_days(start, last, step), span)
    for months in (1, 3, 6, 12, 24, 60, 120):
        if days / 30.4 / months <= most:
            return _ticks(_months(first, last, months), span)
    return ()


def _start(session: Session) -> int:
    return session.started_at or 0


def _hours(span: Span, step: int) -> tuple[Tick, ...]:
    ticks = []
    day = local_day(span.start)
    while (start := start_of(day)) <= span.end:
        following = day + timedelta(days=1)
        for instant in range(start, start_of(following), step * HOUR):
            if span.start <= instant <= span.end:
                ticks.append(
                    Tick(instant, day_name(day, today=day) if instant == start else time_text(instant))
                )
        day = following
    return tuple(ticks)


def _days(first: date, last: date, step: int) -> list[tuple[date, str]]:
    found = []
    day = first
    while day <= last:
        found.append((day, "day"))
        day += timedelta(days=step)
    return found


def _months(first: date, last: date, step: int) -> list[tuple[date, str]]:
    found = []
    number = first.year * 12 + first.month - 1
    number += -number % step
    while (day := date(number // 12, number % 12 + 1, 1)) <= last:
        found.append((day, "year" if step >= 12 else "month"))
        number += step
    return found


def _ticks(days: list[tuple[date, str]], span: Span) -> tuple[Tick, ...]:
    ticks = []
    seen_year = None
    for day, unit in days:
        instant = start_of(day)
        if not span.start <= instant <= span.end:
            continue
        ticks.append(Tick(instant, _label(day, unit, first=seen_year is None, turned=day.year != seen_year)))
        seen_year = day.year
    return tuple(ticks)


def _label(day: date, unit: str, *, first: bool, turned: bool) -> str:
    if unit == "year":
        return str(day.year)
    text = month_name(day) if unit == "month" else day_name(day, today=day)
    return f"{text} {day.year}" if turned and not first else text
