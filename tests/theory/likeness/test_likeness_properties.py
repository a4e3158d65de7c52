"""What holds for any text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engramma.theory.likeness import Lexicon, candidates, compare, profile

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
def test_a_text_is_a_duplicate_of_itself(text: str, lexicon: Lexicon) -> None:
    assert compare(profile(text, lexicon), profile(text, lexicon), lexicon=lexicon).kind == "duplicate"


@given(text=anything)
def test_case_and_white_space_make_no_difference(text: str, lexicon: Lexicon) -> None:
    changed = "\n" + "  ".join(text.casefold().split()) + "\t"
    found = compare(profile(text, lexicon), profile(changed, lexicon), lexicon=lexicon)
    assert found.kind == "duplicate"
    assert found.confidence == 1.0


@given(a=anything, b=anything)
def test_the_order_of_two_texts_makes_no_difference_in_kind(a: str, b: str, lexicon: Lexicon) -> None:
    one, other = profile(a, lexicon), profile(b, lexicon)
    there, back = compare(one, other, lexicon=lexicon), compare(other, one, lexicon=lexicon)
    assert (there.kind, there.what, there.confidence) == (back.kind, back.what, back.confidence)
    assert (there.left, there.right) == (back.right, back.left)
    assert 0.0 <= there.confidence <= 1.0
    assert (there.what != "") == (there.kind == "conflict")
    assert all(0 <= start < end <= len(a) for start, end in there.left)
    assert all(0 <= start < end <= len(b) for start, end in there.right)


@given(texts=st.lists(anything, max_size=12))
def test_candidates_are_pairs_of_different_memories_each_once(texts: list[str], lexicon: Lexicon) -> None:
    profiles = [profile(text, lexicon) for text in texts]
    pairs = list(candidates(profiles))
    assert len(pairs) == len(set(pairs))
    assert all(0 <= i < j < len(texts) for i, j in pairs)


@given(texts=st.lists(anything, min_size=2, max_size=8))
def test_in_a_small_store_nothing_that_is_alike_is_missed(texts: list[str], lexicon: Lexicon) -> None:
    profiles = [profile(text, lexicon) for text in texts]
    found = set(candidates(profiles))
    for j, other in enumerate(profiles):
        for i, one in enumerate(profiles[:j]):
            if compare(one, other, lexicon=lexicon).kind != "distinct" and one.key != other.key:
                assert (i, j) in found
