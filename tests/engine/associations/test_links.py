"""Links that somebody makes and takes away."""

from __future__ import annotations

import pytest
from tests.engine.associations.association_cases import remember
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.model.errors import AskedError, InvalidValueError, NotFoundError


def test_a_link_does_not_fade_is_made_once_and_undone(store: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    before = picture(store)
    made = store.associations.link(one, other, relation="  explains  ")
    assert store.associations.link(one, other, relation="explains") == made
    assert store.associations.link(other, one, relation="explains") == made
    assert store.associations.link(one, other) != made
    (edge, _plain) = store.associations.of(one, types=["related"])
    assert (edge.relation, edge.weight, edge.other_id) == ("explains", 1.0, other)
    store.history.undo()
    store.history.undo()
    assert picture(store) == before


def test_wrong_links_are_refused(store: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    with pytest.raises(InvalidValueError, match="itself"):
        store.associations.link(one, one)
    with pytest.raises(NotFoundError):
        store.associations.link(one, 999)
    with pytest.raises(InvalidValueError, match="no link of type"):
        store.associations.link(one, other, type="similar")
    with pytest.raises(InvalidValueError, match="200 characters"):
        store.associations.link(one, other, relation="x" * 201)


def test_unlinking_takes_all_links_of_a_pair_and_comes_back(store: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    store.associations.link(one, other)
    record_recall(store.workspace, "what?", [one, other])
    before = picture(store)
    assert store.associations.unlink(other, one).count == 2
    assert store.associations.of(one) == ()
    assert store.history.undo_label() == "unlinking of M-1 and M-2"
    store.history.undo()
    assert picture(store) == before


def test_one_association_by_its_id(store: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    first, second = store.associations.link(one, other), store.associations.link(one, other, relation="why")
    assert store.associations.unlink_association(first).count == 1
    assert [item.id for item in store.associations.of(one)] == [second]
    with pytest.raises(NotFoundError):
        store.associations.unlink_association(first)


def test_provenance_stays(store: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    new = store.memories.correct(one, "Something else entirely.").id
    (edge,) = store.associations.of(new)
    with pytest.raises(InvalidValueError, match="comes from stays"):
        store.associations.unlink_association(edge.id)
    with pytest.raises(InvalidValueError, match="comes from stays"):
        store.associations.unlink(one, new)
    with pytest.raises(NotFoundError, match="Nothing links"):
        store.associations.unlink(one, other)


def test_an_agent_asks_before_it_takes_a_persons_link_away(store: MemoryStore, agent: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    made = store.associations.link(one, other)
    with pytest.raises(AskedError, match="made by a person") as asked:
        agent.associations.unlink(one, other)
    assert [item.id for item in store.associations.of(one)] == [made]
    with pytest.raises(AskedError) as again:
        agent.associations.unlink_association(made)
    assert again.value.proposal_id == asked.value.proposal_id
    store.consolidation.accept(asked.value.proposal_id)
    assert store.associations.of(one) == ()
    own = agent.associations.link(one, other)
    assert agent.associations.unlink_association(own).count == 1


def test_what_a_person_rejected_is_not_asked_again(store: MemoryStore, agent: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    store.associations.link(one, other)
    with pytest.raises(AskedError) as asked:
        agent.associations.unlink(one, other)
    store.consolidation.reject(asked.value.proposal_id)
    with pytest.raises(InvalidValueError, match="decided against"):
        agent.associations.unlink(one, other)


def test_both_memories_remember_that_they_were_unlinked(store: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    store.associations.link(one, other)
    store.associations.unlink(one, other)
    for memory_id in (one, other):
        labels = [item.label for item in store.memories.details(memory_id).history]
        assert labels[:2] == ["unlinking of M-1 and M-2", "link of M-1 and M-2"]


def test_an_agent_asks_before_it_unlinks_a_pinned_memory(store: MemoryStore, agent: MemoryStore) -> None:
    one, other, *_rest = remember(store)
    agent.associations.link(one, other)
    store.memories.pin([one])
    with pytest.raises(AskedError, match="pinned") as asked:
        agent.associations.unlink(one, other)
    store.consolidation.accept(asked.value.proposal_id)
    assert store.associations.of(one, types=["related"]) == ()
