"""Finds how two memories hang together: reads ties outwards from both until no better way can be left."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable

from engramma.engine.associations.neighbourhood import graph_edge, shown_ties
from engramma.engine.associations.ties import Tie, ties_of
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.graph_path import MemoryPath
from engramma.model.progress import CancelToken
from engramma.store.associations.nodes import read_nodes, read_states
from engramma.store.database import Reading
from engramma.theory.paths import strongest_path

MOST_HOPS = 8
MOST_READ = 5_000
# Read at once, so that a search can be cancelled between.
_AT_ONCE = 200


def find_path(
    reading: Reading,
    one: int,
    other: int,
    *,
    types: Collection[str] | None,
    most_hops: int,
    at: int,
    before: int | None,
    similar: Iterable[Tie],
    cancel: CancelToken,
) -> MemoryPath:
    """The strongest way of at most `most_hops` (1–8) between two memories; `similar` are further ties of theirs.

    Raises NotFoundError, InvalidValueError and Cancelled.
    """
    if not 1 <= most_hops <= MOST_HOPS:
        raise InvalidValueError(f"A path has 1 to {MOST_HOPS} hops, not {most_hops}.")
    if one == other:
        raise InvalidValueError("A path needs two different memories.")
    states = read_states(reading, sorted({one, other}), before=before)
    for end in (one, other):
        if states.get(end, "") in ("", "trashed"):
            raise NotFoundError(f"There is no memory M-{end} here.")
    search = _Search(reading, types=types, at=at, before=before, states=states)
    search.learn(shown_ties(reading, list(similar), states, before=before))
    sides = [{one}, {other}]
    seen = [{one}, {other}]
    levels = [0, 0]
    way, length = strongest_path(search.weights, one, other, most_hops=most_hops)
    full = False
    # A way that is not known yet has at least one hop more than there are levels, and each is 1 long or longer.
    while sum(levels) < most_hops and length > sum(levels) + 1:
        side = 0 if len(sides[0]) <= len(sides[1]) else 1
        if not sides[side]:
            break
        if sum(map(len, seen)) >= MOST_READ:
            full = True
            break
        reached: set[int] = set()
        frontier = sorted(sides[side])
        for start in range(0, len(frontier), _AT_ONCE):
            cancel.check()
            reached |= search.read(frontier[start : start + _AT_ONCE])
        sides[side] = reached - seen[side]
        seen[side] |= reached
        levels[side] += 1
        if not seen[0].isdisjoint(seen[1]):
            way, length = strongest_path(search.weights, one, other, most_hops=most_hops)
    looked_at = len(seen[0] | seen[1])
    if not way:
        return MemoryPath((), (), 0.0, 0.0, _reason(one, other, most_hops=most_hops, full=full), looked_at)
    nodes = read_nodes(reading, list(way), now=at)
    ties = [search.strongest[frozenset(pair)] for pair in itertools.pairwise(way)]
    return MemoryPath(
        nodes=tuple(nodes[node] for node in way),
        edges=tuple(graph_edge(tie) for tie in ties),
        length=length,
        strength=2.0**-length,
        reason="",
        looked_at=looked_at,
    )


def _reason(one: int, other: int, *, most_hops: int, full: bool) -> str:
    hops = "1 hop" if most_hops == 1 else f"{most_hops} hops"
    if full:
        return (
            f"No path from M-{one} to M-{other} was found among the nearest {MOST_READ:,} memories; "
            "choose memories that are closer."
        )
    return f"Nothing joins M-{one} and M-{other} within {hops}; allow more hops or more types of links."


class _Search:
    """The ties read so far, the strongest of each pair."""

    def __init__(
        self,
        reading: Reading,
        *,
        types: Collection[str] | None,
        at: int,
        before: int | None,
        states: dict[int, str],
    ) -> None:
        self._reading = reading
        self._types = types
        self._at = at
        self._before = before
        self._states = states
        self.weights: dict[int, dict[int, float]] = defaultdict(dict)
        self.strongest: dict[frozenset[int], Tie] = {}

    def read(self, ids: list[int]) -> set[int]:
        """Learn the ties of these memories; returns the other ends."""
        found = ties_of(self._reading, ids, types=self._types, at=self._at)
        ties = shown_ties(self._reading, found, self._states, before=self._before)
        self.learn(ties)
        return {end for tie in ties for end in (tie.source_id, tie.target_id)}

    def learn(self, ties: Iterable[Tie]) -> None:
        """Keep the strongest tie of each pair; of equal ones the first."""
        for tie in ties:
            known = self.strongest.get(frozenset((tie.source_id, tie.target_id)))
            if known is None or tie.weight > known.weight:
                self.strongest[frozenset((tie.source_id, tie.target_id))] = tie
                self.weights[tie.source_id][tie.target_id] = tie.weight
                self.weights[tie.target_id][tie.source_id] = tie.weight
