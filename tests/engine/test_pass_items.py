"""A pass undone item by item: each is an operation of its own, the rest stays, and the whole can still be undone."""

from __future__ import annotations

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.model.errors import NotFoundError, NothingToUndoError
from engramma.model.operation import Take
from engramma.model.plan import PassItem, PlanStep, StepMode

TURNS = (
    "Remember: staging runs on port 5433.",
    "We decided to drop Redis in favour of Postgres queues.",
    "Redis is removed and the jobs run on Postgres queues.",
    "I prefer small pull requests with one change each.",
    "Understood, one change a pull request.",
    "Important: never commit secrets to the repository.",
)


def busy(store: MemoryStore, clock: FixedClock) -> int:
    """A store in which one pass merges, supersedes, records a conflict, promotes and summarises; its operation."""
    store.consolidation.set_modes({PlanStep.MERGE: StepMode.AUTO, PlanStep.CONFLICT: StepMode.AUTO})
    session = store.sessions.start("Queues", agent="claude")
    for text in TURNS:
        clock.advance(MINUTE)
        store.sessions.append(session, "user", text)
    store.sessions.end(session)
    for text in (
        "The subscription costs 49 € a month.",
        "The subscription costs 60 € a month.",
        "Deploys happen on Tuesdays.",
        "Deploys happen on Thursdays.",
        "The release branch is called main.",
        "Main is the name of the release branch.",
    ):
        clock.advance(MINUTE)
        store.memories.remember(text, importance=0.5)
    known = store.memories.remember("The bakery opens at seven in the morning.").id
    for _time in range(3):
        clock.advance(2 * DAY)
        record_recall(store.workspace, "when?", [known])
    (_plan, applied), *_more = store.consolidation.run()
    assert applied.operation_id is not None
    return applied.operation_id


def named(store: MemoryStore, operation_id: int) -> dict[str, PassItem]:
    return {f"{item.step} {item.action}": item for item in store.consolidation.items(operation_id)}


def test_each_item_of_a_pass_is_known_with_what_it_did(store: MemoryStore, clock: FixedClock) -> None:
    operation_id = busy(store, clock)
    items = named(store, operation_id)
    assert {"merge merge", "conflict supersede", "conflict conflict", "promote promote"} <= items.keys()
    assert all(item.undone_by is None for item in items.values())
    assert store.consolidation.items(operation_id + 1_000) == ()


@pytest.mark.parametrize(
    "name",
    ["merge merge", "conflict supersede", "conflict conflict", "promote promote", "summarise summarise"],
)
def test_undoing_an_item_leaves_the_rest_and_the_whole_can_be_undone_after_it(
    store: MemoryStore, clock: FixedClock, name: str
) -> None:
    operation_id = busy(store, clock)
    after = picture(store)
    items = named(store, operation_id)
    item = items[name]
    undone = store.consolidation.undo_item(operation_id, item.number)
    assert undone.operation_id is not None
    alone = picture(store)
    assert alone != after
    listed = {each.number: each.undone_by for each in store.consolidation.items(operation_id)}
    assert listed.pop(item.number) == undone.operation_id
    assert set(listed.values()) == {None}
    others = [target for key, each in items.items() if key != name for target in each.targets]
    for target in others:
        if target not in item.targets:
            assert alone["memory"][target] == after["memory"][target]
    with pytest.raises(NothingToUndoError, match="undone already"):
        store.consolidation.undo_item(operation_id, item.number)
    assert store.history.undo(undone.operation_id).operation_id is not None
    assert picture(store) == after
    again = store.consolidation.undo_item(operation_id, item.number)
    assert picture(store) == alone
    whole = store.history.undo(operation_id)
    assert whole.operation_id is not None
    nothing = picture(store)
    with pytest.raises(NothingToUndoError, match="as a whole"):
        store.history.undo(again.operation_id)
    with pytest.raises(NothingToUndoError, match="undone already"):
        store.consolidation.undo_item(operation_id, item.number)
    assert store.history.undo(whole.operation_id).operation_id is not None
    assert picture(store) == alone
    assert store.history.undo(again.operation_id).operation_id is not None
    assert picture(store) == after
    store.history.undo(operation_id)
    assert picture(store) == nothing


def test_all_items_undone_one_by_one_are_the_whole(store: MemoryStore, clock: FixedClock) -> None:
    operation_id = busy(store, clock)
    for item in reversed(store.consolidation.items(operation_id)):
        assert store.consolidation.undo_item(operation_id, item.number).operation_id is not None
    one_by_one = picture(store)
    assert store.history.undo(operation_id).operation_id is not None
    assert {name: rows for name, rows in picture(store).items() if name != "proposal"} == {
        name: rows for name, rows in one_by_one.items() if name != "proposal"
    }


def test_a_field_that_was_decided_since_asks_first(store: MemoryStore, clock: FixedClock) -> None:
    operation_id = busy(store, clock)
    item = named(store, operation_id)["promote promote"]
    (known,) = item.targets
    store.memories.change([known], tier="short")
    store.memories.change([known], tier="long")
    store.memories.trash([known])
    superseded = named(store, operation_id)["conflict supersede"]
    loser = superseded.targets[0]
    store.memories.trash([loser])
    asked = store.consolidation.undo_item(operation_id, superseded.number)
    assert asked.operation_id is None
    assert [(found.memory_id, found.field) for found in asked.conflicts] == [(loser, "state")]
    assert store.memories.get(loser).state == "trashed"
    mine = store.consolidation.undo_item(operation_id, superseded.number, take=Take.MINE)
    assert mine.operation_id is not None
    assert store.memories.get(loser).state == "trashed"


def test_a_merge_that_a_pass_made_can_be_split_alone(store: MemoryStore, clock: FixedClock) -> None:
    operation_id = busy(store, clock)
    item = named(store, operation_id)["merge merge"]
    member = next(each for each in item.targets if store.memories.get(each).merged_into)
    split = store.memories.split(member)
    assert split.member_ids == (member,)
    assert all(store.memories.get(each).state == "active" for each in item.targets)
    assert store.memories.get(item.targets[0]).merged_into is None
    assert [each.undone_by for each in store.consolidation.items(operation_id)].count(None) > 1
    store.consolidation.run()
    assert store.memories.get(member).state == "active", "what was split is not merged again"


def test_an_unknown_item_is_not_found(store: MemoryStore, clock: FixedClock) -> None:
    operation_id = busy(store, clock)
    with pytest.raises(NotFoundError, match="no item 999"):
        store.consolidation.undo_item(operation_id, 999)
