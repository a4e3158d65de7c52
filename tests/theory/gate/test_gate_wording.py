"""What the wording is worth: the same features for fitting and judging, and reasons that quote only known words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.theory.gate.gate_rules import ask, best, packaged

from engramma.theory.gate.wording import (
    AGAINST_IT,
    FOR_IT,
    WORDS_READ,
    Wording,
    features,
    plain_words,
)
from engramma.theory.gate.words import words_of

some_words = st.lists(
    st.sampled_from(["the", "port", "is", "0", "always", "默", "认", ",", "?", "ß"]), max_size=12
)


def reasons(points: dict[str, float], text: str, *, role: str = "user") -> dict[str, float]:
    return dict(Wording(points).reasons(plain_words(words_of(text)), role=role, answers=False))


def test_a_known_word_is_quoted_with_its_points() -> None:
    assert reasons({"w:always": 0.2}, "always on") == {f"{FOR_IT}: “always”": pytest.approx(0.2)}


def test_what_speaks_for_and_against_is_told_apart() -> None:
    found = reasons({"w:always": 0.2, "w:maybe": -0.1}, "maybe always")
    assert found == {f"{FOR_IT}: “always”": pytest.approx(0.2), f"{AGAINST_IT}: “maybe”": pytest.approx(-0.1)}


def test_an_unknown_word_is_never_quoted() -> None:
    """A part of it may count; the word itself may be a secret."""
    (name,) = reasons({"g:<hun": 0.5}, "hunter2hunter")
    assert name == FOR_IT


def test_which_number_it_is_does_not_matter() -> None:
    assert plain_words(words_of("port 8443")) == plain_words(words_of("port 22"))


def test_ideographs_are_quoted_in_pairs() -> None:
    assert list(reasons({"b:默 认": 0.1}, "默认")) == [f"{FOR_IT}: “默认”"]


@given(
    some_words,
    st.sampled_from(["user", "agent", "tool", "oracle"]),
    st.booleans(),
    st.dictionaries(
        st.sampled_from(["w:port", "wuser:the", "b:is 0", "b:^ the", "s0:the", "r:agent:the", "g:alw", "e:?",
                         "length", "length:1", "q:always", "b:默 认"]),
        st.floats(-1, 1),
    ),
)  # fmt: skip
def test_judging_adds_up_exactly_the_features_of_the_fit(
    words: list[str], role: str, answers: bool, points: dict[str, float]
) -> None:
    expected = sum(
        points.get(name, 0.0) * value for name, value in features(words, role=role, answers=answers)
    )
    found = Wording(points).reasons(words, role=role, answers=answers)
    assert sum(worth for _, worth in found) == pytest.approx(expected, abs=1e-9)
    assert len({name for name, _ in found}) == len(found) <= 2


def test_only_the_first_words_are_read() -> None:
    assert len(plain_words(("word",) * 10_000)) == WORDS_READ


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "word " * 200_000, "\x00" * 1000, "😀" * 10_000, "默" * 500_000]
)
def test_huge_and_strange_texts_are_judged_in_a_moment(text: str) -> None:
    begun = time.process_time()
    for verdict in ask(text):
        assert 0.0 <= verdict.score <= 1.0
        assert all(len(name) < 120 for name, _ in verdict.reasons)
    assert time.process_time() - begun < 5


def test_the_packaged_points_speak_the_language_of_the_cues() -> None:
    """Nobody reads that a greeting speaks for a statement: a cue keeps the sign that it was given by hand."""
    rules = packaged()
    assert rules.wording is not None
    for role, worth in rules.worth.items():
        for cue, points in zip(rules.cues, worth, strict=True):
            if cue.points:
                assert points * cue.points > 0, (cue.id, role)


@pytest.mark.parametrize("role", ["user", "note"])
def test_a_request_to_remember_is_kept_whatever_its_wording_is_worth(role: str) -> None:
    verdict = best("remember that hmm lol maybe the thing over there is somehow nice", role=role)
    assert verdict.score >= 0.82


def test_more_is_at_stake_in_what_settles_and_forbids() -> None:
    fact = best("the storage room is on the second floor")
    assert "more is at stake" not in dict(fact.reasons)
    rule = best("from now on never deploy to production without two approvals")
    assert dict(rule.reasons)["more is at stake"] > 0
    assert rule.score >= 0.75


def test_stakes_alone_keep_nothing() -> None:
    for text in ("never mind", "no way", "I prefer not to say anything now", "let's go then"):
        verdict = best(text)
        at_stake = dict(verdict.reasons).get("more is at stake", 0.0)
        assert verdict.kept or not at_stake
