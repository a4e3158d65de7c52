"""Pairs worth comparing are found without looking at all of them."""

from __future__ import annotations

from engramma.theory.likeness import Lexicon, Profile, candidates, profile
from engramma.theory.likeness.candidates import PARTNERS


def profiles_of(texts: list[str], lexicon: Lexicon) -> list[Profile]:
    return [profile(text, lexicon) for text in texts]


def word(number: int) -> str:
    """A made-up word of its own for each number."""
    letters = "bdfgklmnprstvz"
    return (
        "".join(letters[number // 14**place % 14] + "aeiou"[(number + place) % 5] for place in range(4)) + "k"
    )


def crowd(count: int) -> list[str]:
    """Memories that all speak of the shop and share nothing else."""
    return [f"The shop sells {word(2 * n)} with {word(2 * n + 1)}." for n in range(count)]


def test_memories_that_share_a_rare_word_meet(lexicon: Lexicon) -> None:
    texts = [*crowd(2_000), "The lidar is mounted upside down.", "The lidar has a new cable."]
    assert (2_000, 2_001) in set(candidates(profiles_of(texts, lexicon)))


def test_what_all_memories_say_brings_none_together(lexicon: Lexicon) -> None:
    assert list(candidates(profiles_of(crowd(2_000), lexicon))) == []


def test_two_frequent_words_together_are_rare_enough(lexicon: Lexicon) -> None:
    texts = [f"The {word(n % 5)} {word(10 + n % 7)} sells {word(100 + n)}." for n in range(1_500)]
    texts += [
        "Falafel from the zebra bar",
        *(f"The falafel bar sells {word(5_000 + n)}." for n in range(300)),
    ]
    texts += [*(f"The zebra sells {word(9_000 + n)}." for n in range(300)), "At the zebra: falafel again"]
    pairs = set(candidates(profiles_of(texts, lexicon)))
    assert (1_500, len(texts) - 1) in pairs


def test_equal_texts_form_a_chain_and_not_a_square(lexicon: Lexicon) -> None:
    pairs = list(candidates(profiles_of(["The port is 80."] * 900, lexicon)))
    assert {(n, n + 1) for n in range(899)} <= set(pairs)
    assert len(pairs) <= 900 * (PARTNERS + 1)


def test_only_pairs_with_fresh_memories_are_given_when_asked(lexicon: Lexicon) -> None:
    profiles = profiles_of(
        ["The lidar is old.", "The lidar is new.", "A lidar spins.", "Tea is hot."], lexicon
    )
    assert set(candidates(profiles, fresh=2)) == {pair for pair in candidates(profiles) if pair[1] >= 2}
    assert list(candidates(profiles, fresh=4)) == []
    assert list(candidates([])) == []
