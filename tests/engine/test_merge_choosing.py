"""Merging as a person decides: what was promised is what comes, what changed meanwhile is never merged unseen."""

from __future__ import annotations

import random

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.links import link
from engramma.engine.memories.merging import choose_survivor
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict, propose
from engramma.model.association import LinkKey, link_key
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError
from engramma.model.merge_result import result_of, survivor_rule
from engramma.model.merging import MergeChoice, MergePreview, StaleMergeError
from engramma.store.memories.rows import rows_of
from engramma.store.tables import association, conflict, memory, proposal, provenance, tag

CONTENT = (memory, tag, provenance, association, conflict, proposal)


@pytest.fixture
def three(store: MemoryStore, frozen_clock: FixedClock) -> tuple[int, int, int]:
    """Two alike and one they are linked to."""
    one = store.memories.remember("The depot opens at 9.", tags=["depot"], importance=0.3).id
    frozen_clock.advance(DAY)
    two = store.memories.remember("The depot opens at 10.", tags=["hours", "depot"], tier="long_term").id
    other = store.memories.remember("Vans leave from the depot.").id
    link(store.workspace, one, other)
    link(store.workspace, other, two)
    record_recall(store.workspace, "when?", [two])
    frozen_clock.advance(DAY)
    return one, two, other


def chosen(preview: MergePreview, survivor: int, **choice: object) -> MergeChoice:
    members = tuple(one.memory.id for one in preview.members if one.memory.id != survivor)
    seen = tuple(one.seen for one in preview.members)
    return MergeChoice(survivor, members, seen=seen, **choice)  # type: ignore[arg-type]


def test_what_is_promised_is_what_comes(store: MemoryStore, three: tuple[int, int, int]) -> None:
    one, two, other = three
    preview = store.curation.preview_merge([one, two])
    back = LinkKey("related", False, other)
    choice = chosen(preview, one, without_tags=frozenset({"depot"}), without_links=frozenset({back}))
    promised = result_of(preview, choice)
    assert [(tag.name, tag.sources, tag.kept) for tag in promised.tags] == [
        ("depot", (one, two), False),
        ("hours", (two,), True),
    ]
    assert {link.key: link.kept for link in promised.links} == {
        LinkKey("related", True, other): True,
        back: False,
    }
    assert (promised.tier, promised.tier_source) == ("long_term", two)

    done = store.curation.merge(choice)
    found = store.memories.details(one)
    assert found.memory.tags == ("hours",)
    assert found.memory.importance == promised.importance.value
    assert found.memory.tier == promised.tier
    assert found.memory.created_at == promised.created_at.value
    assert found.memory.recalls == sum(count for _id, count in promised.recalls)
    assert found.memory.last_recalled_at == promised.last_recalled_at.value
    assert found.memory.strength == pytest.approx(promised.strength.value)
    assert len(found.provenance) == sum(count for _id, count in promised.evidence)
    assert [(link.type, link.outgoing, link.other_id) for link in found.associations] == [
        ("related", True, other)
    ]
    assert store.memories.get(two).merged_into == one
    assert done.operation_id == store.history.recent(limit=1)[0].id


def test_a_written_text_is_part_of_the_merge_and_a_split_takes_it_back(
    store: MemoryStore, three: tuple[int, int, int]
) -> None:
    one, two, _other = three
    mark_conflict(store.workspace, one, two, what="number", stakes="high", detail="9 against 10")
    propose(store.workspace, [one, two], step_name="merge", action="merge", reason="alike")
    before = picture(store, tables=CONTENT)
    preview = store.curation.preview_merge([one, two])
    (contradiction,) = preview.contradictions
    assert contradiction.conflict is not None
    left = preview.members[0].memory.text
    assert [left[start:end] for start, end in contradiction.left_spans] == ["9"]

    store.curation.merge(chosen(preview, two, text="The depot opens at 10, since May."))
    found = store.memories.get(two)
    assert (found.text, found.person_edited) == ("The depot opens at 10, since May.", True)
    assert store.consolidation.conflicts() == ()
    assert store.consolidation.waiting() == 0

    store.memories.split(two)
    assert picture(store, tables=CONTENT) == before


def test_what_changed_meanwhile_is_not_merged(
    store: MemoryStore, agent: MemoryStore, three: tuple[int, int, int]
) -> None:
    one, two, _other = three
    choice = chosen(store.curation.preview_merge([one, two]), one)
    agent.memories.edit(two, "The depot opens at 11.")
    before = picture(store)
    with pytest.raises(StaleMergeError) as raised:
        store.curation.merge(choice)
    assert raised.value.changed == (two,)
    assert picture(store) == before
    store.memories.trash([two])
    assert [one.memory.id for one in store.curation.preview_merge([one, two]).members] == [one]


