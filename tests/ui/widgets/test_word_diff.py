"""A difference gives both texts back exactly, and marks phrases rather than fragments."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engramma.ui.widgets.diff_text import in_words, marked
from engramma.ui.widgets.word_diff import DiffPart, word_diff

TEXTS = st.text(max_size=60) | st.lists(
    st.sampled_from(["a", "b", "49 €", "since", " ", "."]), max_size=12
).map(" ".join)


def joined(parts: tuple[DiffPart, ...], hidden: str) -> str:
    return "".join(part.text for part in parts if part.op != hidden)


@given(TEXTS, TEXTS)
def test_both_texts_come_back(before: str, after: str) -> None:
    parts = word_diff(before, after)
    assert joined(parts, "added") == before
    assert joined(parts, "removed") == after
    assert all(part.text for part in parts)
    assert all(first.op != second.op for first, second in pairwise(parts))


@given(TEXTS)
def test_equal_texts_differ_in_nothing(text: str) -> None:
    assert all(part.op == "same" for part in word_diff(text, text))


def test_a_changed_phrase_is_one_piece() -> None:
    parts = word_diff("Free shipping starts at 49 €.", "Free shipping starts at 60 € since 1 September.")
    assert parts == (
        DiffPart("same", "Free shipping starts at "),
        DiffPart("removed", "49 €"),
        DiffPart("added", "60 € since 1 September"),
        DiffPart("same", "."),
    )


def test_long_texts_are_compared_as_a_whole() -> None:
    before, after = "word " * 5000, "other " * 5000
    assert word_diff(before, after) == (DiffPart("removed", before), DiffPart("added", after))


@given(TEXTS, TEXTS)
def test_spans_lie_within_the_text_and_say_what_they_are(before: str, after: str) -> None:
    parts = list(word_diff(before, after))
    text, spans = marked(parts)
    for span in spans:
        assert 0 <= span.start <= span.start + span.length <= len(text)
        assert span.struck != span.underlined
        words = text[span.start : span.start + span.length]
        assert any(part.text.strip() == words for part in parts if part.op != "same")


def test_in_words() -> None:
    assert in_words(list(word_diff("at 14 days", "at 30 days"))) == "at [removed: 14][added: 30] days"
