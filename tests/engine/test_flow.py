"""The flow between tiers: every number is that of a search, every id moved, and a move does what was told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.model.flow import Stream, Waits
from engramma.model.memory import Tier

NOTES = 40


@dataclass(frozen=True, slots=True)
class Made:
    """A store of notes of the last forty days, oldest first; `pinned` is one more."""

    store: MemoryStore
    clock: FixedClock
    notes: tuple[int, ...]
    pinned: int


@pytest.fixture
def made(store_path: Path, frozen_clock: FixedClock) -> Iterator[Made]:
    """The store and the ids in it."""
    end = frozen_clock.now()
    store = open_store(store_path, clock=frozen_clock, create=True)
    notes = []
    for number in range(NOTES):
        frozen_clock.instant = end - (NOTES - number) * DAY - HOUR
        text = f"Note number {number}: the service listens on port {8000 + number}."
        notes.append(store.memories.remember(text, importance=0.7 * number / NOTES, tags=["ports"]).id)
    frozen_clock.instant = end
    pinned = store.memories.remember("Never log card numbers.", importance=0.9).id
    store.memories.pin([pinned])
    yield Made(store, frozen_clock, tuple(notes), pinned)
    store.close()


def rich(made: Made) -> None:
    """Something of every kind: promoted, moved back, superseded, in the Trash, dormant, kept by the gate."""
    memories, clock = made.store.memories, made.clock
    memories.promote(made.notes[0], reason="rehearsed: 3 recalls on 2 days")
    memories.change([made.notes[1]], tier="long_term")
    memories.change([made.notes[1]], tier="short_term")
    memories.correct(made.notes[2], "Note number 2: the service listens on port 9999.")
    memories.trash(made.notes[3:6])
    session = made.store.sessions.start("Ports")
    made.store.sessions.append(session, "user", "Remember: the staging port is always 8443, never 443.")
    made.store.sessions.end(session)
    clock.advance(DAY)
    memories.pin([made.notes[7]])


def test_what_is_where_and_what_moved(made: Made) -> None:
    rich(made)
    store = made.store
    flow = store.flow.read(30)
    stock, moved = flow.stock, {stream: flow.moved.count(stream) for stream in Stream}
    for holds, name in ((stock.short_term, "short"), (stock.long_term, "long")):
        assert holds.total == store.search.count(f"tier:{name}")
        assert holds.dormant == store.search.count(f"tier:{name} is:dormant")
        assert holds.fading == store.search.count(f"tier:{name} fades:<7d")
        assert holds.pinned == store.search.count(f"tier:{name} is:pinned")
    assert (stock.superseded, stock.trashed) == (1, 3)
    assert moved[Stream.PROMOTED] == 4
    assert dict(flow.moved.hows) == {"rehearsed": 1, "by hand": 1, "pinned": 2}
    assert (moved[Stream.DEMOTED], moved[Stream.SUPERSEDED], moved[Stream.TRASHED]) == (1, 1, 3)
    assert moved[Stream.KEPT] == 1
    day = flow.start // DAY * DAY
    assert moved[Stream.KEPT] + moved[Stream.WRITTEN] == len(
        [one for one in store.search.order("state:any").ids if store.memories.get(int(one)).created_at >= day]
    )
    assert flow.stock.dormant > 0


def test_periods_add_up_and_ids_are_those_that_moved(made: Made) -> None:
    rich(made)
    store = made.store
    for days in (7, 90, None):
        flow = store.flow.read(days)
        for stream in Stream:
            ids = store.flow.ids(stream, start=flow.start, end=flow.end, limit=500)
            assert sum(period.count(stream) for period in flow.periods) == flow.moved.count(stream), stream
            assert len(ids) == flow.moved.count(stream), stream
        assert flow.periods[-1].end >= flow.end > flow.periods[-1].start
    assert len(store.flow.ids(Stream.TRASHED, start=0, end=flow.end, limit=2)) == 2


def test_an_undone_move_never_took_place(made: Made) -> None:
    store = made.store
    before = store.flow.read(30).moved
    store.memories.change(made.notes[-5:], tier="long_term")
    assert store.flow.read(30).moved.count(Stream.PROMOTED) == before.count(Stream.PROMOTED) + 5
    store.history.undo()
    assert store.flow.read(30).moved == before


def test_what_waits_for_a_pass_is_what_a_pass_promotes(made: Made) -> None:
    store, clock = made.store, made.clock
    for day in range(3):
        clock.advance(DAY)
        store.recall.ask("Which port does note number 12 name?", rehearse=True)
        store.recall.ask("Which port does note number 31 name?", rehearse=day < 1)
    store.memories.change(made.notes[20:21], kind="procedural")
    waiting = store.flow.waiting()
    assert made.notes[20] not in {item.id for item in waiting.memories}
    passing = {item.id for item in waiting.memories if item.waits is Waits.PASS}
    assert passing
    assert waiting.total == store.search.count("tier:short -is:pinned -kind:procedural")
    assert sum(count for _waits, count in waiting.counts) == waiting.total
    steps = [item.steps for item in waiting.memories]
    assert steps == sorted(steps)
    plan = store.consolidation.plan()
    assert {item.targets[0] for item in plan.items if item.action == "promote"} == passing
    few = store.flow.waiting("tag:ports")
    assert {item.id for item in few.memories} <= set(made.notes)


def test_a_move_does_what_its_preview_said(made: Made, frozen_clock: FixedClock) -> None:
    store = made.store
    note = made.notes[-1]
    told = store.flow.preview_move([note], "long_term")
    before = store.memories.get(note)
    assert (told.moving, told.half_life_before, told.half_life_after) == (1, 7.0, 60.0)
    assert told.before == before.fades_at
    store.memories.change([note], tier="long_term")
    after = store.memories.get(note)
    assert after.tier is Tier.LONG_TERM
    assert after.fades_at == told.after
    assert after.strength == pytest.approx(told.strength)
    pinned = store.flow.preview_move([made.pinned], "short_term")
    assert (pinned.moving, pinned.pinned, pinned.half_life_after) == (1, 1, None)
    assert store.flow.preview_move([note], "long_term").moving == 0
