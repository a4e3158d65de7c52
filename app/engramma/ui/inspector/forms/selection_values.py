"""What many selected memories have in common, read on a worker thread, by ids or as a whole search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import FacetCount, Facets, parse

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore

Counts = tuple[tuple[str, int], ...]

PUT_AWAY = frozenset({"superseded", "trashed"})
"""State facets that count what a search without a state leaves out."""


@dataclass(frozen=True, slots=True)
class ShownSelection:
    """Aggregates of a selection. `query` is the search when all of its results are meant, else None.

    Importance and times are None where a whole search is meant: they are not counted for it.
    """

    count: int
    query: str | None
    tiers: Counts
    kinds: Counts
    categories: Counts
    states: Counts
    tags: Counts
    importance: tuple[float, float, float] | None
    created: tuple[int, int] | None
    trashed: int
    writable: bool


def read_selection(
    store: MemoryStore, ids: tuple[int, ...], _report: Report, _cancel: CancelToken
) -> ShownSelection:
    """Aggregates of these memories."""
    summary = store.memories.summary(ids)
    low, mean, high = summary.importance_min, summary.importance_mean, summary.importance_max
    states = dict(summary.by_state)
    states["pinned"] = summary.pinned
    return ShownSelection(
        count=summary.count,
        query=None,
        tiers=_counts(summary.by_tier),
        kinds=_counts(summary.by_kind),
        categories=_counts(summary.by_category),
        states=tuple((name, count) for name, count in states.items() if count and name != "active"),
        tags=summary.tags,
        importance=None if low is None or mean is None or high is None else (low, mean, high),
        created=None
        if summary.oldest is None or summary.newest is None
        else (summary.oldest, summary.newest),
        trashed=states.get("trashed", 0),
        writable=not store.read_only,
    )


def read_results(store: MemoryStore, query: str, _report: Report, _cancel: CancelToken) -> ShownSelection:
    """Aggregates of all results of a search, counted by the store and never listed."""
    facets: Facets = store.search.facets(query, further=False)
    names_state = parse(query).names_state
    return ShownSelection(
        count=facets.matching,
        query=query,
        tiers=tuple(pair for pair in _facet_counts(facets.tiers) if pair[0] != "sensory"),
        kinds=_facet_counts(facets.kinds),
        categories=_facet_counts(facets.categories),
        states=tuple(
            (row.label, row.count)
            for row in facets.states
            if row.count and (names_state or row.value not in PUT_AWAY)
        ),
        tags=_facet_counts(facets.tags),
        importance=None,
        created=None,
        trashed=sum(row.count for row in facets.states if row.value == "trashed") if names_state else 0,
        writable=not store.read_only,
    )


def _counts(counts: dict[str, int]) -> Counts:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _facet_counts(rows: tuple[FacetCount, ...]) -> Counts:
    return tuple((row.value, row.count) for row in rows if row.count)
