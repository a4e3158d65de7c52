"""A floor under the quality on the labelled pairs that were used for development, so that it does not fall unnoticed.

How good it is, is measured by tests.benchmarks.likeness_quality on pairs that were not used.
"""

from __future__ import annotations

import pytest
from tests.benchmarks.likeness_quality import Judged, judge, precision, read_pairs, recall

from engramma.theory.likeness import Comparer


@pytest.fixture(scope="module")
def judged(comparer: Comparer) -> list[Judged]:
    return judge(read_pairs(), comparer)


def test_hardly_a_duplicate_is_wrong(judged: list[Judged]) -> None:
    assert precision(judged, "duplicate") >= 0.98
    assert recall(judged, "duplicate") >= 0.55


def test_most_conflicts_are_found(judged: list[Judged]) -> None:
    assert recall(judged, "conflict") >= 0.85
    assert precision(judged, "conflict") >= 0.75
