"""The forgetting calendar counts what the closed form of strength says, day by day, in any zone, for any search."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from sqlalchemy import literal, select

from engramma.engine import MemoryStore
from engramma.engine.memories.values import MemoryDetails
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict
from engramma.model.calendar import DayCounts, Fate, start_of_day, starts_of_days
from engramma.model.clock import DAY, HOUR, FixedClock, to_local
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.forecast import MemoryForecast
from engramma.model.memory import Segment
from engramma.store.calendar import day_number
from engramma.theory.forgetting import strength

KINDS = ("semantic", "semantic", "episodic", "procedural")
TIERS = ("short_term", "long_term")
EVERYTHING = "is:active OR is:trashed OR is:superseded"
DAYS = 400


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A zone whose clocks change four times within the days that are counted."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def live(store: MemoryStore, clock: FixedClock, *, seed: int) -> None:
    """Let memories have random lives of every sort."""
    random = Random(seed)
    ids: list[int] = []
    for number in range(26):
        text = f"Somebody counted {random.randrange(10**6)} {'walruses' if number % 2 else 'lanterns'}."
        made = store.memories.remember(text, kind=random.choice(KINDS), tier=random.choice(TIERS))
        ids.append(made.id)
        clock.advance(random.randrange(8 * 24) * HOUR + random.randrange(HOUR))
        one = random.choice(ids)
        match random.randrange(10):
            case 0:
                store.memories.pin([one])
            case 1:
                store.memories.unpin([one])
            case 2:
                store.memories.rehearse([one])
            case 3:
                store.memories.change([one], tier=random.choice(TIERS))
            case 4:
                store.memories.trash([one])
            case 5:
                record_recall(store.workspace, "how many?", [one])
            case 6:
                store.memories.change([one], kind=random.choice(KINDS))
    for one in ids[:3]:
        if store.memories.get(one).state == "active":
            store.memories.correct(one, f"Nobody counted anything {one}.")
    # What is in conflict is never dormant, and stale from the day on which the other side was said.
    for one, other in ((4, 20), (7, 21), (9, 3)):
        mark_conflict(store.workspace, ids[one], ids[other], what="number", stakes="normal", detail="")
    store.policy_set({"trash_retention": 40.5, "due_superseded": 200.0, "stale_half_lives": 1.5})


@dataclass(frozen=True)
class Lives:
    """What each memory says of itself, by id: its forecast, and itself in full."""

    forecasts: dict[int, MemoryForecast]
    details: dict[int, MemoryDetails]
    threshold: float


def read_lives(store: MemoryStore) -> Lives:
    ids = sorted(store.search.order(EVERYTHING).ids.tolist())
    return Lives(
        {one: store.forecast.memory(one) for one in ids},
        {one: store.memories.details(one) for one in ids},
        store.policy().retrieval_threshold,
    )


def brute(lives: Lives, fate: Fate, ids: Iterable[int], *, first: date) -> DayCounts:
    """The same counts from each memory's own forecast, or for what fades from strengths alone."""
    counts: Counter[int] = Counter()
    starts = [start_of_day(first + timedelta(days=number)) for number in range(DAYS + 1)]
    for memory_id in ids:
        told, details = lives.forecasts[memory_id], lives.details[memory_id]
        at = {Fate.STALE: told.stale_at, Fate.DUE: told.due_at, Fate.PURGE: told.purge_at}.get(fate)
        if fate is Fate.DORMANT:
            if details.memory.state != "active" or details.memory.pinned:
                continue
            # Neither the indexed date nor its arithmetic: the midnight by which it is below. It only falls from now.
            faint = partial(_is_faint, details.segments, lives.threshold)
            if faint(starts[-1] + 10_000 * DAY):
                counts[bisect_left(starts, True, key=faint) - 1] += 1
        elif at is not None:
            day = (to_local(at).date() - first).days
            counts[min(max(day, -1), DAYS)] += 1
    return DayCounts(
        fate, first, tuple(counts[number] for number in range(DAYS)), already=counts[-1], later=counts[DAYS]
    )


def _is_faint(segments: tuple[Segment, ...], threshold: float, before: int) -> bool:
    return strength(segments, before - 1) < threshold


def check(store: MemoryStore) -> Lives:
    """Every fate's counts, the lists of their days and the searches for them agree with memory by memory."""
    first, lives = store.calendar.today(), read_lives(store)
    with_word = store.search.order("walruses state:any").ids.tolist()
    for fate in Fate:
        counted = store.calendar.read("", fate, first=first, days=DAYS)
        assert counted == brute(lives, fate, lives.details, first=first)
        listed = store.calendar.ids("", fate, first, counted.last)
        assert len(listed) == len(set(listed)) == sum(counted.counts)
        some = store.calendar.read("walruses", fate, first=first, days=DAYS)
        assert some == brute(lives, fate, with_word, first=first)
        importance = [lives.details[one].memory.importance for one in listed]
        assert importance == sorted(importance, reverse=True)
    return lives


