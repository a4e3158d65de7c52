"""A long text is cut into passages of whole sentences; nothing of it is lost, and nothing raises."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.theory.ranking.passages import MOST, WORDS, passages


def test_a_short_text_is_one() -> None:
    assert passages("") == ()
    assert passages("word " * WORDS) == ()
    assert passages("One sentence. " * 50) == ()


def test_sentences_stay_whole_and_a_short_tail_joins_the_one_before() -> None:
    text = " ".join(f"This is the sentence with the number {number}." for number in range(30))
    found = passages(text)
    assert len(found) == 3
    assert all(part.startswith("This") and part.endswith(".") for part in found)
    assert " ".join(found) == text
    with_tail = passages(" ".join(text.split()[: 2 * 96 + 8]))
    assert len(with_tail) == 2


def test_lines_end_a_sentence_and_a_long_one_is_cut() -> None:
    listed = passages("\n".join(f"- item {number} of the list" for number in range(60)))
    assert len(listed) == 4
    endless = passages("word " * 250)
    assert [len(part.split()) for part in endless] == [100, 100, 50]


def test_a_text_without_spaces_is_cut_by_length() -> None:
    found = passages("港口有一条绿色的船，它每天早上出海。" * 80)
    assert 7 <= len(found) <= 8
    assert sum(map(len, found)) >= 17 * 80
    assert len(passages("x" * 5_000)) == 9


def test_a_huge_text_has_so_many_and_no_more() -> None:
    assert len(passages("These are four words. " * 5_000)) == MOST


@settings(max_examples=60)
@given(st.text(max_size=3_000))
def test_any_text_may_be_cut(text: str) -> None:
    found = passages(text)
    assert len(found) != 1
    assert "".join("".join(found).split()) == "".join(text.split()) if found else True
