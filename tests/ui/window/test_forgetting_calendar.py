"""The forgetting calendar in the window: days become a search and back, a day is opened and acted on, by keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window.test_accessibility import nameless

from engramma.model.calendar import DayCounts, Fate
from engramma.model.clock import DAY
from engramma.model.forecast import OutlookPoint
from engramma.model.progress import CancelToken, silent
from engramma.ui.theme import schemes
from engramma.ui.theme.contrast import contrast
from engramma.ui.views.decay.calendar.cells import COLUMNS, ROWS, Level, add_months, cells_of, page_start
from engramma.ui.views.decay.calendar.fate_words import empty_words
from engramma.ui.views.decay.calendar.heat import heat
from engramma.ui.views.decay.calendar.pane import CalendarPane
from engramma.ui.views.decay.calendar.table_rows import outlook_line
from engramma.ui.views.review.card_reading import read_card
from engramma.ui.views.review.dates_ahead import DatesAhead
from engramma.ui.views.review.queue import fading_card
from engramma.ui.views.review.view import ReviewView
from engramma.ui.views.sessions.brush import DayRange
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]
PATIENCE = 20_000
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def settle(qtbot: QtBot, window: MainWindow) -> Settle:
    """Waits until what was asked for is read; not for what comes a while after a change."""

    def wait() -> None:
        qtbot.wait(1)
        qtbot.waitUntil(lambda: not window.jobs.busy, timeout=PATIENCE)
        qtbot.wait(1)

    return wait


@pytest.fixture
def pane(window: MainWindow, settle: Settle) -> CalendarPane:
    """The calendar of the window, in front."""
    window.shell.run_command("view.calendar")
    settle()
    found = window.centre.view("decay").findChild(CalendarPane)
    assert found is not None
    return found


def fullest(pane: CalendarPane) -> date:
    """The day on which most fade."""
    counts = pane.grid.counts
    assert counts is not None
    return counts.first + timedelta(days=max(range(42), key=counts.counts.__getitem__))


def press(pane: CalendarPane, first: date, last: date) -> None:
    """Drag from one day to another."""
    ends = [pane.grid.cell_rect(day) for day in (first, last)]
    points = [end.center().toPoint() for end in ends if end is not None]
    QTest.mousePress(pane.grid, Qt.MouseButton.LeftButton, pos=points[0])
    QTest.mouseMove(pane.grid, points[1])
    QTest.mouseRelease(pane.grid, Qt.MouseButton.LeftButton, pos=points[1])


def listed(pane: CalendarPane) -> tuple[int, ...]:
    return tuple(row.id for row in pane.side.table.rows.rows)


def said_of_first(pane: CalendarPane) -> str:
    return str(pane.side.table.rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))


def found_by_search(window: MainWindow) -> list[int]:
    store = window.context.store
    assert store is not None
    return sorted(store.search.order(window.context.query).ids.tolist())


def test_the_calendar_by_mouse_and_keys(
    qtbot: QtBot, window: MainWindow, pane: CalendarPane, settle: Settle
) -> None:
    pick_days(qtbot, window, pane, settle)
    window.context.set_query("")
    pane.head.fates.set_value(Fate.DORMANT.value)
    settle()
    act_on_days(qtbot, window, pane, settle)
    look_at_all_of_it(pane)
    find_nothing(window, pane, settle)
    come_from_review(qtbot, window, pane)


def pick_days(qtbot: QtBot, window: MainWindow, pane: CalendarPane, settle: Settle) -> None:
    """Days become a search that finds the same memories, by a drag and by keys; Escape takes them out."""
    store, grid = window.context.store, pane.grid
    assert store is not None
    assert grid.hasFocus()
    counts = grid.counts
    assert counts is not None
    assert counts.counts == store.calendar.read().counts
    day = fullest(pane)
    # A drag over days, on top of a search.
    window.context.set_query("importance:>=0")
    settle()
    press(pane, day, day + timedelta(days=2))
    settle()
    assert window.context.query == f"importance:>=0 fades:{day}..{day + timedelta(days=2)}"
    assert found_by_search(window) == sorted(
        store.calendar.ids("", Fate.DORMANT, day, day + timedelta(days=2))
    )
    assert len(found_by_search(window)) == counts.between(day, day + timedelta(days=2)) > 0
    assert grid.counts == store.calendar.read("importance:>=0")
    assert pane.side.days == DayRange(day, day + timedelta(days=2)), "what is picked is listed"
    assert grid.hasFocus()
    # Another fate is counted among all that the search finds, not among the days of the first.
    pane.head.fates.set_value(Fate.STALE.value)
    assert window.context.query == "importance:>=0"
    pane.head.fates.set_value(Fate.DORMANT.value)
    press(pane, day, day + timedelta(days=2))
    settle()
    qtbot.keyClick(grid, Qt.Key.Key_Escape)
    assert window.context.query == "importance:>=0"
    assert pane.side.isHidden()
    # A week by its label.
    top = grid.cell_rect(counts.first)
    assert top is not None
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=top.center().toPoint() - QPoint(int(top.left()), 0))
    assert window.context.query == f"importance:>=0 fades:{counts.first}..{counts.first + timedelta(days=6)}"
    qtbot.keyClick(grid, Qt.Key.Key_Escape)
    # Keys: to the first day, three to the right, of these the last two picked.
    qtbot.keyClick(grid, Qt.Key.Key_Home)
    qtbot.keyClick(grid, Qt.Key.Key_Right)
    qtbot.keyClick(grid, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(grid, Qt.Key.Key_Down, SHIFT)
    qtbot.keyClick(grid, Qt.Key.Key_Space)
    qtbot.keyClick(grid, Qt.Key.Key_PageDown)
    assert grid.cursor_day == add_months(counts.first + timedelta(days=9), 1)
    settle()
    one = counts.first + timedelta(days=9)
    assert window.context.query == f"importance:>=0 fades:{one}"
    assert found_by_search(window) == sorted(store.calendar.ids("", Fate.DORMANT, one, one))
    # What is no field of the search is named by id.
    pane.head.fates.set_value(Fate.STALE.value)
    window.context.set_query("state:any")
    settle()
    stale = store.calendar.read("state:any", Fate.STALE)
    day = stale.first + timedelta(days=next(place for place, number in enumerate(stale.counts) if number))
    pane.pick(DayRange(day, day))
    settle()
    assert found_by_search(window) == sorted(store.calendar.ids("", Fate.STALE, day, day))
    assert grid.counts == stale
    assert str(stale.on(day)) in pane.table.rows.rows[0].numbers


def act_on_days(qtbot: QtBot, window: MainWindow, pane: CalendarPane, settle: Settle) -> None:
    """Opened days are ranked; letters pin, let fade, trash and restore, each with Undo."""
    store, side = window.context.store, pane.side
    assert store is not None
    first = fullest(pane)
    last = first + timedelta(days=13)
    ids = store.calendar.ids("", Fate.DORMANT, first, last)
    assert len(ids) > 1
    pane.grid.go_to(first)
    for _week in range(2):
        qtbot.keyClick(pane.grid, Qt.Key.Key_Down, SHIFT)
    qtbot.keyClick(pane.grid, Qt.Key.Key_Left, SHIFT)
    qtbot.keyClick(pane.grid, Qt.Key.Key_Return)
    settle()
    assert pane.side.days == DayRange(first, last)
    assert not [*nameless(pane), *nameless(pane.side)]
    assert side.isVisible()
    assert side.table.hasFocus()
    assert listed(pane) == ids
    assert side.badge.accessibleName() == f"{len(ids)} fade"
    qtbot.keyClick(side.table, Qt.Key.Key_Space)
    qtbot.keyClick(side.table, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: listed(pane) == ids[1:], timeout=PATIENCE)
    assert store.memories.get(ids[0]).pinned
    assert store.calendar.ids("", Fate.DORMANT, first, last) == ids[1:]
    window.shell.run_command("edit.undo")
    qtbot.waitUntil(lambda: listed(pane) == ids, timeout=PATIENCE)
    qtbot.keyClick(side.table, Qt.Key.Key_A)
    assert side.all_tick.text() == f"{len(ids)} of {len(ids)} selected"
    qtbot.keyClick(side.table, Qt.Key.Key_F)
    settle()
    label = store.history.undo_label() or ""
    assert label.endswith("may fade")
    qtbot.waitUntil(lambda: said_of_first(pane).startswith("ticked, may fade, "), timeout=PATIENCE)
    qtbot.keyClick(side.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not listed(pane), timeout=PATIENCE)
    assert all(store.memories.get(one).state == "trashed" for one in ids)
    assert side.empty.isVisible()
    assert all(
        0 <= label.x() <= side.empty.width() - label.width() for label in side.empty.findChildren(QLabel)
    )
    qtbot.keyClick(side, Qt.Key.Key_Escape)
    assert not side.isVisible()
    assert pane.grid.hasFocus()
    # The Trash has a day of its own.
    gone = store.calendar.today() + timedelta(days=30)
    window.context.run("view.calendar", day=gone, fate="purge")
    settle()
    assert listed(pane) == ids
    qtbot.keyClick(side.table, Qt.Key.Key_A)
    qtbot.keyClick(side.table, Qt.Key.Key_U)
    settle()
    assert not store.calendar.ids("", Fate.PURGE, gone, gone)


def test_who_stays_awake_in_conflict_is_told_beside_the_sums() -> None:
    none = {"short_term": 0, "long_term": 0}
    now, soon, late = (
        OutlookPoint(at, none, {"short_term": asleep, "long_term": 0}, 0, 0, due=0, purge=0, held=held)
        for at, asleep, held in ((0, 72, 4), (30 * DAY, 139, 16), (90 * DAY, 144, 17))
    )
    assert outlook_line([now, soon, late]) == (
        "67 more dormant by day 30, 72 by day 90; 17 below it stay awake in conflict."
    )
    assert outlook_line([now, now, now]) != ""
    assert outlook_line([]) == ""


def test_an_empty_calendar_counts_those_awake_in_conflict_apart() -> None:
    counts = DayCounts(Fate.DORMANT, date(2026, 12, 1), (0,), already=8)
    assert (
        empty_words(counts, 6, searched=False)[1] == "2 are dormant already, 6 more stay awake in conflict."
    )
    assert empty_words(counts, 7, searched=False)[1].startswith("1 is dormant already")
    assert empty_words(counts, searched=True)[1] == "8 are dormant already."


def look_at_all_of_it(pane: CalendarPane) -> None:
    """Every level can be painted and has a table, and what is chosen can be kept."""
    for level in Level:
        pane.head.levels.set_value(level.value)
        pane.grab()
    pane.head.levels.set_value("outlook")
    assert len(pane.outlook.rows.rows) == 10
    pane.head.as_table.setChecked(True)
    state = pane.save_state()
    pane.restore_state({"fate": "due", "level": "weeks", "table": False, "else": 1})
    assert pane.save_state() == {"fate": "due", "level": "weeks", "table": False}
    pane.restore_state(state)


def find_nothing(window: MainWindow, pane: CalendarPane, settle: Settle) -> None:
    """An empty calendar says why, and offers the way back."""
    pane.head.levels.set_value(Level.DAYS.value)
    window.context.set_query("nothingatall")
    settle()
    assert pane.empty.isVisible()
    button = pane.empty.findChildren(QPushButton)[0]
    assert button.text() == "Clear the search"
    button.click()
    assert window.context.query == ""


def come_from_review(qtbot: QtBot, window: MainWindow, pane: CalendarPane) -> None:
    """Review names the days of what fades, and leads there."""
    store = window.context.store
    assert store is not None
    kept = store.memories.remember("The harbour office must be told first.", importance=0.9).id
    review = window.centre.view("review")
    assert isinstance(review, ReviewView)
    card = fading_card(store.memories.get(kept), now=store.clock.now())
    review.card.show_card(read_card(store, card, silent, CancelToken()))
    button = review.card.findChildren(DatesAhead)[0].findChildren(QPushButton)[0]
    assert button.text().startswith("Stale ")
    button.click()
    qtbot.waitUntil(lambda: kept in listed(pane), timeout=PATIENCE)
    assert pane.fate is Fate.STALE


def test_cells_follow_each_other_without_a_gap() -> None:
    for level in Level:
        start = page_start(level, date(2028, 2, 17), monday=7)
        assert start <= date(2028, 2, 17)
        cells = cells_of(level, start)
        assert len(cells) == ROWS[level] * COLUMNS[level]
        for before, after in pairwise(cells):
            assert after.days.first - before.days.last == timedelta(days=1)
    assert page_start(Level.DAYS, date(2026, 9, 17), monday=1) == date(2026, 9, 14)
    assert add_months(date(2028, 1, 31), 1) == date(2028, 2, 29)
    assert add_months(date(2026, 11, 30), -9) == date(2026, 2, 28)


def test_numbers_stay_legible_on_any_heat() -> None:
    for tokens in (schemes.LIGHT, schemes.DARK):
        for count in range(20):
            assert contrast(tokens.text, heat(tokens, count, 19)) >= 4.5


def test_a_point_is_in_the_cell_that_is_painted_there() -> None:
    from PySide6.QtCore import QRectF

    from engramma.ui.views.decay.calendar.grid_painting import GridShape

    shape = GridShape(QRectF(52, 22, 431.5, 287.25), Level.DAYS, 3, 96)
    for row in range(6):
        for column in range(7):
            assert shape.place(QPointF(shape.cell(row, column).center())) == (row, column)
    assert shape.place(QPointF(10, 60)) is None
