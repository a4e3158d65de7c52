"""The page Overview in a real window: its numbers, what brushes and clicks search for, tables, files, the theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import MakeWindow, Settle, make_window, settle_window, still
from tests.ui.window.test_accessibility import nameless
from tests.ui.window_on_store import Stocked, settler, stocked

from engramma.engine.flow import day_start
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY
from engramma.ui.plots.plot import Plot
from engramma.ui.plots.span_plot import SpanPlot
from engramma.ui.theme import ThemeSource
from engramma.ui.views.overview.page import OverviewPage
from engramma.ui.window.main_window import MainWindow

__all__ = ["make_window", "settle_window", "still", "stocked"]

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(stocked: Stocked, make_window: MakeWindow, settle_window: Settle) -> MainWindow:
    """A window on a store in which two agents asked on three days."""
    now = stocked.clock.now()
    for back, agent, hits in (
        (9, "ash", stocked.notes[:3]),
        (9, "birch", stocked.notes[2:5]),
        (2, "ash", [stocked.cents]),
    ):
        stocked.clock.instant = now - back * DAY + (DAY // 24 if agent == "birch" else 0)
        record_recall(stocked.store.acting_as(f"agent:{agent}").workspace, f"What of {back}?", list(hits))
    stocked.clock.instant = now
    made = make_window()
    made.resize(1440, 900)
    made.shell.show_store(stocked.store)
    settle_window(made)
    return made


def drag(qtbot: QtBot, plot: SpanPlot, first: int, last: int) -> None:
    """Brush from one place of the axis to another with the mouse."""
    frame = plot.frame(QRectF(plot.rect()))
    middle = int(frame.area.center().y())
    start, end = (QPoint(round(frame.x(place)), middle) for place in (first, last))
    qtbot.mousePress(plot, LEFT, NONE, start)
    qtbot.mouseMove(plot, (start + end) / 2)
    qtbot.mouseMove(plot, end)
    qtbot.mouseRelease(plot, LEFT, NONE, end)


def test_the_overview_follows_the_search_and_edits_it(
    qtbot: QtBot,
    window: MainWindow,
    stocked: Stocked,
    theme_source: ThemeSource,
    tmp_path: Path,
) -> None:
    store, context, now = stocked.store, window.context, stocked.clock.now()
    settle = settler(qtbot, context)
    qtbot.mouseClick(window.parts.status.store_name, LEFT)
    settle()
    page = window.centre.front
    assert isinstance(page, OverviewPage)
    assert window.centre.name == "overview"
    assert list(nameless(window)) == []
    tiles = page.strip.tiles
    assert tiles["memories"].number == f"{store.search.count(''):,}"
    assert tiles["fading"].number == f"{store.search.count('fades:<7d'):,}"
    assert tiles["dormant"].number == f"{store.search.count('is:dormant'):,}"
    assert tiles["recalls"].number == "1"
    assert all(card.plot.isVisible() for key, card in page.cards.items() if key != "things")
    assert "consolidation finds it" in page.cards["things"].empty_words

    # T turns all of them from wherever the keys are in the page.
    page.head.spans.findChildren(QToolButton)[-1].setFocus()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_T)
    assert all(card.shows_table for card in page.cards.values())
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_T)

    # A brush over days finds what was made on them.
    stops = page.growth.stops
    drag(qtbot, page.growth, stops[-20], stops[-8])
    settle()
    assert context.query.startswith("created:")
    within = {one for one in stocked.notes if stops[-20] <= store.memories.get(one).created_at < stops[-8]}
    assert len(within) > 5
    assert set(store.search.order(context.query).ids.tolist()) == within
    assert tiles["memories"].number == str(len(within))
    assert page.growth.figure.series[0].values[-1] == len(within)
    assert page.growth.brushed_now == (stops[-20], stops[-8])
    assert "results of the search" in page.head.about.text

    # A click in an area takes its tier, by the keyboard a row its category.
    context.set_query("")
    settle()
    frame = page.tiers.frame(QRectF(page.tiers.rect()))
    at = QPoint(round(frame.x(page.tiers.stops[-1])) - 2, round(frame.y(0)) - 2)
    qtbot.mouseClick(page.tiers, LEFT, NONE, at)
    settle()
    assert context.query == "tier:long"
    assert tiles["memories"].number == str(store.search.count("tier:long"))
    page.categories.setFocus()
    rows = page.categories.figure.rows
    qtbot.keyClick(page.categories, Qt.Key.Key_Down)
    qtbot.keyClick(page.categories, Qt.Key.Key_Return)
    settle()
    assert context.query == f"category:{rows[1].key}"

    # Bars of recalls stand for the memories that were sent.
    context.set_query("")
    settle()
    day = day_start(now - 9 * DAY)
    drag(qtbot, page.recalls, day, day + DAY)
    settle()
    assert set(store.search.order(context.query).ids.tolist()) == set(stocked.notes[:5])
    assert page.recalls.brushed_now == (day, day + DAY)
    context.set_query("")
    settle()
    assert page.recalls.brushed_now is None
    page.recalls.setFocus()
    for _ in range(9):
        qtbot.keyClick(page.recalls, Qt.Key.Key_Left)
    assert "birch" in page.recalls.accessibleDescription()
    frame = page.recalls.frame(QRectF(page.recalls.rect()))
    middle = round(frame.x(day + DAY // 2))
    qtbot.mouseClick(page.recalls, LEFT, NONE, QPoint(middle, round(frame.y(0)) - 3))
    settle()
    names = [actor for actor, _days in store.overview.recalls("").counts.by_actor]
    first = stocked.notes[:3] if names[0] == "agent:ash" else stocked.notes[2:5]
    assert set(store.search.order(context.query).ids.tolist()) == set(first)

    tables_and_files(page, tmp_path)
    # Live: other colours without another reading.
    before = page.grab().toImage()
    theme_source.set_mode("dark")
    assert page.grab().toImage() != before
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.centre.name == "memories"


def tables_and_files(page: OverviewPage, folder: Path) -> None:
    """Every plot as a table, and all of them in files."""
    page.head.as_tables.setChecked(True)
    for key, card in page.cards.items():
        model = card.table.model()
        if key == "things":
            continue
        assert card.table.isVisible()
        plot = card.plot
        assert isinstance(plot, Plot)
        assert model.rowCount() == len(plot.table().rows) > 0
        assert model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole).startswith(plot.table().heads[1])
    page.head.as_tables.setChecked(False)
    for suffix in (".png", ".svg", ".csv"):
        page.save_all(folder, suffix)
    assert len(list(folder.glob("store-*.png"))) == len(page.cards)
    assert b"<svg" in (folder / "store-growth.svg").read_bytes()
    lines = (folder / "store-categories.csv").read_text("utf-8-sig").splitlines()
    assert lines[0] == "Category,memories"
    assert len(lines) == 9
