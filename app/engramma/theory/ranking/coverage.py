"""How much of a question's rare words each memory covers, what was said just before it included.

coverage = sum over the words of idf · found / sum of idf,      found in 0..1, bounded as BM25 bounds it
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.model.records import dataclass
from engramma.theory.ranking.layout import Layout, Numbers, Rows
from engramma.theory.ranking.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class WordFound:
    """One word of the question: its idf, and the rows that hold it (each once) with 0..1 how much."""

    idf: float
    rows: Rows
    found: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Rows with text evidence, each once, and what that is worth on the scale of cosines."""

    rows: Rows
    values: Numbers


def idf(rows: int, total: int) -> float:
    """The worth of a word that stands in `rows` of `total`; above 0 even when it stands in all of few."""
    return math.log1p((total - rows + 0.5) / (rows + 0.5))


def cover(words: Sequence[WordFound], layout: Layout, weights: Weights) -> Coverage:
    """Text evidence; `words` are all that the question asks for, those that no row holds included."""
    total = max(sum(word.idf for word in words), 1e-9)
    n = len(layout)
    summed = np.zeros(n, dtype=np.float32)
    scratch = np.zeros(n, dtype=np.float32)
    touched: list[Rows] = []
    for word in words:
        if not len(word.rows):
            continue
        share = np.float32(word.idf / total)
        touched.append(word.rows)
        if weights.carried:
            onto, carried = _carried(word, layout, weights)
            touched.append(onto)
            # A row may hold the word itself, or get it from before: the larger counts, once.
            scratch[onto] = carried
            scratch[word.rows] = np.maximum(scratch[word.rows], word.found)
            summed[onto] += share * scratch[onto]
            scratch[onto] = 0.0
            summed[word.rows] += share * scratch[word.rows]
            scratch[word.rows] = 0.0
        else:
            summed[word.rows] += share * word.found
    if not touched:
        return Coverage(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32))
    rows = np.flatnonzero(summed) if sum(map(len, touched)) > n // 8 else _distinct(touched)
    return Coverage(rows, np.float32(weights.text) * summed[rows] * layout.dilution[rows])


def _carried(word: WordFound, layout: Layout, weights: Weights) -> tuple[Rows, Numbers]:
    """The rows at the place after each event with the word, and what reaches them."""
    said = layout.events[word.rows]
    rows, found = word.rows[said], word.found[said]
    onto = layout.following(layout.place[rows].astype(np.int64), 1)
    there = onto >= 0
    rows, found, onto = rows[there], found[there], onto[there]
    reached, origin = layout.rows_at(onto)
    worth: NDArray[np.float32] = np.float32(weights.carried) * found / layout.passages[rows]
    return reached, worth[origin]


def _distinct(parts: Sequence[Rows]) -> Rows:
    return np.unique(np.concatenate(parts))
