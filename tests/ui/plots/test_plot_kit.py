"""The plot kit: what plots say, brush by keys, put into tables and files, and draw when there is little to draw."""

from __future__ import annotations

import csv
import io
import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engramma.model.clock import DAY, parse_iso
from engramma.model.errors import ExportFileError
from engramma.model.search import Mode
from engramma.ui.plots.bars import BarFigure, BarPlot
from engramma.ui.plots.lines import LineFigure, LinePlot, apart
from engramma.ui.plots.plot_axes import value_ticks
from engramma.ui.plots.plot_card import PlotCard
from engramma.ui.plots.plot_export import Words, picture
from engramma.ui.plots.plot_legend import Entry
from engramma.ui.plots.plot_values import Brushed, Look, Moment, Picked, PlotTable, Rule, Series
from engramma.ui.plots.row_bars import BarRow, Part, RowBars, RowFigure
from engramma.ui.plots.span_plot import Axis
from engramma.ui.theme import ThemeSource, theme

START = parse_iso("2026-09-01T00:00:00Z")
STOPS = tuple(START + day * DAY for day in range(8))
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


def tenths(place: int) -> str:
    return f"{place / 10:.1f}"


def bars(axis: Axis | None = None) -> BarPlot:
    plot = BarPlot("Recalls", axis=axis or Axis())
    series = (
        Series("a", "ash", "accent", (3, 0, 5, 2, 1, 0, 4)),
        Series("b", "birch", "short_term", (1, 0, 0, 2, 0, 0, 9), look=Look.HATCHED),
    )
    stops = STOPS if axis is None else tuple(range(8))
    plot.show_figure(BarFigure(stops, series, noun="recalls"))
    plot.resize(420, 240)
    return plot


def test_a_plot_is_read_and_brushed_by_keys(qtbot: QtBot, theme_source: ThemeSource) -> None:
    plot = bars()
    qtbot.addWidget(plot)
    plot.show()
    plot.setFocus()
    asked: list[object] = []
    plot.brushed.connect(asked.append)
    plot.picked.connect(asked.append)
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert "ash 3" in plot.accessibleDescription()
    assert "4 recalls" in plot.accessibleDescription()
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert asked == [Picked("", 0, Mode.REPLACE)]
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.accessibleDescription().endswith("none")
    for _ in range(3):
        qtbot.keyClick(plot, Qt.Key.Key_Right, SHIFT)
    assert plot.brushed_now == (STOPS[1], STOPS[5])
    qtbot.keyClick(plot, Qt.Key.Key_Left, SHIFT)
    assert plot.brushed_now == (STOPS[1], STOPS[4])
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert asked[1:] == [Brushed(STOPS[1], STOPS[4], Mode.SWAP)]
    qtbot.keyClick(plot, Qt.Key.Key_End)
    for _ in range(2):
        qtbot.keyClick(plot, Qt.Key.Key_Left, SHIFT)
    assert plot.brushed_now == (STOPS[4], STOPS[7])
    qtbot.keyClick(plot, Qt.Key.Key_Left, SHIFT)
    qtbot.keyClick(plot, Qt.Key.Key_Right, SHIFT)
    assert plot.brushed_now == (STOPS[4], STOPS[7])
    qtbot.keyClick(plot, Qt.Key.Key_Escape)
    assert plot.brushed_now == (STOPS[1], STOPS[4]), (
        "what was asked for stays marked until it is told otherwise"
    )
    plot.show_brush(None)
    assert plot.brushed_now is None


def test_what_is_under_the_mouse_and_what_the_axis_calls_it(qtbot: QtBot, theme_source: ThemeSource) -> None:
    plot = bars(Axis(tenths))
    qtbot.addWidget(plot)
    frame = plot.frame(QRectF(plot.rect()))
    x = frame.x(6) + 4
    assert plot.words_at(x, frame.area.center().y()).startswith("0.6: 13 recalls, ash 4, birch 9")
    assert plot.words_at(2, 2) == ""
    assert plot.pick_at(6, frame.y(2), Mode.AND) == Picked("a", 6, Mode.AND)
    assert plot.pick_at(6, frame.y(9), Mode.OR) == Picked("b", 6, Mode.OR)
    assert plot.pick_at(1, frame.y(0), Mode.AND) is None
    plot.grab()


