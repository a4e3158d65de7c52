"""Adds up the features of a pair with learned weights: how probable it is that they are duplicates or in conflict.

The weights lie in resources/likeness/weights.toml, written by tests/benchmarks/likeness_fit.py. Knows no words.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Probabilities:
    """Of the three kinds; they add up to 1."""

    duplicate: float
    conflict: float
    distinct: float


@dataclass(frozen=True, slots=True)
class _Sums:
    """The weights of each feature for "duplicate" and for "conflict", both against "distinct"; where they start."""

    start: tuple[float, float]
    weights: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights without and with a similarity, and the least probabilities by which a kind is named."""

    alone: _Sums
    with_similarity: _Sums
    least_duplicate: float
    least_conflict: float

    def weigh(self, told: Mapping[str, float], *, similarity: float | None) -> Probabilities:
        """The probabilities for these features; a similarity that is None or no number is left aside."""
        known = similarity is not None and math.isfinite(similarity)
        sums = self.with_similarity if known else self.alone
        duplicate, conflict = sums.start
        if similarity is not None and known:
            cosine = min(1.0, max(0.0, similarity))
            for name, value in (("similarity", cosine), ("similarity_squared", cosine * cosine)):
                both = sums.weights.get(name, (0.0, 0.0))
                duplicate += both[0] * value
                conflict += both[1] * value
        weights = sums.weights
        for name, value in told.items():
            if value and name in weights:
                both = weights[name]
                duplicate += both[0] * value
                conflict += both[1] * value
        most = max(duplicate, conflict, 0.0)
        one, other, rest = math.exp(duplicate - most), math.exp(conflict - most), math.exp(-most)
        total = one + other + rest
        return Probabilities(one / total, other / total, rest / total)


def load_weights(text: str) -> Weights:
    """The weights of a TOML text.

    Raises ValueError for text that is not TOML or lacks one of the tables.
    """
    table = tomllib.loads(text)
    try:
        least = table["least"]
        return Weights(
            _sums(table["alone"]),
            _sums(table["with_similarity"]),
            float(least["duplicate"]),
            float(least["conflict"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"the weights of likeness lack {error}") from error


def _sums(table: Mapping[str, list[float]]) -> _Sums:
    pairs = {name: (float(both[0]), float(both[1])) for name, both in table.items()}
    start = pairs.pop("start")
    return _Sums(start, pairs)
