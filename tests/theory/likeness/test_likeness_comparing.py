"""The comparer keeps readings without changing what it finds, and refuses word lists that are not whole."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engramma.theory.likeness import Comparer, Likeness, load_comparer
from engramma.theory.likeness.aligning import align
from engramma.theory.likeness.features import features
from engramma.theory.likeness.finding import LEAST_PROPOSED
from engramma.theory.likeness.slots import Lone
from engramma.theory.likeness.weighing import load_weights


def lists() -> list[str]:
    folder = files("engramma.resources") / "likeness"
    return [
        file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    ]


def test_a_reading_is_taken_once(comparer: Comparer) -> None:
    text = "The parser of the harvester accepts tabs."
    assert comparer.read(text) is comparer.read(text)


def test_what_is_found_does_not_depend_on_what_is_kept() -> None:
    small, large = load_comparer(lists(), keep=1), load_comparer(lists())
    pairs = [
        ("The port is 80.", "The port is 81."),
        ("Use tabs.", "Don't use tabs."),
        ("Logs are kept for 7 days.", "Logs are kept for a week."),
    ]
    for a, b in (*pairs, *pairs):
        assert small.compare(a, b) == large.compare(a, b)


def test_the_order_of_the_lists_makes_no_difference() -> None:
    one, other = load_comparer(lists()), load_comparer(reversed(lists()))
    a, b = "The timeout is 30 s.", "The timeout is now a minute."
    assert one.compare(a, b) == other.compare(a, b)


@pytest.mark.parametrize("left_out", ['list = "weights"', 'list = "stakes"'])
def test_a_missing_list_is_refused(left_out: str) -> None:
    with pytest.raises(ValueError, match="weights"):
        load_comparer(text for text in lists() if left_out not in text)


@pytest.mark.parametrize("text", ["", "alone = 3", "[least]\nduplicate = 1\nconflict = 1\n[alone]\n", "["])
def test_weights_that_are_not_whole_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        load_weights(text)


def test_weights_add_up_to_probabilities() -> None:
    weights = load_weights(
        "[least]\nduplicate = 0.7\nconflict = 0.3\n[alone]\nstart = [0, 0]\noverlap = [2, 1]\n"
        "[with_similarity]\nstart = [0, 0]\nsimilarity = [9, 0]\n"
    )
    even = weights.weigh({"overlap": 0.0, "unknown": 5.0}, similarity=None)
    assert even.duplicate == even.conflict == even.distinct == pytest.approx(1 / 3)
    more = weights.weigh({"overlap": 1.0}, similarity=float("nan"))
    assert more.duplicate > more.conflict > more.distinct
    assert more.duplicate + more.conflict + more.distinct == pytest.approx(1)
    assert weights.weigh({"overlap": 1.0}, similarity=1.0).duplicate > 0.99


def test_a_doubtful_conflict_is_not_proposed_by_a_pass() -> None:
    assert Likeness("duplicate", confidence=0.1).worth_proposing
    assert Likeness("conflict", "value", LEAST_PROPOSED).worth_proposing
    assert not Likeness("conflict", "value", LEAST_PROPOSED - 0.01).worth_proposing
    assert not Likeness("distinct", confidence=1.0).worth_proposing


def test_the_weights_fit_the_features_that_are_measured(comparer: Comparer) -> None:
    """Otherwise tests/benchmarks/likeness_fit.py has to be run again."""
    a, b = comparer.read("The port is 80."), comparer.read("The port of the server is 81.")
    contrast = align(a, b)
    told = set(features(a, b, contrast, lone=Lone.of(a, b, contrast)))
    weights = comparer.weights
    assert set(weights.alone.weights) == told
    assert set(weights.with_similarity.weights) == told | {"similarity", "similarity_squared"}
