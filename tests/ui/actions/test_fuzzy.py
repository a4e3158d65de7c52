"""Fuzzy finding: what fits, which letters, and which fit is better."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engramma.ui.actions.fuzzy import fuzzy_match


def score(letters: str, text: str) -> int:
    found = fuzzy_match(letters, text)
    assert found is not None, (letters, text)
    return found.score


def test_letters_in_one_piece_are_marked() -> None:
    found = fuzzy_match("mer", "Undo merge of 3 memories")
    assert found is not None
    assert found.positions == (5, 6, 7)


def test_beginnings_of_words_are_taken() -> None:
    found = fuzzy_match("mt", "Move to Trash")
    assert found is not None
    assert found.positions == (0, 5)


def test_better_fits_score_higher() -> None:
    assert score("pin", "Pin") > score("pin", "Unpin")
    assert score("mer", "Merge selected memories") > score("mer", "Memories")
    assert score("se", "Sessions") > score("se", "Close the store")


def test_what_does_not_fit_is_none() -> None:
    assert fuzzy_match("xq", "Memories") is None
    assert fuzzy_match("seirom", "Memories") is None


@given(st.text(max_size=12), st.text(max_size=40))
def test_positions_name_the_letters(letters: str, text: str) -> None:
    found = fuzzy_match(letters, text)
    if found is None:
        return
    assert list(found.positions) == sorted(set(found.positions))
    assert all(0 <= place < len(text) for place in found.positions)
    marked = "".join(text[place].casefold() for place in found.positions)
    assert "".join(marked.split()) == "".join(letters.casefold().split())
