"""Two memories that say different things: what a pass makes of them, and what a person does about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.import_files import write_lines
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.plan import PlanStep, Proposal, StepMode

PRICE, NEW_PRICE = "The subscription costs 49 € a month.", "The subscription costs 60 € a month."
PORT, NEW_PORT, NEWEST_PORT = (f"Staging runs on port {number}." for number in (5433, 5434, 5435))
SAME_PORT = "The port of staging is 5433."


def kept(store: MemoryStore, clock: FixedClock, *texts: str, kind: str = "semantic") -> list[int]:
    """Memories said a day apart."""
    ids = []
    for text in texts:
        clock.advance(DAY)
        ids.append(store.memories.remember(text, kind=kind, importance=0.5).id)
    return ids


def waiting(store: MemoryStore, step: str) -> list[Proposal]:
    return [item for item in store.consolidation.proposals() if item.step == step]


def test_at_high_stakes_both_stay_and_wait_and_neither_is_dormant(
    store: MemoryStore, clock: FixedClock
) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    born = store.memories.get(new).created_at
    store.consolidation.run()
    (found,) = store.consolidation.conflicts()
    assert (found.left.id, found.right.id, found.what, found.stakes) == (old, new, "number", "high")
    assert found.found_at == born
    assert "49 €" in found.detail
    assert any("money" in reason for reason in found.reasons)
    assert [found.left.text[a:b] for a, b in found.left_spans] == ["49 €"]
    assert waiting(store, "conflict") == []
    clock.advance(400 * DAY)
    assert not any(store.memories.get(each).dormant for each in (old, new))
    assert store.search.count("is:dormant") == store.statistics().dormant == 0
    facets = {item.label: item.count for item in store.search.facets("").states}
    assert facets["Dormant"] == 0
    store.consolidation.run()
    assert store.search.count("is:due") == 0
    assert not [item for item in store.consolidation.proposals() if item.step == "expire"]


def test_a_correction_of_one_side_is_in_conflict_with_the_other_as_long_as_it_says_otherwise(
    store: MemoryStore, clock: FixedClock
) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    store.consolidation.run()
    again = store.memories.correct(new, "The subscription costs 65 € a month.").id
    (found,) = store.consolidation.conflicts()
    assert (found.left.id, found.right.id, found.found_at) == (old, again, clock.now())
    assert "65 €" in found.detail
    store.history.undo()
    (found,) = store.consolidation.conflicts()
    assert (found.left.id, found.right.id) == (old, new)
    store.memories.correct(new, "The subscription costs 49 € each month.")
    assert store.consolidation.conflicts() == ()


def test_at_normal_stakes_the_later_one_is_proposed_to_win(store: MemoryStore, clock: FixedClock) -> None:
    old, new = kept(store, clock, PORT, NEW_PORT)
    store.consolidation.run()
    assert store.consolidation.conflicts() == ()
    (found,) = waiting(store, "conflict")
    assert (found.action, found.targets) == ("supersede", (old, new))
    before = picture(store)
    store.consolidation.accept(found.id)
    row = store.memories.get(old)
    assert (row.state, row.superseded_by) == ("superseded", new)
    assert store.memories.details(new).supersedes == (old,)
    store.history.undo()
    assert picture(store) == before
    store.consolidation.reject(found.id)
    store.memories.edit(new, "Staging runs on port 5439.")
    store.consolidation.run()
    assert waiting(store, "conflict") == []
    assert store.consolidation.conflicts() == ()


def test_a_person_may_let_the_later_one_win_by_itself(store: MemoryStore, clock: FixedClock) -> None:
    store.consolidation.set_modes({PlanStep.CONFLICT: StepMode.AUTO})
    old, new = kept(store, clock, PORT, NEW_PORT)
    pinned, against = kept(store, clock, "Deploys happen on Tuesdays.", "Deploys happen on Thursdays.")
    store.memories.pin([pinned])
    clock.advance(DAY)
    store.consolidation.run()
    assert store.memories.get(old).superseded_by == new
    assert store.memories.get(old).state == "superseded"
    assert store.memories.get(pinned).state == store.memories.get(against).state == "active"
    assert [(item.left.id, item.right.id) for item in store.consolidation.conflicts()] == [(pinned, against)]


def test_a_step_that_is_off_finds_nothing(store: MemoryStore, clock: FixedClock) -> None:
    store.consolidation.set_modes({PlanStep.CONFLICT: StepMode.OFF, PlanStep.MERGE: StepMode.OFF})
    kept(store, clock, PRICE, NEW_PRICE, PORT, SAME_PORT)
    store.consolidation.run()
    assert store.consolidation.conflicts() == ()
    assert store.consolidation.proposals() == ()


@pytest.mark.parametrize("why", ["pinned", "procedural", "edited", "important"])
def test_what_a_person_cares_for_is_at_high_stakes(store: MemoryStore, clock: FixedClock, why: str) -> None:
    old, new = kept(store, clock, PORT, NEW_PORT)
    store.consolidation.run()
    assert len(waiting(store, "conflict")) == 1
    clock.advance(DAY)
    if why == "pinned":
        store.memories.pin([old])
    elif why == "procedural":
        store.memories.change([new], kind="procedural")
    elif why == "edited":
        store.memories.edit(old, "Staging runs on the port 5433.")
        clock.advance(DAY)
        store.memories.edit(new, "Staging runs on the port 5434.")
    else:
        store.memories.change([old], importance=0.8)
    changed_at = clock.now()
    store.consolidation.run()
    assert waiting(store, "conflict") == []
    (found,) = store.consolidation.conflicts()
    assert {found.left.id, found.right.id} == {old, new}
    assert found.found_at == changed_at
    assert found.reasons
    if why == "pinned":
        clock.advance(DAY)
        store.memories.unpin([old])
        store.consolidation.run()
        assert store.consolidation.conflicts() == ()
        assert len(waiting(store, "conflict")) == 1


def test_of_what_happened_both_stay(store: MemoryStore, clock: FixedClock) -> None:
    kept(store, clock, PRICE, NEW_PRICE, PORT, SAME_PORT, kind="episodic")
    store.consolidation.run()
    assert store.consolidation.conflicts() == ()
    assert waiting(store, "conflict") == []
    assert waiting(store, "merge") == []


@pytest.mark.parametrize("keep", ["left", "right", "both", "merged"])
def test_each_resolution_is_one_operation_and_the_pair_is_none_again(
    store: MemoryStore, clock: FixedClock, keep: str
) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    store.memories.tag([old], add=["price"])
    store.consolidation.run()
    (found,) = store.consolidation.conflicts()
    before = picture(store)
    count = len(store.history.recent())
    text = "The subscription costs 49 € a month, 60 € with support." if keep == "merged" else None
    made = store.consolidation.resolve_conflict(found.id, keep, text=text)
    assert len(store.history.recent()) == count + 1
    assert store.consolidation.conflicts() == ()
    states = [store.memories.get(each).state for each in (old, new)]
    expected = {
        "left": ["active", "superseded"],
        "right": ["superseded", "active"],
        "both": ["active", "active"],
        "merged": ["superseded", "superseded"],
    }
    assert states == expected[keep]
    assert not any(store.memories.get(each).conflicted for each in (old, new))
    (resolved,) = store.consolidation.conflicts(status="resolved")
    assert (resolved.resolution, resolved.resolved_at) == (keep, clock.now())
    if made is not None:
        wording = store.memories.get(made)
        assert (wording.text, wording.category, wording.tags) == (text, "correction", ("price",))
        assert {store.memories.get(each).superseded_by for each in (old, new)} == {made}
    with pytest.raises(InvalidValueError, match="resolved already"):
        store.consolidation.resolve_conflict(found.id, "both")
    after = picture(store)
    undo = store.history.undo(next(item.id for item in store.history.recent() if item.kind == "conflict"))
    assert undo.operation_id is not None
    assert picture(store) == before
    store.history.redo()
    assert picture(store) == after
    store.memories.tag([old, new], add=["seen"])
    store.consolidation.run()
    assert store.consolidation.conflicts() == ()
    assert [item.resolution for item in store.consolidation.conflicts(status=None)] == [keep]


@pytest.mark.parametrize("keep", ["left", "right"])
def test_however_it_is_resolved_one_association_says_so(
    store: MemoryStore, clock: FixedClock, keep: str
) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    conflict_id = mark_conflict(store.workspace, old, new, what="number", stakes="high", detail="")
    store.consolidation.resolve_conflict(conflict_id, keep=keep)
    edges = [edge for edge in store.memories.details(old).associations if edge.type == "contradicts"]
    assert [edge.other_id for edge in edges] == [new]
    assert store.doctor.check().ok


def test_a_pinned_one_is_not_superseded_unasked(store: MemoryStore, clock: FixedClock) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    store.memories.pin([old])
    store.consolidation.run()
    (found,) = store.consolidation.conflicts()
    with pytest.raises(InvalidValueError, match=f"M-{old} is pinned"):
        store.consolidation.resolve_conflict(found.id, "right")
    assert store.memories.get(old).state == "active"
    with pytest.raises(InvalidValueError, match="Only a person"):
        store.acting_as("agent:claude").consolidation.resolve_conflict(found.id, "both")
    with pytest.raises(InvalidValueError, match="new wording"):
        store.consolidation.resolve_conflict(found.id, "left", text="x")
    with pytest.raises(InvalidValueError, match="no way to resolve"):
        store.consolidation.resolve_conflict(found.id, "newest")
    with pytest.raises(NotFoundError):
        store.consolidation.resolve_conflict(found.id + 1, "both")
    store.consolidation.resolve_conflict(found.id, "right", even_pinned=True)
    row = store.memories.get(old)
    assert (row.state, row.pinned, row.superseded_by) == ("superseded", True, new)


def test_a_conflict_that_no_longer_holds_is_closed_and_comes_back_with_its_cause(
    store: MemoryStore, clock: FixedClock
) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    store.consolidation.run()
    store.memories.trash([new])
    assert store.consolidation.conflicts() == ()
    store.consolidation.run()
    assert not store.memories.get(old).conflicted
    assert store.memories.details(old).associations == ()
    clock.advance(DAY)
    store.memories.restore([new])
    restored_at = clock.now()
    store.consolidation.run()
    (found,) = store.consolidation.conflicts()
    assert found.found_at == restored_at
    assert store.consolidation.conflicts(status="resolved") == ()


def test_a_value_changed_again_and_again_is_a_chain(store: MemoryStore, clock: FixedClock) -> None:
    first, second, third = kept(store, clock, PORT, NEW_PORT, NEWEST_PORT)
    store.consolidation.run()
    found = {item.targets: item.id for item in waiting(store, "conflict")}
    assert found.keys() == {(first, second), (second, third)}
    store.consolidation.accept(found[second, third])
    store.consolidation.run()
    assert [item.targets for item in waiting(store, "conflict")] == [(first, third)]


def test_what_somebody_marked_is_left_to_people(store: MemoryStore, clock: FixedClock) -> None:
    one, other = kept(store, clock, PORT, "The coffee machine is on the second floor.")
    marked = mark_conflict(store.workspace, one, other, what="value", stakes="high", detail="")
    store.consolidation.run()
    assert [item.id for item in store.consolidation.conflicts()] == [marked]


def test_a_correction_and_its_ancestor_and_a_summary_and_its_sources_are_no_pairs(
    store: MemoryStore, clock: FixedClock
) -> None:
    (old,) = kept(store, clock, PRICE)
    clock.advance(DAY)
    store.memories.correct(old, NEW_PRICE)
    session = store.sessions.start("Prices", agent="claude")
    for text in (
        PORT,
        "Thanks!",
        PORT,
        SAME_PORT,
        "Understood.",
        "We decided to keep the queue in Postgres.",
    ):
        store.sessions.append(session, "user", f"Remember: {text}")
    store.sessions.end(session)
    store.consolidation.run()
    summary = store.search.order("category:summary").ids.tolist()
    assert summary
    pairs = [item.targets for item in store.consolidation.proposals() if item.step in ("merge", "conflict")]
    assert not any(each in pair for pair in pairs for each in summary)
    assert store.consolidation.conflicts() == ()


def test_imported_memories_are_compared_too_since_the_import(
    store: MemoryStore, clock: FixedClock, tmp_path: Path
) -> None:
    (own,) = kept(store, clock, NEW_PRICE)
    lines = [{"type": "entity", "name": "Ada", "entityType": "person", "observations": [PRICE]}]
    clock.advance(DAY)
    imported_at = clock.now()
    store.transfer.import_files([write_lines(tmp_path / "memory.jsonl", lines)])
    clock.advance(DAY)
    store.consolidation.run()
    (found,) = store.consolidation.conflicts()
    assert own in (found.left.id, found.right.id)
    assert found.found_at == imported_at


def test_duplicates_are_proposed_and_accepting_makes_one_of_them(
    store: MemoryStore, clock: FixedClock
) -> None:
    one, other = kept(store, clock, PORT, SAME_PORT)
    store.memories.tag([other], add=["staging"])
    record_recall(store.workspace, "which port?", [one])
    store.memories.edit(one, "Staging runs on the port 5433.")
    store.consolidation.run()
    (found,) = waiting(store, "merge")
    assert set(found.targets) == {one, other}
    before = picture(store)
    store.consolidation.accept(found.id)
    assert store.history.recent(limit=1)[0].kind == "merge"
    assert store.memories.get(other).merged_into == one, "the one that a person edited stays"
    assert store.memories.get(one).tags == ("staging",)
    store.history.undo()
    assert picture(store) == before
    store.consolidation.reject(found.id)
    store.memories.edit(other, "The port of staging is still 5433.")
    store.consolidation.run()
    assert waiting(store, "merge") == []


def test_two_pinned_ones_never_merge_and_the_others_find_a_partner_without_them(
    store: MemoryStore, clock: FixedClock
) -> None:
    one, other, third = kept(store, clock, PORT, SAME_PORT, "Port 5433 is what staging runs on.")
    store.consolidation.run()
    assert [item.targets for item in waiting(store, "merge")] == [(one, other), (one, third)]
    store.memories.pin([one, other])
    store.consolidation.run()
    assert [item.targets for item in waiting(store, "merge")] == [(one, third)]
    store.memories.trash([one])
    store.consolidation.run()
    assert [item.targets for item in waiting(store, "merge")] == [(other, third)]


def test_set_to_automatic_a_pass_merges_but_nothing_that_a_person_edited(
    store: MemoryStore, clock: FixedClock
) -> None:
    store.consolidation.set_modes({PlanStep.MERGE: StepMode.AUTO})
    ids = kept(store, clock, PORT, SAME_PORT, "Port 5433 is what staging runs on.")
    own, twin = kept(
        store, clock, "The release branch is called main.", "Main is the name of the release branch."
    )
    store.memories.edit(own, "The release branch is named main.")
    before = picture(store)
    done = store.consolidation.run()
    assert sorted(store.memories.get(each).state for each in ids) == ["active", "superseded", "superseded"]
    assert store.memories.get(own).state == store.memories.get(twin).state == "active"
    for _plan, applied in reversed(done):
        if applied.operation_id is not None:
            assert store.history.undo(applied.operation_id).operation_id is not None
    assert picture(store) == before
    store.consolidation.run()
    assert all(store.memories.get(each).state == "active" for each in ids), (
        "what was undone is not done again"
    )


def test_a_promotion_is_held_back_by_a_conflict_that_the_same_pass_finds(
    store: MemoryStore, clock: FixedClock
) -> None:
    old, new = kept(store, clock, PRICE, NEW_PRICE)
    for _time in range(3):
        clock.advance(2 * DAY)
        record_recall(store.workspace, "what does it cost?", [old])
    plan = store.consolidation.plan()
    assert {item.step for item in plan.items} == {PlanStep.CONFLICT}
    store.consolidation.run()
    assert store.memories.get(old).tier == "short_term"
    store.consolidation.resolve_conflict(store.consolidation.conflicts()[0].id, "left")
    store.consolidation.run()
    assert store.memories.get(old).tier == "long_term"
    assert store.memories.get(new).state == "superseded"
