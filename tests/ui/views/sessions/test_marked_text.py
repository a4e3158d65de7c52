"""Spans of texts stand where they should, also behind characters that Qt counts twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QTextLayout
from pytestqt.qtbot import QtBot
from recorded_sessions import Filled

from engramma.ui.delegates.searched_words import searched_pattern, spans_of
from engramma.ui.views.rows import WrappedText
from engramma.ui.views.rows.wrapped_text import Utf16Offsets, drawable
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.turn_row import TurnRow


@pytest.mark.parametrize("text", ["plain text here", "🔥🔥 fire here", "a\r\nb here", "e\u0301 here 🎉"])
def test_a_span_covers_its_characters_and_no_others(qtbot: QtBot, theme_source: object, text: str) -> None:
    font = QFont("Inter")
    font.setPixelSize(13)
    wrapped = WrappedText(text, font, width=600, pitch=18)
    start = text.index("here")
    (rect,) = wrapped.span_rects(start, start + 4)
    line_text = drawable(text).split("\u2028")[-1].lstrip("\u200b")
    alone = QTextLayout(line_text, font)
    alone.beginLayout()
    line = alone.createLine()
    line.setLineWidth(600)
    alone.endLayout()
    before = line_text[: line_text.index("here")].encode("utf-16-le")
    assert line.xToCursor(rect.left()) == len(before) // 2
    assert line.xToCursor(rect.right()) == len(before) // 2 + 4


@given(st.text(max_size=40))
def test_utf16_positions_are_those_of_the_encoded_text(text: str) -> None:
    shown = drawable(text)
    offsets = Utf16Offsets(shown)
    assert len(shown) == len(text)
    for position in range(len(shown) + 1):
        assert offsets.unit(position) == len(shown[:position].encode("utf-16-le", "surrogatepass")) // 2


def test_a_span_over_a_line_break_has_a_rectangle_on_each_line(qtbot: QtBot, theme_source: object) -> None:
    font = QFont("Inter")
    font.setPixelSize(13)
    wrapped = WrappedText("one two\nthree four", font, width=400, pitch=18)
    first, second = wrapped.span_rects(4, 13)
    assert second.top() - first.top() == 18
    assert first.left() > 0
    assert second.left() == 0


def test_the_remembered_span_of_a_turn_with_astral_characters(view: SessionsView, filled: Filled) -> None:
    event_id = filled.webhooks.event_ids[2]
    laid = view.transcript.turns.laid_row(view.transcript.model.row_of(event_id))
    assert isinstance(laid, TurnRow)
    ((memory_id, rects),) = laid.said.mark_rects
    text = laid.said._text
    assert memory_id == filled.webhooks.memory_ids[0]
    assert text is not None
    line = text._layout.lineAt(0)
    left = laid.said._at.x()
    shown = "🔥🔥 Careful: retries wait 5 minutes. That is all."
    covered = shown.encode("utf-16-le")[
        2 * line.xToCursor(rects[0].left() - left) : 2 * line.xToCursor(rects[0].right() - left)
    ].decode("utf-16-le")
    assert covered == "retries wait 5 minutes"


def test_words_of_a_search_are_found_as_the_search_finds_them() -> None:
    pattern = searched_pattern('retr* "after the third" -queue tier:short')
    text = "The RETRIES stop after  the\nthird; the queue is parked."
    assert [text[start:end] for start, end in spans_of(pattern, text)] == ["RETR", "after  the\nthird"]
    assert searched_pattern("tier:short") is None
    assert searched_pattern('"unclosed') is None or spans_of(searched_pattern('"unclosed'), "x") == ()
