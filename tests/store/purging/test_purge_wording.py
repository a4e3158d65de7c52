"""Words of erased texts in other texts: found exactly, in JSON, in part, and covered without changing a length."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engramma.store.purging.wording import COVER, Words, cover, merged

SECRET = "The vault code of the depot is 7731-xylophone."
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


class TestCovering:
    def test_the_words_alone_are_covered(self) -> None:
        assert Words([SECRET]).covered(f"Hi. {SECRET} Bye.") == f"Hi. {COVER * len(SECRET)} Bye."

    def test_a_text_without_them_is_the_same_object(self) -> None:
        text = "The depot is open."
        assert Words([SECRET]).covered(text) is text

    def test_line_breaks_stay(self) -> None:
        assert cover("ab\ncd", [(1, 4)]) == f"a{COVER}\n{COVER}d"

    def test_json_forms_are_known(self) -> None:
        said = 'He said "naïve\tplan"\nand left'
        for ascii_only in (True, False):
            line = json.dumps({"text": said, "n": 1}, ensure_ascii=ascii_only)
            covered = Words([said]).covered(line)
            assert "plan" not in covered
            assert json.loads(covered)["n"] == 1

    def test_a_long_shared_part_counts(self) -> None:
        title = "About: The vault code of the depot"
        assert Words([SECRET]).covered(title) == f"About: {COVER * 27}"
        assert Words([SECRET]).covered(title, runs=False) == title

    def test_common_words_do_not(self) -> None:
        text = "The vault is closed and the depot is open."
        assert Words([SECRET]).covered(text) == text

    def test_a_short_word_is_no_part_of_another(self) -> None:
        assert Words(["port"]).covered("export, port and ports") == f"export, {COVER * 4} and ports"

    def test_scripts_without_blanks_have_no_boundaries(self) -> None:
        assert Words(["密码是红色"]).covered("他说密码是红色的") == f"他说{COVER * 5}的"

    def test_nothing_is_looked_for(self) -> None:
        assert not Words(["", "  "])
        assert Words([]).covered("text") == "text"


class TestSentences:
    def test_they_are_cut_out(self) -> None:
        words = Words([SECRET])
        assert words.without_sentences(f"They met. {SECRET} They left.") == "They met. They left."
        assert words.without_sentences(f"他们见面。{SECRET}他们走了。") == "他们见面。"

    def test_all_of_them_may_go(self) -> None:
        assert Words([SECRET]).without_sentences(f"{SECRET} So: {SECRET}") == ""

    def test_without_any_nothing_changes(self) -> None:
        text = "They met.\n\nThey  left."
        assert Words([SECRET]).without_sentences(text) is text


class TestCutTitles:
    def test_the_end_of_a_cut_title_is_recognised(self) -> None:
        assert Words([SECRET]).cut_end("Depot: The vault c…") == "The vault c"
        assert Words([SECRET]).cut_end("Depot: is 7731-xy") == "is 7731-xy"

    def test_an_uncut_title_is_not(self) -> None:
        assert Words([SECRET]).cut_end("Opening the depot") == ""


@given(before=ANY, secret=ANY, after=ANY)
def test_lengths_never_change_and_long_secrets_never_stay(before: str, secret: str, after: str) -> None:
    text = f"{before} {secret} {after}"
    covered = Words([secret]).covered(text)
    assert len(covered) == len(text)
    assert covered.count("\n") == text.count("\n")
    if len(secret) >= 12 and secret.strip():
        assert secret not in covered or set(secret) <= {COVER, "\n"}


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted), max_size=8))
def test_merged_spans_are_in_order_and_apart(pairs: list[list[int]]) -> None:
    spans = merged([(start, end) for start, end in pairs])
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert {n for s, e in spans for n in range(s, e)} == {n for s, e in pairs for n in range(s, e)}
