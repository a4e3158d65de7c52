"""The ranking: evidence added up, then activation along the session, then small priors.

    x     = TEXT · coverage / m^⅛ + q·v + DATE · [said in the time asked about]
            + TIME_WORDS · [names a time, where the question asks for one] / m
    s     = max(0, x − τ), τ = the 41st best x                                   only the 40 best fire
    f     = s / m^⅒
    score = x + (forward · f_before + backward · f_after) / m^1½
            + SESSION · best f in the session · (1 / m^1½ + (1 − 1 / m^1½) · s / best s of all) + standing + priors

q is the question's vector less half of the mean vector of the store, so q·v is a cosine less what is common to all.
`forward` is larger for a question. `standing` depends on the row alone: how much it says, and whether it only asks.
Of a long text (m passages) q·v is for the most part that of its best passage. What it gets from others is divided, or
each hit would draw up the long answers around it; but what its session brings it can earn by evidence of its own, so
that an answer comes up for what was said deep in it. Nothing depends on who said it. Activation goes along sessions
only: along ties of common recalls, common things and summaries it finds no more, or less
(tests/benchmarks/recall_associations.py).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engramma.model.records import dataclass
from engramma.theory.ranking.activation import Activation, best_rows, seeds_of, spread
from engramma.theory.ranking.coverage import Coverage
from engramma.theory.ranking.layout import Layout, Numbers, Rows
from engramma.theory.ranking.weights import Weights

SLACK = 64
_CUED = 128


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What speaks for each row.

    meaning: float32 (n), q·v, 0 for rows without a vector. dated: rows said in the time asked about.
    names_time: given rows (ascending), which of them name a time, 1 or 0 divided by m; None when nobody asks for one.
    """

    coverage: Coverage
    meaning: Numbers
    dated: Rows
    names_time: Callable[[Rows], Numbers] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Priors:
    """Small parts that depend on the row and the moment; each float32, as long as the rows asked for."""

    strength: Numbers
    importance: Numbers
    recency: Numbers


PriorsOf = Callable[[Rows], Priors]


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Rows, best first, their scores, and the named parts that sum to them (float32, as long as `rows`)."""

    rows: Rows
    scores: Numbers
    parts: dict[str, Numbers]


def rank(
    evidence: Evidence,
    layout: Layout,
    *,
    weights: Weights,
    limit: int,
    priors: PriorsOf,
    allowed: NDArray[np.bool_] | None = None,
) -> Ranked:
    """The best `limit` rows of those `allowed` (bool, n; None: all), without touching each row more than a few times.

    Rows that are not allowed still speak for others. Evidence is compared before the priors, which can lift a row
    by at most their own size: `SLACK` more rows than asked for are looked at.
    """
    x, told = evidence_of(evidence, weights)
    fired = spread(*seeds_of(x, weights.seeds), layout=layout, weights=weights)
    y = x + layout.standing
    if allowed is not None:
        y[~allowed] = -np.inf
    lead = best_rows(y, limit + SLACK)
    rows = np.union1d(lead, fired.rows)
    if allowed is not None:
        rows = rows[allowed[rows]]
    scores, parts = parts_at(rows, evidence, layout, fired=fired, told=told, weights=weights, priors=priors)
    order = np.lexsort((rows, -scores))[:limit]
    return Ranked(rows[order], scores[order], {name: part[order] for name, part in parts.items()})


def evidence_of(evidence: Evidence, weights: Weights) -> tuple[Numbers, tuple[Rows, Numbers]]:
    """x of every row, and the rows that name a time with what that brings them."""
    x = np.float32(weights.meaning) * evidence.meaning
    x[evidence.coverage.rows] += evidence.coverage.values
    x[evidence.dated] += np.float32(weights.date)
    none = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
    if evidence.names_time is None or not weights.time_words:
        return x, none
    leading = np.sort(best_rows(x, _CUED))
    worth = np.float32(weights.time_words) * evidence.names_time(leading)
    x[leading] += worth
    return x, (leading, worth)


def parts_at(
    rows: Rows,
    evidence: Evidence,
    layout: Layout,
    *,
    fired: Activation,
    told: tuple[Rows, Numbers],
    weights: Weights,
    priors: PriorsOf,
) -> tuple[Numbers, dict[str, Numbers]]:
    """The scores of `rows` and the named parts that sum to them; `told` as `evidence_of` gives it."""
    neighbours, session = fired.at(rows)
    own = priors(rows)
    dated = np.isin(rows, evidence.dated).astype(np.float32) * np.float32(weights.date)
    parts = {
        "text": _scattered(rows, evidence.coverage.rows, evidence.coverage.values),
        "meaning": np.float32(weights.meaning) * evidence.meaning[rows],
        "date": dated + _scattered(rows, *told),
        "neighbours": neighbours,
        "session": session,
        "strength": own.strength,
        "importance": own.importance + layout.standing[rows],
        "recency": own.recency,
    }
    return np.sum(list(parts.values()), axis=0, dtype=np.float32), parts


def _scattered(rows: Rows, known: Rows, values: Numbers) -> Numbers:
    """`values` of the rows `known` (ascending), at `rows`; 0 elsewhere."""
    if not len(known):
        return np.zeros(len(rows), dtype=np.float32)
    found = np.searchsorted(known, rows)
    found[found == len(known)] = 0
    return np.where(known[found] == rows, values[found], np.float32(0))
