"""Whether JSON text may hold what a store cannot keep is told from the text, without walking through the value."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from engramma.exchange.cleaning import clean_value, may_need_cleaning

_PIECES = st.sampled_from(
    ["a", "\\", '"', "\x00", "\ud83d", "\ude00", "\U0001f600", "\u00e9", "u", "ud83d", "0000"]
)


@given(st.lists(_PIECES, max_size=12).map("".join), st.booleans())
def test_nothing_that_needs_cleaning_is_missed(text: str, escaped: bool) -> None:
    raw = json.dumps([text], ensure_ascii=escaped)
    changed = clean_value(json.loads(raw))[1] > 0
    assert may_need_cleaning(raw) or not changed


def test_pairs_of_surrogates_are_plain_emoji() -> None:
    assert not may_need_cleaning(json.dumps(["so \U0001f600\U0001f680 glad"]))
    assert may_need_cleaning('["\\ud83d\\ude00\\ude00"]')
    assert may_need_cleaning('["\\ud83d\\ud83d\\ude00"]')
    assert may_need_cleaning('["\\u0000"]')
