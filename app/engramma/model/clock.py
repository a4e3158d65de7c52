"""The only place that reads the wall clock, so that forecasts and tests can move time.

Times everywhere are integers: UTC microseconds since 1970. Nothing here formats times for people.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

MICROSECOND = 1
MILLISECOND = 1_000
SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST = -62_135_596_800 * SECOND
LATEST = 253_402_300_799 * SECOND


class Clock(Protocol):
    """Something that knows the present moment."""

    def now(self) -> int:
        """UTC microseconds since the epoch."""
        ...


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The computer's own clock."""

    def now(self) -> int:
        return time.time_ns() // 1_000


@dataclass(slots=True)
class FixedClock:
    """A clock that stands still until it is told to move; for forecasts (`--now`), samples and tests."""

    instant: int

    def now(self) -> int:
        return self.instant

    def advance(self, delta: int) -> None:
        """Move on by `delta` microseconds."""
        self.instant += delta


def from_datetime(moment: datetime) -> int:
    """UTC microseconds of `moment`; a time without a zone is local time."""
    return (moment.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)


def to_datetime(instant: int) -> datetime:
    """The aware UTC datetime of `instant`, clamped to the years 1 to 9999."""
    return _EPOCH + timedelta(microseconds=min(max(instant, EARLIEST), LATEST))


def to_local(instant: int) -> datetime:
    """The aware local datetime of `instant`."""
    try:
        return to_datetime(instant).astimezone()
    except (OverflowError, OSError, ValueError):
        return to_datetime(instant)


def parse_iso(text: str) -> int:
    """UTC microseconds of an ISO 8601 time; without a zone it is local.

    Raises ValueError when `text` is no ISO time.
    """
    return from_datetime(datetime.fromisoformat(text.strip()))


def iso(instant: int) -> str:
    """`instant` as ISO 8601 in UTC with a final Z."""
    return (
        to_datetime(instant)
        .isoformat(timespec="microseconds" if instant % SECOND else "seconds")
        .replace("+00:00", "Z")
    )
