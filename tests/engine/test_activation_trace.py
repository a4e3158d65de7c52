"""Activation shown step by step: its numbers are those of the recall, and what flows adds up to them."""

from __future__ import annotations

from collections import defaultdict

import pytest
from tests.engine.test_recall import keep, say

from engramma.engine import MemoryStore
from engramma.model.errors import NotFoundError
from engramma.model.graph_activation import ActivationTrace
from engramma.model.recall import ItemType, RecallMode, RecallResult

TALKS = (
    (
        "Which port does the webhook listen on?",
        "Port 8443, behind the proxy.",
        "Good. And the weather?",
        "Rain.",
    ),
    ("The proxy is nginx.", "We renew its certificate in May.", "Who does that?", "Ann does."),
    ("Lunch is at noon.", "The kitchen is closed on Fridays.", "Then we cook."),
)


@pytest.fixture
def talks(store: MemoryStore) -> list[int]:
    """Three sessions, and the memories kept from some of their events."""
    kept = []
    for days, texts in enumerate(TALKS):
        session, events = say(store, *texts, days_ago=days)
        for place in (0, 1):
            kept.append(keep(store, session, events[place], texts[place]))
    store.memories.remember("The webhook secret is rotated in March.", importance=0.6)
    return kept


def compare(trace: ActivationTrace, result: RecallResult) -> int:
    """How many hits are in the trace; each with the very numbers of the recall."""
    items = {(item.type, item.id): item for item in trace.items}
    steps = {step.name: step.values for step in trace.steps}
    assert list(steps) == ["evidence", "firing", "neighbours", "session", "score"]
    places = {(item.type, item.id): place for place, item in enumerate(trace.items)}
    compared = 0
    for hit in result.hits:
        item = items.get((hit.type, hit.id))
        if item is None:
            assert hit.parts.activation == 0
            continue
        place = places[hit.type, hit.id]
        assert item.parts == hit.parts
        assert steps["neighbours"][place] == hit.parts.neighbours
        assert steps["session"][place] == hit.parts.activation == item.activation
        assert steps["score"][place] == hit.score == item.score
        compared += 1
    return compared


@pytest.mark.parametrize("embedder", ["off", "hash"])
def test_what_is_shown_is_what_a_recall_gives(
    store: MemoryStore, talks: list[int], monkeypatch: pytest.MonkeyPatch, embedder: str
) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", embedder)
    if embedder == "hash":
        store.embedding.run()
    for question in (
        "Which port has the webhook?",
        "Who renews the certificate of the proxy?",
        "Friday lunch",
    ):
        trace = store.graph.activation(question)
        result = store.recall.ask(question, limit=50)
        assert trace.mode is result.mode is (RecallMode.HYBRID if embedder == "hash" else RecallMode.LEXICAL)
        assert trace.now == result.now
        assert compare(trace, result) >= 3
    trace = store.graph.activation_of(talks[0])
    assert trace.memory_id == talks[0]
    assert compare(trace, store.recall.ask(TALKS[0][0], limit=50)) >= 5
    (itself,) = [item for item in trace.items if (item.type, item.id) == (ItemType.MEMORY, talks[0])]
    assert itself.force > 0


def test_what_flows_adds_up(store: MemoryStore, talks: list[int]) -> None:
    trace = store.graph.activation("Which port has the webhook behind the proxy?")
    steps = {step.name: step for step in trace.steps}
    brought: dict[int, float] = defaultdict(float)
    kinds = set()
    for flow in steps["neighbours"].flows:
        brought[flow.target] += flow.amount
        kinds.add(flow.kind)
        assert trace.items[flow.source].force > 0
        assert trace.items[flow.source].session_id == trace.items[flow.target].session_id
    assert kinds == {"forward", "backward"}
    for place, item in enumerate(trace.items):
        assert brought.get(place, 0.0) == pytest.approx(item.neighbours, abs=1e-6)
    for flow in steps["session"].flows:
        assert flow.kind == "session"
        assert flow.amount == trace.items[flow.target].session
    order = [item.activation for item in trace.items if item.activation]
    assert order == sorted(order, reverse=True)
    assert {item.stands_for for item in trace.items if item.type is ItemType.EVENT} >= {(talks[0],), ()}
    assert all(item.stands_for == (item.id,) for item in trace.items if item.type is ItemType.MEMORY)


def test_bounds_and_what_nothing_can_be_found_for(store: MemoryStore, talks: list[int]) -> None:
    whole = store.graph.activation("webhook proxy lunch")
    few = store.graph.activation("webhook proxy lunch", limit=1)
    reached = [item for item in few.items if item.activation and not item.force]
    assert len(reached) <= 1
    assert few.hidden > 0 == whole.hidden
    nothing = store.graph.activation("what is the")
    assert (nothing.items, nothing.steps) == ((), ())
    assert "no word" in nothing.notice
    assert store.graph.activation("zebra").steps
    with pytest.raises(NotFoundError, match="M-999"):
        store.graph.activation_of(999)
