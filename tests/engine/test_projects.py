"""Stores side by side: which there are, and carrying memories from one to another, careful and undoable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.home import project_store
from engramma.engine.projects import carry, known_stores, look_at
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError
from engramma.model.memory import Kind, State
from engramma.model.progress import CancelToken

PORT, RULE, STEPS = (
    "Remember: the till listens on port 8081.",
    "Never log card numbers.",
    "To refund, list first.",
)


@pytest.fixture
def other(tmp_path: Path, clock: FixedClock) -> Iterator[MemoryStore]:
    """Another project's store, in use."""
    with open_store(tmp_path / "other.engramma", clock=clock, create=True) as made:
        made.memories.remember("The other project is in Go.")
        yield made


@pytest.fixture
def ids(store: MemoryStore, agent: MemoryStore, clock: FixedClock) -> tuple[int, ...]:
    """A plain one with a turn that it came from, a pinned and important one, a procedure."""
    session = agent.sessions.start("Tills", agent="claude")
    agent.sessions.append(session, "user", PORT)
    agent.sessions.end(session)
    plain = int(store.search.order("till").ids[0])
    assert store.memories.get(plain).text == PORT
    store.memories.change([plain], importance=0.5)
    rule = store.memories.remember(RULE, importance=0.95, tags=["security"]).id
    steps = store.memories.remember(STEPS, kind="procedural").id
    store.memories.pin([rule])
    clock.advance(DAY)
    return plain, rule, steps


def by_text(store: MemoryStore) -> dict[str, int]:
    """The ids of what is active."""
    lines = store.memories.page(store.search.order("").ids.tolist())
    return {line.memory.text: line.memory.id for line in lines}


def test_a_copy_brings_provenance_and_asks_about_pins_and_kinds(
    store: MemoryStore, other: MemoryStore, ids: tuple[int, ...]
) -> None:
    done = carry(store, ids, other)
    assert (done.copied, done.known, done.refused, done.asked, done.moved) == (3, 0, 0, 3, 0)
    assert by_text(store).keys() == {PORT, RULE, STEPS}
    there = by_text(other)
    assert {PORT, RULE, STEPS} < there.keys()
    source = other.memories.details(there[PORT]).provenance[0]
    assert source.event_id is not None
    assert other.sessions.events([source.event_id])[0].text == PORT
    rule, steps = other.memories.get(there[RULE]), other.memories.get(there[STEPS])
    assert (rule.pinned, steps.kind) == (False, Kind.SEMANTIC)
    assert rule.importance < 0.8
    assert rule.fades_at is not None
    assert steps.fades_at is not None
    assert min(rule.strength, steps.strength) > 0.9
    assert rule.tags == ("security",)
    assert not [check for check in other.doctor.check(full=True).checks if not check.ok]

    for asked in other.consolidation.asked():
        other.consolidation.accept(asked.proposal_id)
    rule, steps = other.memories.get(there[RULE]), other.memories.get(there[STEPS])
    assert (rule.pinned, rule.importance, steps.kind) == (True, 0.95, Kind.PROCEDURAL)

    again = carry(store, ids, other)
    assert (again.copied, again.known, again.asked, again.operation_id) == (0, 3, 0, None)
    label = next(one.label for one in other.history.recent() if one.id == done.operation_id)
    assert label == "import of 3 memories from store"


def test_an_empty_store_takes_everything_as_it_was(
    store: MemoryStore, ids: tuple[int, ...], tmp_path: Path, clock: FixedClock
) -> None:
    with open_store(tmp_path / "new.engramma", clock=clock, create=True) as new:
        assert carry(store, ids, new).asked == 0
        there = by_text(new)
        assert new.memories.get(there[RULE]).pinned
        assert new.memories.get(there[STEPS]).kind is Kind.PROCEDURAL


def test_a_move_is_one_operation_in_each_store_and_undone_in_each(
    store: MemoryStore, other: MemoryStore, ids: tuple[int, ...]
) -> None:
    other.memories.remember(PORT)
    other.memories.trash([other.memories.remember(STEPS).id])
    done = carry(store, ids, other, move=True)
    assert (done.copied, done.known, done.refused, done.moved) == (1, 1, 1, 2)
    assert [store.memories.get(one).state for one in ids] == [State.TRASHED, State.TRASHED, State.ACTIVE]
    store.history.undo()
    assert by_text(store).keys() == {PORT, RULE, STEPS}
    assert done.operation_id is not None
    other.history.undo(done.operation_id)
    assert RULE not in by_text(other)
    assert other.consolidation.proposals() == ()


def test_nothing_is_carried_into_the_store_itself_or_from_nowhere(
    store: MemoryStore, other: MemoryStore, ids: tuple[int, ...]
) -> None:
    with pytest.raises(InvalidValueError, match="in this store already"):
        carry(store, ids, store)
    store.history.undo()
    with pytest.raises(InvalidValueError, match="any more"):
        carry(store, (9_999,), other)


@pytest.mark.usefixtures("own_home")
def test_stores_are_listed_once_and_looked_into_without_being_changed(
    store: MemoryStore, ids: tuple[int, ...], clock: FixedClock, tmp_path: Path
) -> None:
    project = project_store("Greenhouse")
    project.parent.mkdir(parents=True)
    open_store(project, clock=clock, create=True).close()
    bad = tmp_path / "bad.engramma"
    bad.write_text("no store")
    link = tmp_path / "link.engramma"
    link.symlink_to(store.path)
    found = known_stores((store.path, link, bad))
    assert found == (store.path, bad, project)
    content = project.read_bytes()
    here, broken, empty = look_at(found, cancel=CancelToken())
    assert (here.name, here.memories, here.problem) == ("store", 3, "")
    assert here.changed_at == store.history.recent(limit=1)[0].at
    assert broken.problem
    assert (empty.name, empty.memories, empty.changed_at) == ("greenhouse", 0, None)
    assert project.read_bytes() == content
