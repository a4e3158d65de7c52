"""Split: members come back as they were, the survivor keeps what changed since, chains open from the outside."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.store.tables import association, memory, provenance, tag

CONTENT = (memory, tag, provenance, association)


def three(store: MemoryStore) -> tuple[int, int, int]:
    """Memories about the same thing."""
    first = store.memories.remember("The depot opens at nine.", tags=["depot"], importance=0.3).id
    second = store.memories.remember("The depot opens at 9 a.m.", tags=["hours"], importance=0.7).id
    third = store.memories.remember("Opening time of the depot: nine.", tier="long_term").id
    record_recall(store.workspace, "when?", [second])
    return first, second, third


def test_a_split_is_the_way_back(store: MemoryStore) -> None:
    first, second, third = three(store)
    before = picture(store, tables=CONTENT)
    store.memories.merge(first, [second, third])
    assert picture(store, tables=CONTENT) != before
    done = store.memories.split(first)
    assert (done.survivor_id, done.member_ids, done.erased) == (first, (second, third), ())
    assert picture(store, tables=CONTENT) == before


def test_a_member_may_be_named_as_well(store: MemoryStore) -> None:
    first, second, _third = three(store)
    store.memories.merge(first, [second])
    assert store.memories.split(second).survivor_id == first
    assert store.memories.get(second).state == "active"


def test_the_survivor_keeps_what_changed_since(store: MemoryStore) -> None:
    first, second, _third = three(store)
    store.memories.merge(first, [second])
    store.memories.edit(first, "The depot opens at ten.")
    store.memories.tag([first], add=["checked"], remove=["hours"])
    store.memories.change([first], importance=0.9)
    store.memories.split(first)
    found = store.memories.get(first)
    assert (found.text, found.importance) == ("The depot opens at ten.", 0.9)
    assert set(found.tags) == {"depot", "checked"}
    back = store.memories.get(second)
    assert (back.state, back.text, back.tags) == ("active", "The depot opens at 9 a.m.", ("hours",))


def test_chains_open_from_the_outside(store: MemoryStore) -> None:
    first, second, third = three(store)
    store.memories.merge(first, [second])
    store.memories.merge(third, [first])
    with pytest.raises(InvalidValueError, match=f"Split M-{third} first"):
        store.memories.split(second)
    assert store.memories.split(first).survivor_id == third, "it comes back out of what it went into"
    assert store.memories.get(first).state == "active"
    assert store.memories.split(first).member_ids == (second,)


def test_two_merges_into_one_open_newest_first(store: MemoryStore) -> None:
    first, second, third = three(store)
    store.memories.merge(first, [second])
    store.memories.merge(first, [third])
    with pytest.raises(InvalidValueError, match="after"):
        store.memories.split(second)
    assert store.memories.split(first).member_ids == (third,)
    assert store.memories.split(first).member_ids == (second,)
    with pytest.raises(InvalidValueError, match="Nothing was merged"):
        store.memories.split(first)


def test_a_merge_that_was_redone_can_be_split_again(store: MemoryStore) -> None:
    first, second, _third = three(store)
    store.memories.merge(first, [second])
    store.memories.split(first)
    store.history.redo()
    assert store.memories.get(second).state == "superseded"
    assert store.memories.split(first).member_ids == (second,)
    assert store.memories.get(second).state == "active"


def test_erased_members_are_passed_over_and_named(store: MemoryStore) -> None:
    first, second, third = three(store)
    store.memories.merge(first, [second, third])
    store.purging.purge([second])
    done = store.memories.split(first)
    assert (done.member_ids, done.erased) == ((third,), (second,))
    assert store.memories.get(third).state == "active"


def test_nothing_to_split(store: MemoryStore) -> None:
    first, _second, _third = three(store)
    with pytest.raises(InvalidValueError, match="Nothing was merged"):
        store.memories.split(first)
    with pytest.raises(NotFoundError):
        store.memories.split(99)


def test_an_agent_may_not_split_what_is_pinned(store: MemoryStore, agent: MemoryStore) -> None:
    first, second, third = three(store)
    store.memories.merge(first, [second])
    store.memories.pin([first])
    with pytest.raises(InvalidValueError, match="person"):
        agent.memories.split(first)
    assert third


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=6))
def test_any_tower_of_merges_comes_down_to_what_was(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[int, int]]
) -> None:
    path = tmp_path_factory.mktemp("tower") / "store.engramma"
    with open_store(path, create=True) as store:
        ids = [
            store.memories.remember(f"Fact number {number}.", tags=[f"t{number}"]).id for number in range(6)
        ]
        before = picture(store, tables=CONTENT)
        merges = []
        for survivor, member in pairs:
            try:
                store.memories.merge(ids[survivor], [ids[member]])
            except (InvalidValueError, NotFoundError):
                continue
            merges.append((ids[survivor], ids[member]))
        for survivor_id, member_id in reversed(merges):
            done = store.memories.split(survivor_id)
            assert done.member_ids == (member_id,)
        assert picture(store, tables=CONTENT) == before
