"""Searching: a text or query tree to ordered ids, counts and facets, at the store's clock."""

from __future__ import annotations

from engramma.engine.workspace import Workspace
from engramma.model.search import DEFAULT_SORT, Facets, Query, Sort, parse
from engramma.model.strengths import StrengthSpread
from engramma.store.policy import load_policy
from engramma.store.search import Ordered, count, facet_counts, order_ids, strength_spread, value_counts


class Search:
    """Read-only; looking changes nothing."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def order(self, query: Query | str, *, sort: Sort = DEFAULT_SORT, limit: int | None = None) -> Ordered:
        """Ids of the memories that fit, in order. With `limit` the first rows come fast. Raises QueryError."""
        tree = _tree(query)
        with self._workspace.database.read() as reading:
            return order_ids(
                reading.connection,
                tree,
                sort=sort,
                now=self._workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
                limit=limit,
            )

    def count(self, query: Query | str) -> int:
        """How many memories fit. Raises QueryError."""
        tree = _tree(query)
        with self._workspace.database.read() as reading:
            return count(
                reading.connection,
                tree,
                now=self._workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
            )

    def facets(self, query: Query | str, *, tags: int = 12, further: bool = True) -> Facets:
        """Counts for each facet under the other filters of the query; with `further` false those of its results.

        Raises QueryError.
        """
        tree = _tree(query)
        with self._workspace.database.read() as reading:
            return facet_counts(
                reading.connection,
                tree,
                now=self._workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
                tags=tags,
                further=further,
            )

    def strengths(self, query: Query | str) -> StrengthSpread:
        """How strong the memories that fit are, by tenths and tiers. Raises QueryError."""
        tree = _tree(query)
        with self._workspace.database.read() as reading:
            return strength_spread(
                reading.connection,
                tree,
                now=self._workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
            )

    def values(self, field: str, prefix: str) -> list[tuple[str, int | None]]:
        """Values of a field that begin with `prefix`, with counts where they are cheap."""
        with self._workspace.database.read() as reading:
            return value_counts(reading.connection, field, prefix, hidden=reading.hidden)


def _tree(query: Query | str) -> Query:
    return parse(query) if isinstance(query, str) else query
