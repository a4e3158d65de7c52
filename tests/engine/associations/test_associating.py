"""The step that finds what memories are about: from the statements alone, dated by the memory, undoable."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.associations.association_cases import about, associate, mentions, remember
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.links import add_entity
from engramma.model.clock import DAY, FixedClock
from engramma.model.plan import PlanStep, StepMode


def test_memories_are_about_what_they_name_and_share_things(store: MemoryStore, clock: FixedClock) -> None:
    born = clock.now()
    ids = remember(store)
    clock.advance(30 * DAY)
    assert associate(store) == 1
    assert about(store, ids[0]) == ["Maria Lopez", "Postgres", "Redis"]
    assert about(store, ids[1]) == ["Redis", "config/app.toml"]
    assert about(store, ids[3]) == []
    assert {at for _memory, _name, at in mentions(store)} == {born}
    assert [(item.name, item.memories) for item in store.associations.entities()] == [
        ("config/app.toml", 2),
        ("Maria Lopez", 2),
        ("Redis", 2),
        ("Postgres", 1),
    ]
    (redis,) = store.associations.entities("REDIS")
    assert (redis.type, set(store.associations.about(redis.id))) == ("service", {ids[0], ids[1]})


def test_an_item_says_how_many_memories_are_about_how_many_things(store: MemoryStore) -> None:
    remember(store)
    (item,) = store.consolidation.plan(steps=[PlanStep.ASSOCIATE]).items
    assert item.reason == "3 memories are about 4 things"
    assert len(item.targets) == 3
    many = [f"The job-{number}-service failed with E{number}." for number in range(1000, 1250)]
    remember(store, many)
    plan = store.consolidation.plan(steps=[PlanStep.ASSOCIATE])
    assert [len(item.targets) for item in plan.items] == [100, 100, 53]


def test_nothing_is_left_to_do_after_it(store: MemoryStore) -> None:
    remember(store)
    associate(store)
    before = picture(store)
    assert store.consolidation.plan(steps=[PlanStep.ASSOCIATE]).items == ()
    assert associate(store) == 0
    assert picture(store) == before


def test_undo_gives_back_exactly_what_was(store: MemoryStore) -> None:
    ids = remember(store)
    associate(store)
    store.memories.edit(ids[1], "The new port is 6380, Redis is gone from src/main.py.")
    before = picture(store)
    worker = store.acting_as("worker")
    associate(store)
    assert about(store, ids[1]) == ["Redis", "src/main.py"]
    assert picture(store) != before
    after = picture(store)
    worker.history.undo()
    assert picture(store) == before
    worker.history.redo()
    assert picture(store) == after


def test_what_was_undone_does_not_come_back(store: MemoryStore) -> None:
    ids = remember(store)
    associate(store)
    store.acting_as("worker").history.undo()
    assert about(store, ids[0]) == []
    assert associate(store) == 0
    store.memories.edit(ids[0], "We drop Redis in favour of Postgres queues, says Maria Lopez of Berlin.")
    associate(store)
    assert about(store, ids[0]) == ["Berlin"]
    fresh = remember(store, ["Maria Lopez moved the Redis cluster to Vienna."])
    associate(store)
    assert about(store, fresh[0]) == ["Maria Lopez", "Redis", "Vienna"]


def test_an_edit_takes_off_what_is_said_no_more_and_brings_it_back(store: MemoryStore) -> None:
    ids = remember(store)
    associate(store)
    store.memories.edit(ids[0], "We drop it in favour of Postgres queues.")
    associate(store)
    assert about(store, ids[0]) == ["Postgres"]
    assert "Maria Lopez" in about(store, ids[2])
    store.memories.edit(ids[0], "We drop Redis in favour of Postgres queues, says Maria Lopez.")
    associate(store)
    assert about(store, ids[0]) == ["Maria Lopez", "Postgres", "Redis"]


def test_a_thing_that_nothing_mentions_any_more_goes(store: MemoryStore) -> None:
    (one,) = remember(store, ["The job-77-service failed."])
    associate(store)
    store.memories.edit(one, "Nothing failed.")
    associate(store)
    assert store.associations.entities() == ()
    store.memories.edit(one, "The job-77-service failed again.")
    associate(store)
    assert [item.name for item in store.associations.entities()] == ["job-77-service"]


def test_a_thing_goes_by_the_best_of_the_ways_it_is_written(store: MemoryStore) -> None:
    ids = remember(
        store, ["the redis port is 6380", "Restart REDIS, please, when it hangs.", "We use Redis for carts."]
    )
    associate(store)
    assert [item.name for item in store.associations.entities("redis")] == ["Redis"]
    store.memories.edit(ids[2], "We use something else for carts.")
    associate(store)
    assert [item.name for item in store.associations.entities("redis")] == ["REDIS"]
    store.memories.edit(ids[1], "Restart redis, please, when it hangs again.")
    associate(store)
    assert [item.name for item in store.associations.entities("redis")] == ["redis"]


def test_imported_things_are_used_and_never_renamed(store: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text(
        '{"type":"entity","name":"REDIS","entityType":"database","observations":["Runs on port 6380."]}\n',
        encoding="utf-8",
    )
    store.transfer.import_files([path])
    ids = remember(store, ["We drop Redis in favour of Postgres queues."])
    associate(store)
    (thing,) = store.associations.entities("redis")
    assert (thing.name, thing.type, thing.memories) == ("REDIS", "database", 2)
    assert about(store, ids[0]) == ["Postgres", "REDIS"]


def test_what_a_person_linked_stays_when_the_wording_does_not(store: MemoryStore) -> None:
    ids = remember(store)
    add_entity(store.workspace, "Redis", type_="service", memory_ids=[ids[0], ids[3]])
    associate(store)
    store.memories.edit(ids[0], "We drop it in favour of Postgres queues.")
    associate(store)
    assert about(store, ids[0]) == ["Postgres", "Redis"]
    assert about(store, ids[3]) == ["Redis"]


def test_summaries_trashed_and_superseded_memories_have_things_too(store: MemoryStore) -> None:
    ids = remember(store)
    store.memories.trash([ids[0]])
    store.memories.correct(ids[1], "The new redis port is 6381 in config/app.toml.")
    associate(store)
    assert about(store, ids[0]) == ["Maria Lopez", "Postgres", "Redis"]
    assert about(store, ids[1]) == ["Redis", "config/app.toml"]
    assert [item.memories for item in store.associations.entities("postgres")] == [0]


def test_a_merge_dates_the_mentions_of_the_survivor_anew(store: MemoryStore, clock: FixedClock) -> None:
    born = clock.now()
    (old,) = remember(store, ["The Redis port is 6380."])
    clock.advance(3 * DAY)
    (new,) = remember(store, ["Redis listens on port 6380."])
    associate(store)
    store.memories.merge(new, [old])
    assert (new, "redis", born) in mentions(store)
    store.history.undo()
    assert (new, "redis", born + 3 * DAY) in mentions(store)


def test_proposed_it_waits_and_is_done_when_accepted(store: MemoryStore) -> None:
    store.consolidation.set_modes({PlanStep.ASSOCIATE: StepMode.PROPOSE})
    ids = remember(store)
    store.consolidation.run()
    assert about(store, ids[0]) == []
    (waiting,) = [item for item in store.consolidation.proposals() if item.step == "associate"]
    store.consolidation.accept(waiting.id)
    assert about(store, ids[0]) == ["Maria Lopez", "Postgres", "Redis"]


def test_a_process_that_reads_meanwhile_sees_all_or_nothing(store: MemoryStore, store_path: Path) -> None:
    remember(store, [f"The job-{number}-service failed with E{number}." for number in range(1000, 1150)])
    plan = store.consolidation.plan(steps=[PlanStep.ASSOCIATE])
    seen: list[int] = []
    with open_store(store_path, clock=store.clock) as other:

        def look(_progress: object) -> None:
            seen.append(len(other.associations.entities(limit=1000)))

        store.consolidation.apply(plan, report=look)
        assert set(seen) == {0}
        assert len(other.associations.entities(limit=1000)) == 300


@pytest.mark.parametrize("state", ["trash", "restore"])
def test_a_change_of_state_makes_no_new_item(store: MemoryStore, state: str) -> None:
    ids = remember(store)
    associate(store)
    store.memories.trash([ids[0]])
    if state == "restore":
        store.memories.restore([ids[0]])
    assert store.consolidation.plan(steps=[PlanStep.ASSOCIATE]).items == ()


def test_an_import_takes_over_what_a_pass_found(store: MemoryStore, tmp_path: Path) -> None:
    ids = remember(store)
    associate(store)
    before = picture(store)
    path = tmp_path / "memory.json"
    path.write_text(
        '{"type":"entity","name":"redis","entityType":"database","observations":["Runs on port 6380."]}\n',
        encoding="utf-8",
    )
    store.transfer.import_files([path])
    associate(store)
    (thing,) = store.associations.entities("redis")
    assert (thing.name, thing.type, thing.memories) == ("redis", "database", 3)
    assert about(store, ids[0]) == ["Maria Lopez", "Postgres", "redis"]
    (done,) = [item for item in store.history.recent() if item.kind == "import"]
    store.history.undo(done.id)
    left = picture(store)
    assert left["entity"] == before["entity"]
    assert left["mention"] == before["mention"]


def test_what_a_person_took_off_does_not_come_back(store: MemoryStore) -> None:
    ids = remember(store)
    associate(store)
    (redis,) = store.associations.entities("redis")
    assert store.associations.not_about(ids[0], redis.id)
    assert not store.associations.not_about(ids[0], redis.id)
    store.memories.edit(ids[0], "We drop Redis in favour of Postgres queues, says Maria Lopez again.")
    associate(store)
    assert about(store, ids[0]) == ["Maria Lopez", "Postgres"]
    assert "Redis" in about(store, ids[1])


def test_one_item_undone_leaves_what_the_others_found(store: MemoryStore) -> None:
    ids = remember(store, [f"The job-{number}-service reads Redis." for number in range(150)])
    plan = store.consolidation.plan(steps=[PlanStep.ASSOCIATE])
    done = store.consolidation.apply(plan)
    assert done.operation_id is not None
    first, second = store.consolidation.items(done.operation_id)
    before = mentions(store)
    store.consolidation.undo_item(done.operation_id, first.number)
    assert about(store, first.targets[0]) == []
    assert "Redis" in about(store, second.targets[0])
    assert len(store.search.order("about:Redis").ids) == 50
    assert [item.memories for item in store.associations.entities("redis")] == [50]
    late = remember(store, ["The late-9-service reads Redis as well."])
    associate(store)
    assert [item.memories for item in store.associations.entities("redis")] == [51]
    ties = store.associations.of(late[0], types=["about"])
    assert {item.other_id for item in ties} <= set(second.targets)
    assert ties
    store.consolidation.undo_item(done.operation_id, second.number)
    assert about(store, ids[-1]) == []
    assert {one for one in mentions(store) if one[0] == late[0]} - before == mentions(store)
