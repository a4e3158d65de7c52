"""Outside ids sort as they were made; text is stored in one form, whatever it came in."""

from __future__ import annotations

import threading
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from ulid import ULID

from engramma.store.identity import UidSource, content_key, folded, normal_text, storable, text_hash

ANY_TEXT = st.text(st.characters(codec=None), max_size=60)


@given(st.lists(st.integers(-(1 << 60), 1 << 62), min_size=2, max_size=60))
def test_ids_grow_even_when_the_clock_goes_back(moments: list[int]) -> None:
    source = UidSource()
    made = [source.next(moment) for moment in moments]
    assert made == sorted(set(made))
    assert {len(uid) for uid in made} == {26}


def test_ids_are_unique_between_threads() -> None:
    source = UidSource()
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.extend(source.next(1_000_000) for _ in range(2_000)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8_000


def test_ids_are_those_of_the_standard() -> None:
    source = UidSource(seed=1)
    ids = [source.next(1_000_000 + step // 700 * 1_000) for step in range(2_100)]
    numbers = [int(ULID.from_str(uid)) for uid in ids]
    assert [str(ULID.from_str(uid)) for uid in ids] == ids
    assert sum(later - earlier == 1 for earlier, later in pairwise(numbers)) == len(ids) - 3


def test_two_sources_do_not_meet() -> None:
    one, other = UidSource(), UidSource()
    assert not {one.next(5) for _ in range(1_000)} & {other.next(5) for _ in range(1_000)}


def test_a_seed_gives_the_same_ids() -> None:
    assert [UidSource(7).next(9_000) for _ in range(2)] == [UidSource(7).next(9_000)] * 2


@given(ANY_TEXT)
def test_normal_text_can_be_stored_and_is_a_fixed_point(text: str) -> None:
    normal = normal_text(text)
    normal.encode()
    assert "\x00" not in normal
    assert normal_text(normal) == normal
    assert normal == normal.strip()


@given(ANY_TEXT)
def test_storable_text_keeps_everything_that_can_be_kept(text: str) -> None:
    kept = storable(text)
    kept.encode()
    assert len(kept) == len(text)
    assert all(new in (old, "?", "\ufffd") for old, new in zip(text, kept, strict=True))


def test_forms_of_the_same_statement_have_one_key() -> None:
    key = b"k" * 32
    same = ("Größe  ist 5.", "gro\u0308\u00dfe ist 5", " GRÖSSE\nIST 5. ")
    assert len({content_key(text, key=key) for text in same}) == 1
    assert content_key("Größe ist 6.", key=key) != content_key(same[0], key=key)
    assert content_key(same[0], key=b"other") != content_key(same[0], key=key)
    assert folded("A.B.") == "a.b"


def test_a_text_hash_fits_a_column() -> None:
    assert all(0 <= text_hash(str(number)) < 1 << 63 for number in range(1_000))
