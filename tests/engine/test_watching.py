"""What a person who watches agents is told: acts with what belongs to them, and the counts of the day."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engramma.engine import MemoryStore
from engramma.model.agent import Scope
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.model.errors import AskedError
from engramma.model.watching import Did


def test_an_act_comes_with_its_recall_proposal_or_memories(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock
) -> None:
    kept = agent.memories.remember("The till listens on port 8081.").id
    agent.recall.ask("Which port has the till?", rehearse=True, budget=400, lexical=True)
    better = agent.memories.correct(kept, "The till listens on port 9090.").id
    store.memories.pin([better])
    with pytest.raises(AskedError):
        agent.memories.trash([better])
    session = agent.sessions.start("A talk", agent="claude")
    agent.sessions.append(session, "user", "Hello there.")

    acts, found = agent.agents.acts()
    assert [act.did for act in acts] == [
        Did.TALK, Did.TALK, Did.PROPOSAL, Did.WRITE, Did.RECALL, Did.WRITE,
    ]  # fmt: skip
    proposal, correction, recall, written = acts[2:]
    assert proposal.proposal is not None
    assert proposal.proposal.waits
    assert proposal.proposal.undoable
    assert [one.id for one in proposal.touched] == [better]
    assert proposal.touched[0].pinned
    assert [one.id for one in correction.touched] == [better, kept], "what it made comes first"
    assert [one.state for one in correction.touched] == ["active", "superseded"]
    assert [one.id for one in written.touched] == [kept]
    assert recall.recall is not None
    assert (recall.recall.budget, recall.recall.operation_id) == (400, recall.id)
    assert [hit.id for hit in recall.recall.hits] == [kept]
    assert found[kept].state == "superseded"
    assert all(act.agent == "claude" for act in acts), "what a person does is not listed"

    with suppress(AskedError):
        agent.purging.purge([kept])
    (erasing,) = agent.agents.acts(limit=1)[0]
    assert erasing.proposal is not None
    assert not erasing.proposal.undoable, "what erases for good is not agreed to in passing"
    assert [act.did for act in agent.agents.acts(did=Did.WRITE)[0]] == [Did.WRITE, Did.WRITE]
    assert [act.id for act in agent.agents.acts(before_id=recall.id)[0]] == [written.id]
    assert agent.agents.acts(actor="agent:other") == ((), {})


def test_the_day_begins_at_the_local_midnight(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock
) -> None:
    agent.memories.remember("Said yesterday.")
    clock.advance(DAY)
    agent.memories.remember("Said today.")
    clock.advance(2 * HOUR)
    for question in ("What was said today?", "Was it said today?"):
        agent.recall.ask(question, rehearse=True, lexical=True)
    store.acting_as("agent:other").memories.remember("Another one.")
    days = {day.actor: day for day in store.agents.days()}
    assert days["agent:claude"].counts == {Did.WRITE: 1, Did.RECALL: 2}
    assert sorted(count for count in days["agent:claude"].bars if count) == [1, 2]
    assert days["agent:other"].total == 1
    clock.advance(DAY)
    assert store.agents.days() == ()
    assert store.agents.list() == (), "an agent is known by its connection, or by what a person allows it"
    store.agents.limit("claude", Scope.PROPOSE)
    assert [one.standing.scope for one in store.agents.list()] == [Scope.PROPOSE]
