"""What is pinned, procedural or edited by a person is not touched by an agent, on no path: a person is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import AskedError, InvalidValueError
from engramma.model.operation import Take
from engramma.model.plan import PlanStep, StepMode

TEXT, TWIN = "Staging runs on port 5433.", "The port of staging is 5433."
Path = Callable[[MemoryStore, int, int], object]

PATHS: dict[str, Path] = {
    "edit": lambda store, one, _other: store.memories.edit(one, "Staging is gone."),
    "correct": lambda store, one, _other: store.memories.correct(one, "Staging runs on port 6000."),
    "forget": lambda store, one, _other: store.memories.trash([one]),
    "forget of two": lambda store, one, other: store.memories.trash([other, one]),
    "unpin": lambda store, one, _other: store.memories.unpin([one]),
    "kind": lambda store, one, _other: store.memories.change([one], kind="episodic"),
    "importance": lambda store, one, _other: store.memories.change([one], importance=0.1),
    "tier": lambda store, one, _other: store.memories.change([one], tier="long"),
    "category": lambda store, one, _other: store.memories.change([one], category="other"),
    "merge as loser": lambda store, one, other: store.memories.merge(other, [one]),
    "merge as survivor": lambda store, one, other: store.memories.merge(one, [other]),
}
GUARDS = ("pinned", "procedural", "edited")


def guarded(store: MemoryStore, clock: FixedClock, guard: str) -> tuple[int, int]:
    """A memory that only a person changes, and another that anybody does."""
    one = store.memories.remember(TEXT, tags=["kept"], importance=0.5).id
    other = store.memories.remember("The queue runs in Postgres.", importance=0.5).id
    if guard == "pinned":
        store.memories.pin([one])
    elif guard == "procedural":
        store.memories.change([one], kind="procedural")
    else:
        store.memories.edit(one, "Staging runs on the port 5433.")
    clock.advance(DAY)
    return one, other


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("path", PATHS)
def test_an_agents_change_becomes_a_proposal_and_accepting_does_it(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock, guard: str, path: str
) -> None:
    one, other = guarded(store, clock, guard)
    before = picture(store)
    with pytest.raises(AskedError, match=f"M-{one} is .* nothing was changed") as asked:
        PATHS[path](agent, one, other)
    after = picture(store)
    assert {name: rows for name, rows in after.items() if name != "proposal"} == {
        name: rows for name, rows in before.items() if name != "proposal"
    }
    (found,) = store.consolidation.proposals()
    assert (found.id, found.step, found.actor) == (asked.value.proposal_id, "ask", "agent:claude")
    with pytest.raises(AskedError) as again:
        PATHS[path](agent, one, other)
    assert again.value.proposal_id == found.id, "asked twice is one question"
    store.consolidation.run()
    assert found.id in [item.id for item in store.consolidation.proposals()], "no pass decides about it"
    expected = picture(store)
    store.consolidation.accept(found.id)
    operation = store.history.recent(limit=1)[0]
    assert operation.actor == "person"
    does_nothing = path == "unpin" if guard != "pinned" else path == "tier"
    if not does_nothing:
        assert picture(store)["memory"] != expected["memory"] or picture(store)["tag"] != expected["tag"]
    store.history.undo()
    assert picture(store) == expected


@pytest.mark.parametrize("path", PATHS)
def test_a_person_decides_against_it_once(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock, path: str
) -> None:
    one, other = guarded(store, clock, "pinned")
    with pytest.raises(AskedError) as asked:
        PATHS[path](agent, one, other)
    before = store.memories.get(one)
    store.consolidation.reject(asked.value.proposal_id)
    assert store.memories.get(one) == before
    with pytest.raises(InvalidValueError, match="decided against"):
        PATHS[path](agent, one, other)
    assert store.consolidation.proposals() == ()


def test_what_others_may_change_an_agent_changes(store: MemoryStore, agent: MemoryStore) -> None:
    one = store.memories.remember(TEXT).id
    agent.memories.edit(one, "Staging runs on port 5434.")
    agent.memories.tag([one], add=["port"])
    new = agent.memories.correct(one, "Staging runs on port 5435.")
    agent.memories.trash([new.id])
    assert store.consolidation.proposals() == ()
    assert store.memories.get(new.id).state == "trashed"


def test_a_person_and_the_command_line_may_do_all(store: MemoryStore, clock: FixedClock) -> None:
    for hands in (store, store.acting_as("cli")):
        one, _other = guarded(store, clock, "pinned")
        hands.memories.edit(one, f"Staging, said {hands.actor}.")
        hands.memories.trash([one])
    assert store.consolidation.proposals() == ()


def test_a_pinned_one_is_no_loser_of_a_merge(store: MemoryStore, clock: FixedClock) -> None:
    one, other = guarded(store, clock, "pinned")
    with pytest.raises(InvalidValueError, match=f"M-{one} is pinned"):
        store.memories.merge(other, [one])
    store.memories.merge(one, [other])
    assert store.memories.get(other).merged_into == one


def test_an_agent_takes_back_only_its_own_and_nothing_decided_since(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock
) -> None:
    known = agent.memories.remember(TEXT).id
    own = agent.history.recent(limit=1)[0].id
    store.memories.pin([known])
    pin = store.history.recent(limit=1)[0].id
    with pytest.raises(InvalidValueError, match="only its own"):
        agent.history.undo(pin)
    assert agent.history.undo(own).operation_id is None, "somebody pinned it since"
    with pytest.raises(InvalidValueError, match="Only a person"):
        agent.history.undo(own, take=Take.THEIRS)
    assert store.memories.get(known).pinned


def test_an_edit_that_was_overtaken_is_not_forced(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock
) -> None:
    one, _other = guarded(store, clock, "pinned")
    with pytest.raises(AskedError) as asked:
        agent.memories.edit(one, "Staging is gone.", base_version=store.memories.get(one).version)
    store.memories.edit(one, "Staging moved to Paris.")
    with pytest.raises(InvalidValueError, match="was changed since agent:claude asked"):
        store.consolidation.accept(asked.value.proposal_id)
    assert store.memories.get(one).text == "Staging moved to Paris."


@pytest.mark.parametrize("guard", GUARDS)
def test_no_pass_changes_it_whatever_may_happen_by_itself(
    store: MemoryStore, clock: FixedClock, guard: str
) -> None:
    free = dict.fromkeys((PlanStep.MERGE, PlanStep.CONFLICT), StepMode.AUTO)
    store.consolidation.set_modes(free)
    one, _other = guarded(store, clock, guard)
    store.memories.remember(TWIN, importance=0.5)
    store.memories.remember("Staging runs on port 6000.", importance=0.5)
    before = store.memories.get(one)
    for _time in range(20):
        store.consolidation.run()
        clock.advance(60 * DAY)
    after = store.memories.get(one)
    assert (after.text, after.state, after.kind, after.tags, after.importance, after.pinned) == (
        before.text,
        before.state,
        before.kind,
        before.tags,
        before.importance,
        before.pinned,
    )
