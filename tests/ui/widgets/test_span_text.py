"""Plain text with spans: wraps, follows the theme, never reads markup, counts characters right."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource, theme
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.quote_block import Quote, QuoteBlock
from engramma.ui.widgets.span_text import Span, SpanText, utf16_length


def has_colour(image: QImage, colour: str) -> bool:
    size = (range(image.width()), range(image.height()))
    return any(image.pixelColor(x, y).name().upper() == colour for x in size[0] for y in size[1])


def columns_with(image: QImage, colour: str) -> list[int]:
    rows = range(image.height())
    return [
        x for x in range(image.width()) if any(image.pixelColor(x, y).name().upper() == colour for y in rows)
    ]


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_differences_are_tinted_in_both_themes(theme_source: ThemeSource, qtbot: QtBot, mode: str) -> None:
    diff = DiffText("at 49 € today", "at 60 € today")
    qtbot.addWidget(diff)
    diff.resize(300, 30)
    diff.show()
    theme_source.set_mode(mode)
    image = diff.grab().toImage()
    assert has_colour(image, theme().tokens.tint_danger)
    assert has_colour(image, theme().tokens.tint_ok)


def test_one_side_only(theme_source: ThemeSource, qtbot: QtBot) -> None:
    before, after = DiffText("a 1 b", "a 2 b", side="before"), DiffText("a 1 b", "a 2 b", side="after")
    for diff in (before, after):
        qtbot.addWidget(diff)
    assert before.text == "a 1 b"
    assert after.text == "a 2 b"
    assert "[removed: 1]" in before.accessibleName()


def test_it_wraps(theme_source: ThemeSource, qtbot: QtBot) -> None:
    text = SpanText("Verify payment webhooks against the raw request body, before parsing. " * 3)
    qtbot.addWidget(text)
    assert text.heightForWidth(150) > text.heightForWidth(600) >= 18


def test_spans_count_characters_not_qt_units(theme_source: ThemeSource, qtbot: QtBot) -> None:
    """An emoji is one character and two of Qt's units: the span after it must not slip."""
    assert utf16_length("a😀b") == 4
    plain, emoji = SpanText("aa bb", (Span(3, 2, "ok"),)), SpanText("😀😀 bb", (Span(3, 2, "ok"),))
    widths = []
    for text in (plain, emoji):
        qtbot.addWidget(text)
        text.resize(200, 30)
        text.show()
        tinted = columns_with(text.grab().toImage(), theme().tokens.tint_ok)
        widths.append(tinted[-1] - tinted[0])
    assert widths[0] == pytest.approx(widths[1], abs=2)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=200),
    start=st.integers(-5, 300),
    length=st.integers(-5, 300),
)
def test_any_text_and_any_span(theme_source: ThemeSource, text: str, start: int, length: int) -> None:
    widget = SpanText(text, (Span(start, length, "long_term"),))
    widget.resize(120, 80)
    widget.render(QImage(120, 80, QImage.Format.Format_ARGB32))
    widget.deleteLater()


def test_markup_is_drawn_as_text(theme_source: ThemeSource, qtbot: QtBot) -> None:
    text = SpanText("<b>x</b>")
    qtbot.addWidget(text)
    assert text.text == "<b>x</b>"
    assert text.accessibleName() == "<b>x</b>"


def test_a_quote_says_its_source_and_opens(theme_source: ThemeSource, qtbot: QtBot) -> None:
    quote = Quote("Remember: check the signature.", 10, 19, "long_term", "User, turn 42 of “Retries”")
    block = QuoteBlock(quote, link="Open turn")
    qtbot.addWidget(block)
    block.resize(320, 80)
    block.show()
    image = block.grab().toImage()
    assert image.pixelColor(1, 40).name().upper() == theme().tokens.long_term
    assert has_colour(image, theme().tokens.tint_long_term)
    assert "turn 42" in block.accessibleName()
    with qtbot.waitSignal(block.open_requested):
        block.findChild(QPushButton).click()