def test_a_pinned_one_goes_into_another_only_when_asked(
    store: MemoryStore, three: tuple[int, int, int]
) -> None:
    one, two, _other = three
    store.memories.pin([one, two])
    preview = store.curation.preview_merge([one, two])
    with pytest.raises(InvalidValueError, match="pinned"):
        store.curation.merge(chosen(preview, one))
    with pytest.raises(InvalidValueError, match="Only a person"):
        store.acting_as("agent:claude").curation.merge(chosen(preview, one, even_pinned=True))
    store.curation.merge(chosen(preview, one, even_pinned=True))
    assert store.memories.get(two).merged_into == one


def test_the_rule_that_chose_is_said(store: MemoryStore, three: tuple[int, int, int]) -> None:
    memories = [store.memories.get(one) for one in three]
    best, rules = survivor_rule(memories)
    assert (best, rules) == (three[1], ("strongest",))
    with store.workspace.database.read() as reading:
        by_passes = choose_survivor(rows_of(reading, three), now=store.clock.now())
    assert by_passes.id == best, "passes choose alike"
    store.memories.pin([three[0]])
    assert survivor_rule([store.memories.get(one) for one in three]) == (three[0], ("pinned",))


def test_too_many_are_refused(store: MemoryStore) -> None:
    with pytest.raises(InvalidValueError, match="At most 24"):
        store.curation.preview_merge(range(1, 40))


def test_what_is_promised_comes_whatever_is_merged(store: MemoryStore, frozen_clock: FixedClock) -> None:
    """Many merges of one store, each promised, carried out, compared, and split again to the letter."""
    chance = random.Random(7)
    tiers, kinds = ("short_term", "long_term"), ("semantic", "procedural", "episodic")
    ids = []
    for number in range(14):
        frozen_clock.advance(chance.randrange(DAY))
        made = store.memories.remember(
            f"Statement {number} about the depot.",
            tags=chance.sample("abcd", 2),
            tier=chance.choice(tiers),
            kind=chance.choice(kinds),
            importance=chance.random(),
        )
        ids.append(made.id)
    for _time in range(25):
        link(store.workspace, *chance.sample(ids, 2))
    for number in range(6):
        frozen_clock.advance(DAY)
        record_recall(store.workspace, f"question {number}", chance.sample(ids, 4))
    store.memories.pin(ids[:2])
    before = picture(store, tables=CONTENT)
    for _time in range(8):
        group = chance.sample(ids, chance.randint(2, 4))
        preview = store.curation.preview_merge(group)
        choice = chosen(
            preview,
            group[0],
            text=chance.choice([None, "Written anew."]),
            without_tags=frozenset(chance.sample("abcd", 1)),
            even_pinned=True,
        )
        promised = result_of(preview, choice)
        store.curation.merge(choice)
        found = store.memories.details(group[0])
        memory_now = found.memory
        assert memory_now.text == promised.text
        assert memory_now.tags == tuple(one.name for one in promised.tags if one.kept)
        assert (memory_now.tier, memory_now.importance) == (promised.tier, promised.importance.value)
        assert memory_now.created_at == promised.created_at.value
        assert memory_now.recalls == sum(count for _id, count in promised.recalls)
        assert (memory_now.last_recalled_at or 0) == promised.last_recalled_at.value
        assert memory_now.strength == pytest.approx(promised.strength.value)
        links = {
            link_key(one.type, outgoing=one.outgoing, other_id=one.other_id) for one in found.associations
        }
        own = {key for key in links if key.other_id not in group}
        assert own == {one.key for one in promised.links}
        store.memories.split(group[0])
        assert picture(store, tables=CONTENT) == before


def test_one_comes_out_and_the_others_stay_merged(store: MemoryStore, frozen_clock: FixedClock) -> None:
    texts = ("The depot opens at 9.", "It opens at nine.", "Opening time: nine.", "Open from nine.")
    ids = []
    for number, text in enumerate(texts):
        ids.append(store.memories.remember(text, tags=[f"t{number}", "depot"]).id)
        frozen_clock.advance(DAY)
    first, second, third, fourth = ids
    before = picture(store, tables=CONTENT)
    preview = store.curation.preview_merge(ids)
    store.curation.merge(chosen(preview, first, text="Nine.", without_tags=frozenset({"depot", "t3"})))

    done = store.curation.split_one(third)
    assert (done.survivor_id, done.member_ids, len(done.operations)) == (first, (third,), 2)
    alone, after = store.memories.get(third), before["memory"][third]
    assert (alone.state, alone.text, alone.tags) == ("active", after["text"], ("depot", "t2"))
    survivor = store.memories.get(first)
    assert (survivor.text, survivor.tags) == ("Nine.", ("t0", "t1")), "what was decided by hand stays"
    assert [store.memories.get(one).merged_into for one in (second, fourth)] == [first, first]
    assert store.memories.split(first).member_ids == (second, fourth)
    assert picture(store, tables=CONTENT) == before
    with pytest.raises(InvalidValueError, match="was not merged"):
        store.curation.split_one(third)
