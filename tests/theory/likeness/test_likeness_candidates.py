"""Pairs worth comparing are found without looking at all of them."""

from __future__ import annotations

import pytest

from engramma.theory.likeness import Candidate, CandidateIndex, Lexicon

SHARED = 14


def index_of(texts: list[str], lexicon: Lexicon) -> CandidateIndex:
    index = CandidateIndex(lexicon)
    for id, text in enumerate(texts):
        index.add(id, text)
    return index


def word(number: int) -> str:
    """A made-up word of its own for each number."""
    letters = "bdfgklmnprstvz"
    return (
        "".join(
            letters[number // SHARED**place % SHARED] + "aeiou"[(number + place) % 5] for place in range(4)
        )
        + "k"
    )


def crowd(count: int) -> list[str]:
    """Memories that all speak of the shop and share nothing else."""
    return [f"The shop sells {word(2 * n)} with {word(2 * n + 1)}." for n in range(count)]


def others(found: list[Candidate]) -> set[int]:
    return {one.other for one in found}


def test_memories_that_share_a_rare_word_meet(lexicon: Lexicon) -> None:
    texts = [*crowd(2_000), "The lidar is mounted upside down.", "The lidar has a new cable."]
    index = index_of(texts, lexicon)
    assert 2_000 in others(index.partners(2_001))
    assert 2_001 in others(index.partners(2_000))


def test_what_all_memories_say_brings_none_together(lexicon: Lexicon) -> None:
    assert list(index_of(crowd(2_000), lexicon).pairs(range(2_000))) == []


def test_what_shares_more_comes_first(lexicon: Lexicon) -> None:
    texts = [
        "The lidar is mounted upside down.",
        "The lidar is old.",
        "The lidar is mounted on the roof.",
        *crowd(200),
    ]
    found = index_of(texts, lexicon).partners(0)
    assert [one.other for one in found][:2] == [2, 1]
    assert found[0].score > found[1].score


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The DB is reachable.", "Reach the database."),
        ("Deployments are announced.", "Announce what we deploy."),
        ("orders.v1 is the topic.", "Publish on orders.v1!"),
        ("服务器监听8080端口", "端口是8080"),
        ("The server listens on port 8080.", "Der Server lauscht auf Port 8080."),
        ("Kühlschrank auf 4 °C", "kuhlschrank: 6 °C"),
    ],
)
def test_other_forms_of_a_word_meet_too(one: str, other: str, lexicon: Lexicon) -> None:
    index = index_of([one, *crowd(100), other], lexicon)
    assert 101 in others(index.partners(0))


def test_a_memory_meets_a_bounded_number_of_others(lexicon: Lexicon) -> None:
    index = index_of([*(f"The lidar sees {word(n)}." for n in range(60)), *crowd(900)], lexicon)
    assert len(index.partners(5, at_most=7)) == 7


def test_equal_texts_form_a_chain(lexicon: Lexicon) -> None:
    pairs = list(index_of(["The port is 80."] * 60, lexicon).pairs(range(60), at_most=5))
    assert {frozenset((n, n + 1)) for n in range(59)} <= {frozenset((one.fresh, one.other)) for one in pairs}
    assert len(pairs) <= 60 * 5


def test_texts_of_stop_words_alone_meet_only_when_equal(lexicon: Lexicon) -> None:
    index = index_of(["it is", "It  is", "they are"], lexicon)
    assert list(index.pairs([0, 1, 2])) == [Candidate(0, 1, 1.0)]


def test_a_pair_of_two_fresh_ones_comes_once_and_old_ones_are_not_compared(lexicon: Lexicon) -> None:
    texts = ["The lidar is old.", "The lidar is new.", "A lidar spins.", "Tea is hot."]
    found = list(index_of(texts, lexicon).pairs([2, 3, 1]))
    pairs = [frozenset((one.fresh, one.other)) for one in found]
    assert sorted(map(sorted, pairs)) == [[0, 1], [0, 2], [1, 2]]


def test_memories_may_come_in_later(lexicon: Lexicon) -> None:
    index = index_of(["The lidar is old.", *crowd(50)], lexicon)
    assert index.partners(0) == []
    index.add(51, "A lidar spins.")
    assert others(index.partners(0)) == {51}
    assert len(index) == 52


def test_an_id_is_added_once_and_has_to_be_known(lexicon: Lexicon) -> None:
    index = index_of(["The lidar is old."], lexicon)
    with pytest.raises(ValueError, match="already"):
        index.add(0, "again")
    with pytest.raises(KeyError):
        index.partners(9)
