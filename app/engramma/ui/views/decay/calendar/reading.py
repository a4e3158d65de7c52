"""What the calendar reads, on worker threads: counts by day, one day's memories, the outlook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.calendar import DayCounts, Fate
from engramma.model.forecast import OutlookPoint
from engramma.model.memory import Memory
from engramma.model.policy import Policy
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Mode, Query, field_term, with_term
from engramma.ui.views.sessions.brush import DayRange

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

PAGE = 50


@dataclass(frozen=True, slots=True)
class CalendarRead:
    """Counts by day, how many fade within a week as the side bar has it, and by which policy.

    `held`: of those that fell below the threshold already, how many an open conflict keeps awake.
    """

    counts: DayCounts
    soon: int
    policy: Policy
    held: int = 0


@dataclass(frozen=True, slots=True)
class DayRead:
    """The memories of some days, the most important first: all `ids`, and the first of them as they are now.

    `may_fade`: those that a person let fade.
    """

    fate: Fate
    days: DayRange
    ids: tuple[int, ...]
    shown: tuple[Memory, ...]
    may_fade: frozenset[int] = frozenset()


def read_calendar(
    store: MemoryStore, query: Query, fate: Fate, _report: Report, cancel: CancelToken
) -> CalendarRead:
    """The counts of every day to come."""
    counts = store.calendar.read(query, fate)
    cancel.check()
    soon = held = 0
    if fate is Fate.DORMANT:
        soon = store.search.count(with_term(query, field_term("fades", "<7d"), Mode.AND))
        if counts.already and not any(counts.counts):
            held = store.search.strengths(query).held
    return CalendarRead(counts, soon, store.policy(), held)


def read_outlook(
    store: MemoryStore, query: Query, _report: Report, cancel: CancelToken
) -> tuple[OutlookPoint, ...]:
    """Now, in 30 and in 90 days."""
    points = store.forecast.outlook(query)
    cancel.check()
    return points


def read_day(
    store: MemoryStore,
    query: Query,
    fate: Fate,
    days: DayRange,
    shown: int,
    _report: Report,
    cancel: CancelToken,
) -> DayRead:
    """What meets a fate on these days; the first `shown` with their texts."""
    ids = store.calendar.ids(query, fate, days.first, days.last)
    cancel.check()
    lines = store.memories.page(ids[:shown])
    may_fade = store.calendar.may_fade(ids[:shown]) if fate is Fate.DORMANT else frozenset()
    return DayRead(fate, days, ids, tuple(line.memory for line in lines), may_fade)


def read_ids(
    store: MemoryStore, query: Query, fate: Fate, days: DayRange, _report: Report, cancel: CancelToken
) -> tuple[int, ...]:
    """The ids alone."""
    ids = store.calendar.ids(query, fate, days.first, days.last)
    cancel.check()
    return ids
