"""Who asked the memory and what, from recorded recalls; and what was said in one agent's sessions alone."""

from __future__ import annotations

import pytest

from engramma.engine import MemoryStore
from engramma.engine.live_sessions import SaidEvent, record_session
from engramma.model.recall import RecallScope

QUESTION = "When do we deploy?"


@pytest.fixture
def memory_id(store: MemoryStore) -> int:
    return store.memories.remember("We deploy on Tuesdays.").id


def test_who_asked_and_what_is_known_from_recalls(store: MemoryStore, memory_id: int) -> None:
    agent = store.acting_as("agent:shop-agent")
    agent.recall.ask(QUESTION, rehearse=True, budget=500)
    agent.recall.ask("What is for lunch?", rehearse=True)
    agent.recall.ask(QUESTION, rehearse=True, budget=300)
    store.acting_as("agent:other").recall.ask(QUESTION, rehearse=True)
    assert [(one.name, one.asked, one.budget) for one in store.recall.askers()] == [
        ("other", 1, None),
        ("shop-agent", 3, 300),
    ]
    found = store.recall.questions("agent:shop-agent")
    assert [(one.question, one.times) for one in found] == [(QUESTION, 2), ("What is for lunch?", 1)]
    assert [one.actor for one in store.recall.questions(limit=1)] == ["agent:other"]


def test_a_scope_of_agents_takes_in_their_sessions_only(store: MemoryStore, memory_id: int) -> None:
    now = store.clock.now()
    said = {}
    for agent, day in (("shop-agent", "Monday"), ("ops-agent", "Friday")):
        event = SaidEvent(0, "user", "Ann", f"We deploy on {day}.", now)
        _session, ids = record_session(
            store.workspace, agent, [event], agent=agent, topics=[], summary="", started_at=now, ended_at=now
        )
        said[agent] = ids[0]
    assert len(store.recall.ask(QUESTION).hits) == 3
    for agent, event_id in said.items():
        hits = store.recall.ask(QUESTION, scope=RecallScope(agents=(agent,))).hits
        assert [hit.label for hit in hits] == [f"E-{event_id}"]
    assert store.recall.ask(QUESTION, scope=RecallScope(agents=("nobody",))).hits == ()
