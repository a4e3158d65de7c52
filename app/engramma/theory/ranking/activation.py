"""Spreading activation: the best matches warm what was said next to them and the session they lie in."""

from __future__ import annotations

import numpy as np

from engramma.model.records import dataclass
from engramma.theory.ranking.layout import NOWHERE, Layout, Numbers, Rows
from engramma.theory.ranking.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class Activation:
    """The rows reached, ascending, each once, with what neighbours and the session bring them."""

    rows: Rows
    neighbours: Numbers
    session: Numbers

    def at(self, rows: Rows) -> tuple[Numbers, Numbers]:
        """(neighbours, session) of any rows; 0 where nothing reaches."""
        if not len(self.rows):
            none = np.zeros(len(rows), dtype=np.float32)
            return none, none
        found = np.searchsorted(self.rows, rows)
        found[found == len(self.rows)] = 0
        hit = self.rows[found] == rows
        return (
            np.where(hit, self.neighbours[found], np.float32(0)),
            np.where(hit, self.session[found], np.float32(0)),
        )


_MANY = 4_096
_TINY = 1e-9


def seeds_of(evidence: Numbers, count: int) -> tuple[Rows, Numbers]:
    """The `count` best rows, best first, and by how much each is better than the next best row after them.

    All of one row less than there are, when there are no more than `count`.
    """
    n = len(evidence)
    k = min(count, n - 1)
    if k <= 0:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
    best = best_rows(evidence, k + 1)
    return best[:k], evidence[best[:k]] - evidence[best[k]]


def best_rows(values: Numbers, count: int) -> Rows:
    """The rows of the `count` highest values, best first, of equal ones the earlier first."""
    n = len(values)
    count = min(count, n)
    if count <= 0:
        return np.empty(0, dtype=np.int64)
    candidates = _above(values, count)
    if len(candidates) > count:
        part = values[candidates]
        least = np.partition(part, len(part) - count)[len(part) - count]
        above = candidates[part > least]
        level = candidates[part == least][: count - len(above)]
        candidates = np.concatenate([above, level])
    return candidates[np.lexsort((candidates, -values[candidates]))]


def _above(values: Numbers, count: int) -> Rows:
    """At least `count` rows, all of the best among them; few where there are many rows.

    A look at every 16th or 64th value tells a bar that some more than `count` values pass: one comparison a row,
    where partitioning moves them all.
    """
    n = len(values)
    if n >= _MANY:
        step = 64 if n >= 16 * _MANY else 16
        sample = values[::step]
        wanted = max(16, 4 * count // step + 8)
        bar = np.partition(sample, len(sample) - wanted)[len(sample) - wanted]
        found = np.flatnonzero(values >= bar)
        if len(found) >= count:
            return found
    return np.arange(n)


def spread(seeds: Rows, force: Numbers, *, layout: Layout, weights: Weights) -> Activation:
    """What the seeds (rows, best first, with their force) bring to the rows around them, divided by their length.

    Of what is taken from a long text of its session's activation it earns back the share that its own force is of the
    best one's.
    """
    proven = force / max(float(force[0]), _TINY) if len(force) else force
    force = force * layout.passages[seeds] ** np.float32(-weights.firing)
    places = layout.place[seeds].astype(np.int64)
    placed = places != NOWHERE
    seeds, force, places, proven = seeds[placed], force[placed], places[placed], proven[placed]
    if not len(seeds):
        none = np.empty(0, dtype=np.float32)
        return Activation(np.empty(0, dtype=np.int64), none, none)
    own = seeds
    # Of an event and the memories from it only the strongest speaks, which by evidence comes first.
    _, strongest = np.unique(places, return_index=True)
    seeds, force, places = seeds[strongest], force[strongest], places[strongest]
    sessions, best = _best_by_session(layout.session[seeds].astype(np.int64), force)
    rows, origin = layout.rows_of_sessions(sessions)
    order = np.argsort(rows, kind="stable")
    rows, shared = rows[order], np.float32(weights.session) * best[origin[order]]
    near = np.zeros(len(rows), dtype=np.float32)
    onward = np.where(layout.asks[seeds], np.float32(weights.forward_question), np.float32(weights.forward))
    for step, share in ((1, onward), (-1, np.full(len(seeds), weights.backward, dtype=np.float32))):
        onto = layout.following(places, step)
        there = onto >= 0
        reached, index = layout.rows_at(onto[there])
        near[np.searchsorted(rows, reached)] += (share[there] * force[there])[index]
    share = layout.share[rows]
    near *= share
    at = np.searchsorted(rows, own)
    share[at] += np.float32(weights.earned) * proven * (np.float32(1) - share[at])
    return Activation(rows, near, shared * share)


def _best_by_session(sessions: Rows, force: Numbers) -> tuple[Rows, Numbers]:
    distinct, index = np.unique(sessions, return_inverse=True)
    best = np.zeros(len(distinct), dtype=np.float32)
    np.maximum.at(best, index, force)
    return distinct, best
