"""A store's health in figures, under any search. Looking changes nothing.

Dates are whole local days, so that a search by dates finds the same memories.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from engramma.engine.flow import bars_of, day_start
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.overview import (
    LATELY_DAYS,
    SOON_DAYS,
    WEEK_DAYS,
    ImportMark,
    MemoryFigures,
    RecallCounts,
    RecallFigures,
    Tally,
    Totals,
)
from engramma.model.policy import Policy
from engramma.model.search import Query, parse
from engramma.store.database import Reading
from engramma.store.overview.columns import NEVER, Flags, MemoryColumns, read_memories
from engramma.store.overview.course import course_of
from engramma.store.overview.lives import RawLives, lives_of, read_raw_lives, tier_changes
from engramma.store.overview.marks import first_made, read_important, read_imports
from engramma.store.overview.recalls import count_woken, first_recall, recalled_ids, recalls_by_actor
from engramma.store.overview.retention import Hits, read_hits, retention_of
from engramma.store.overview.ruler import Ruler
from engramma.store.overview.things import read_mentions, things_of
from engramma.store.policy import load_policy
from engramma.store.search.context import Context
from engramma.store.search.plan import Plan, plan
from engramma.store.tables.memories import CATEGORIES

MOST_MARKS, RECALL_DAYS, MOST_IMPORTS, MOST_THINGS = 60, 60, 1, 30


class Overview:
    """Reads only."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def memories(self, query: str = "", days: int | None = None) -> MemoryFigures:
        """Growth, tiers, categories, things and retention over the last `days` local days; None: since the beginning.

        Raises QueryError.
        """
        tree, now = parse(query), self._workspace.clock.now()
        with self._workspace.database.read() as reading, ThreadPoolExecutor(1) as beside:
            policy = load_policy(reading.connection)
            way = self._way(reading, tree, policy, now=now)
            marks = marks_of(first_made(reading, now=now) if days is None else None, now=now, days=days)
            since = marks[0] if days is not None else first_recall(reading)
            periods = _periods(since if since is not None else now, now=now)
            # In a second thread: SQLite and numpy leave the interpreter to others while they work.
            raw = beside.submit(self._read_beside, way, periods)
            found = read_memories(reading, tree, way)
            counted = np.ones(len(found.ids), dtype=np.bool_) if tree.names_state else found.active
            totals = _totals(reading, found, counted=counted, now=now)
            mentions = read_mentions(reading, way)
            lived, hits = raw.result()
            lives = lives_of(lived, found, threshold=policy.retrieval_threshold)
            retention = beside.submit(
                retention_of, hits, lives, found, stops=periods, threshold=policy.retrieval_threshold
            )
            return MemoryFigures(
                now=now,
                days=days,
                totals=totals,
                course=course_of(found, lives, tier_changes(lived, found), ruler=Ruler(marks)),
                categories=_categories(found, counted),
                things=things_of(reading, mentions, found, counted=counted, most=MOST_THINGS),
                imports=tuple(
                    ImportMark(at, label)
                    for at, label in read_imports(reading, start=marks[0], most=MOST_IMPORTS)
                ),
                retention=retention.result(),
            )

    def _read_beside(self, way: Plan, periods: tuple[int, ...]) -> tuple[RawLives, Hits]:
        with self._workspace.database.read() as reading:
            return (
                read_raw_lives(reading, way),
                read_hits(reading, start=periods[0], end=periods[-1]),
            )

    def recalls(self, query: str = "", days: int | None = None) -> RecallFigures:
        """Recalls by day over the last `days` local days, 60 with None. Raises QueryError.

        With a search: recalls that sent a memory which it finds.
        """
        tree, now = parse(query), self._workspace.clock.now()
        with self._workspace.database.read() as reading:
            way = self._way(reading, tree, load_policy(reading.connection), now=now)
            stops = _midnights(now, RECALL_DAYS if days is None else days)
            asked = recalls_by_actor(reading, tree, way, start=stops[0], end=now + 1)
            week, today = day_start(now, ahead=1 - WEEK_DAYS), day_start(now)
            return RecallFigures(
                now=now,
                days=days,
                counts=_by_day(asked, stops),
                week=sum(int((moments >= week).sum()) for moments in asked.values()),
                today=sum(int((moments >= today).sum()) for moments in asked.values()),
                woke=count_woken(reading, way, since=now - LATELY_DAYS * DAY),
            )

    def size(self) -> int:
        """Bytes of the store's file and its write-ahead log."""
        return self._workspace.database.size_bytes()

    def recalled(self, query: str, *, start: int, end: int, actor: str = "", limit: int) -> tuple[int, ...]:
        """At most `limit` of the memories of a search that were sent from `start` up to `end` (UTC µs).

        By one actor, or by any. Raises QueryError.
        """
        tree, now = parse(query), self._workspace.clock.now()
        with self._workspace.database.read() as reading:
            way = self._way(reading, tree, load_policy(reading.connection), now=now)
            return tuple(recalled_ids(reading, way, start=start, end=end, actor=actor, limit=limit))

    def _way(self, reading: Reading, tree: Query, policy: Policy, *, now: int) -> Plan:
        """The way to what a search finds in any state: what was put away since was there once."""
        context = Context(now=now, policy=policy, tz=None, hidden=reading.hidden)
        return plan(reading.connection, tree, context, any_state=True)


