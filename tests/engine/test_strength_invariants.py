"""Strength is a closed form: half after a half-life, a quarter after two, however often passes ran in between."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.model.errors import EngrammaError
from engramma.model.plan import PlanStep, StepMode
from engramma.theory.forgetting import strength

BIRTH = 1_790_000_000_000_000
TEXTS = (
    "Staging runs on port 5433.",
    "The port of staging is 5433.",
    "Staging runs on port 5434.",
    "The subscription costs 49 € a month.",
    "The subscription costs 60 € a month.",
)
DAYS = (7, 14, 60, 120)
Act = tuple[str, int, int]
ACTS = (
    "pin",
    "unpin",
    "recall",
    "promote",
    "merge",
    "undo",
    "redo",
    "trash",
    "restore",
    "edit",
    "wait",
    "pass",
)
lives = st.lists(
    st.tuples(st.sampled_from(ACTS), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14
)


def perform(store: MemoryStore, clock: FixedClock, act: Act, ids: Sequence[int]) -> None:
    """One act of a person or agent; what the rules refuse changes nothing."""
    name, first, second = act
    one, other = ids[first], ids[second]
    doing: dict[str, Callable[[], object]] = {
        "pin": lambda: store.memories.pin([one]),
        "unpin": lambda: store.memories.unpin([one]),
        "recall": lambda: record_recall(store.workspace, "which?", [one, other]),
        "promote": lambda: store.memories.promote(one, reason="by a person"),
        "merge": lambda: store.memories.merge(one, [other]),
        "undo": store.history.undo,
        "redo": store.history.redo,
        "trash": lambda: store.memories.trash([one]),
        "restore": lambda: store.memories.restore([one]),
        "edit": lambda: store.memories.edit(one, f"{TEXTS[first]} Edited {second}."),
        "wait": lambda: clock.advance((1 + first) * (1 + second) * 2 * DAY),
        "pass": store.consolidation.run,
    }
    try:
        doing[name]()
    except EngrammaError:
        return


def check(store: MemoryStore, clock: FixedClock, ids: Sequence[int]) -> None:
    """What holds at any moment of any life."""
    now = clock.now()
    for line in store.memories.page(ids):
        memory = line.memory
        assert 0.0 <= memory.strength <= 1.0
        assert memory.strength == pytest.approx(strength(line.segments, now))
        if memory.pinned:
            assert (memory.strength, memory.fades_at, memory.tier) == (1.0, None, "long_term")
        elif memory.kind != "procedural":
            assert memory.fades_at is not None
            halves = 7 if memory.tier == "short_term" else 60
            later = max(now, line.segments[-1].t0) + halves * DAY
            earlier = later - halves * DAY
            assert strength(line.segments, later) == pytest.approx(strength(line.segments, earlier) / 2)
        if memory.merged_into is not None:
            assert memory.state in ("superseded", "trashed")


def aged(life: Sequence[Act], *, passes: int, automatic: bool = False) -> list[list[float]]:
    """Strengths of every memory 7, 14, 60 and 120 days after a life, with so many passes in that time."""
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(BIRTH)
        with open_store(Path(folder) / "s.engramma", clock=clock, create=True) as store:
            if automatic:
                store.consolidation.set_modes(
                    {PlanStep.MERGE: StepMode.AUTO, PlanStep.CONFLICT: StepMode.AUTO}
                )
            ids = []
            for text in TEXTS:
                clock.advance(HOUR)
                ids.append(store.memories.remember(text, importance=0.5).id)
            for act in life:
                clock.advance(HOUR)
                perform(store, clock, act, ids)
                check(store, clock, ids)
            store.consolidation.run()
            store.memories.rehearse(ids)
            active = [line.memory for line in store.memories.page(ids) if line.memory.state == "active"]
            expected = {
                memory.id: (1.0,) * 4
                if memory.pinned
                else tuple(0.5 ** (days / (7 if memory.tier == "short_term" else 60)) for days in DAYS)
                for memory in active
            }
            found: list[list[float]] = []
            begun = clock.now()
            turns = sorted({round(120 * DAY * (number + 1) / (passes + 1)) for number in range(passes)})
            for day in DAYS:
                for turn in [turn for turn in turns if turn <= day * DAY]:
                    clock.advance(begun + turn - clock.now())
                    store.consolidation.run()
                turns = [turn for turn in turns if turn > day * DAY]
                clock.advance(begun + day * DAY - clock.now())
                found.append([store.memories.get(each).strength for each in ids])
                check(store, clock, ids)
            for place, day in enumerate(DAYS):
                for memory_id, values in expected.items():
                    if store.memories.get(memory_id).state == "active":
                        assert found[place][ids.index(memory_id)] == pytest.approx(values[place]), day
            return found


@settings(max_examples=5)
@given(life=lives)
def test_strength_does_not_depend_on_how_often_passes_ran(life: list[Act]) -> None:
    never = aged(life, passes=0)
    assert aged(life, passes=1) == never
    assert aged(life, passes=4) == never


def test_a_hundred_passes_are_like_none() -> None:
    rng = random.Random(5)
    life = [(rng.choice(ACTS), rng.randrange(5), rng.randrange(5)) for _act in range(12)]
    assert aged(life, passes=100) == aged(life, passes=0)


@settings(max_examples=6)
@given(life=lives)
def test_what_passes_may_do_by_themselves_keeps_the_invariants(life: list[Act]) -> None:
    aged(life, passes=3, automatic=True)


@pytest.mark.parametrize(("tier", "halves"), [("short", 7), ("long", 60)])
@pytest.mark.parametrize("passes", [0, 1, 100])
def test_half_and_a_quarter(
    store: MemoryStore, clock: FixedClock, tier: str, halves: int, passes: int
) -> None:
    known = store.memories.remember("The office moved to Lyon.", tier=tier, importance=0.5).id
    begun = clock.now()
    for number in range(passes):
        clock.advance(begun + 2 * halves * DAY * (number + 1) // 101 - clock.now())
        store.consolidation.run()
        exact = 0.5 ** ((clock.now() - begun) / (halves * DAY))
        assert store.memories.get(known).strength == pytest.approx(exact)
    line = store.memories.page([known])[0]
    assert strength(line.segments, begun + halves * DAY) == pytest.approx(0.5)
    clock.advance(begun + 2 * halves * DAY - clock.now())
    assert store.memories.get(known).strength == pytest.approx(0.25)
