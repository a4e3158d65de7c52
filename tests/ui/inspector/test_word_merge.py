"""Merging two wordings by words: what both kept, what one changed, and places that both changed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.ui.inspector.merge_marks import in_words, marked
from engramma.ui.inspector.near_changes import shortened
from engramma.ui.inspector.word_merge import merge_words

BASE = "The service listens on port 8000 and restarts on Tuesdays."

some_text = st.lists(
    st.sampled_from(["port", "80", "is", "open", ",", ".", " ", "\n", "é", "😀"]), max_size=14
).map("".join)


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"),
    [
        (BASE.replace("8000", "9000"), BASE.replace("Tuesdays", "Mondays"), "9000 and restarts on Mondays."),
        (BASE + " Ask Ana first.", BASE.replace("The", "Our"), "Tuesdays. Ask Ana first."),
        (BASE.replace(" and restarts on Tuesdays", ""), BASE.replace("8000", "81"), "listens on port 81."),
        (BASE.replace("8000", "9000"), BASE.replace("8000", "9000"), "port 9000 and restarts on Tuesdays."),
        (
            BASE.replace("8000", "9000"),
            BASE.replace("8000", "8000, ours,"),
            "9000, ours, and restarts on Tuesdays.",
        ),
    ],
)
def test_changes_of_different_words_are_joined(mine: str, theirs: str, merged: str) -> None:
    found = merge_words(BASE, mine, theirs)
    assert found.conflicts == 0
    assert found.text.endswith(merged)
    assert merge_words(BASE, theirs, mine).text == found.text


@pytest.mark.parametrize(
    ("mine", "theirs", "conflicts"),
    [
        (BASE.replace("8000", "9000"), BASE.replace("8000", "7000"), 1),
        (BASE.replace("port 8000", "socket a"), BASE.replace("8000", "7000"), 1),
        (BASE + " Always.", BASE + " Never.", 1),
        (BASE.replace(" 8000", ""), BASE.replace("8000", "8000 of ours"), 1),
        (
            BASE.replace("8000", "1").replace("Tuesdays", "x"),
            BASE.replace("8000", "2").replace("Tuesdays", "y"),
            2,
        ),
        ("All new.", "Quite different.", 1),
    ],
)
def test_what_both_changed_is_a_conflict_and_no_mark_gets_into_the_text(
    mine: str, theirs: str, conflicts: int
) -> None:
    found = merge_words(BASE, mine, theirs)
    assert found.conflicts == conflicts
    assert "".join(part.mine for part in found.parts) == mine
    said = in_words(found)
    assert said.count("theirs:") >= conflicts
    words = set(found.text.split())
    assert words <= {*mine.split(), *theirs.split(), *BASE.split()}
    shown, spans = marked(found)
    assert sum(span.badge == "warning" and not span.underlined for span in spans) == conflicts
    assert all(shown[span.start : span.start + span.length].strip() for span in spans)


@settings(max_examples=150, deadline=None)
@given(base=some_text, mine=some_text, theirs=some_text)
def test_the_parts_give_back_all_three_texts(base: str, mine: str, theirs: str) -> None:
    found = merge_words(base, mine, theirs)
    for name, text in (("base", base), ("mine", mine), ("theirs", theirs)):
        assert "".join(getattr(part, name) for part in found.parts) == text
    assert merge_words(base, mine, base).text == mine
    assert merge_words(base, base, theirs).text == theirs
    assert merge_words(base, mine, mine).text == mine
    assert merge_words(base, theirs, mine).conflicts == found.conflicts


def test_a_very_long_text_is_compared_as_a_whole() -> None:
    base = "word " * 3_000
    found = merge_words(base, base + "mine", "theirs " + base)
    assert found.conflicts == 1


def test_long_unchanged_runs_are_cut_in_the_view_only() -> None:
    run = " ".join(f"w{number}" for number in range(100))
    assert shortened(run, first=True, last=False).startswith("… w88")
    assert shortened(run, first=False, last=True).endswith("w11 …")
    assert shortened("a few words", first=False, last=False) == "a few words"