def marks_of(first: int | None, *, now: int, days: int | None) -> tuple[int, ...]:
    """About sixty local midnights, evenly apart in days, the first not after `first` or `days` ago; then `now`."""
    if days is None:
        days = max(
            1, round((day_start(now) - day_start(min(first if first is not None else now, now))) / DAY)
        )
    else:
        days = max(1, days - 1)
    step = max(1, -(-days // MOST_MARKS))
    count = -(-days // step)
    return (*(day_start(now, ahead=-step * back) for back in range(count, -1, -1)), now)


def _midnights(now: int, days: int) -> tuple[int, ...]:
    return tuple(day_start(now, ahead=ahead) for ahead in range(1 - days, 2))


def _periods(since: int, *, now: int) -> tuple[int, ...]:
    """Bounds of a few even periods that cover everything since then, the last one ending with today."""
    width, count = bars_of(day_start(now, ahead=1) - day_start(since))
    days = width // DAY
    return tuple(day_start(now, ahead=1 - days * back) for back in range(count, -1, -1))


def _by_day(asked: dict[str, NDArray[np.int64]], stops: tuple[int, ...]) -> RecallCounts:
    edges = np.array(stops)
    counts = [(actor, tuple(np.histogram(moments, edges)[0].tolist())) for actor, moments in asked.items()]
    return RecallCounts(stops, tuple(sorted(counts, key=lambda item: (-sum(item[1]), item[0]))))


def _totals(reading: Reading, found: MemoryColumns, *, counted: Flags, now: int) -> Totals:
    soon = found.active & (found.fades > now) & (found.fades < now + SOON_DAYS * DAY)
    asleep = found.active & (found.fades <= now) & (found.disputed == NEVER)
    lately = counted & (found.created >= now - LATELY_DAYS * DAY) & (found.created <= now)
    important = read_important(reading, start=now, end=now + SOON_DAYS * DAY)
    return Totals(
        memories=int(counted.sum()),
        made_lately=int(lately.sum()),
        fading=int(soon.sum()),
        fading_important=int(found.lookup(soon, important).sum()),
        dormant=int(asleep.sum()),
    )


def _categories(found: MemoryColumns, counted: Flags) -> tuple[Tally, ...]:
    size = len(CATEGORIES)
    both = np.bincount(found.category[counted], minlength=size)
    long_term = np.bincount(found.category[counted & found.long_term], minlength=size)
    tallies = [
        Tally(name, int(both[number] - long_term[number]), int(long_term[number]))
        for number, name in enumerate(CATEGORIES)
    ]
    return tuple(sorted(tallies, key=lambda item: -item.total))
