"""Where the nodes of a graph are drawn: springs along the edges, pushes between all nodes, step by step.

Deterministic: same input, same positions. A run begins with the graph made much smaller, unfolds it, and cools; one
that knows most positions already starts from them. It has no thread of its own: whoever makes it steps it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engramma.model.records import dataclass
from engramma.theory.graph_coarsening import Weighted, coarser, joined
from engramma.theory.graph_repulsion import Points, repulsion

Integers = NDArray[np.int64]
Numbers = NDArray[np.float32]
Flags = NDArray[np.bool_]

# Pushes and pulls, so that nodes come out about 1 apart.
_PUSH = np.float32(0.08)
_GRAVITY = np.float32(0.7)
_COHESION = np.float32(0.4)
_ACROSS = np.float32(0.25)
_PULLS = (0.25, 2.5)
_ROOM = 1.2

_SMALLEST = 48
_KNOWN = 0.5
_STEPS = 70
_STEPS_BELOW = 24
_WARM_STEPS = 60
_HOT, _DRAGGED, _WARM, _COOL = 1.5, 1.0, 0.8, 0.015
_CALM = 0.004
_AT_ONCE, _WORTH = 8, 1_500


@dataclass(frozen=True, slots=True, eq=False)
class LayoutStep:
    """After step `number`: positions float32 (n, 2), the reader's own; energy: how far a node moved on average, of
    the 1 or so between nodes; calm: nothing more will come by itself."""

    number: int
    positions: Points
    energy: float
    calm: bool


def arranged(uids: Sequence[str], kept: Mapping[str, tuple[float, float]]) -> Points:
    """The kept positions of these memories, float32 (n, 2), NaN for those without."""
    nowhere = (np.nan, np.nan)
    return np.array([kept.get(uid, nowhere) for uid in uids], dtype=np.float32).reshape(-1, 2)


class LayoutRun:
    """The layout of one graph under way. One thread steps it; others may pin, release and reheat meanwhile."""

    def __init__(
        self,
        count: int,
        ends: ArrayLike,
        weights: ArrayLike,
        *,
        seed: int = 7,
        groups: ArrayLike | None = None,
        kept: Points | None = None,
        pinned: Flags | None = None,
        aspect: float = 1.0,
    ) -> None:
        """A graph of `count` nodes and edges `ends` (m, 2) of `weights` (m).

        `groups` (n): those of one number are drawn together, apart from the others; -1 for none. `kept` (n, 2): known
        positions, NaN elsewhere. `pinned` (n): nodes that stay where they are kept. `aspect`: width by height of the
        place where it is drawn.
        """
        self._rng = np.random.default_rng(seed)
        self._count = count
        stretch = np.sqrt(min(4.0, max(0.25, aspect)))
        self._gravity = _GRAVITY * np.array([1 / stretch, stretch], dtype=np.float32)
        belongs = np.full(count, -1) if groups is None else np.asarray(groups)
        self._levels = [_graph(count, np.asarray(ends), np.asarray(weights), belongs.astype(np.int64))]
        self._clumps: list[Integers] = []
        known = np.full((count, 2), np.nan, dtype=np.float32) if kept is None else kept.astype(np.float32)
        self._fixed = known
        there = np.isfinite(known).all(axis=1)
        self._pinned = there & (np.zeros(count, dtype=bool) if pinned is None else pinned.astype(bool))
        self._lock = threading.Lock()
        self._moved: dict[int, tuple[float, float] | None] = {}
        self._reheat = 0.0
        self._number = 0
        self._left = 0
        self._temperature = self._cooling = 1.0
        if count and there.mean() >= _KNOWN:
            self._positions = _beside(self._levels[0], known, self._rng)
            self._positions[self._pinned] = known[self._pinned]
            self._heat(_WARM, _WARM_STEPS)
        else:
            self._coarsen(seed)
            self._positions = self._first(known)
            self._heat(_HOT, _STEPS_BELOW if self._clumps else _STEPS)
        self._shown = self._unfolded()

    @property
    def positions(self) -> Points:
        """Where all nodes are after the last step, float32 (n, 2); a copy."""
        return self._shown.copy()

    @property
    def calm(self) -> bool:
        """Whether nothing more comes by itself."""
        return not self._clumps and self._left <= 0

    def pin(self, place: int, x: float, y: float) -> None:
        """Put a node somewhere, to stay; from the next step on."""
        with self._lock:
            self._moved[place] = (x, y)

    def release(self, place: int) -> None:
        """Let a node move again."""
        with self._lock:
            self._moved[place] = None

    def reheat(self, heat: float = 0.3) -> None:
        """Go on after calm; a node moves up to `heat` of the 1 between nodes a step at first."""
        with self._lock:
            self._reheat = max(self._reheat, heat)

    def step(self) -> LayoutStep:
        """Move all nodes once, several times as long as few stand for all. Does nothing when calm."""
        self._take_wishes()
        energy = 0.0
        if not self.calm:
            graph = self._levels[-1]
            for _time in range(max(1, min(_AT_ONCE, _WORTH // max(1, len(graph))))):
                energy = self._move(graph)
                self._left -= 1
                if self._left <= 0:
                    break
            if not self._clumps and energy < _CALM:
                self._left = 0
            if self._clumps and self._left <= 0:
                self._unfold()
        self._number += 1
        self._shown = self._unfolded()
        return LayoutStep(self._number, self.positions, energy, self.calm)

    def _unfolded(self) -> Points:
        """The positions of all nodes, those of one clump on one spot."""
        shown = self._positions
        for clump in reversed(self._clumps):
            shown = shown[clump]
        return shown

    def _heat(self, heat: float, steps: int) -> None:
        self._temperature = heat
        self._left = steps
        self._cooling = (_COOL / heat) ** (1 / max(1, steps))

    def _coarsen(self, seed: int) -> None:
        while len(self._levels[-1]) > _SMALLEST:
            smaller = coarser(self._levels[-1], seed + len(self._levels))
            if smaller is None:
                break
            graph, clump = smaller
            self._levels.append(graph)
            self._clumps.append(clump)

    def _first(self, known: Points) -> Points:
        """Positions of the smallest graph: at random in a disc, but where members of a clump are known, between
        them."""
        graph = self._levels[-1]
        whole = np.arange(len(known))
        for clump in self._clumps:
            whole = clump[whole]
        angle = self._rng.uniform(0, 2 * np.pi, len(graph))
        reach = np.sqrt(self._rng.uniform(0, 1, len(graph)) * max(1.0, float(graph.masses.sum())) / 3)
        points = np.stack([reach * np.cos(angle), reach * np.sin(angle)], axis=1).astype(np.float32)
        there = np.isfinite(known).all(axis=1)
        counts = np.bincount(whole[there], minlength=len(graph))
        for axis in (0, 1):
            total = np.bincount(whole[there], weights=known[there, axis], minlength=len(graph))
            points[counts > 0, axis] = total[counts > 0] / counts[counts > 0]
        return points

    def _unfold(self) -> None:
        """One level finer: each node starts close to where its clump is."""
        clump = self._clumps.pop()
        self._levels.pop()
        graph = self._levels[-1]
        spread = np.sqrt(graph.masses / 3)[:, None]
        jitter = self._rng.uniform(-1, 1, (len(graph), 2)).astype(np.float32) * spread
        self._positions = (self._positions[clump] + jitter).astype(np.float32)
        finest = not self._clumps
        if finest:
            self._positions[self._pinned] = self._fixed[self._pinned]
        self._heat(_HOT if not finest else 0.7 * _HOT, _STEPS if finest else _STEPS_BELOW)

    def _take_wishes(self) -> None:
        with self._lock:
            moved, self._moved = self._moved, {}
            reheat, self._reheat = self._reheat, 0.0
        if moved:
            # A reader may hold the positions of the last step.
            self._positions = self._positions.copy()
        for place, at in moved.items():
            self._pinned[place] = at is not None
            if at is not None:
                self._fixed[place] = at
                if not self._clumps:
                    self._positions[place] = at
        if moved:
            reheat = max(reheat, _DRAGGED)
        if reheat and not self._clumps and (self._left <= 0 or reheat > self._temperature):
            self._heat(reheat, _WARM_STEPS)

    def _move(self, graph: Weighted) -> float:
        """One step of one graph; returns how far a node moved on average."""
        points = self._positions
        force = _PUSH * repulsion(points, graph.masses)
        force -= self._gravity * graph.masses[:, None] * points
        pull, stiffness = _pulls(graph, points)
        force += pull
        held, gathered = _together(graph, points)
        force += held
        move = force / (stiffness + gathered + _GRAVITY * graph.masses)[:, None]
        length = np.sqrt(np.einsum("ij,ij->i", move, move))
        most = np.float32(self._temperature * np.sqrt(self._count / max(1, len(graph))))
        move *= (most / np.maximum(length, most))[:, None] * np.float32(0.8)
        if not self._clumps:
            move[self._pinned] = 0
        self._positions = (points + move).astype(np.float32)
        self._temperature *= self._cooling
        return float(np.sqrt(np.einsum("ij,ij->i", move, move)).mean()) if len(points) else 0.0


def _graph(count: int, ends: Integers, weights: Numbers, groups: Integers) -> Weighted:
    """The graph as it is laid out: pulls about 1 on average, weaker from one group to another."""
    ends, weights = joined(count, ends.reshape(-1, 2).astype(np.int64), weights.astype(np.float32))
    if len(weights):
        pulls = np.sqrt(weights / max(float(weights.mean()), 1e-9))
        weights = np.clip(pulls, *_PULLS).astype(np.float32)
    across = groups[ends[:, 0]] != groups[ends[:, 1]]
    weights = np.where(across, weights * _ACROSS, weights).astype(np.float32)
    degree = np.bincount(ends.ravel(), minlength=count)
    masses = np.sqrt(1 + degree).astype(np.float32)
    return Weighted(masses, groups, ends, weights)


def _pulls(graph: Weighted, points: Points) -> tuple[Points, Numbers]:
    """The pull of the edges on each node, and how stiff it is held by them."""
    one, other = graph.ends[:, 0], graph.ends[:, 1]
    count = len(graph)
    along = (points[other] - points[one]) * graph.weights[:, None]
    pull = np.empty_like(points)
    for axis in (0, 1):
        pull[:, axis] = np.bincount(one, along[:, axis], count) - np.bincount(other, along[:, axis], count)
    stiffness = np.bincount(one, graph.weights, count) + np.bincount(other, graph.weights, count)
    return pull, stiffness.astype(np.float32)


def _together(graph: Weighted, points: Points) -> tuple[Points, Numbers]:
    """What draws a group together and moves groups that overlap apart, and how stiff that holds each node."""
    grouped = graph.groups >= 0
    force = np.zeros_like(points)
    if not grouped.any():
        return force, np.zeros(len(graph), dtype=np.float32)
    mine = graph.groups[grouped]
    mass = graph.masses[grouped]
    total = np.bincount(mine, mass)
    there = np.maximum(total, 1e-9)
    centre = np.stack([np.bincount(mine, mass * points[grouped, axis]) / there for axis in (0, 1)], axis=1)
    out = points[grouped] - centre[mine]
    square = np.einsum("ij,ij->i", out, out)
    radius = _ROOM * np.sqrt(2 * np.bincount(mine, mass * square) / there)
    apart = centre[:, None, :] - centre[None, :, :]
    distance = np.sqrt(np.einsum("ijk,ijk->ij", apart, apart)) + 1e-6
    overlap = np.maximum(0, radius[:, None] + radius[None, :] - distance)
    overlap[:, total == 0] = 0
    np.fill_diagonal(overlap, 0)
    # The lighter of two gives way more.
    yields = total[None, :] / (total[:, None] + total[None, :] + 1e-9)
    shove = np.einsum("ij,ijk->ik", overlap * yields / distance, apart)
    held = _COHESION * mass
    force[grouped] = (shove[mine] - out) * held[:, None]
    stiffness = np.zeros(len(graph), dtype=np.float32)
    stiffness[grouped] = held
    return force, stiffness


def _beside(graph: Weighted, known: Points, rng: np.random.Generator) -> Points:
    """Known positions as they are; of the others each between those of its neighbours, else out at the rim."""
    points = known.copy()
    there = np.asarray(np.isfinite(points).all(axis=1))
    count = len(points)
    one, other = np.concatenate([graph.ends, graph.ends[:, ::-1]]).T
    jitter = rng.uniform(-0.5, 0.5, points.shape).astype(np.float32)
    while True:
        leads = there[other] & ~there[one]
        if not leads.any():
            break
        reached = one[leads]
        weights = np.concatenate([graph.weights, graph.weights])[leads]
        total = np.bincount(reached, weights, count)
        fresh = total > 0
        for axis in (0, 1):
            summed = np.bincount(reached, weights * points[other[leads], axis], count)
            points[fresh, axis] = summed[fresh] / total[fresh] + jitter[fresh, axis]
        there[fresh] = True
    middle = points[there].mean(axis=0)
    rim = np.sqrt(np.square(points[there] - middle).sum(axis=1)).max() + 1
    angle = rng.uniform(0, 2 * np.pi, count)
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32) * rim
    points[~there] = (middle + around)[~there]
    points += np.float32(0.02) * jitter
    return points
