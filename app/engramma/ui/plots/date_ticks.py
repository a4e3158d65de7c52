"""Where a time axis has its ticks: at local midnights, Mondays, months, quarters or years, and what they say.

Pure: moments in, moments and words out. No plot library, no wall clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from PySide6.QtCore import QLocale

from engramma.model.clock import DAY, HOUR, from_datetime, to_local
from engramma.model.records import dataclass

MOST_TICKS = 40


@dataclass(frozen=True, slots=True)
class Tick:
    """A moment (UTC microseconds) and its label."""

    at: int
    label: str


@dataclass(frozen=True, slots=True)
class _Step:
    """A distance of ticks: in hours, days or months (one of them), and about how long it is."""

    hours: int = 0
    days: int = 0
    months: int = 0

    @property
    def length(self) -> int:
        return self.hours * HOUR + self.days * DAY + round(self.months * 30.44 * DAY)


_STEPS = (
    _Step(hours=1), _Step(hours=3), _Step(hours=6), _Step(hours=12), _Step(days=1), _Step(days=2), _Step(days=7),
    _Step(days=14), _Step(months=1), _Step(months=2), _Step(months=3), _Step(months=6), _Step(months=12),
    _Step(months=24), _Step(months=60), _Step(months=120), _Step(months=600), _Step(months=1200),
)  # fmt: skip


def date_ticks(start: int, end: int, most: int) -> tuple[Tick, ...]:
    """At most `most` ticks (at least one) between two moments, at round local times, oldest first."""
    most = max(1, min(most, MOST_TICKS))
    if end <= start:
        return ()
    for step in _STEPS:
        if (end - start) / step.length <= most:
            moments = list(_moments(start, end, step))
            if len(moments) <= most:
                return tuple(Tick(from_datetime(moment), _label(moment, step)) for moment in moments)
    return ()


def _moments(start: int, end: int, step: _Step) -> Iterator[datetime]:
    moment = _round_down(to_local(start), step)
    for _ in range(4 * MOST_TICKS):
        at = from_datetime(moment)
        if at > end:
            return
        if at >= start:
            yield moment
        following = _next(moment, step)
        if following is None:
            return
        moment = following


def _round_down(moment: datetime, step: _Step) -> datetime:
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    if step.hours:
        return midnight.replace(hour=moment.hour - moment.hour % step.hours)
    if step.days == 1:
        return midnight
    if step.days:
        back = midnight.weekday() if step.days % 7 == 0 else midnight.toordinal() % step.days
        return midnight - timedelta(days=back) if midnight.toordinal() > back + 1 else midnight
    months = midnight.year * 12 + midnight.month - 1
    months = max(12, months - months % step.months)
    return midnight.replace(year=months // 12, month=months % 12 + 1, day=1)


def _next(moment: datetime, step: _Step) -> datetime | None:
    try:
        if step.hours or step.days:
            return moment + timedelta(hours=step.hours, days=step.days)
        months = moment.year * 12 + moment.month - 1 + step.months
        return moment.replace(year=months // 12, month=months % 12 + 1)
    except (OverflowError, ValueError):
        return None


def _label(moment: datetime, step: _Step) -> str:
    locale = QLocale()
    month = locale.monthName(moment.month, QLocale.FormatType.ShortFormat)
    if step.months:
        return str(moment.year) if step.months >= 12 or moment.month == 1 else month
    if step.days or moment.hour == 0:
        return f"{moment.day} {month}"
    return f"{moment.hour:02}:00"
