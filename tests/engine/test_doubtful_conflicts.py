"""A contradiction at high stakes that is not sure is proposed, not recorded; what a person says of it holds."""

from __future__ import annotations

from engramma.engine import MemoryStore
from engramma.model.clock import DAY, FixedClock
from engramma.model.plan import StepMode

START = "Free shipping starts at 49 €."
HINT = (
    "The free-shipping hint is shown only when less than 25 € are missing, "
    "because more customers then add a bag of seeds."
)


def proposed(store: MemoryStore, clock: FixedClock) -> tuple[int, int, int]:
    """The proposal and the two memories it is about, once a pass ran."""
    one = store.memories.remember(START, importance=0.5).id
    clock.advance(DAY)
    other = store.memories.remember(HINT, importance=0.5).id
    clock.advance(DAY)
    plan = store.consolidation.plan()
    (item,) = (item for item in plan.items if item.action == "conflict")
    assert (item.targets, item.mode) == ((one, other), StepMode.PROPOSE)
    assert any("money" in reason for reason in item.stakes)
    store.consolidation.run()
    assert store.consolidation.conflicts() == ()
    (found,) = store.consolidation.proposals()
    assert (found.action, found.targets) == ("conflict", (one, other))
    assert store.consolidation.plan().items == ()
    return found.id, one, other


def test_it_waits_and_is_recorded_when_a_person_agrees(store: MemoryStore, clock: FixedClock) -> None:
    proposal, one, other = proposed(store, clock)
    store.consolidation.accept(proposal)
    (found,) = store.consolidation.conflicts()
    assert (found.left.id, found.right.id, found.what) == (one, other, "number")
    assert store.consolidation.proposals() == ()
    store.memories.tag([one], add=["shop"])
    clock.advance(DAY)
    store.memories.pin([one])
    clock.advance(DAY)
    store.consolidation.run()
    assert [item.id for item in store.consolidation.conflicts()] == [found.id]
    store.history.undo()
    store.history.undo()
    store.history.undo()
    assert store.consolidation.conflicts() == ()
    assert [item.id for item in store.consolidation.proposals()] == [proposal]


def test_it_is_not_proposed_again_when_both_are_kept(store: MemoryStore, clock: FixedClock) -> None:
    proposal, one, other = proposed(store, clock)
    store.consolidation.reject(proposal)
    store.memories.pin([one])
    clock.advance(DAY)
    store.consolidation.run()
    assert store.consolidation.conflicts() == ()
    assert not [item for item in store.consolidation.proposals() if item.step == "conflict"]
    assert [store.memories.get(each).state for each in (one, other)] == ["active", "active"]
