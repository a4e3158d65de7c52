"""A floor under the quality on the tune split of the labelled pairs, so that it does not fall unnoticed.

The bars are met on the held-out split, by tests.benchmarks.likeness_quality.
"""

from __future__ import annotations

import pytest
from tests.benchmarks.likeness_quality import Judged, judge, precision, read_pairs, recall

from engramma.theory.likeness import Lexicon


@pytest.fixture(scope="module")
def judged(lexicon: Lexicon) -> list[Judged]:
    return judge(read_pairs("tune"), lexicon)


def test_the_tune_split_is_what_was_read(judged: list[Judged]) -> None:
    assert len(judged) == 269


def test_hardly_a_duplicate_is_wrong(judged: list[Judged]) -> None:
    assert precision(judged, "duplicate") >= 0.97
    assert recall(judged, "duplicate") >= 0.55


def test_most_conflicts_are_found(judged: list[Judged]) -> None:
    assert recall(judged, "conflict") >= 0.85
    assert precision(judged, "conflict") >= 0.93
