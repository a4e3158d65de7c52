"""What becomes of memories on each day from some day on: kinds of fate, and counts by local day.

Values only. A day is a local day, so that a search by dates finds the same memories.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum

from engramma.model.clock import from_datetime
from engramma.model.records import dataclass


class Fate(StrEnum):
    """What may become of a memory if nobody does anything."""

    DORMANT = "dormant"
    STALE = "stale"
    DUE = "due"
    PURGE = "purge"


@dataclass(frozen=True, slots=True)
class DayCounts:
    """How many memories meet a fate on each local day from `first` on.

    `already`: before `first`; `later`: after the last day. Memories that never meet it are counted nowhere.
    """

    fate: Fate
    first: date
    counts: tuple[int, ...]
    already: int = 0
    later: int = 0

    @property
    def last(self) -> date:
        """The last day that is counted."""
        return self.first + timedelta(days=len(self.counts) - 1)

    def on(self, day: date) -> int:
        """How many on that day, 0 outside what was counted."""
        place = (day - self.first).days
        return self.counts[place] if 0 <= place < len(self.counts) else 0

    def between(self, first: date, last: date) -> int:
        """How many from one day to another, both included."""
        start = max(0, (first - self.first).days)
        return sum(self.counts[start : max(start, (last - self.first).days + 1)])


def starts_of_days(first: date, days: int) -> tuple[int, ...]:
    """The first moment of each local day from `first` on, and of the day after the last: `days` + 1 UTC µs."""
    return tuple(start_of_day(first + timedelta(days=number)) for number in range(days + 1))


def start_of_day(day: date) -> int:
    """The first moment of a local day, in UTC µs."""
    return from_datetime(datetime(day.year, day.month, day.day))  # noqa: DTZ001
