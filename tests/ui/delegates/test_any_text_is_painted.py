"""Whatever a memory says, its row is painted and its tooltip is plain text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTextDocument

from engramma.ui.delegates import Column, MemoryRow
from engramma.ui.delegates.cell_text import cell_accessible_text, cell_text, cell_tooltip_text
from engramma.ui.delegates.cells import PAINTERS, Cell
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.look import RowState, row_look
from engramma.ui.delegates.plain_text import clean, single_line, tooltip
from engramma.ui.delegates.searched_words import searched_pattern
from engramma.ui.theme import ThemeSource

ANY_TEXT = st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=200)
NASTY = st.sampled_from(
    ["<b>x</b>", "\x00", "\ud800", "\u202eabc", "a\u0301" * 50, "👩‍👩‍👧‍👦" * 30, "\n\n", "x" * 5000]
)
TEXTS = ANY_TEXT | NASTY

any_row = st.builds(
    MemoryRow,
    id=st.integers(),
    label=TEXTS,
    text=TEXTS,
    kind=st.sampled_from(["semantic", "episodic", "procedural"]) | TEXTS,
    tier=st.sampled_from(["short_term", "long_term", "sensory"]) | TEXTS,
    category=TEXTS,
    state=st.sampled_from(["active", "superseded", "trashed"]),
    pinned=st.booleans(),
    dormant=st.booleans(),
    conflict=st.booleans(),
    importance=st.floats(),
    strength=st.floats(),
    threshold=st.floats(),
    fades_text=TEXTS,
    fades_soon=st.booleans(),
    recalls=st.integers(),
    tags=st.lists(TEXTS, max_size=5).map(tuple),
    session_title=TEXTS,
    created_text=TEXTS,
    spark=st.lists(st.tuples(st.floats(), st.floats()), max_size=6).map(tuple),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(shown=any_row, compact=st.booleans(), width=st.integers(1, 500))
def test_any_row_is_painted(theme_source: ThemeSource, shown: MemoryRow, compact: bool, width: int) -> None:
    kit = current_kit()
    image = QImage(520, 50, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    look = row_look(shown, RowState(), kit=kit)
    cell = Cell(QRectF(0, 0, width, 46), shown, look, 1.0, compact)
    for column in Column:
        PAINTERS[column](painter, kit, cell)
        assert painter.transform().isIdentity()
        cell_text(shown, column)
        cell_accessible_text(shown, column)
        tooltip(cell_tooltip_text(shown, column))
    painter.end()


@given(TEXTS)
def test_a_line_is_one_line_that_qt_can_draw(text: str) -> None:
    line = single_line(text)
    assert len(line.splitlines()) <= 1
    assert len(line) <= 600
    line.encode("utf-8")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS)
def test_tooltips_show_the_text_and_never_read_it(qapp: object, text: str) -> None:
    document = QTextDocument()
    document.setHtml(tooltip(text))
    if not text.strip() or "\ufffd" in clean(text) or len(text) > 1200:
        return
    shown = document.toPlainText()
    assert "".join(shown.split()) == "".join(text.replace("\xa0", " ").split())


@pytest.mark.parametrize("text", ["<b>bold</b>", "<img src='file:///etc/passwd'>", "&amp; <a href='x'>y</a>"])
def test_markup_in_tooltips_is_shown(qapp: object, text: str) -> None:
    document = QTextDocument()
    document.setHtml(tooltip(text))
    assert document.toPlainText() == text
    assert "<img" not in tooltip(text)


def test_markup_in_rows_is_drawn_as_it_is(theme_source: ThemeSource, row: Callable[..., MemoryRow]) -> None:
    """Rich text would make both look alike; plain text makes the marked one wider."""
    kit = current_kit()

    def ink(text: str) -> int:
        image = QImage(400, 30, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        shown = replace(row(), text=text)
        cell = Cell(QRectF(0, 0, 390, 28), shown, row_look(shown, RowState(), kit=kit), 1.0, True)
        PAINTERS[Column.MEMORY](painter, kit, cell)
        painter.end()
        white = image.pixelColor(399, 29)
        return max(x for x in range(400) for y in range(30) if image.pixelColor(x, y) != white)

    assert ink("<b>word</b>") > ink("word") + 30


def test_what_has_a_column_of_its_own_is_not_painted_beside_the_text_as_well(
    theme_source: ThemeSource, row: Callable[..., MemoryRow]
) -> None:
    kit = current_kit()

    def painted(shown: MemoryRow, columns: frozenset[Column]) -> QImage:
        image = QImage(420, 46, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        look = row_look(shown, RowState(), kit=kit)
        PAINTERS[Column.MEMORY](painter, kit, Cell(QRectF(0, 0, 410, 46), shown, look, 1.0, False, columns))
        painter.end()
        return image

    bare = painted(replace(row(), tags=(), session_title=""), frozenset())
    assert painted(row(), frozenset()) != bare
    assert painted(row(), frozenset({Column.TAGS})) != bare
    assert painted(row(), frozenset({Column.TAGS, Column.SESSION})) == bare


def test_searched_words_are_marked_as_far_as_they_are_seen(
    theme_source: ThemeSource, row: Callable[..., MemoryRow]
) -> None:
    kit = current_kit()

    def painted(query: str, *, compact: bool, text: str = "Checkout totals are <i>cents</i>.") -> QImage:
        image = QImage(420, 46, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        shown = replace(row(), text=text)
        look = row_look(shown, RowState(), kit=kit)
        pattern = searched_pattern(query)
        rect = QRectF(0, 0, 410, 46)
        PAINTERS[Column.MEMORY](painter, kit, Cell(rect, shown, look, 1.0, compact, searched=pattern))
        painter.end()
        return image

    for compact in (False, True):
        bare = painted("", compact=compact)
        assert painted("totals", compact=compact) != bare
        assert painted("TOTALS", compact=compact) == painted("totals", compact=compact)
        assert painted("cents totals", compact=compact) != painted("totals", compact=compact)
        assert painted("tier:short -totals euros", compact=compact) == bare
    far = "word " * 200 + "cents"
    assert painted("cents", compact=False, text=far) == painted("", compact=False, text=far)


def test_cells_in_words(row: Callable[..., MemoryRow]) -> None:
    shown = row(pinned=True, conflict=True, recalls=1)
    assert cell_text(shown, Column.TIER) == "Long-term"
    assert cell_text(shown, Column.GUTTER) == "open conflict, pinned"
    assert cell_tooltip_text(shown, Column.RECALLS) == "Recalled 1 time by agents"
    assert cell_accessible_text(shown, Column.MEMORY).startswith("M-12: Checkout totals")
    assert "pinned" in cell_accessible_text(shown, Column.MEMORY)
    assert cell_accessible_text(row(), Column.GUTTER) == "Marks: none"
    for text, sentence in (("never", "Never fades"), ("11 d", "Falls below the threshold in 11 d")):
        assert cell_tooltip_text(row(fades_text=text), Column.FADES) == sentence
