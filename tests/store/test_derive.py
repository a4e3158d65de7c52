"""Derived columns follow from segments, recalls and conflicts: the closed form, for every kind of memory."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict
from engramma.model.clock import DAY, LATEST, FixedClock
from engramma.model.memory import Segment
from engramma.store.derive import fading_columns
from engramma.store.memories.reading import strength_at
from engramma.store.tables import memory
from engramma.theory.forgetting import strength

NOW = 1_790_000_000_000_000


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def store(store_path: Path, clock: FixedClock) -> MemoryStore:
    with open_store(store_path, clock=clock, create=True) as made:
        yield made


def columns(store: MemoryStore, memory_id: int) -> dict[str, object]:
    with store.workspace.database.read() as reading:
        row = reading.connection.execute(select(memory).where(memory.c.id == memory_id)).one()
        return dict(row._mapping)


@pytest.mark.parametrize(
    ("tier", "days", "expected"),
    [("short", 7, 0.5), ("short", 14, 0.25), ("long", 60, 0.5), ("long", 120, 0.25)],
)
def test_strength_after_half_lives(
    store: MemoryStore, clock: FixedClock, tier: str, days: int, expected: float
) -> None:
    one = store.memories.remember("A fact.", tier=tier).id
    clock.advance(days * DAY)
    assert store.memories.get(one).strength == pytest.approx(expected, abs=1e-12)
    segments = store.memories.page([one])[0].segments
    assert strength(segments, clock.now()) == pytest.approx(expected, abs=1e-12)


@given(
    s0=st.floats(1e-9, 1.0),
    half_life=st.floats(0.25, 36_500),
    threshold=st.floats(0.01, 0.9),
    t0=st.integers(0, LATEST),
)
def test_fades_at_is_where_the_closed_form_crosses_the_threshold(
    s0: float, half_life: float, threshold: float, t0: int
) -> None:
    log2_s0, same, fades_at = fading_columns(t0=t0, s0=s0, half_life=half_life, threshold=threshold)
    assert same == half_life
    assert fades_at is not None
    assert t0 <= fades_at < 1 << 63
    at = strength_at(t0=t0, log2_s0=log2_s0, half_life=half_life, now=fades_at)
    if s0 <= threshold:
        assert fades_at == t0
    else:
        assert at == pytest.approx(threshold, rel=1e-6)
    by_theory = strength([Segment(t0=t0, s0=s0, half_life=half_life, reason="created")], fades_at)
    assert at == pytest.approx(by_theory, rel=1e-9)


def test_nothing_overflows() -> None:
    for half_life in (1e300, math.inf, 36_500.0):
        _, _, fades_at = fading_columns(t0=LATEST, s0=1.0, half_life=half_life, threshold=0.01)
        assert fades_at is not None
        assert fades_at < 1 << 63
    assert strength_at(t0=LATEST, log2_s0=0.0, half_life=7.0, now=0) == 1.0
    assert strength_at(t0=-LATEST, log2_s0=0.0, half_life=0.25, now=LATEST) == 0.0


def test_pinned_and_procedural_ones_do_not_fade(store: MemoryStore, clock: FixedClock) -> None:
    pinned = store.memories.remember("Pinned.").id
    rule = store.memories.remember("How to.", kind="procedural").id
    clock.advance(10 * DAY)
    store.memories.pin([pinned])
    clock.advance(1_000 * DAY)
    for one in (pinned, rule):
        found = store.memories.get(one)
        assert (found.strength, found.fades_at, found.dormant) == (1.0, None, False)
    store.memories.unpin([pinned])
    assert store.memories.get(pinned).fades_at == pytest.approx(clock.now() + math.log2(10) * 60 * DAY, abs=2)
    store.memories.change([rule], kind="semantic")
    assert columns(store, rule)["half_life"] == 7.0
    store.memories.change([rule], kind="procedural")
    assert columns(store, rule)["fades_at"] is None


def test_one_in_an_open_conflict_is_not_dormant(store: MemoryStore, clock: FixedClock) -> None:
    one, other = (store.memories.remember(text).id for text in ("Port 1.", "Port 2."))
    mark_conflict(store.workspace, one, other, what="number", stakes="high", detail="")
    clock.advance(100 * DAY)
    assert [store.memories.get(each).conflicted for each in (one, other)] == [True, True]
    assert not store.memories.get(one).dormant
    assert store.statistics().dormant == 0
    store.history.undo()
    assert not store.memories.get(one).conflicted
    assert store.memories.get(one).dormant
    assert store.statistics().dormant == 2


def test_promotion_keeps_the_strength_of_the_moment(store: MemoryStore, clock: FixedClock) -> None:
    one = store.memories.remember("A fact.").id
    clock.advance(7 * DAY)
    assert store.memories.promote(one, reason="rehearsed on 2 days")
    assert not store.memories.promote(one, reason="again")
    assert store.memories.get(one).strength == pytest.approx(0.5)
    clock.advance(60 * DAY)
    found = store.memories.details(one)
    assert found.memory.strength == pytest.approx(0.25)
    assert found.tier_reason == "rehearsed on 2 days"


def test_recalls_are_counted_with_those_of_merged_ones(store: MemoryStore, clock: FixedClock) -> None:
    one, two, three = (store.memories.remember(text).id for text in ("One.", "Two.", "Three."))
    for ids in ([one], [two], [two, three], [three]):
        clock.advance(DAY)
        record_recall(store.workspace, "what?", ids)
    assert [store.memories.get(each).recalls for each in (one, two, three)] == [1, 2, 2]
    last = clock.now()
    clock.advance(DAY)
    store.memories.merge(two, [three])
    assert store.memories.get(two).recalls == 4
    store.memories.merge(one, [two])
    found = store.memories.get(one)
    assert (found.recalls, found.last_recalled_at) == (5, last)
    assert store.memories.get(two).recalls == 4
    store.history.undo()
    store.history.undo()
    assert [store.memories.get(each).recalls for each in (one, two, three)] == [1, 2, 2]


def test_a_clock_that_ran_ahead_does_not_last(store: MemoryStore, clock: FixedClock) -> None:
    right = clock.now()
    clock.instant = right + 3_650 * DAY
    one = store.memories.remember("Made in the future.").id
    clock.instant = right
    assert store.memories.get(one).strength == 1.0
    store.memories.rehearse([one])
    clock.advance(7 * DAY)
    line = store.memories.page([one])[0]
    assert line.memory.strength == pytest.approx(0.5)
    assert strength(line.segments, clock.now()) == pytest.approx(0.5)
    assert [(part.reason, part.t0) for part in line.segments] == [("created", right), ("rehearsed", right)]
    store.history.undo()
    assert store.memories.page([one])[0].segments[0].t0 == right + 3_650 * DAY


def test_a_clock_that_was_set_back_gives_the_same_curve_as_the_list(
    store: MemoryStore, clock: FixedClock
) -> None:
    one = store.memories.remember("A fact.").id
    clock.advance(-30 * DAY)
    store.memories.change([one], tier="long")
    clock.advance(90 * DAY)
    line = store.memories.page([one])[0]
    assert strength(line.segments, clock.now()) == pytest.approx(line.memory.strength)


def test_a_bulk_change_derives_the_same_as_single_ones(store: MemoryStore, clock: FixedClock) -> None:
    ids = [store.memories.remember(f"Fact {number}.").id for number in range(6)]
    clock.advance(3 * DAY)
    store.memories.change(ids[:3], tier="long")
    for one in ids[3:]:
        store.memories.change([one], tier="long")
    seen = {
        (row["t0"], row["log2_s0"], row["half_life"], row["fades_at"])
        for row in (columns(store, i) for i in ids)
    }
    assert len(seen) == 1
