"""Orders few memories by how well their words fit: FTS5's bm25 over the rarer words of the query."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, func, select
from sqlalchemy.sql import literal_column

from engramma.model.search.tree import Query, positive_leaves
from engramma.store.fulltext import MEMORY_WORDS, memory_words
from engramma.store.search.sources import Index, Source, rank_of, sources_of

MOST_RANKED = 20_000


def by_relevance(
    connection: Connection, query: Query, newest: NDArray[np.int64], *, sizes: Mapping[Source, int]
) -> NDArray[np.int64] | None:
    """The ids `newest`, best first, ties newest first; None if no word of the query is rare enough to rank by.

    `sizes` are the counted rows of each source.
    """
    expressions = []
    budget = MOST_RANKED
    for leaf in sorted(positive_leaves(query.root), key=lambda leaf: _words_size(sources_of(leaf), sizes)):
        expression = rank_of(leaf)
        budget -= _words_size(sources_of(leaf), sizes) if expression else 0
        if expression and budget >= 0:
            expressions.append(expression)
    if not expressions:
        return None
    rank = func.bm25(literal_column(MEMORY_WORDS))
    rows = connection.execute(
        select(memory_words.c.rowid, rank).where(
            memory_words.c[MEMORY_WORDS].op("MATCH")(" OR ".join(expressions))
        )
    ).all()
    scores = np.zeros(len(newest))
    if rows and len(newest):
        found = np.fromiter((row[0] for row in rows), dtype=np.int64, count=len(rows))
        ranks = np.fromiter((row[1] for row in rows), dtype=np.float64, count=len(rows))
        place = np.searchsorted(found, newest)
        place[place == len(found)] = 0
        hit = found[place] == newest
        scores[hit] = ranks[place[hit]]
    return newest[np.argsort(scores, kind="stable")]


def _words_size(sources: tuple[Source, ...], sizes: Mapping[Source, int]) -> int:
    return sum(sizes.get(source, 0) for source in sources if source.index is Index.WORDS)
