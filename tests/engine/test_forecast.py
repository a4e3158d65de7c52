"""Forecasts agree with what memory by memory comes out, and with the store itself when the day has come."""

from __future__ import annotations

import pytest

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import NotFoundError
from engramma.model.forecast import STRENGTH_BINS

# Nothing that could be taken for a change of something else.
THINGS = (
    "walrus",
    "lantern",
    "violin",
    "harbour",
    "saffron",
    "glacier",
    "pepper",
    "compass",
    "orchard",
    "thimble",
    "meadow",
    "anvil",
    "cobalt",
    "ferry",
    "juniper",
    "kettle",
    "locomotive",
    "mosaic",
    "nettle",
    "obelisk",
    "parchment",
    "quarry",
    "raven",
    "sundial",
)


@pytest.fixture
def lived(store: MemoryStore, clock: FixedClock) -> MemoryStore:
    """A store with memories of many ages, tiers and fates."""
    ids = []
    for number, thing in enumerate(THINGS):
        tier = "long_term" if number % 3 == 0 else "short_term"
        kind = ("semantic", "episodic", "procedural")[number % 5 % 3]
        ids.append(store.memories.remember(f"Somebody saw a {thing}.", tier=tier, kind=kind).id)
        clock.advance(5 * DAY)
    store.memories.pin(ids[4:6])
    store.memories.rehearse(ids[6:8])
    record_recall(store.workspace, "what?", ids[8:10])
    store.memories.trash(ids[10:12])
    store.memories.correct(ids[12], "Nobody saw a cobalt.")
    return store


@pytest.mark.parametrize("days", [0, 1, 7, 30, 120, 400])
def test_the_store_at_a_date_is_the_sum_of_its_memories(
    lived: MemoryStore, clock: FixedClock, days: int
) -> None:
    at = clock.now() + days * DAY
    forecast = lived.forecast.store(at)
    ids = lived.search.order("is:active OR is:trashed OR is:superseded").ids.tolist()
    memories = [line.memory for line in lived.memories.page(ids)]
    each = {item.id: lived.forecast.memory(item.id, at) for item in memories}
    active = [item for item in memories if item.state == "active"]
    for tier in ("short_term", "long_term"):
        here = [each[item.id] for item in active if item.tier == tier]
        assert forecast.dormant[tier] == sum(item.dormant for item in here)
        assert forecast.strong[tier] == sum(not item.dormant for item in here)
    strengths = [each[item.id].strength for item in active]
    bins = [0] * STRENGTH_BINS
    for value in strengths:
        bins[min(STRENGTH_BINS - 1, int(value * STRENGTH_BINS))] += 1
    assert list(forecast.strengths) == bins
    assert forecast.mean_strength == pytest.approx(sum(strengths) / len(strengths), abs=0.01)
    before = {item.id: lived.forecast.memory(item.id) for item in active}
    assert forecast.losses == sum(each[item.id].dormant and not before[item.id].dormant for item in active)
    assert forecast.stale == sum(f.stale_at is not None and f.stale_at <= at for f in each.values())
    assert forecast.due == sum(f.due_at is not None and f.due_at <= at for f in each.values())
    assert forecast.purge == sum(f.purge_at is not None and f.purge_at <= at for f in each.values())


def test_the_forecast_comes_true(lived: MemoryStore, clock: FixedClock) -> None:
    at = clock.now() + 45 * DAY
    told = lived.forecast.store(at)
    clock.advance(45 * DAY)
    statistics = lived.statistics()
    assert sum(told.dormant.values()) == statistics.dormant
    assert {tier: told.strong[tier] + told.dormant[tier] for tier in told.strong} == statistics.by_tier
    proposed = lived.consolidation.plan().counts
    assert (told.stale, told.due, told.purge) == tuple(
        proposed.get(step, 0) for step in ("staleness", "expire", "purge")
    )


def test_a_memory_that_is_not_there_has_no_forecast(store: MemoryStore) -> None:
    with pytest.raises(NotFoundError):
        store.forecast.memory(77)
