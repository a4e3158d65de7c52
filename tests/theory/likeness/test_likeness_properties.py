"""What holds for any text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engramma.theory.likeness import CandidateIndex, Comparer, Lexicon

WORDS = (
    "the", "a", "server", "Port", "8080", "8081", "is", "not", "never", "staging", "left", "right", "3", "three", "%",
    "€", "days", "at", "9:30", "Monday", "May", "v1.2", "orders_v1", "/var/log", "K-17", ":", ";", ",", ".", "-",
    "and", "for", "by", "Anna", "der", "nicht", "Uhr", "Bestellung", "el", "las", "tarde", "le", "l'image", "ne", "h",
    "端口", "三点", "不要", "now", "default", "called", "before", "from", "to", "half", "past", "million", "twice",
    "a", "week",
)  # fmt: skip
anything = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
surrogates = st.text(alphabet=st.characters(categories=["Cs", "Lo", "Mn", "Nd", "Zs", "Po"]), max_size=20)


@given(text=st.one_of(anything, surrogates))
def test_a_text_is_a_duplicate_of_itself(text: str, comparer: Comparer) -> None:
    assert comparer.compare(text, text).kind == "duplicate"


@given(text=anything)
def test_case_and_white_space_make_no_difference(text: str, comparer: Comparer) -> None:
    changed = "\n" + "  ".join(text.casefold().split()) + "\t"
    found = comparer.compare(text, changed)
    assert found.kind == "duplicate"
    assert found.confidence == 1.0


@given(a=anything, b=anything)
def test_the_order_of_two_texts_makes_no_difference_in_kind(a: str, b: str, comparer: Comparer) -> None:
    there, back = comparer.compare(a, b), comparer.compare(b, a)
    assert (there.kind, there.what, there.confidence) == (back.kind, back.what, back.confidence)
    assert (there.left, there.right) == (back.right, back.left)
    assert 0.0 <= there.confidence <= 1.0
    assert (there.what != "") == (there.kind == "conflict")
    assert all(0 <= start < end <= len(a) for start, end in there.left)
    assert all(0 <= start < end <= len(b) for start, end in there.right)


@given(texts=st.lists(anything, max_size=12))
def test_candidates_are_pairs_of_different_memories_each_once(texts: list[str], lexicon: Lexicon) -> None:
    index = CandidateIndex(lexicon)
    for id, text in enumerate(texts):
        index.add(10 * id, text)
    pairs = list(index.pairs(range(0, 10 * len(texts), 10)))
    assert len({frozenset((one.fresh, one.other)) for one in pairs}) == len(pairs)
    assert all(one.fresh != one.other and 0 <= one.other < 10 * len(texts) for one in pairs)
    assert all(0.0 < one.score <= 1.0 for one in pairs)


@given(texts=st.lists(surrogates, max_size=4))
def test_stakes_and_candidates_take_any_text(texts: list[str], comparer: Comparer) -> None:
    index = CandidateIndex(comparer.lexicon)
    for id, text in enumerate(texts):
        index.add(id, text)
    list(index.pairs(range(len(texts))))
    assert comparer.stakes(*texts).high == bool(comparer.stakes(*texts).words)
