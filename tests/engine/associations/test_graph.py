"""The graph around memories: what is computed, what is hidden, bounds, and that looking changes nothing."""

from __future__ import annotations

import pytest
from tests.engine.associations.association_cases import associate, remember
from tests.engine.store_picture import picture
from tests.store.query_plans import plans, scans

from engramma.engine import MemoryStore
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError


def session_of(store: MemoryStore, clock: FixedClock, count: int) -> list[int]:
    session = store.sessions.start("Talk")
    ids = []
    for number in range(count):
        clock.advance(MINUTE)
        ids.append(store.memories.remember(f"Turn {number} of it.", importance=0.5, session_id=session).id)
    return ids


def test_shared_things_tie_and_are_named(store: MemoryStore, clock: FixedClock) -> None:
    one, other, third, alone = remember(store)
    associate(store)
    found = {item.other_id: item for item in store.associations.of(one)}
    assert {key: item.via for key, item in found.items()} == {other: ("Redis",), third: ("Maria Lopez",)}
    assert found[other].type == "about"
    assert found[other].weight == pytest.approx(0.5)
    assert found[other].id == 0
    assert store.associations.of(alone) == ()
    at = clock.now() + 60 * DAY
    assert [item.weight for item in store.associations.of(one, at=at)] == [pytest.approx(0.25)] * 2


def test_what_joins_two_is_told_with_its_age_and_whether_it_can_be_taken_away(
    store: MemoryStore, clock: FixedClock
) -> None:
    one, other, _third, alone = remember(store)
    associate(store)
    (about,) = store.graph.between(other, one)
    assert (about.edge.type, about.edge.via, about.since, about.actor, about.removable) == (
        "about", ("Redis",), None, "", False,
    )  # fmt: skip
    assert store.graph.between(one, alone) == ()
    clock.advance(DAY)
    made = clock.now()
    store.associations.link(one, other, relation="needs")
    store.associations.link(one, other, type="contradicts")
    clock.advance(DAY)
    found = {link.edge.relation or link.edge.type: link for link in store.graph.between(one, other)}
    assert found.keys() == {"about", "needs", "contradicts"}
    assert (found["needs"].since, found["needs"].removable) == (made, True)
    assert (found["contradicts"].since, found["contradicts"].removable) == (made, False)
    assert found["needs"].actor == found["contradicts"].actor != ""
    assert [link.edge.weight for link in found.values()] == sorted(
        (link.edge.weight for link in found.values()), reverse=True
    )
    store.associations.unlink(one, other)
    assert {link.edge.type for link in store.graph.between(one, other)} == {"about", "contradicts"}
    store.memories.trash([other])
    assert store.graph.between(one, other) == ()


def test_hubs_tie_weakly(store: MemoryStore) -> None:
    ids = remember(store, [f"Redis statement {number}." for number in range(40)])
    rare = remember(store, ["Redis is read by job-7-service.", "The job-7-service sleeps."])
    associate(store)
    ties = {item.other_id: item.weight for item in store.associations.of(rare[0])}
    assert ties[rare[1]] == pytest.approx(0.5)
    assert 0 < ties[ids[-1]] < 0.06


def test_order_in_a_session_follows_and_the_same_session(store: MemoryStore, clock: FixedClock) -> None:
    ids = session_of(store, clock, 6)
    ties = {(item.other_id, item.type, item.outgoing) for item in store.associations.of(ids[2])}
    assert (ids[1], "follows", True) in ties
    assert (ids[3], "follows", False) in ties
    assert {other for other, kind, _out in ties if kind == "same_session"} == {ids[0], ids[4], ids[5]}
    only = store.associations.of(ids[2], types=["follows"])
    assert {item.type for item in only} == {"follows"}


def test_trashed_memories_are_no_neighbours_and_superseded_ones_only_by_what_is_stored(
    store: MemoryStore,
) -> None:
    one, other, third, alone = remember(store)
    associate(store)
    store.associations.link(one, alone)
    store.memories.trash([third])
    corrected = store.memories.correct(other, "The new redis port is 6381 in config/app.toml.").id
    associate(store)
    shown = store.associations.neighbourhood([one, other], depth=1)
    assert {node.id for node in shown.nodes} == {one, other, alone, corrected}
    kinds = {(edge.source_id, edge.target_id): edge.type for edge in shown.edges}
    assert kinds[corrected, other] == "corrects"
    assert (one, other) not in kinds
    assert store.associations.neighbourhood([third]).nodes == ()


