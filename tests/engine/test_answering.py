"""A person answers a proposal otherwise than it says: each answer is one operation that one undo takes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.review import propose
from engramma.model.answer import Answer
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.memory import State

Pair = tuple[int, int, int]


@pytest.fixture
def pair(store: MemoryStore, clock: FixedClock, agent: MemoryStore) -> Pair:
    """(earlier, later, proposal): the later is proposed to win."""
    one = agent.memories.remember("The guest cart is kept for 14 days.", tags=["cart"]).id
    clock.advance(HOUR)
    other = agent.memories.remember("The guest cart is kept for 30 days.").id
    clock.advance(HOUR)
    worker = store.acting_as("worker").workspace
    made = propose(worker, [one, other], step_name="conflict", action="supersede", reason="14 against 30")
    return one, other, made


@pytest.fixture
def old(store: MemoryStore, clock: FixedClock, agent: MemoryStore) -> tuple[int, int]:
    """(memory, proposal): asked whether it still holds."""
    known = agent.memories.remember("The courier comes at 15:30.").id
    clock.advance(60 * DAY)
    worker = store.acting_as("worker").workspace
    return known, propose(worker, [known], step_name="staleness", action="confirm", reason="old")


def states(store: MemoryStore, *ids: int) -> list[State]:
    return [store.memories.get(memory_id).state for memory_id in ids]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer.LEFT, [State.ACTIVE, State.SUPERSEDED]),
        (Answer.RIGHT, [State.SUPERSEDED, State.ACTIVE]),
        (Answer.ACCEPT, [State.SUPERSEDED, State.ACTIVE]),
        (Answer.REJECT, [State.ACTIVE, State.ACTIVE]),
    ],
)
def test_of_two_one_is_kept_and_the_proposal_is_decided_with_it(
    store: MemoryStore, pair: Pair, answer: Answer, expected: list[State]
) -> None:
    one, other, proposal = pair
    store.consolidation.answer(proposal, answer)
    assert states(store, one, other) == expected
    assert store.consolidation.waiting() == 0
    store.history.undo()
    assert states(store, one, other) == [State.ACTIVE, State.ACTIVE]
    assert store.consolidation.waiting() == 1


def test_a_new_wording_supersedes_both(store: MemoryStore, pair: Pair) -> None:
    one, other, proposal = pair
    store.consolidation.answer(proposal, Answer.MERGED, text="A guest cart is kept for 30 days, 14 in June.")
    assert states(store, one, other) == [State.SUPERSEDED, State.SUPERSEDED]
    successors = {store.memories.get(memory_id).superseded_by for memory_id in (one, other)}
    [new] = successors
    assert new is not None
    assert store.memories.get(new).tags == ("cart",)
    assert store.consolidation.waiting() == 0


def test_a_merge_goes_into_the_chosen_one_with_the_chosen_words(store: MemoryStore, pair: Pair) -> None:
    one, other, _conflict = pair
    worker = store.acting_as("worker").workspace
    proposal = propose(worker, [one, other], step_name="merge", action="merge", reason="alike")
    store.consolidation.answer(proposal, Answer.INTO, memory_id=other, text="Guest carts: 30 days.")
    kept = store.memories.get(other)
    assert (kept.text, kept.tags, kept.state) == ("Guest carts: 30 days.", ("cart",), State.ACTIVE)
    assert store.memories.get(one).merged_into == other
    newest = store.history.recent(limit=1)[0]
    assert newest.kind == "merge"


@pytest.mark.parametrize(
    ("answer", "check"),
    [
        (Answer.CONFIRM, lambda store, known: store.memories.get(known).strength == 1.0),
        (Answer.TRASH, lambda store, known: store.memories.get(known).state is State.TRASHED),
        (Answer.CORRECT, lambda store, known: store.memories.get(known).state is State.SUPERSEDED),
        (Answer.REJECT, lambda store, known: store.memories.get(known).strength < 0.1),
    ],
)
def test_what_is_stale_is_confirmed_corrected_put_away_or_left(
    store: MemoryStore, old: tuple[int, int], answer: Answer, check: Callable[[MemoryStore, int], bool]
) -> None:
    known, proposal = old
    text = "The courier comes at 16:00." if answer is Answer.CORRECT else ""
    store.consolidation.answer(proposal, answer, text=text)
    assert check(store, known)
    assert store.consolidation.waiting() == 0


@pytest.mark.parametrize("answer", [Answer.CONFIRM, Answer.TRASH, Answer.CORRECT])
def test_undone_the_store_is_what_it_was(store: MemoryStore, old: tuple[int, int], answer: Answer) -> None:
    _known, proposal = old
    before = picture(store)
    store.consolidation.answer(
        proposal, answer, text="The courier comes at 16:00." if answer is Answer.CORRECT else ""
    )
    assert picture(store) != before
    store.history.undo()
    assert picture(store) == before


def test_a_proposal_is_answered_once_by_a_person_and_as_it_fits(
    store: MemoryStore, agent: MemoryStore, old: tuple[int, int], pair: Pair
) -> None:
    _known, proposal = old
    with pytest.raises(InvalidValueError, match="Only a person"):
        agent.consolidation.answer(proposal, Answer.TRASH)
    with pytest.raises(InvalidValueError, match="Only of two"):
        store.consolidation.answer(proposal, Answer.LEFT)
    with pytest.raises(InvalidValueError, match="one memory"):
        store.consolidation.answer(pair[2], Answer.CORRECT, text="Something else.")
    with pytest.raises(NotFoundError):
        store.consolidation.answer(9_999, Answer.TRASH)
    store.consolidation.answer(proposal, Answer.CONFIRM)
    with pytest.raises(InvalidValueError, match="already"):
        store.consolidation.answer(proposal, Answer.TRASH)


def test_a_side_that_is_gone_is_not_kept(store: MemoryStore, pair: Pair) -> None:
    one, other, proposal = pair
    store.memories.trash([one])
    with pytest.raises(InvalidValueError, match="not active any more"):
        store.consolidation.answer(proposal, Answer.LEFT)
    assert states(store, other) == [State.ACTIVE]
    assert store.consolidation.waiting() == 1