def check_edges(store: MemoryStore) -> None:
    """A day begins and ends where it does on the days around which the clocks change, and nowhere else."""
    first = store.calendar.today()
    starts = starts_of_days(first, DAYS)
    lengths = [after - before for before, after in pairwise(starts)]
    assert {length // HOUR for length in lengths} == {23, 24, 25}
    around = {day + near for day, length in enumerate(lengths) if length != DAY for near in (-1, 0, 1, 2)}
    edges = {starts[day] + moved: day + min(moved, 0) for day in around for moved in (-1, 0)}
    edges |= {starts[0] - 1: -1, starts[-1] - 1: DAYS - 1, starts[-1]: DAYS}
    with store.workspace.database.read() as reading:
        told = reading.connection.execute(select(*(day_number(literal(at), starts) for at in edges))).one()
    assert tuple(told) == tuple(edges.values())


@pytest.mark.usefixtures("berlin")
def test_days_are_local_where_clocks_change(store: MemoryStore, clock: FixedClock) -> None:
    live(store, clock, seed=2)
    check(store)
    check_edges(store)
    counted = store.calendar.read(days=DAYS)
    last = counted.first + timedelta(days=60)
    for place in range(61):
        day = counted.first + timedelta(days=place)
        found = store.search.order(f"fades:{day.isoformat()}..{day.isoformat()}").ids.tolist()
        assert sorted(found) == sorted(store.calendar.ids("", Fate.DORMANT, day, day))
        assert len(found) == counted.on(day)
    assert counted.between(counted.first, last) == store.search.count(f"fades:{counted.first}..{last}")


def test_sums_and_outlook_are_those_of_closed_forms(store: MemoryStore, clock: FixedClock) -> None:
    live(store, clock, seed=3)
    lives = check(store)
    now = clock.now()
    for query in ("", "tier:short", "lanterns"):
        ids = store.search.order(f"({query or 'state:any'}) ({EVERYTHING})").ids.tolist()
        memories = [lives.details[one].memory for one in ids]
        told = [lives.forecasts[one] for one in ids]
        for point, days in zip(store.forecast.outlook(query), (0, 30, 90), strict=True):
            at = now + days * DAY
            assert point.at == at
            for tier in TIERS:
                here = [item.id for item in memories if item.tier == tier and item.state == "active"]
                asleep = [lives.forecasts[one].dormant_at for one in here]
                assert point.dormant[tier] == sum(when is not None and when <= at for when in asleep)
                assert point.strong[tier] == len(here) - point.dormant[tier]
            below = [one for one in memories if one.state == "active" and (one.fades_at or at + 1) <= at]
            assert point.held == sum(one.conflicted for one in below)
            assert point.held + sum(point.dormant.values()) == len(below)
            if not days:
                spread = store.search.strengths(query)
                assert (spread.held, spread.dormant) == (point.held, sum(point.dormant.values()))
            assert point.trashed == sum(item.state == "trashed" for item in memories)
            assert point.superseded == sum(item.state == "superseded" for item in memories)
            assert point.due == sum(item.due_at is not None and item.due_at <= at for item in told)
            assert point.purge == sum(item.purge_at is not None and item.purge_at <= at for item in told)


def test_a_day_is_ranked_and_may_fade(store: MemoryStore, clock: FixedClock) -> None:
    for number in range(7):
        text = f"The {number}. shelf holds {number * 17} jars."
        store.memories.remember(text, tier="short_term", importance=0.72 + number / 100)
    day = store.calendar.today() + timedelta(days=23)
    ids = store.calendar.ids("", Fate.DORMANT, day, day)
    assert ids == (7, 6, 5, 4, 3, 2, 1)
    assert not store.calendar.ids("lanterns", Fate.DORMANT, day, day)
    # A week before it fades Review would ask; what was let fade long before is asked about only if it was used since.
    assert store.calendar.let_fade([6, 7, 7]) == 2
    clock.advance(17 * DAY)
    assert set(store.consolidation.fading()) == {1, 2, 3, 4, 5}
    assert store.calendar.may_fade(ids) == {6, 7}
    store.memories.rehearse([7])
    assert store.calendar.may_fade(ids) == {6}
    clock.advance(17 * DAY)
    assert set(store.consolidation.fading()) == {7}
    store.history.undo()
    with pytest.raises(InvalidValueError):
        store.acting_as("agent:claude").calendar.let_fade([1])
    with pytest.raises(NotFoundError):
        store.calendar.let_fade([1, 99])
