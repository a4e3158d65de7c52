"""The notation of phrases, and that the index finds exactly what a plain search would."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.theory.gate.phrases import PhraseIndex, read_phrase
from engramma.theory.gate.words import size_of, words_of


def found(phrase: str, text: str, *, opening: int = 0) -> bool:
    return PhraseIndex(read_phrase(phrase, target=7)).targets_in(words_of(text), opening=opening) == {7}


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("keep in mind", "Keep in MIND that", True),
        ("keep in mind", "keep that in mind", False),
        ("merk|denk dir", "denk dir was", True),
        ("please| note", "note it", True),
        ("please| note", "please note it", True),
        ("prefer*", "she preferred tea", True),
        ("prefer*", "a proffer", False),
        ("i would prefer*", "I would preferably go", True),
        ("line #", "look at line 40", True),
        ("line #", "look at line forty", False),
        ("# of #", "3 of 9", True),
        ("not ... but", "not the first one but the second", True),
        ("not ... but", "not one two three four five six seven eight nine but", False),
        ("not ... but", "but not", False),
        ("don't", "I don’t know", True),
        ("^no ,", "no, that is wrong", True),
        ("^no ,", "I said no, thanks", False),
        ("ok $", "ok!", True),
        ("ok $", "ok then", False),
        ("以后", "我以后再说", True),
        ("不是 ... 是", "不是王经理，是汪经理", True),
        ("不是 ... 是", "是不是", False),
    ],
)
def test_notation(phrase: str, text: str, expected: bool) -> None:
    assert found(phrase, text) is expected


def test_a_phrase_bound_to_the_start_may_come_after_openers() -> None:
    assert found("^remember", "ok so remember it", opening=2)
    assert not found("^remember", "ok so I remember it", opening=2)


@pytest.mark.parametrize("written", ["", "^", "... but", "not ..."])
def test_a_phrase_without_a_word_at_both_ends_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="needs a word"):
        list(read_phrase(written, target=0))


letters = st.lists(st.sampled_from("abc"), max_size=12)


@given(letters, st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), min_size=1, max_size=6))
def test_the_index_agrees_with_a_plain_search(text: list[str], phrases: list[list[str]]) -> None:
    index = PhraseIndex(
        phrase
        for target, words in enumerate(phrases)
        for phrase in read_phrase(" ".join(words), target=target)
    )
    expected = {
        target
        for target, words in enumerate(phrases)
        if any(text[start : start + len(words)] == words for start in range(len(text)))
    }
    assert index.targets_in(tuple(text), opening=0) == expected


def test_an_ideograph_says_less_than_a_word() -> None:
    assert size_of(words_of("three plain words, really!")) == 4.0
    assert size_of(words_of("我家猫")) == pytest.approx(1.8)
