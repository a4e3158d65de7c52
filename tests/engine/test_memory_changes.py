"""Every change to memories: what it does, what it refuses and in which words, what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engramma.engine import MemoryStore
from engramma.engine.links import add_entity, link
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict, propose
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import EngrammaError, InvalidValueError, NotFoundError, StaleEditError
from engramma.model.memory import State, Tier


def keep(store: MemoryStore, text: str = "Deploys happen on Tuesdays.", **more: object) -> int:
    return store.memories.remember(text, **more).id  # type: ignore[arg-type]


def operations(store: MemoryStore) -> list[str]:
    return [item.label for item in store.history.recent()]


class TestRemember:
    def test_everything_is_kept(self, store: MemoryStore, clock: FixedClock) -> None:
        made = store.memories.remember(
            "  Deploys happen\ton Tuesdays. ",
            kind="Episodic",
            tier="long",
            category="decision",
            importance=0.7,
            tags=["#deploy", "deploy", "  weekly   plan "],
        )
        found = store.memories.get(made.id)
        assert made.created
        assert (found.uid, found.text) == (made.uid, "Deploys happen\ton Tuesdays.")
        assert (found.kind, found.tier, found.category) == ("episodic", "long_term", "decision")
        assert (found.importance, found.tags) == (0.7, ("deploy", "weekly plan"))
        assert (found.created_at, found.strength, found.version) == (clock.now(), 1.0, 1)
        assert operations(store) == [f"new memory M-{made.id}"]

    def test_an_equal_statement_is_reinforced(self, store: MemoryStore, clock: FixedClock) -> None:
        one = keep(store, tags=["a"])
        clock.advance(7 * DAY)
        again = store.memories.remember("deploys  happen on tuesdays", tags=["b"])
        assert (again.id, again.created) == (one, False)
        found = store.memories.details(one)
        assert found.memory.strength == 1.0
        assert found.memory.tags == ("a", "b")
        assert [segment.reason for segment in found.segments] == ["created", "rehearsed"]
        assert store.statistics().total == 1
        assert operations(store)[0] == f"reinforcement of M-{one}"

    @pytest.mark.parametrize(
        "delete",
        [
            lambda store, one: store.memories.trash([one]),
            lambda store, one: store.history.undo(),
        ],
    )
    def test_an_agent_does_not_bring_back_what_a_person_deleted(
        self,
        store: MemoryStore,
        agent: MemoryStore,
        clock: FixedClock,
        delete: Callable[[MemoryStore, int], object],
    ) -> None:
        one = keep(store)
        clock.advance(5 * DAY)
        delete(store, one)
        clock.advance(5 * DAY)
        with pytest.raises(InvalidValueError, match="known and deleted on 7 March 2026"):
            agent.memories.remember("Deploys happen on Tuesdays")
        assert store.memories.remember("Deploys happen on Tuesdays").created, "a person may"
        assert not agent.memories.remember("Deploys happen on Tuesdays").created, "and then it is there again"

    def test_an_agents_claim_of_importance_is_capped(self, store: MemoryStore, agent: MemoryStore) -> None:
        assert store.memories.get(keep(agent, importance=1.0)).importance == 0.79
        assert store.memories.get(keep(store, "Another.", importance=1.0)).importance == 1.0
        agent.memories.change([1], importance=0.9)
        assert store.memories.get(1).importance == 0.79

    @pytest.mark.parametrize(
        ("text", "more", "says"),
        [
            ("", {}, "A memory needs some text."),
            (" \n ", {}, "A memory needs some text."),
            ("x" * 1_000_001, {}, "at most 1,000,000 characters"),
            ("x", {"kind": "vague"}, "'vague' is no kind. Choose one of: episodic, semantic, procedural."),
            ("x", {"tier": "sensory"}, "The sensory tier holds events"),
            ("x", {"tier": "medium"}, "'medium' is no tier. Choose one of: short_term, long_term."),
            ("x", {"category": "gossip"}, "'gossip' is no category"),
            ("x", {"importance": 1.5}, "Importance must be between 0 and 1."),
            ("x", {"importance": float("nan")}, "Importance must be between 0 and 1."),
            ("x", {"tags": [""]}, "A tag needs at least one character."),
            ("x", {"tags": ["a,b"]}, "no comma"),
            ("x", {"tags": ["y" * 101]}, "at most 100 characters"),
            ("x", {"session_id": 77}, "There is no session 77."),
            ("x", {"event_id": 77}, "There is no event 77."),
            ("x", {"event_id": 10**30}, "There is no event"),
        ],
    )
    def test_what_cannot_be_is_one_sentence(
        self, store: MemoryStore, text: str, more: dict[str, object], says: str
    ) -> None:
        with pytest.raises(EngrammaError) as caught:
            keep(store, text, **more)
        assert says in str(caught.value)
        assert store.history.recent() == ()
        assert store.statistics().total == 0

    @pytest.mark.parametrize("text", ["a\ud800b", "a\x00b", "\ufeffx", "e\u0301", "🧠" * 1_000, "\u202eabc"])
    def test_any_text_is_kept_in_one_form(self, store: MemoryStore, text: str) -> None:
        one = keep(store, text, tags=[text[:2]])
        store.memories.edit(one, text + " more")
        assert store.memories.details(one).versions[0].text
        record_recall(store.workspace, text, [one])
        add_entity(store.workspace, text, type_=text, memory_ids=[one])
        store.saved.add(text, "tag:x")
        assert store.memories.remember(text).id != one


class TestEdit:
    def test_an_edit_is_a_version_and_a_rehearsal(self, store: MemoryStore, clock: FixedClock) -> None:
        one = keep(store)
        clock.advance(7 * DAY)
        found = store.memories.edit(one, "Deploys happen on Fridays.", base_version=1)
        assert (found.text, found.version, found.person_edited) == ("Deploys happen on Fridays.", 2, True)
        assert found.strength == 1.0
        versions = store.memories.details(one).versions
        assert [(item.number, item.actor) for item in versions] == [(1, "person"), (2, "person")]
        assert store.search.order("fridays").ids.tolist() == [one]
        assert store.search.order("tuesdays").ids.tolist() == []
        assert not store.memories.remember("deploys happen on fridays").created

    def test_an_agents_edit_is_no_edit_by_a_person(
        self, store: MemoryStore, agent: MemoryStore, clock: FixedClock
    ) -> None:
        one = keep(store)
        clock.advance(7 * DAY)
        found = agent.memories.edit(one, "Deploys happen on Fridays.")
        assert not found.person_edited
        assert found.strength == pytest.approx(0.5)

    def test_a_stale_edit_overwrites_nothing(self, store: MemoryStore, agent: MemoryStore) -> None:
        one = keep(store)
        agent.memories.edit(one, "Deploys happen on Fridays.")
        with pytest.raises(StaleEditError, match=f"M-{one} was changed meanwhile") as caught:
            store.memories.edit(one, "Mine.", base_version=1)
        assert (caught.value.current_text, caught.value.current_version) == ("Deploys happen on Fridays.", 2)
        assert store.memories.edit(one, "Mine.", base_version=2).version == 3

    def test_version_numbers_are_never_used_again(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "Second.")
        store.history.undo()
        assert store.memories.get(one).version == 1
        assert store.memories.edit(one, "Third.", base_version=1).version == 3
        store.history.undo()
        store.history.redo()
        assert store.memories.edit(one, "Fourth.").version == 4
        assert [item.text for item in store.memories.details(one).versions][-1] == "Fourth."

    def test_the_same_words_change_nothing(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.edit(one, "  Deploys happen on Tuesdays. ")
        assert operations(store) == [f"new memory M-{one}"]

    def test_what_cannot_be_edited(self, store: MemoryStore) -> None:
        one = keep(store)
        store.memories.trash([one])
        with pytest.raises(InvalidValueError, match=r"in the Trash. Restore it before editing"):
            store.memories.edit(one, "x")
        with pytest.raises(NotFoundError, match="There is no memory M-99"):
            store.memories.edit(99, "x")
        with pytest.raises(InvalidValueError, match="needs some text"):
            store.memories.edit(one, "   ")


class TestBulk:
    def test_pin_and_unpin(self, store: MemoryStore, clock: FixedClock) -> None:
        ids = [keep(store, f"Fact {number}.") for number in range(3)]
        clock.advance(7 * DAY)
        assert store.memories.pin(ids) == 3
        assert store.memories.pin(ids) == 0
        found = store.memories.details(ids[0])
        assert (found.memory.pinned, found.memory.tier, found.memory.strength) == (True, Tier.LONG_TERM, 1.0)
        assert found.tier_reason == "pinned by a person"
        clock.advance(100 * DAY)
        assert store.memories.unpin([*ids, 999]) == 3
        assert store.memories.get(ids[0]).strength == 1.0
        clock.advance(60 * DAY)
        assert store.memories.get(ids[0]).strength == pytest.approx(0.5)
        assert operations(store)[:2] == ["unpinning of 4 memories", "pin of 3 memories"]

    def test_trash_and_restore(self, store: MemoryStore, clock: FixedClock) -> None:
        one = keep(store)
        clock.advance(7 * DAY)
        assert store.memories.trash([one]) == 1
        assert store.memories.trash([one]) == 0
        assert store.memories.get(one).state is State.TRASHED
        assert store.search.order("").ids.tolist() == []
        assert store.memories.restore([one]) == 1
        found = store.memories.get(one)
        assert (found.state, found.strength) == (State.ACTIVE, 1.0)

    def test_a_superseded_one_comes_back_superseded(self, store: MemoryStore) -> None:
        one = keep(store)
        new = store.memories.correct(one, "Deploys happen on Fridays.").id
        store.memories.trash([one])
        store.memories.restore([one])
        found = store.memories.get(one)
        assert (found.state, found.superseded_by) == (State.SUPERSEDED, new)

    def test_change_counts_what_really_changed(self, store: MemoryStore) -> None:
        ids = [keep(store, f"Fact {number}.") for number in range(3)]
        store.memories.change(ids[:1], importance=0.9)
        assert store.memories.change(ids, importance=0.9, category="decision") == 3
        assert store.memories.change(ids, importance=0.9) == 0
        assert store.memories.change(ids, tier="long", kind="episodic") == 3
        assert store.memories.change(ids) == 0
        found = store.memories.get(ids[0])
        assert (found.kind, found.tier, found.category) == ("episodic", "long_term", "decision")
        assert operations(store)[0] == "kind episodic, tier long-term for 3 memories"

    def test_tags_go_on_and_off(self, store: MemoryStore) -> None:
        ids = [keep(store, f"Fact {number}.", tags=["x"]) for number in range(2)]
        assert store.memories.tag(ids, add=["y"], remove=["x"]) == 2
        assert store.memories.tag(ids, add=["y"]) == 0
        assert store.memories.tag(ids, remove=["never there"]) == 0
        assert store.memories.tag(ids[:1], add=["x"]) == 1
        assert [store.memories.get(one).tags for one in ids] == [("x", "y"), ("y",)]
        assert store.memories.tag(ids) == 0

    def test_names_of_nothing(self, store: MemoryStore) -> None:
        with pytest.raises(NotFoundError, match=r"There is no memory M-5."):
            store.memories.pin([5])
        with pytest.raises(InvalidValueError, match=r"No memory was named."):
            store.memories.pin([])
        assert store.memories.pin([5, 6]) == 0
        assert store.memories.pin(range(5, 500)) == 0
        assert store.history.recent() == ()

    def test_a_long_one_is_one_operation_that_remembers_why(
        self, store: MemoryStore, agent: MemoryStore
    ) -> None:
        ids = [keep(store, f"Fact {number}.") for number in range(450)]
        count = len(store.history.recent(limit=1_000))
        assert agent.memories.pin(ids) == 450
        assert len(store.history.recent(limit=1_000)) == count + 1
        assert store.memories.details(ids[-1]).tier_reason == "pinned by agent:claude"
        assert agent.history.undo().operation_id is not None
        assert store.memories.summary(ids).pinned == 0


class TestCorrectAndMerge:
    def test_what_was_said_for_the_earlier_wording_says_so(self, store: MemoryStore) -> None:
        session = store.sessions.start("Deploys")
        store.sessions.append(
            session, "user", "Remember that we deploy on Tuesdays at 10:00, never on Fridays."
        )
        store.sessions.end(session)
        (one,) = store.search.order("").ids.tolist()
        assert [said.of for said in store.memories.details(one).provenance] == [None]
        second = store.memories.correct(one, "We deploy on Wednesdays at 10:00, never on Fridays.").id
        last = store.memories.correct(second, "We deploy on Mondays at 10:00, never on Fridays.").id
        assert [said.of for said in store.memories.details(second).provenance] == [one]
        assert [said.of for said in store.memories.details(last).provenance] == [second]
        assert [said.of for said in store.memories.details(one).provenance] == [None]

    def test_a_correction_takes_everything_over(self, store: MemoryStore, clock: FixedClock) -> None:
        one = keep(store, tags=["deploy"], tier="long", kind="procedural")
        store.memories.pin([one])
        new = store.memories.correct(one, "Deploys happen on Fridays.")
        assert (new.kind, new.tier, new.tags, new.pinned) == ("procedural", "long_term", ("deploy",), True)
        assert (new.category, new.importance) == ("correction", 0.9)
        assert store.memories.details(new.id).supersedes == (one,)
        old = store.memories.get(one)
        assert (old.state, old.superseded_by) == (State.SUPERSEDED, new.id)
        assert [edge.type for edge in store.memories.details(one).associations] == ["corrects"]
        last = store.memories.correct(new.id, "Deploys happen on Mondays.", tags=["other"])
        assert last.tags == ("other",)
        assert store.search.order("").ids.tolist() == [last.id]
        with pytest.raises(InvalidValueError, match=f"M-{one} is superseded already. Correct its successor"):
            store.memories.correct(one, "x")
        store.history.undo()
        store.history.undo()
        assert store.search.order("").ids.tolist() == [one]
        assert store.memories.get(one).superseded_by is None

    def test_a_correction_that_says_the_same_is_refused(self, store: MemoryStore) -> None:
        one = keep(store)
        with pytest.raises(InvalidValueError, match="says that already"):
            store.memories.correct(one, "deploys happen on tuesdays")

    def test_a_merge_carries_over(self, store: MemoryStore, clock: FixedClock) -> None:
        early = clock.now()
        one = keep(store, "One.", tags=["a"], importance=0.3)
        clock.advance(14 * DAY)
        two = keep(store, "Two.", tags=["b"], importance=0.8, tier="long")
        third = keep(store, "Three.")
        link(store.workspace, two, third)
        found = store.memories.merge(two, [one, two, one])
        assert (found.id, found.text, found.tags) == (two, "Two.", ("a", "b"))
        assert (found.importance, found.created_at, found.tier) == (0.8, early, "long_term")
        assert store.memories.get(one).merged_into == two
        assert store.memories.details(two).supersedes == (one,)
        again = store.memories.merge(third, [two])
        assert again.tier == "long_term"
        assert [edge.other_id for edge in store.memories.details(third).associations] == [two]

    def test_what_cannot_be_merged(self, store: MemoryStore) -> None:
        one, two = keep(store, "One."), keep(store, "Two.")
        for members in ([], [one]):
            with pytest.raises(InvalidValueError, match="at least two"):
                store.memories.merge(one, members)
        store.memories.trash([two])
        with pytest.raises(NotFoundError, match=f"M-{two} is not an active memory"):
            store.memories.merge(one, [two])


class TestRecall:
    def test_the_first_five_are_rehearsed_and_dormant_ones_revived(
        self, store: MemoryStore, clock: FixedClock
    ) -> None:
        ids = [keep(store, f"Fact {number}.") for number in range(10)]
        clock.advance(30 * DAY)
        fresh = keep(store, "Fresh.")
        clock.advance(DAY)
        record_recall(store.workspace, "what?", [fresh, *ids])
        assert [store.memories.get(one).recalls for one in (fresh, *ids)] == [1] * 5 + [0] * 6
        assert store.memories.details(ids[0]).segments[-1].reason == "revived"
        assert store.memories.details(fresh).segments[-1].reason == "rehearsed"
        assert store.memories.get(ids[9]).dormant
        assert store.memories.get(ids[0]).last_recalled_at == clock.now()

    def test_what_is_recalled_together_is_linked_with_growing_weight(
        self, store: MemoryStore, clock: FixedClock
    ) -> None:
        ids = [keep(store, f"Fact {number}.") for number in range(10)]
        record_recall(store.workspace, "what?", ids)
        edges = store.memories.details(ids[0]).associations
        assert [(edge.type, edge.weight) for edge in edges] == [("co_recalled", 0.2)] * 7
        assert store.memories.details(ids[8]).associations == ()
        record_recall(store.workspace, "what?", ids[:2][::-1])
        clock.advance(60 * DAY)
        record_recall(store.workspace, "what?", ids[:2])
        weight = store.memories.details(ids[0]).associations[0].weight
        faded = (0.2 + 0.2 * 0.8) / 2
        assert weight == pytest.approx(faded + 0.2 * (1 - faded))

    def test_a_recall_is_no_step_to_undo(self, store: MemoryStore) -> None:
        one = keep(store)
        record_recall(store.workspace, "what?", [one])
        assert store.history.undo_label() == f"new memory M-{one}"

    @pytest.mark.parametrize(
        "act",
        [
            lambda w: record_recall(w, " ", [1]),
            lambda w: record_recall(w, "what?", [99]),
            lambda w: record_recall(w, "what?", [1], session_id=99),
            lambda w: link(w, 1, 1),
            lambda w: link(w, 1, 99),
            lambda w: mark_conflict(w, 1, 1, what="number", stakes="high", detail=""),
            lambda w: mark_conflict(w, 1, 99, what="number", stakes="high", detail=""),
            lambda w: propose(w, [1, 99], step_name="merge", action="merge", reason=""),
            lambda w: add_entity(w, " ", type_="", memory_ids=[1]),
            lambda w: add_entity(w, "x", type_="", memory_ids=[99]),
        ],
    )
    def test_what_cannot_be_changes_nothing(
        self, store: MemoryStore, act: Callable[[object], object]
    ) -> None:
        keep(store)
        with pytest.raises((InvalidValueError, NotFoundError)):
            act(store.workspace)
        assert len(store.history.recent()) == 1


def test_reading_takes_ids_as_a_search_gives_them(store: MemoryStore) -> None:
    ids = [keep(store, f"Fact {number}.") for number in range(5)]
    found = store.search.order("fact").ids
    assert found.dtype == np.int64
    assert {line.memory.id for line in store.memories.page(found)} == set(ids)
    assert store.memories.summary(found).count == 5
    assert store.memories.pin(found) == 5
    assert store.sessions.events(found) == ()
    assert store.memories.page([3, 99, 1, 3])[0].memory.id == 3
    assert [line.memory.id for line in store.memories.page([3, 99, 1, 3])] == [3, 1, 3]


def test_a_summary_says_what_a_selection_has_in_common(store: MemoryStore, clock: FixedClock) -> None:
    first = clock.now()
    ids = [
        keep(store, f"Fact {number}.", tags=["all", f"t{number}"], importance=number / 4)
        for number in range(5)
    ]
    clock.advance(DAY)
    ids.append(keep(store, "Last.", kind="procedural", tier="long"))
    store.memories.pin(ids[:2])
    store.memories.trash(ids[4:5])
    found = store.memories.summary([*ids, 99])
    assert (found.count, found.pinned) == (6, 2)
    assert found.by_tier == {"long_term": 3, "short_term": 3}
    assert found.by_state == {"active": 5, "trashed": 1}
    assert found.tags[0] == ("all", 5)
    assert (found.importance_min, found.importance_max) == (0.0, 1.0)
    assert found.importance_mean == pytest.approx((0 + 0.25 + 0.5 + 0.75 + 1 + 0.5) / 6)
    assert (found.oldest, found.newest) == (first, clock.now())
    empty = store.memories.summary([])
    assert (empty.count, empty.importance_mean, empty.oldest) == (0, None, None)


def test_statistics_count_what_is_shown(store: MemoryStore, clock: FixedClock) -> None:
    ids = [keep(store, f"Fact {number}.") for number in range(6)]
    store.memories.pin(ids[:1])
    store.memories.trash(ids[1:2])
    store.memories.correct(ids[2], "Corrected.")
    store.memories.remember("Gone.")
    store.history.undo()
    clock.advance(60 * DAY)
    found = store.statistics()
    assert (found.total, found.pinned, found.dormant) == (7, 1, 4)
    assert found.by_state == {"active": 5, "superseded": 1, "trashed": 1}
    assert found.by_tier == {"short_term": 4, "long_term": 1}
    assert sum(found.by_kind.values()) == 5
    assert found.bytes > 0


def test_names_of_memories(store: MemoryStore) -> None:
    one = store.memories.remember("One.")
    two = store.memories.remember("Two.")
    for name in (f"M-{one.id}", f"m{one.id}", str(one.id), one.uid, one.uid.lower(), f" {one.uid} "):
        assert store.memories.resolve(name) == one.id
    shared = next(i for i, (a, b) in enumerate(zip(one.uid, two.uid, strict=True)) if a != b)
    assert store.memories.resolve(two.uid[: shared + 1]) == two.id
    for name in ("", "M-99", "9" * 19, "9" * 30, "nothing", "%", "01'; DROP TABLE memory", "\ud800"):
        with pytest.raises(NotFoundError):
            store.memories.resolve(name)
    with pytest.raises(EngrammaError, match="More than one memory id begins"):
        store.memories.resolve(one.uid[: max(4, shared)])


def test_acting_as_writes_in_that_name(store: MemoryStore, agent: MemoryStore) -> None:
    keep(agent)
    keep(store, "Mine.")
    assert store.history.counts() == {"agent:claude": 1, "person": 1}
    assert [item.actor for item in store.history.recent(actor="agent:")] == ["agent:claude"]
    assert store.history.undo_label() == "new memory M-2"
    assert agent.history.undo_label() == "new memory M-1"
    assert agent.path == store.path
