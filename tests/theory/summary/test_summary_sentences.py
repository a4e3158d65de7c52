"""Text is cut where a reader would stop, and what is no prose is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.theory.summary import Lexicon
from engramma.theory.summary.sentences import LONGEST, sentence_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("One. Two!  Three?", ["One.", "Two!", "Three?"]),
        (
            "Version 3.12 is out, e.g. on staging. Use it.",
            ["Version 3.12 is out, e.g. on staging.", "Use it."],
        ),
        ("Ask Dr. Weber. He knows.", ["Ask Dr. Weber.", "He knows."]),
        ("Das gilt z.B. für Pflanzen. Sonst nicht.", ["Das gilt z.B. für Pflanzen.", "Sonst nicht."]),
        ("¿Qué hora es? Son las tres.", ["¿Qué hora es?", "Son las tres."]),
        ("Ça marche ? Oui, très bien !", ["Ça marche ?", "Oui, très bien !"]),
        ("排班冲突。以护士长为准！好的", ["排班冲突。", "以护士长为准！", "好的"]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("- first thing\n- second thing", ["first thing", "second thing"]),
        ("1. Read it.\n2. Run it.", ["Read it.", "Run it."]),
        (
            "a line that was wrapped\nby the editor. Next one.",
            ["a line that was wrapped\nby the editor.", "Next one."],
        ),
        ("Before.\n```\nx = 1. Really.\n```\nAfter.", ["Before.", "After."]),
        ("# Heading\n> quoted words\n| a | b |\nText.", ["Text."]),
        ("Run this:\n    import os\nDone.", ["Run this:", "Done."]),
    ],
)
def test_cuts(text: str, expected: list[str], lexicon: Lexicon) -> None:
    assert [text[start:end] for start, end in sentence_spans(text, lexicon.abbreviations)] == expected


@given(st.text(alphabet=st.sampled_from("aB1 .!?\n-`#>。！好\"'*")))
def test_spans_are_in_order_and_trimmed(text: str) -> None:
    last = 0
    for start, end in sentence_spans(text, frozenset()):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


def test_a_text_without_an_end_comes_in_pieces() -> None:
    spans = list(sentence_spans("word " * 5_000, frozenset()))
    assert len(spans) > 10
    assert max(end - start for start, end in spans) <= LONGEST
