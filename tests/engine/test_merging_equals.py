"""Exact duplicates: found by text, merged as one operation, split group by group, pins left alone."""

from __future__ import annotations

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.model.errors import InvalidValueError
from engramma.store.tables import association, memory, provenance, tag

CONTENT = (memory, tag, provenance, association)


def twice(store: MemoryStore, *texts: str) -> list[int]:
    """Memories that were made different and edited to be equal, as imports and agents leave them."""
    ids = []
    for number, text in enumerate(texts):
        made = store.memories.remember(f"draft {number} of {text}", tags=[f"t{number}"]).id
        store.acting_as("agent:claude").memories.edit(made, text)
        ids.append(made)
    return ids


@pytest.fixture
def ids(store: MemoryStore) -> list[int]:
    return twice(store, "Use UTC.", "use  utc", "Ship on Monday.", "Ship on Monday", "USE UTC", "Alone.")


def test_groups_become_one_each_and_split_by_themselves(store: MemoryStore, ids: list[int]) -> None:
    before = picture(store, tables=CONTENT)
    found = store.curation.find_equals(ids)
    assert [set(group.ids) for group in found.groups] == [{ids[0], ids[1], ids[4]}, {ids[2], ids[3]}]
    assert (found.superseded, found.looked) == (3, 6)

    done = store.curation.merge_equals(found.groups)
    assert (done.groups, done.superseded, done.skipped) == (2, 3, ())
    first, second = found.groups
    assert set(store.memories.get(first.survivor_id).tags) == {"t0", "t1", "t4"}
    assert [store.memories.get(one).merged_into for one in first.member_ids] == [first.survivor_id] * 2

    split = store.memories.split(second.survivor_id)
    assert split.member_ids == second.member_ids
    assert store.memories.get(second.member_ids[0]).state == "active"
    assert store.memories.get(first.member_ids[0]).state == "superseded", "the other group stays"
    store.memories.split(first.survivor_id)
    assert picture(store, tables=CONTENT) == before


def test_one_undo_takes_all_back(store: MemoryStore, ids: list[int]) -> None:
    before = picture(store, tables=CONTENT)
    done = store.curation.merge_equals(store.curation.find_equals(ids).groups)
    assert store.history.recent(limit=1)[0].label == "merge of 3 exact duplicates"
    store.history.undo(done.operation_id)
    assert picture(store, tables=CONTENT) == before


def test_pinned_ones_stay_and_what_changed_is_passed_over(store: MemoryStore, ids: list[int]) -> None:
    store.memories.pin([ids[0], ids[1]])
    found = store.curation.find_equals(ids)
    group = next(group for group in found.groups if ids[0] in group.ids or ids[1] in group.ids)
    assert group.member_ids == (ids[4],)
    assert len(group.left_out) == 1
    assert "pinned" in group.rules
    store.memories.edit(ids[3], "Ship on Tuesday.")
    done = store.curation.merge_equals(found.groups)
    assert (done.groups, done.skipped) == (1, (found.groups[1].survivor_id,))
    assert store.memories.get(ids[3]).state == "active"


def test_happenings_of_two_days_are_two(store: MemoryStore, ids: list[int]) -> None:
    store.memories.change(ids[:2], kind="episodic")
    found = store.curation.find_equals(ids[:2])
    assert len(found.groups) == 1
    agent = store.acting_as("agent:claude")
    with pytest.raises(InvalidValueError, match="person"):
        agent.curation.merge_equals(found.groups)


def test_nothing_to_merge(store: MemoryStore, ids: list[int]) -> None:
    done = store.curation.merge_equals(store.curation.find_equals(ids[-1:]).groups)
    assert done.operation_id is None
