"""Text for terminals: nothing hidden in it, and never wider than asked."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.cli.moments import day, distance, exact, when
from engramma.cli.plain import columns, elided, one_line, padded, visible, wrapped
from engramma.cli.tables import Column, pair_lines, table_lines
from engramma.model.clock import DAY, HOUR, MINUTE, parse_iso


@given(st.text())
def test_nothing_hidden_remains(text: str) -> None:
    for shown in (visible(text).replace("\n", "").replace("\t", ""), one_line(text)):
        assert all(unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp") for character in shown)
        assert not set(shown) & set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_stays(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", "a␛[2Jb"),
        ("a\x00b\x7f", "a␀b␡"),
        ("a\rb", "a␍b"),
        ("\x9b", "⟨U+009B⟩"),
        ("\u202e", "⟨U+202E⟩"),
    ],
)
def test_signs_for_controls(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(), st.integers(1, 60))
def test_elided_text_fits(text: str, width: int) -> None:
    line = one_line(text)
    short = elided(line, width)
    assert columns(short) <= width
    assert short == line or short.endswith("…")
    assert columns(padded(short, width)) == width


def test_wide_and_combining_characters_are_measured() -> None:
    assert (columns("灯台"), columns("e\u0301"), columns("plain")) == (4, 1, 5)
    assert elided("灯台守の日記", 6) == "灯台…"


@given(st.text(alphabet="ab \n\té灯", max_size=200), st.integers(30, 80))
def test_wrapping_loses_no_word(text: str, width: int) -> None:
    lines = wrapped(text, width=width, indent="  ")
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_table_is_aligned_and_fits() -> None:
    lines = table_lines(
        [Column("ID", right=True), Column("TEXT", stretch=True), Column("TAGS", most=5)],
        [["M-1", "short", "a"], ["M-1000", "x" * 90, "long-tag"], ["M-2", "灯台" * 30, ""]],
        width=40,
    )
    assert [columns(line) <= 40 for line in lines] == [True] * 4
    assert [line.index("  ", 4) for line in lines[:2]] == [6, 6]
    assert lines[2].endswith("…  long…")


def test_pairs_without_a_value_are_left_out() -> None:
    assert pair_lines([("name", "x"), ("nothing", ""), ("longer", "y" * 50)], width=20, indent=" ") == [
        " name    x",
        " longer  yyyyyyyyyy…",
    ]


def test_times_for_scripts_and_people() -> None:
    instant = parse_iso("2026-03-02T09:30:00Z")
    assert (exact(instant), exact(None)) == ("2026-03-02T09:30:00Z", None)
    assert (when(instant), when(None), day(instant), day(None)) == ("2026-03-02 09:30", "", "2026-03-02", "")
    ahead = [distance(instant + step, now=instant) for step in (40 * DAY, 5 * HOUR, 3 * MINUTE, 1, 0, -DAY)]
    assert ahead == ["40 d", "5 h", "3 min", "now", "faded", "faded"]
    assert distance(None, now=instant) == "never"
