"""The part of the graph around some memories: the strongest ties first, bounded, with what had no room counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from engramma.engine.associations.ties import Tie, ties_of
from engramma.model.errors import InvalidValueError
from engramma.model.graph import GraphEdge, Neighbourhood
from engramma.store.associations.nodes import read_nodes, read_states
from engramma.store.database import Reading

MOST_NODES = 5_000
DEEPEST = 6
# Computed edges that are neither among the strongest of one end nor of the other are left out.
STRONGEST = 6


def read_neighbourhood(
    reading: Reading,
    ids: Sequence[int],
    *,
    depth: int,
    types: Collection[str] | None,
    limit: int,
    at: int,
    similar: Sequence[Tie] = (),
    before: int | None = None,
) -> Neighbourhood:
    """Memories up to `depth` steps from `ids`, at most `limit`; `similar` are further ties of `ids`.

    With `before` only memories that were created by then (UTC µs) are there.

    Raises InvalidValueError for senseless bounds.
    """
    if not 0 <= depth <= DEEPEST or not 1 <= limit <= MOST_NODES:
        raise InvalidValueError(f"A depth is 0 to {DEEPEST}, a limit 1 to {MOST_NODES:,} memories.")
    wanted = list(dict.fromkeys(int(one) for one in ids))
    states = read_states(reading, wanted, before=before)
    seeds = [one for one in wanted if states.get(one, "trashed") != "trashed"]
    depths = dict.fromkeys(seeds[:limit], 0)
    unshown = set(seeds[limit:])
    ties: dict[tuple[int, int, str, int], Tie] = {}
    frontier = list(depths)
    for step in range(depth + 1):
        among = depths if step == depth else None
        near = similar if step == 0 else ()
        found = [*near, *ties_of(reading, frontier, types=types, at=at, among=among)]
        fresh = shown_ties(reading, found, states, before=before)
        for tie in fresh:
            ties[tie.source_id, tie.target_id, tie.type, tie.association_id or 0] = tie
        if step == depth:
            break
        reached = strongest_ways(fresh, frontier=set(frontier), known=depths)
        ordered = sorted(reached, key=lambda one: (-reached[one], one))
        frontier = ordered[: limit - len(depths)]
        unshown.update(ordered[len(frontier) :])
        depths.update(dict.fromkeys(frontier, step + 1))
        if not frontier:
            break
    rows = read_nodes(reading, list(depths), now=at)
    depths = {one: steps for one, steps in depths.items() if one in rows}
    inner = [tie for tie in ties.values() if tie.source_id in depths and tie.target_id in depths]
    edges = _strongest(inner)
    neighbours = _neighbours(ties.values(), shown=depths)
    return Neighbourhood(
        at=at,
        nodes=tuple(
            replace(
                rows[one],
                depth=steps,
                hidden=sum(other not in depths for other in neighbours[one]),
                degree=len(neighbours[one]),
            )
            for one, steps in depths.items()
        ),
        edges=tuple(graph_edge(tie) for tie in edges),
        hidden_nodes=len(unshown - depths.keys()),
        hidden_edges=len(inner) - len(edges),
    )


def shown_ties(
    reading: Reading, ties: Sequence[Tie], states: dict[int, str], *, before: int | None = None
) -> list[Tie]:
    """The ties whose both ends are shown: outside the Trash, created by `before`, and active where the tie is
    computed. `states` are those known; what is missing is added.
    """
    ends = {end for tie in ties for end in (tie.source_id, tie.target_id)} - states.keys()
    states.update(dict.fromkeys(ends, ""))
    states.update(read_states(reading, sorted(ends), before=before))
    hidden = ("", "trashed")
    return [
        tie
        for tie in ties
        if (found := (states[tie.source_id], states[tie.target_id]))
        and found[0] not in hidden
        and found[1] not in hidden
        and (not tie.computed or found == ("active", "active"))
    ]


def strongest_ways(
    ties: Iterable[Tie], *, frontier: Collection[int], known: Collection[int]
) -> dict[int, float]:
    """The memories that the ties lead to from the frontier, with the weight of the strongest way there."""
    found: dict[int, float] = {}
    for tie in ties:
        for one, other in ((tie.source_id, tie.target_id), (tie.target_id, tie.source_id)):
            if one in frontier and other not in known:
                found[other] = max(tie.weight, found.get(other, 0.0))
    return found


def _strongest(ties: Sequence[Tie]) -> list[Tie]:
    """The ties, strongest first, of the computed ones those among the strongest of either end."""
    counts: dict[int, int] = defaultdict(int)
    kept = []
    ordered = sorted(ties, key=lambda tie: (-tie.weight, tie.source_id, tie.target_id, tie.type))
    for tie in ordered:
        if tie.computed:
            if min(counts[tie.source_id], counts[tie.target_id]) >= STRONGEST:
                continue
            counts[tie.source_id] += 1
            counts[tie.target_id] += 1
        kept.append(tie)
    return kept


def _neighbours(ties: Iterable[Tie], *, shown: Collection[int]) -> dict[int, set[int]]:
    """The known neighbours of each memory that is shown."""
    found: dict[int, set[int]] = defaultdict(set)
    for tie in ties:
        for one, other in ((tie.source_id, tie.target_id), (tie.target_id, tie.source_id)):
            if one in shown:
                found[one].add(other)
    return found


def graph_edge(tie: Tie) -> GraphEdge:
    """The edge that is drawn for a tie."""
    return GraphEdge(
        source_id=tie.source_id,
        target_id=tie.target_id,
        type=tie.type,
        weight=tie.weight,
        relation=tie.relation,
        via=tie.via,
        association_id=tie.association_id,
    )
