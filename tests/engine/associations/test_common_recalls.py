"""Memories recalled together are tied, ever more; of what fades a memory keeps the 64 strongest."""

from __future__ import annotations

import pytest
from tests.engine.associations.association_cases import about, associate, remember, weights
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, FixedClock


def test_weights_grow_by_a_fifth_of_what_is_left_and_fade_between(
    store: MemoryStore, clock: FixedClock
) -> None:
    one, other, *_rest = remember(store)
    record_recall(store.workspace, "what?", [one, other])
    assert weights(store, one) == {other: pytest.approx(0.2)}
    record_recall(store.workspace, "what?", [other, one])
    assert weights(store, one) == {other: pytest.approx(0.36)}
    clock.advance(60 * DAY)
    (edge,) = [item for item in store.memories.details(one).associations if item.type == "co_recalled"]
    assert edge.weight == pytest.approx(0.18)
    record_recall(store.workspace, "what?", [one, other])
    assert weights(store, one) == {other: pytest.approx(0.18 + 0.2 * 0.82)}


def test_the_first_eight_hits_are_tied(store: MemoryStore) -> None:
    ids = remember(store, [f"Statement {number}." for number in range(10)])
    record_recall(store.workspace, "what?", ids)
    assert set(weights(store, ids[0])) == set(ids[1:8])
    assert weights(store, ids[8]) == {}


def test_the_weakest_goes_when_a_sixty_fifth_comes(store: MemoryStore, clock: FixedClock) -> None:
    hub, *others = remember(store, [f"Statement {number}." for number in range(66)])
    for number, other in enumerate(others[:64]):
        clock.advance(DAY)
        record_recall(store.workspace, "what?", [hub, other])
        if number == 0:
            record_recall(store.workspace, "what?", [hub, other])
    assert len(weights(store, hub)) == 64
    linked = store.associations.link(hub, others[64])
    before = picture(store)
    clock.advance(DAY)
    record_recall(store.workspace, "what?", [hub, others[64]])
    left = weights(store, hub)
    assert len(left) == 64
    assert others[0] in left, "it was recalled twice, so a later but weaker one goes"
    assert others[1] not in left
    assert others[64] in left
    types = {item.id: item.type for item in store.associations.of(hub)}
    assert types[linked] == "related"
    store.history.undo(store.history.recent(limit=1)[0].id)
    undone = picture(store)
    assert undone["association"] == before["association"]


def test_mentions_count_and_may_be_the_weakest(store: MemoryStore, clock: FixedClock) -> None:
    (hub,) = remember(store, ["The Redis port is 6380 in config/app.toml."])
    associate(store)
    assert about(store, hub) == ["Redis", "config/app.toml"]
    clock.advance(700 * DAY)
    others = remember(store, [f"Statement {number}." for number in range(63)])
    for other in others:
        record_recall(store.workspace, "what?", [hub, other])
    assert len(weights(store, hub)) == 63
    assert len(about(store, hub)) == 1
    store.memories.edit(hub, "The Redis port is 6380 in config/app.toml, still.")
    associate(store)
    assert len(about(store, hub)) == 1, "what gave way does not push itself in again"


def test_provenance_is_neither_counted_nor_dropped(store: MemoryStore, clock: FixedClock) -> None:
    (hub,) = remember(store, ["Statement one."])
    corrected = store.memories.correct(hub, "Statement one, corrected.").id
    others = remember(store, [f"Statement {number}." for number in range(2, 70)])
    for other in others:
        clock.advance(DAY)
        record_recall(store.workspace, "what?", [corrected, other])
    assert len(weights(store, corrected)) == 64
    assert [item.type for item in store.associations.of(corrected, types=["corrects"])] == ["corrects"]
