"""Communities that hang together, their names, and the strongest path, checked against the plain definitions."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.theory.communities import find_communities, modularity
from engramma.theory.community_names import spoken, telling_words
from engramma.theory.paths import hop_length, strongest_path

EDGES = st.lists(
    st.tuples(st.integers(0, 14), st.integers(0, 14), st.floats(0.01, 1)).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=40,
)


def planted(sizes: list[int], inside: float, across: float) -> tuple[np.ndarray, np.ndarray]:
    """Edges at random between nodes of the same group, and fewer between others; and the groups."""
    rng = np.random.default_rng(5)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    one, other = np.triu_indices(len(groups), 1)
    likely = np.where(groups[one] == groups[other], inside, across)
    there = rng.random(len(one)) < likely
    return np.stack([one[there], other[there]], axis=1), groups


def test_planted_groups_are_found_largest_first() -> None:
    ends, groups = planted([40, 30, 20, 10], 0.5, 0.02)
    order = np.random.default_rng(1).permutation(100)
    found = find_communities(100, order[ends], np.ones(len(ends)))
    assert (found[order] == groups).all()
    assert (find_communities(100, order[ends], np.ones(len(ends))) == found).all()
    assert modularity(order[ends], np.ones(len(ends)), found) > 0.5


def test_weights_and_resolution_count() -> None:
    square = [(0, 1), (2, 3), (0, 2), (1, 3)]
    assert find_communities(4, square, [9, 9, 1, 1]).tolist() == [0, 0, 1, 1]
    assert find_communities(4, square, [1, 1, 9, 9]).tolist() == [0, 1, 0, 1]
    ends, _groups = planted([30, 30], 0.6, 0.05)
    whole = find_communities(60, ends, np.ones(len(ends)), resolution=0.05)
    assert set(whole.tolist()) == {0}
    assert find_communities(60, ends, np.ones(len(ends)), resolution=4.0).max() > 3


@settings(max_examples=60)
@given(EDGES)
def test_every_community_hangs_together_and_is_better_than_nothing(
    edges: list[tuple[int, int, float]],
) -> None:
    ends = np.array([edge[:2] for edge in edges], dtype=np.int64).reshape(-1, 2)
    weights = np.array([edge[2] for edge in edges])
    found = find_communities(15, ends, weights)
    sizes = np.bincount(found)
    assert (np.sort(sizes)[::-1] == sizes).all()
    near = defaultdict(set)
    for one, other in ends.tolist():
        near[one].add(other)
        near[other].add(one)
    for group in range(len(sizes)):
        members = set(np.flatnonzero(found == group).tolist())
        reached, ahead = set(), {min(members)}
        while ahead:
            reached |= ahead
            ahead = {other for one in ahead for other in near[one] & members} - reached
        assert reached == members
    for loner in set(range(15)) - near.keys():
        assert sizes[found[loner]] == 1
    assert modularity(ends, weights, found) >= modularity(ends, weights, np.arange(15)) - 1e-9


def test_names_tell_groups_apart() -> None:
    names = telling_words(
        [10, 10, 4],
        [
            {"shop": 10, "payments": 8, "webhooks": 6, "payment": 7},
            {"shop": 10, "tax": 9},
            {"shop": 4, "odd": 1},
        ],
    )
    assert names[0] == ("payments", "webhooks")
    assert names[1][0] == "tax"
    assert names[2] == ("shop",)
    assert [spoken(name) for name in names[:1]] == ["Payments and webhooks"]
    assert telling_words([3, 3], [{}, {"a thing": 3}]) == [(), ("a thing",)]
    assert spoken(()) == ""
    twice = telling_words([5, 5], [{"tax": 5}, {"tax": 5, "prices": 1, "invoices": 2}], share=0.0)
    assert twice == [("tax",), ("tax", "invoices")]


@settings(max_examples=60)
@given(EDGES, st.integers(1, 5))
def test_the_strongest_path_is_that_of_all_paths(edges: list[tuple[int, int, float]], hops: int) -> None:
    ties: dict[int, dict[int, float]] = defaultdict(dict)
    for one, other, weight in edges:
        ties[one % 7][other % 7] = ties[other % 7][one % 7] = weight
    for own in ties.values():
        own.pop(next(node for node in range(7) if ties.get(node) is own), None)
    way, length = strongest_path(ties, 0, 6, most_hops=hops)
    best = math.inf
    for count in range(hops):
        for between in itertools.permutations(range(1, 6), count):
            steps = list(itertools.pairwise((0, *between, 6)))
            if all(other in ties.get(one, {}) for one, other in steps):
                best = min(best, sum(hop_length(ties[one][other]) for one, other in steps))
    assert length == pytest.approx(best)
    assert (way == ()) == math.isinf(best)
    if way:
        assert (way[0], way[-1]) == (0, 6)
        assert len(way) - 1 <= hops
        assert length == pytest.approx(sum(hop_length(ties[a][b]) for a, b in itertools.pairwise(way)))
