"""The overview tells of past days what the store itself said on those days, and of today what its searches find."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.flow import day_start
from engramma.engine.overview import marks_of
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, HOUR, SECOND, FixedClock, to_local
from engramma.model.overview import STRONG
from engramma.model.search import Facets, Mode, field_term, parse, print_query, with_term
from engramma.store.tables import entity, mention
from engramma.theory.forgetting import strength

NOW = 1_789_646_400 * SECOND
DAYS, LOOKED = 90, 4
SEARCHES = ("", "kind:procedural OR tag:odd", "kind:semantic")
AGENTS = ("agent:ash", "agent:birch")


@dataclass(slots=True)
class Diary:
    """What a store said of itself on past days, and what was recalled."""

    store: MemoryStore
    clock: FixedClock
    days: dict[str, dict[int, Facets]] = field(default_factory=dict)
    made: dict[str, dict[int, int]] = field(default_factory=dict)
    asked: list[tuple[int, str, tuple[int, ...]]] = field(default_factory=list)
    levels: list[tuple[int, int, float]] = field(default_factory=list)


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Diary]:
    """A life of changes of every kind, seeded. Tests only read it, or add what no other looks at."""
    clock, chance = FixedClock(NOW), random.Random(7)
    with open_store(
        tmp_path_factory.mktemp("overview") / "diary.engramma", clock=clock, create=True
    ) as store:
        told = Diary(store, clock)
        ids: list[int] = []
        for back in range(DAYS, -1, -1):
            clock.instant = day_start(NOW, ahead=-back)
            if back % LOOKED == 0 and back < DAYS:
                write_down(told, clock.now())
            for _ in range(1 + back % 2):
                clock.instant = min(clock.instant + chance.randint(HOUR, 10 * HOUR), NOW)
                something_happens(told, ids, chance)
        clock.instant = NOW
        write_down(told, NOW)
        yield told


def write_down(told: Diary, at: int) -> None:
    for text in SEARCHES:
        told.days.setdefault(text, {})[at] = told.store.search.facets(text, further=False)
        every = f"({text}) state:any" if text else "state:any"
        told.made.setdefault(text, {})[at] = told.store.search.count(every)


def something_happens(told: Diary, ids: list[int], chance: random.Random) -> None:
    store, clock = told.store, told.clock
    act = chance.random()
    if act < 0.4 or len(ids) < 3:
        number = len(ids)
        new = store.memories.remember(
            f"Note {number}: the service listens on port {8000 + number}.",
            kind=chance.choice(("semantic", "episodic", "procedural")),
            category=chance.choice(("fact", "decision")),
            tier=chance.choice(("short_term", "short_term", "long_term")),
            tags=["odd"] if number % 2 else [],
        )
        ids.append(new.id)
        return
    one = chance.choice(ids)
    if act < 0.65:
        hits = tuple(chance.sample(ids, 2))
        at, actor = clock.now(), chance.choice(AGENTS)
        for hit in hits:
            segments = store.memories.details(hit).segments
            told.levels.append((at, hit, strength(segments, at)))
        told.asked.append((at, actor, hits))
        record_recall(store.acting_as(actor).workspace, f"What about {at}?", hits)
    elif act < 0.72:
        store.memories.rehearse([one])
    elif act < 0.82:
        store.memories.change([one], tier=chance.choice(("short_term", "long_term")))
    elif act < 0.87:
        store.memories.pin([one])
    elif act < 0.91:
        store.memories.unpin([one])
    elif act < 0.94:
        store.memories.edit(one, f"{store.memories.get(one).text} (checked)")
    elif act < 0.97:
        store.memories.trash([one])
        ids.remove(one)
    else:
        ids.remove(one)
        ids.append(store.memories.correct(one, f"Corrected at {clock.now()}.").id)


def test_the_course_is_what_the_store_said_then(diary: Diary) -> None:
    for text in SEARCHES:
        course = diary.store.overview.memories(text).course
        compared = 0
        for number, at in enumerate(course.at):
            facets = diary.days[text].get(at)
            if facets is None:
                continue
            compared += 1
            tiers = {row.value: row.count for row in facets.tiers}
            asleep = next(row.count for row in facets.states if row.value == "dormant")
            told = (
                course.kept[number],
                course.short_term[number],
                course.long_term[number],
                course.dormant[number],
            )
            assert told == (facets.matching, tiers["short_term"], tiers["long_term"], asleep), to_local(at)
            assert course.made[number] == diary.made[text][at], to_local(at)
        assert compared > DAYS // LOOKED
        assert sum(course.dormant) > 0, "nothing faded: the test would show nothing"


def test_the_numbers_of_now_are_those_of_the_searches(diary: Diary) -> None:
    store = diary.store
    things = add_things(store)
    for text in ("", "tag:odd", "is:pinned", "is:trashed", "created:<20d", "nothing-has-this-word"):
        figures = store.overview.memories(text, 30)
        totals = figures.totals

        def count(term: str, text: str = text) -> int:
            return store.search.count(f"({text}) {term}" if text else term)

        assert totals.memories == store.search.count(text)
        assert totals.made_lately == count("created:30d")
        assert totals.fading == (0 if text == "is:trashed" else count("fades:<7d"))
        assert totals.fading_important == (0 if text == "is:trashed" else count("fades:<7d importance:>=0.7"))
        assert totals.dormant == count("is:dormant")
        for tally in figures.categories:
            assert tally.total == count(f"category:{tally.name}")
            assert tally.long_term == count(f"category:{tally.name} tier:long")
        found = {tally.name: tally.total for tally in figures.things}
        for name in things:
            query = with_term(parse(text), field_term("about", name), Mode.AND)
            assert found.get(name, 0) == store.search.count(print_query(query))
    assert len(store.overview.memories("", 30).course.at) == 31
    assert store.overview.size() >= store.path.stat().st_size


def add_things(store: MemoryStore) -> tuple[str, ...]:
    names = ('the "old" till*', "Ports", "Nobody")
    ids = store.search.order("state:any").ids.tolist()
    with store.workspace.journal.short("link", "things", actor="person") as step:
        for number, name in enumerate(names[:2]):
            thing = step.insert(entity, name=name, normal_name=name.casefold(), type="", ghost=0)
            for memory_id in ids[number :: 2 + number]:
                for _ in range(1 + memory_id % 2):
                    step.insert(mention, memory_id=memory_id, entity_id=thing, weight=1.0, weight_at=step.at)
    return names


def test_recalls_by_day_and_how_strong_what_was_recalled_still_was(diary: Diary) -> None:
    store, now = diary.store, diary.clock.now()
    figures = store.overview.recalls("", 60)
    stops = figures.counts.stops
    wanted = {
        actor: Counter(day_start(at) for at, by, _hits in diary.asked if by == actor and at >= stops[0])
        for actor in AGENTS
    }
    assert {actor for actor, _days in figures.counts.by_actor} == set(AGENTS)
    for actor, days in figures.counts.by_actor:
        assert days == tuple(wanted[actor][stop] for stop in stops[:-1])
    assert figures.today == sum(at >= day_start(now) for at, _by, _hits in diary.asked)
    odd = set(store.search.order("tag:odd state:any").ids.tolist())
    for text, shown in (("", None), ("tag:odd", odd)):
        read = store.overview.recalls(text)
        retention = store.overview.memories(text).retention
        kept = [(at, level) for at, hit, level in diary.levels if shown is None or hit in shown]
        assert retention.recalled == len(kept)
        for number, (start, end) in enumerate(zip(retention.stops, retention.stops[1:], strict=False)):
            levels = [level for at, level in kept if start <= at < end]
            assert retention.strong[number] == sum(level >= STRONG for level in levels)
            assert retention.dormant[number] == sum(level < 0.1 for level in levels)
        asked = [at for at, _by, hits in diary.asked if shown is None or shown & set(hits)]
        assert read.counts.total == sum(at >= read.counts.stops[0] for at in asked)
    start, end = day_start(now, ahead=-40), day_start(now, ahead=-20)
    for actor in ("", AGENTS[0]):
        sent = {
            hit for at, by, hits in diary.asked if start <= at < end and actor in ("", by) for hit in hits
        }
        assert set(store.overview.recalled("", start=start, end=end, actor=actor, limit=900)) == sent


def test_marks_are_midnights_and_few(frozen_clock: FixedClock) -> None:
    now = frozen_clock.now()
    for span in (0, 1, 59, 61, 700, 4_000):
        first = now - span * DAY
        marks = marks_of(first, now=now, days=None)
        assert marks[-1] == now
        assert marks[0] <= first
        assert len(marks) <= 62
        assert all(day_start(mark) == mark for mark in marks[:-1])