def test_a_card_has_the_same_numbers_as_a_table_and_in_files(
    qtbot: QtBot, theme_source: ThemeSource, tmp_path: Path
) -> None:
    rows = tuple(
        BarRow(f"k{number}", f'=thing "{number}", <b>', (40 - number, number)) for number in range(20)
    )
    plot = RowBars("Top things")
    plot.show_figure(
        RowFigure((Part("long", "long_term"), Part("short", "short_term", Look.DOTTED)), rows, head="Thing")
    )
    card = PlotCard("Top things", plot, caption="Made up.")
    card.set_legend(Entry("long", "long_term"), Entry("short", "short_term", Look.DOTTED))
    card.set_detail("of all")
    qtbot.addWidget(card)
    card.resize(360, 300)
    card.show()
    card.activateWindow()
    plot.setFocus()
    qtbot.waitUntil(plot.hasFocus)
    qtbot.keyClick(plot, Qt.Key.Key_T)
    assert card.shows_table
    assert card.table.hasFocus()
    model = card.table.model()
    assert (model.rowCount(), model.columnCount()) == (20, 4)
    assert model.index(3, 3).data() == "40"
    assert model.index(3, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "long: 37"
    assert card.table.currentIndex().isValid()
    qtbot.keyClick(card.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("Thing\tlong\tshort\tall\n")
    card.show_table(False)
    said: list[str] = []
    errors: list[object] = []
    card.said.connect(said.append)
    card.failed.connect(errors.append)
    for suffix in (".png", ".svg", ".csv"):
        card.save(tmp_path / f"things{suffix}")
    assert said == ["Saved things.png", "Saved things.svg", "Saved things.csv"]
    # 360 wide gives way to the least width; 20 rows need more than the 300 px of the screen.
    size = QImage(str(tmp_path / "things.png")).size()
    assert size.width() == 960
    assert size.height() / 2 > plot.whole_height() == 20 * 24
    svg = (tmp_path / "things.svg").read_text(encoding="utf-8")
    assert svg.count("=thing") == len(plot.figure.rows), "no row is left out"
    drawn = QSvgRenderer(QByteArray((tmp_path / "things.svg").read_bytes()))
    assert drawn.isValid()
    image = QImage(drawn.defaultSize(), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    drawn.render(painter)
    painter.end()
    places = itertools.product(range(0, image.width(), 3), range(0, image.height(), 3))
    assert len({image.pixelColor(x, y).name() for x, y in places}) > 9, "bars, patterns and text"
    with (tmp_path / "things.csv").open(encoding="utf-8-sig", newline="") as file:
        read = list(csv.reader(file))
    assert read[1] == ['\'=thing "0", <b>', "40", "0", "40"]
    assert len(read) == 21
    card.copy()
    assert QApplication.clipboard().mimeData().hasImage()
    card.save(tmp_path / "missing" / "things.png")
    card.save(tmp_path / "things.docx")
    assert [isinstance(error, ExportFileError) for error in errors] == [True, True]
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".csv", ".png", ".svg"]
    menu = card.make_menu()
    assert next(action.text() for action in menu.actions() if action.text()) == "Show as table"
    card.set_empty("Nothing yet.")
    assert not plot.isVisible()
    menu.deleteLater()


def test_lines_and_areas_in_every_theme_and_without_values(qtbot: QtBot, theme_source: ThemeSource) -> None:
    plot = LinePlot("Growth")
    qtbot.addWidget(plot)
    plot.resize(300, 200)
    for figure in (
        LineFigure((), ()),
        LineFigure(STOPS[:1], (Series("a", "a", "accent", (1,)),)),
        LineFigure(
            STOPS, (Series("a", "a", "accent", (None,) * 8),), rules=(Rule(STOPS[7], "import of many"),)
        ),
        LineFigure(STOPS, (Series("a", "a", "accent", (0, 1, None, 4, 2, 2, 3, 5), area=True),), steps=True),
    ):
        plot.show_figure(figure)
        plot.grab()
        assert len(plot.table().rows) == len(figure.stops)
    one, other = Series("a", "a", "accent", (1,) * 8), Series("b", "b", "danger", (2,) * 8, look=Look.HATCHED)
    plot.show_figure(LineFigure(STOPS, (one, other), over=(one,), stacked=True, pickable=True))
    frame = plot.frame(QRectF(plot.rect()))
    assert plot.pick_at(STOPS[3], frame.y(0.5), Mode.REPLACE) == Picked("a", 3, Mode.REPLACE)
    assert plot.pick_at(STOPS[3], frame.y(2.5), Mode.REPLACE) == Picked("b", 3, Mode.REPLACE)
    assert plot.pick_at(STOPS[3], frame.y(3.5), Mode.REPLACE) is None
    size = QSize(300, 200)
    light = picture(plot, size, Words("Growth"))
    assert light.pixelColor(2, 2) == theme().colour("base")
    theme_source.set_mode("dark")
    dark = picture(plot, size, Words("Growth"))
    assert dark.pixelColor(2, 2) == theme().colour("base")
    assert dark != light


def test_numbers_of_axes_are_round_and_labels_keep_apart() -> None:
    for most in (0, 1, 2, 7, 42, 99, 100, 101, 1_284, 999_999):
        ticks = value_ticks(most)
        assert ticks[0] == 0
        assert max(most, 1) <= ticks[-1] < 2.6 * max(most, 2)
        assert 2 <= len(ticks) <= 6
        assert all(tick == int(tick) for tick in ticks)
    assert apart([10, 11, 12, 90], 8, 100) == [10, 18, 26, 90]
    placed = apart([95, 96, 97], 8, 100)
    assert placed[-1] <= 100
    assert all(later - earlier >= 8 for earlier, later in itertools.pairwise(placed))


def test_a_table_in_text_keeps_days_and_quotes() -> None:
    table = PlotTable(
        "t", ("Day", "n"), ((Moment(START + DAY // 2), 1.5), (Moment(START, whole_day=False), None))
    )
    assert list(csv.reader(io.StringIO(table.csv()))) == [
        ["Day", "n"],
        ["2026-09-01", "1.5"],
        ["2026-09-01T00:00:00Z", ""],
    ]


def test_a_move_of_the_mouse_draws_nothing_anew(
    qtbot: QtBot, theme_source: ThemeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot = bars()
    qtbot.addWidget(plot)
    drawn: list[QRectF] = []
    draw = BarPlot.draw

    def counted(self: BarPlot, painter: QPainter, rect: QRectF) -> None:
        drawn.append(rect)
        draw(self, painter, rect)

    monkeypatch.setattr(BarPlot, "draw", counted)
    with qtbot.waitExposed(plot):
        plot.show()
    before = plot.grab().toImage()
    assert len(drawn) == 1
    for x in range(60, 400, 20):
        qtbot.mouseMove(plot, QPoint(x, 100))
        plot.grab()
    assert len(drawn) == 1
    plot.show_figure(BarFigure(STOPS, (Series("a", "ash", "accent", (1,) * 7),)))
    assert plot.grab().toImage() != before
    assert len(drawn) == 2
    theme_source.set_mode("dark")
    plot.grab()
    plot.resize(300, 200)
    plot.grab()
    assert len(drawn) >= 4