def test_depth_limit_and_what_is_hidden(store: MemoryStore) -> None:
    hub, *others = remember(store, [f"Statement {number}." for number in range(21)])
    for number, other in enumerate(others):
        store.associations.link(hub, other, relation=f"r{number}")
    chain = remember(store, ["Second."])
    store.associations.link(others[0], chain[0])
    near = store.associations.neighbourhood([hub], depth=1)
    assert len(near.nodes) == 21
    assert near.hidden_nodes == 0
    assert {node.id: node.hidden for node in near.nodes}[others[0]] == 1
    few = store.associations.neighbourhood([hub], depth=1, limit=5)
    assert (len(few.nodes), few.hidden_nodes) == (5, 16)
    assert few.nodes[0].id == hub
    assert few.nodes[0].hidden == 16
    assert [node.depth for node in few.nodes] == [0, 1, 1, 1, 1]
    assert len(few.edges) == 4
    far = store.associations.neighbourhood([hub], depth=2)
    assert {node.id: node.depth for node in far.nodes}[chain[0]] == 2
    seeds = store.associations.neighbourhood([hub, *others], depth=0, limit=3)
    assert (len(seeds.nodes), seeds.hidden_nodes) == (3, 18)


def test_the_strongest_ways_are_followed_first(store: MemoryStore) -> None:
    hub, *others = remember(store, [f"Statement {number}." for number in range(6)])
    for count, other in enumerate(others, start=1):
        for _time in range(count):
            record_recall(store.workspace, "what?", [hub, other])
    shown = store.associations.neighbourhood([hub], limit=3)
    assert [node.id for node in shown.nodes] == [hub, others[4], others[3]]


def test_many_about_one_thing_are_drawn_with_few_edges(store: MemoryStore) -> None:
    ids = remember(store, [f"Redis statement {number}." for number in range(30)])
    associate(store)
    shown = store.associations.neighbourhood(ids, depth=0)
    assert len(shown.nodes) == 30
    assert shown.hidden_edges > 0
    assert len(shown.edges) <= 30 * 6


def test_types_choose_what_is_followed(store: MemoryStore, clock: FixedClock) -> None:
    one, *_others = remember(store)
    associate(store)
    ids = session_of(store, clock, 3)
    store.associations.link(one, ids[1])
    reached = {
        node.id
        for node in store.associations.neighbourhood([one], depth=3, types=["related", "follows"]).nodes
    }
    assert reached == {one, *ids}
    assert {edge.type for edge in store.associations.neighbourhood([one], types=["about"]).edges} == {"about"}


def test_looking_changes_nothing_and_is_always_the_same(store: MemoryStore) -> None:
    ids = remember(store)
    associate(store)
    before = picture(store)
    first = store.associations.neighbourhood(ids[:1], depth=3)
    assert store.associations.neighbourhood(ids[:1], depth=3) == first
    store.associations.of(ids[0])
    store.associations.entities()
    assert picture(store) == before


def test_senseless_bounds_and_unknown_memories(store: MemoryStore) -> None:
    for depth, limit in ((-1, 5), (7, 5), (1, 0), (1, 5_001)):
        with pytest.raises(InvalidValueError, match="depth"):
            store.associations.neighbourhood([1], depth=depth, limit=limit)
    assert store.associations.neighbourhood([99]).nodes == ()
    with pytest.raises(NotFoundError, match="M-99"):
        store.associations.of(99)


def test_near_vectors_tie_where_there_are_any(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    ids = remember(
        store,
        [
            "The staging database runs on port 5433.",
            "The staging database runs on port 5434.",
            "Lunch is at noon on Fridays.",
        ],
    )
    assert store.associations.of(ids[0], types=["similar"]) == ()
    store.embedding.run()
    (near,) = store.associations.of(ids[0], types=["similar"])
    assert (near.other_id, near.type, near.id) == (ids[1], "similar", 0)
    assert 0.6 <= near.weight <= 1.0
    shown = store.associations.neighbourhood(ids[:1], types=["similar"])
    assert [node.id for node in shown.nodes] == ids[:2]
    assert {edge.type for edge in shown.edges} == {"similar"}


def test_no_look_walks_through_a_table_or_all_active_memories(store: MemoryStore, clock: FixedClock) -> None:
    ids = remember(store)
    session_of(store, clock, 3)
    associate(store)
    (thing,) = store.associations.entities("redis")
    looks = (
        lambda: store.associations.of(ids[0]),
        lambda: store.associations.neighbourhood(ids, depth=2),
        lambda: store.associations.about(thing.id),
        lambda: store.memories.details(ids[0]),
    )
    for look in looks:
        for plan in plans(store, look):
            for table in ("memory", "association", "mention", "entity", "m"):
                assert not scans(plan, table), plan
            assert "ix_memory_shown (state=?)" not in plan
