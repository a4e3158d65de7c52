"""Where nodes are drawn: readable, always the same, what is pinned or kept stays, and nothing breaks it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engramma.theory.graph_coarsening import Weighted, coarser, joined
from engramma.theory.graph_layout import LayoutRun, LayoutStep, arranged
from engramma.theory.graph_repulsion import EXACT, close_pairs, repulsion

Points = NDArray[np.float32]


def calm(run: LayoutRun) -> LayoutStep:
    step = run.step()
    while not step.calm:
        assert step.number < 500
        step = run.step()
    return step


def cliques(count: int, size: int) -> NDArray[np.int64]:
    """That many cliques in a ring, each joined to the next by one edge."""
    inside = [
        (clique * size + one, clique * size + other)
        for clique in range(count)
        for one in range(size)
        for other in range(one)
    ]
    between = [(clique * size, (clique + 1) % count * size + 1) for clique in range(count)]
    return np.array(inside + between)


def lengths(points: Points, ends: NDArray[np.int64]) -> NDArray[np.float32]:
    return np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1)


def test_many_nodes_push_as_few_do(rng: np.random.Generator) -> None:
    centres = rng.normal(0, 20, (8, 2))
    points = (centres[rng.integers(0, 8, 1_200)] + rng.normal(0, 6, (1_200, 2))).astype(np.float32)
    masses = rng.uniform(1, 3, 1_200).astype(np.float32)
    for count, most in ((EXACT, 1e-3), (1_200, 0.02)):
        some, weighed = points[:count].astype(np.float64), masses[:count]
        apart = some[:, None, :] - some[None, :, :]
        share = np.outer(weighed, weighed) / (np.einsum("ijk,ijk->ij", apart, apart) + 1e-3)
        exact = np.einsum("ijk,ij->ik", apart, share)
        off = np.linalg.norm(repulsion(points[:count], weighed) - exact, axis=1)
        assert np.median(off / np.linalg.norm(exact, axis=1)) < most


def test_all_that_are_close_are_paired_once(rng: np.random.Generator) -> None:
    points = rng.uniform(0, 12, (300, 2)).astype(np.float32)
    one, other = close_pairs(points, 1.0)
    found = {frozenset(pair) for pair in zip(one.tolist(), other.tolist(), strict=True)}
    assert len(found) == len(one)
    far = np.linalg.norm(points[:, None] - points[None], axis=2)
    near = {frozenset(pair) for pair in np.argwhere(np.triu(far < 1.0, 1)).tolist()}
    assert near <= found
    crowd = np.zeros((500, 2), dtype=np.float32)
    one, _other = close_pairs(crowd, 1.0)
    assert len(one) == 500 * 499 // 2


def test_what_hangs_together_is_drawn_together_and_always_alike() -> None:
    ends = cliques(6, 12)
    weights = np.ones(len(ends))
    found = calm(LayoutRun(72, ends, weights)).positions
    again = calm(LayoutRun(72, ends, weights)).positions
    assert found.dtype == np.float32
    assert (found == again).all()
    assert not (calm(LayoutRun(72, ends, weights, seed=8)).positions == found).all()
    centres = found.reshape(6, 12, 2).mean(axis=1)
    inside = np.linalg.norm(found.reshape(6, 12, 2) - centres[:, None], axis=2).mean()
    between = np.linalg.norm(centres[:, None] - centres[None], axis=2)[np.triu_indices(6, 1)]
    assert between.min() > 2 * inside
    apart = np.linalg.norm(found[:, None] - found[None], axis=2)[np.triu_indices(72, 1)]
    assert apart.min() > 0.15


def test_groups_come_apart(rng: np.random.Generator) -> None:
    groups = np.repeat(np.arange(4), 40)
    pairs = rng.integers(0, 160, (3000, 2))
    kept = (groups[pairs[:, 0]] == groups[pairs[:, 1]]) | (rng.random(3000) < 0.1)
    found = calm(LayoutRun(160, pairs[kept], np.ones(kept.sum()), groups=groups)).positions
    centres = np.stack([found[groups == group].mean(axis=0) for group in range(4)])
    nearest = np.linalg.norm(found[:, None] - centres[None], axis=2).argmin(axis=1)
    assert (nearest == groups).mean() > 0.97


def test_a_large_ring_unfolds() -> None:
    """More nodes than are pushed exactly, in a graph that a start at random would leave tangled."""
    count = EXACT + 600
    ends = np.stack([np.arange(count), (np.arange(count) + 1) % count], axis=1)
    found = calm(LayoutRun(count, ends, np.ones(count))).positions
    assert lengths(found, ends).mean() < np.ptp(found, axis=0).mean() / 12
    opposite = np.stack([np.arange(count // 2), np.arange(count // 2) + count // 2], axis=1)
    assert np.median(lengths(found, opposite)) > 6 * np.median(lengths(found, ends))


def test_what_is_kept_stays_about_and_what_is_pinned_exactly() -> None:
    ends = cliques(4, 10)
    weights = np.ones(len(ends))
    before = calm(LayoutRun(40, ends, weights)).positions
    kept = before.copy()
    kept[17] = np.nan
    pinned = np.zeros(40, dtype=bool)
    pinned[[3, 30]] = True
    kept[3] = (9, -9)
    run = LayoutRun(40, ends, weights, kept=kept, pinned=pinned)
    assert np.linalg.norm(run.positions[17] - before[10:20].mean(axis=0)) < 3
    after = calm(run).positions
    assert (after[[3, 30]] == kept[[3, 30]]).all()
    assert np.linalg.norm(after - before, axis=1)[10:30].mean() < 1.5
    cold = LayoutRun(40, ends, weights, kept=np.where(pinned[:, None], kept, np.nan), pinned=pinned)
    assert (calm(cold).positions[[3, 30]] == kept[[3, 30]]).all()


def test_dragging_warms_a_calm_run_and_letting_go_frees_the_node() -> None:
    ends = cliques(3, 6)
    run = LayoutRun(18, ends, np.ones(len(ends)))
    first = calm(run)
    assert run.step().positions == pytest.approx(first.positions)
    run.pin(0, 20.0, 20.0)
    moved = run.step()
    assert not moved.calm
    assert moved.positions[0].tolist() == [20, 20]
    held = calm(run).positions
    assert held[0].tolist() == [20, 20]
    assert np.linalg.norm(held[1:6] - first.positions[1:6], axis=1).mean() > 0.2
    run.release(0)
    assert np.linalg.norm(calm(run).positions[0]) < np.linalg.norm((20, 20)) - 5
    run.reheat(0.5)
    assert not run.step().calm
    copy = run.positions
    copy[:] = 0
    assert run.positions.any()


@settings(max_examples=25)
@given(
    st.integers(0, 60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59), st.floats(0, 1)), max_size=90),
    st.booleans(),
)
def test_any_graph_ends_calm_with_nodes_apart(
    count: int, edges: list[tuple[int, int, float]], grouped: bool
) -> None:
    inside = [(one, other, weight) for one, other, weight in edges if max(one, other) < count]
    run = LayoutRun(
        count,
        [(one, other) for one, other, _weight in inside],
        [weight for _one, _other, weight in inside],
        groups=np.arange(count) % 3 - 1 if grouped else None,
        aspect=1.4,
    )
    step = run.step()
    for _time in range(300):
        if step.calm:
            break
        step = run.step()
    assert step.calm
    assert step.positions.shape == (count, 2)
    assert np.isfinite(step.positions).all()
    assert len(np.unique(step.positions, axis=0)) == count


def test_a_wide_place_is_filled() -> None:
    nothing = np.empty((0, 2))
    wide = calm(LayoutRun(150, nothing, [], aspect=2.0)).positions
    width, height = np.ptp(wide, axis=0)
    assert width > 1.5 * height


def test_a_smaller_graph_keeps_masses_and_groups(rng: np.random.Generator) -> None:
    ends, weights = joined(200, rng.integers(0, 200, (600, 2)), np.ones(600, dtype=np.float32))
    groups = (np.arange(200) % 2).astype(np.int64)
    graph = Weighted(np.ones(200, dtype=np.float32), groups, ends, weights)
    found = coarser(graph, 1)
    assert found is not None
    small, clump = found
    assert len(small) < 120
    assert small.masses.sum() == pytest.approx(200)
    assert (small.groups[clump] == groups).all()
    across = clump[ends[:, 0]] != clump[ends[:, 1]]
    assert small.weights.sum() == pytest.approx(weights[across].sum())
    alone = Weighted(np.ones(5, dtype=np.float32), np.zeros(5, dtype=np.int64), ends[:0], weights[:0])
    assert coarser(alone, 1) is None


def test_positions_are_found_by_uid() -> None:
    found = arranged(["a", "b", "c"], {"c": (1.0, 2.0), "a": (3.0, 4.0), "z": (0.0, 0.0)})
    assert found.dtype == np.float32
    assert found[[0, 2]].tolist() == [[3, 4], [1, 2]]
    assert np.isnan(found[1]).all()
    assert arranged([], {}).shape == (0, 2)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(3)
