"""`store.graph`: what a search, a community, a path and a later moment show of the graph, and that it is all read."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tests.engine.associations.association_cases import associate, remember
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.associations.ties import ties_of
from engramma.engine.associations.whole_ties import whole_ties
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.graph import Neighbourhood
from engramma.model.progress import Cancelled, CancelToken
from engramma.store.associations.whole import read_whole

TAGS = ("payments", "shipping")


def two_camps(store: MemoryStore) -> tuple[list[int], list[int]]:
    """Two groups of six, each tied in a ring and by one chord, and tagged; and one tie between them."""
    camps = []
    for tag in TAGS:
        ids = remember(store, [f"Statement {number} of {tag}." for number in range(6)])
        store.memories.tag(ids, add=[tag])
        for one, other in zip(ids, [*ids[1:], ids[0]], strict=True):
            store.associations.link(one, other)
        store.associations.link(ids[0], ids[3])
        camps.append(ids)
    store.associations.link(camps[0][0], camps[1][0], relation="meets")
    return camps[0], camps[1]


def ids_of(part: Neighbourhood) -> set[int]:
    return {node.id for node in part.nodes}


def test_a_search_shows_its_first_memories_and_who_is_alone(store: MemoryStore, clock: FixedClock) -> None:
    one, other = two_camps(store)
    clock.advance(MINUTE)
    alone = remember(store, ["Nobody knows of this statement.", "Nor of that statement."])
    shown = store.graph.of_query("statement", top=20)
    assert ids_of(shown.part) == {*one, *other, *alone}
    assert (shown.matching, shown.taken, shown.orphans) == (14, 14, tuple(alone))
    assert {node.degree for node in shown.part.nodes if node.id == one[0]} == {4}
    few = store.graph.of_query("tag:payments", top=2)
    assert (few.matching, few.taken, few.orphans) == (6, 2, ())
    assert all(node.degree > 0 for node in few.part.nodes)
    around = store.graph.of_query("tag:payments", top=6, depth=1)
    assert ids_of(around.part) == {*one, other[0]}
    typed = store.graph.of_query("tag:payments", types=["follows"])
    assert (typed.part.edges, typed.orphans) == ((), tuple(one))


def test_a_session_joins_what_the_search_did_not_find(store: MemoryStore) -> None:
    session = store.sessions.start("Talk")
    first, _second = (
        store.memories.remember(text, importance=0.5, session_id=session).id for text in ("A reef.", "B.")
    )
    shown = store.graph.of_query("reef")
    assert ids_of(shown.part) == {first}
    assert shown.orphans == ()
    assert store.graph.of_query("reef", types=["related"]).orphans == (first,)


def test_expanding_adds_the_strongest_neighbours_to_what_is_shown(store: MemoryStore) -> None:
    one, other = two_camps(store)
    record_recall(store.workspace, "what?", [one[1], other[4]])
    shown = [one[1], one[2]]
    part = store.graph.expand(shown, [one[1]])
    assert [(node.id, node.depth) for node in part.nodes] == [
        (one[1], 0),
        (one[2], 0),
        (one[0], 1),
        (other[4], 1),
    ]
    least = store.graph.expand(shown, [one[1]], limit=1)
    assert [node.id for node in least.nodes] == [*shown, one[0]]
    assert least.hidden_nodes == 1
    assert {node.id: node.hidden for node in least.nodes} == {one[1]: 1, one[2]: 1, one[0]: 3}


def test_before_leaves_out_what_came_later(store: MemoryStore, clock: FixedClock) -> None:
    one, _other = two_camps(store)
    then = clock.now()
    clock.advance(DAY)
    late = remember(store, ["Later statement."])
    store.associations.link(one[0], late[0])
    store.associations.link(late[0], one[3])
    now = store.graph.around(one[:1])
    assert late[0] in ids_of(now)
    earlier = store.graph.around([one[0], late[0]], before=then)
    assert late[0] not in ids_of(earlier)
    assert {node.id: node.degree for node in earlier.nodes}[one[0]] == 4
    past = store.graph.of_query("statement", before=then)
    assert (past.taken, past.matching) == (12, 12)
    clock.advance(DAY)
    remember(store, [f"Newest statement {number}." for number in range(9)])
    assert store.graph.of_query("statement", top=3, before=then).taken == 3
    assert store.graph.of_query("", top=3, before=clock.now() - MINUTE).part.nodes[0].id == late[0]
    assert store.graph.whole(before=then).memories == 12
    assert late[0] not in ids_of(store.graph.expand(one[:1], one[:1], before=then))
    with pytest.raises(NotFoundError, match=f"M-{late[0]}"):
        store.graph.path(one[0], late[0], before=then)


def test_communities_of_a_part_and_of_the_whole_store(store: MemoryStore) -> None:
    one, other = two_camps(store)
    (alone,) = remember(store, ["Nobody knows of this."])
    part = store.graph.of_query("", top=20).part
    found = store.graph.communities(part)
    assert {group.name: set(group.ids) for group in found.groups} == {
        "Payments": set(one),
        "Shipping": set(other),
    }
    by_id = dict(zip((node.id for node in part.nodes), found.of_node, strict=True))
    assert [by_id[each] for each in (one[2], other[2], alone)] == [
        next(group.number for group in found.groups if one[2] in group.ids),
        next(group.number for group in found.groups if other[2] in group.ids),
        -1,
    ]
    whole = store.graph.whole()
    assert {group.ids for group in whole.groups} == {tuple(one), tuple(other)}
    assert [(edge.weight, edge.links) for edge in whole.edges] == [(1.0, 1)]
    assert (whole.orphans, whole.memories, whole.left_out) == ((alone,), 13, 0)
    assert store.graph.whole() == whole
    stopped = CancelToken()
    stopped.cancel()
    with pytest.raises(Cancelled):
        store.graph.whole(cancel=stopped)


def test_an_empty_store_has_no_communities(store: MemoryStore) -> None:
    whole = store.graph.whole()
    assert (whole.groups, whole.edges, whole.orphans, whole.memories) == ((), (), (), 0)
    shown = store.graph.of_query("")
    assert (shown.part.nodes, shown.matching) == ((), 0)
    assert store.graph.communities(shown.part).groups == ()


def test_groups_without_tags_are_named_by_what_they_say(store: MemoryStore) -> None:
    ids = remember(store, [f"The greenhouse needs water on day {number}." for number in range(4)])
    odd = remember(store, ["Singular.", "Peculiar remark."])
    for one, another in [*itertools.pairwise(ids), (odd[0], odd[1])]:
        store.associations.link(one, another)
    names = [group.name for group in store.graph.whole().groups]
    assert "reenhouse" in names[0]
    assert all(names)


def test_the_whole_store_is_tied_by_the_same_rules_as_its_parts(
    store: MemoryStore, clock: FixedClock
) -> None:
    ids = remember(store)
    ids += remember(store, [f"Redis statement {number} of config/app.toml." for number in range(20)])
    session = store.sessions.start("Talk")
    for number in range(6):
        clock.advance(MINUTE)
        ids.append(store.memories.remember(f"Turn {number}.", importance=0.5, session_id=session).id)
    record_recall(store.workspace, "what?", ids[:3])
    store.associations.link(ids[0], ids[-1])
    associate(store)
    clock.advance(9 * DAY)
    for types in (None, ["about"], ["follows", "co_recalled"]):
        with store.workspace.database.read() as reading:
            rows = read_whole(reading, most=1_000, before=None)
            ends, weights = whole_ties(reading, rows, types=types, at=clock.now(), cancel=CancelToken())
            expected: dict[tuple[int, int], float] = {}
            for tie in ties_of(reading, ids, types=types, at=clock.now()):
                pair = (min(tie.source_id, tie.target_id), max(tie.source_id, tie.target_id))
                expected[pair] = expected.get(pair, 0.0) + tie.weight
        found = dict(zip(map(tuple, rows.ids[ends].tolist()), weights.tolist(), strict=True))
        assert found == pytest.approx(expected, rel=1e-4)
        assert len(found) > 5


def test_only_the_newest_of_a_very_large_store_count(store: MemoryStore, clock: FixedClock) -> None:
    ids = []
    for number in range(5):
        clock.advance(MINUTE)
        ids += remember(store, [f"Statement {number}."])
    with store.workspace.database.read() as reading:
        rows = read_whole(reading, most=3, before=None)
    assert (rows.ids.tolist(), rows.left_out) == (ids[2:], 2)
    assert rows.places(np.array([ids[0], ids[4]])).tolist() == [-1, 2]


def test_the_path_between_two_goes_over_strong_ties(store: MemoryStore) -> None:
    one, other = two_camps(store)
    found = store.graph.path(one[3], other[3])
    assert found.found
    assert [node.id for node in found.nodes] == [one[3], one[0], other[0], other[3]]
    assert [{edge.source_id, edge.target_id} for edge in found.edges] == [
        {one[3], one[0]},
        {one[0], other[0]},
        {other[0], other[3]},
    ]
    assert found.edges[1].relation == "meets"
    assert (found.length, found.strength) == (3.0, 0.125)
    assert store.graph.path(other[3], one[3]).length == 3.0
    # A weak tie straight there is longer than three strong ones... until it has grown.
    record_recall(store.workspace, "what?", [one[3], other[3]])
    assert len(store.graph.path(one[3], other[3]).nodes) == 4
    for _time in range(3):
        record_recall(store.workspace, "what?", [one[3], other[3]])
    assert len(store.graph.path(one[3], other[3]).nodes) == 2
    near = store.graph.path(one[3], other[3], most_hops=2, types=["related"])
    assert not near.found
    assert "within 2 hops" in near.reason
    assert near.looked_at > 2


def test_senseless_paths_and_looking_changes_nothing(store: MemoryStore) -> None:
    one, other = two_camps(store)
    (alone,) = remember(store, ["Nobody knows of this."])
    before = picture(store)
    assert "Nothing joins" in store.graph.path(one[0], alone).reason
    with pytest.raises(InvalidValueError, match="different"):
        store.graph.path(one[0], one[0])
    for hops in (0, 9):
        with pytest.raises(InvalidValueError, match="hops"):
            store.graph.path(one[0], other[0], most_hops=hops)
    with pytest.raises(NotFoundError, match="M-999"):
        store.graph.path(one[0], 999)
    store.graph.expand(one[:2], one[:1])
    store.graph.communities(store.graph.of_query("statement").part)
    store.graph.whole()
    store.graph.activation_of(one[0])
    assert picture(store) == before
