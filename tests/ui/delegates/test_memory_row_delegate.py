"""What a row looks like in pixels: every column at every ratio, selection, states, placeholders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QTableView

from engramma.ui.delegates import COLUMN_WIDTHS, Column, MemoryRow
from engramma.ui.delegates.memory_row_delegate import MemoryRowDelegate
from engramma.ui.theme import ThemeSource, theme

RowMaker = Callable[..., MemoryRow]
CellPainter = Callable[..., QImage]
TableMaker = Callable[[Sequence[MemoryRow | None]], QTableView]
RATIOS = (1.0, 1.5, 2.0)


def colours(image: QImage) -> dict[str, int]:
    """How often each colour occurs."""
    found: dict[str, int] = {}
    for x in range(image.width()):
        for y in range(image.height()):
            name = image.pixelColor(x, y).name().upper()
            found[name] = found.get(name, 0) + 1
    return found


def background(image: QImage) -> str:
    return max(colours(image).items(), key=lambda item: item[1])[0]


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("column", list(Column))
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_column_paints_its_whole_cell_and_something_in_it(
    theme_source: ThemeSource, row: RowMaker, paint_cell: CellPainter, column: Column, ratio: float, mode: str
) -> None:
    theme_source.set_mode(mode)
    image = paint_cell(row(pinned=True), column, ratio=ratio)
    found = colours(image)
    assert QColor(Qt.GlobalColor.magenta).name().upper() not in found
    assert background(image) == theme().tokens.base
    assert len(found) > 4


@pytest.mark.parametrize("column", [Column.MEMORY, Column.TIER, Column.STRENGTH])
def test_selection_changes_the_background(row: RowMaker, paint_cell: CellPainter, column: Column) -> None:
    assert background(paint_cell(row(), column, selected=True)) == theme().tokens.selection


def test_chips_of_a_selected_row_stand_on_the_base_colour(row: RowMaker, paint_cell: CellPainter) -> None:
    tokens = theme().tokens
    assert tokens.fill in colours(paint_cell(row(), Column.TAGS))
    chosen = colours(paint_cell(row(), Column.TAGS, selected=True))
    assert tokens.base in chosen
    assert tokens.fill not in chosen


def test_the_gutter_shows_one_mark_by_shape_and_colour(row: RowMaker, paint_cell: CellPainter) -> None:
    tokens = theme().tokens
    assert set(colours(paint_cell(row(), Column.GUTTER))) == {tokens.base, tokens.grid}
    assert tokens.accent in colours(paint_cell(row(pinned=True), Column.GUTTER, ratio=2.0))
    assert tokens.warning in colours(paint_cell(row(conflict=True, pinned=True), Column.GUTTER, ratio=4.0))


@pytest.mark.parametrize("tier", ["short_term", "long_term"])
def test_the_bar_is_of_the_tier_and_as_long_as_the_strength(
    row: RowMaker, paint_cell: CellPainter, tier: str
) -> None:
    colour = theme().tokens.tier(tier)
    full = colours(paint_cell(row(tier=tier, strength=1.0), Column.STRENGTH))[colour]
    half = colours(paint_cell(row(tier=tier, strength=0.5), Column.STRENGTH))[colour]
    assert half == pytest.approx(full / 2, rel=0.15)


def test_dormant_rows_are_muted(row: RowMaker, paint_cell: CellPainter) -> None:
    tokens = theme().tokens
    image = paint_cell(row(dormant=True, strength=0.5), Column.STRENGTH)
    assert tokens.text_muted in colours(image)
    assert tokens.long_term not in colours(image)


@pytest.mark.parametrize("ratio", RATIOS)
def test_superseded_text_is_struck_through(row: RowMaker, paint_cell: CellPainter, ratio: float) -> None:
    image = paint_cell(row(state="superseded", text="iiii iiii iiii iiii"), Column.MEMORY, ratio=ratio)
    muted = theme().tokens.text_muted
    longest = 0
    for y in range(image.height() // 2):
        line = [image.pixelColor(x, y).name().upper() == muted for x in range(image.width())]
        longest = max(longest, sum(line))
    assert longest > 45 * ratio


def test_soon_fading_is_in_the_colour_of_the_tier(row: RowMaker, paint_cell: CellPainter) -> None:
    soon = paint_cell(row(tier="short_term", fades_text="6 d", fades_soon=True), Column.FADES, ratio=4.0)
    later = paint_cell(row(tier="short_term", fades_text="16 d"), Column.FADES, ratio=4.0)
    assert theme().tokens.short_term in colours(soon)
    assert theme().tokens.short_term not in colours(later)


def test_a_row_that_is_not_loaded_is_a_quiet_bar(paint_cell: CellPainter) -> None:
    assert theme().tokens.fill in colours(paint_cell(None, Column.MEMORY))
    assert set(colours(paint_cell(None, Column.TIER))) == {theme().tokens.base, theme().tokens.grid}


@pytest.mark.parametrize("column", list(Column))
@pytest.mark.parametrize("width", [1, 12, 40])
def test_narrow_cells_are_cut_not_overrun(
    row: RowMaker, paint_cell: CellPainter, column: Column, width: int
) -> None:
    image = paint_cell(row(pinned=True, tags=("a" * 90,)), column, width=width)
    assert QColor(Qt.GlobalColor.magenta).name().upper() not in colours(image)


def test_strange_words_and_numbers_are_painted(row: RowMaker, paint_cell: CellPainter) -> None:
    nan = float("nan")
    odd = row(
        tier="elsewhere",
        kind="",
        category="",
        state="lost",
        strength=nan,
        threshold=9.0,
        fades_text="",
        spark=(),
    )
    for column in Column:
        paint_cell(odd, column)


def test_row_heights(table: TableMaker, row: RowMaker) -> None:
    view = table([row()])
    delegate = view.itemDelegate()
    assert isinstance(delegate, MemoryRowDelegate)
    assert view.rowHeight(0) == 46
    delegate.set_compact(compact=True)
    assert view.rowHeight(0) == 28
    assert delegate.sizeHint(None, view.model().index(0, 1)).height() == 28  # type: ignore[arg-type]


def test_compact_rows_have_no_second_line(row: RowMaker, paint_cell: CellPainter) -> None:
    assert theme().tokens.fill not in colours(paint_cell(row(), Column.MEMORY, compact=True))
    assert theme().tokens.fill in colours(paint_cell(row(), Column.MEMORY))


def test_the_row_under_the_mouse_lights_up_as_a_whole(table: TableMaker, row: RowMaker) -> None:
    view = table([row(), row(id=13)])
    place = view.visualRect(view.model().index(1, 1)).center()
    move(view, place)
    image = view.viewport().grab().toImage()
    y = view.rowViewportPosition(1) + 2
    assert image.pixelColor(2, y).name().upper() == theme().tokens.hover
    assert image.pixelColor(700, y).name().upper() == theme().tokens.hover
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert view.viewport().grab().toImage().pixelColor(2, y).name().upper() == theme().tokens.base


def test_the_focused_row_is_marked(table: TableMaker, row: RowMaker, qtbot: object) -> None:
    view = table([row(), row(id=13)])
    view.selectRow(1)
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)  # type: ignore[attr-defined]
    image = view.viewport().grab().toImage()
    assert image.pixelColor(0, view.rowViewportPosition(1) + 10).name().upper() == theme().tokens.accent
    assert image.pixelColor(0, view.rowViewportPosition(0) + 10).name().upper() == theme().tokens.base


def test_widths_for_every_column() -> None:
    assert set(COLUMN_WIDTHS) == set(Column)


def move(view: QTableView, place: QPoint) -> None:
    spot = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        spot,
        view.viewport().mapToGlobal(spot),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), event)
