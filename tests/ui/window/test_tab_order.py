"""Tab and Shift+Tab reach all that takes keys in each view and page, whatever has the keys there at first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.ui.messy_store import make_messy, propose_stale
from tests.ui.window.conftest import MakeWindow
from tests.ui.window.test_accessibility import ancestors
from tests.ui.window.test_session_commands import record_dropped

from engramma.engine import open_store
from engramma.model.clock import FixedClock, to_local
from engramma.ui.bridge import Selection
from engramma.ui.views.decay import DecayView
from engramma.ui.views.graph.view import GraphView
from engramma.ui.views.replace.page import ReplacePage
from engramma.ui.views.sessions import SessionsView
from engramma.ui.window.main_window import MainWindow

OTHERS = ("recall", "review", "overview", "plan", "live", "activity")
PRESSES = 250


@dataclass(frozen=True, slots=True)
class Stocked:
    """The store of the window: memories that wait for a person, the turn of a session; and another store."""

    path: Path
    ids: tuple[int, ...]
    pair: tuple[int, int]
    event_id: int
    other: Path


def make_stores(folder: Path, path: Path, clock: FixedClock) -> Stocked:
    messy = make_messy(path, clock)
    propose_stale(messy.store)
    event_id, *_rest = record_dropped(messy.store)
    messy.store.close()
    other = folder / "other.engramma"
    with open_store(other, clock=clock, create=True) as store:
        store.memories.remember("Nothing is shipped on a Friday.")
    return Stocked(path, messy.stale, messy.conflicts[0], event_id, other)


def places(window: MainWindow, stocked: Stocked, folder: Path) -> Iterator[str]:
    """Goes to each view and page, and tells its name."""
    context, run, opened = window.context, window.shell.run_command, window.shell.open_view
    context.select(Selection.one("memory", stocked.ids[0]))
    opened("memories")
    yield "memories"
    context.select(Selection.one("event", stocked.event_id))
    opened("sessions")
    yield "sessions"
    sessions = window.centre.front
    assert isinstance(sessions, SessionsView)
    sessions.search_transcript()
    yield "sessions, searching in a transcript"
    context.select(Selection("memory", stocked.ids, current=stocked.ids[0]))
    opened("tiers")
    yield "tiers"
    opened("decay")
    decay = window.centre.front
    assert isinstance(decay, DecayView)
    assert decay.calendar is not None
    assert context.store is not None
    decay.calendar.show_day(to_local(context.store.clock.now()).date())
    yield "decay with a day"
    opened("graph")
    yield "graph"
    graph = window.centre.front
    assert isinstance(graph, GraphView)
    graph.head.as_table.setChecked(True)
    yield "graph as a table"
    window.centre.restore_states({"recall": {"question": "What waits for 10 minutes?"}})
    for name in OTHERS:
        opened(name)
        yield name
    run("view.settings", section="policy")
    yield "settings"
    run("memory.merge", ids=stocked.pair)
    yield "merge"
    run("memory.merge_equals")
    yield "duplicates"
    run("memory.replace")
    page = window.centre.front
    assert isinstance(page, ReplacePage)
    page.fill("waits", "stays")
    yield "replace"
    run("store.export")
    yield "export"
    run("store.merge", path=stocked.other)
    yield "merge_store"
    table = folder / "bread.csv"
    table.write_text("Text,Kind\nRye keeps for a week,semantic\n", "utf-8")
    window.shell.look_into((table,))
    yield "import"
    opened("welcome")
    yield "welcome"


def taking_keys(window: QWidget) -> set[QWidget]:
    """All that a person must get to by Tab."""
    return {
        widget
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window() is window
    }


def walked(qtbot: QtBot, key: Qt.Key) -> list[QWidget]:
    """All that have the keys one after the other, from one press on, until it begins again.

    A field for a day takes several presses: year, month and day are parts of it.
    """
    seen: list[QWidget] = []
    for _press in range(PRESSES):
        before = focused()
        qtbot.keyClick(before, key)
        if focused() is not before and focused() in seen:
            break
        if focused() not in seen:
            seen.append(focused())
    return seen


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def called(widget: QWidget) -> str:
    return " < ".join(
        [widget.accessibleName(), *(type(one).__name__ for one in (widget, *ancestors(widget)))]
    )


def test_tab_goes_both_ways_through_every_view(
    qtbot: QtBot, make_window: MakeWindow, store_path: Path, frozen_clock: FixedClock, tmp_path: Path
) -> None:
    stocked = make_stores(tmp_path, store_path, frozen_clock)
    window = make_window()
    window.resize(1440, 900)
    window.shell.open_store(stocked.path)
    qtbot.waitUntil(lambda: window.context.store is not None and not window.jobs.busy, timeout=30_000)
    window.shell.toggle_sidebar()
    missed: list[str] = []
    for name in places(window, stocked, tmp_path):
        qtbot.waitUntil(lambda: not window.jobs.busy, timeout=30_000)
        qtbot.wait(20)
        window.focus_list()
        forward, back = walked(qtbot, Qt.Key.Key_Tab), walked(qtbot, Qt.Key.Key_Backtab)
        wanted = taking_keys(window)  # by now one of each group of radio buttons
        for way, reached in (("Tab", set(forward)), ("Shift+Tab", set(back))):
            missed += [f"{name}, not by {way}: {called(widget)}" for widget in wanted - reached]
            missed += [f"{name}, only by {way}: {called(widget)}" for widget in reached - wanted]
    assert not missed, "\n".join(missed)
