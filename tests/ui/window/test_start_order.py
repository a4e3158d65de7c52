"""What comes first when a store opens: the rows, then the inspector and the counts; and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import Settle, end_window
from tests.ui.window_on_store import Stocked

from engramma.ui.theme import ThemeSource
from engramma.ui.views.memories import MemoriesView
from engramma.ui.window import after_rows, first_store
from engramma.ui.window.application import open_window
from engramma.ui.window.main_window import MainWindow


class Watch(QObject):
    """Notes when the rows were painted, and when the parts beside them began."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.seen: list[str] = []
        window.arrival.after_rows.due.connect(self.note_sides)
        window.sidebar.facets.counted.connect(self.note_counted)
        window.centre.changed.connect(self.follow)

    def follow(self, _name: str) -> None:
        view = self.window.centre.front
        if isinstance(view, MemoriesView):
            view.table.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        view = self.window.centre.made("memories")
        if event.type() == QEvent.Type.Paint and isinstance(view, MemoriesView) and view.model.rowCount():
            self.note("rows")
        return False

    def note_sides(self) -> None:
        self.note("sides")

    def note_counted(self, _facets: object) -> None:
        self.note("counts")

    def note(self, word: str) -> None:
        if word not in self.seen:
            self.seen.append(word)


@pytest.fixture
def arrive(qtbot: QtBot, settle_window: Settle) -> Settle:
    """Waits until a window on the small store is at rest with its inspector and its counts."""

    def wait(window: MainWindow) -> None:
        settle_window(window)
        memories = window.sidebar.views["memories"]
        qtbot.waitUntil(lambda: window.inspector is not None and memories.count_text == "44", timeout=30_000)
        settle_window(window)

    return wait


@pytest.fixture
def opened(theme_source: ThemeSource, still: None) -> Iterator[Callable[[Path], MainWindow]]:
    windows: list[MainWindow] = []

    def start(store: Path) -> MainWindow:
        windows.append(open_window(theme_source, store))
        return windows[-1]

    yield start
    for window in windows:
        end_window(window)


class FirstPaint(QObject):
    """Whether the store was being opened when the window was painted first."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.opening: bool | None = None
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self.opening is None:
            self.opening = self.window.jobs.busy or self.window.context.store is not None
        return False


def test_the_store_is_opened_once_the_window_was_painted(
    opened: Callable[[Path], MainWindow],
    qtbot: QtBot,
    small: Stocked,
    store_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_store, "PATIENCE", 60_000)
    window = opened(store_path)
    first = FirstPaint(window)
    qtbot.waitUntil(lambda: window.context.store is not None, timeout=30_000)
    assert first.opening is False


def test_a_window_that_nobody_can_see_opens_its_store_too(
    opened: Callable[[Path], MainWindow],
    qtbot: QtBot,
    small: Stocked,
    store_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(first_store, "PATIENCE", 1)
    window = opened(store_path)
    window.hide()
    first = FirstPaint(window)
    qtbot.waitUntil(lambda: window.context.store is not None, timeout=30_000)
    assert first.opening is None


def test_rows_come_before_the_inspector_and_the_counts(
    opened: Callable[[Path], MainWindow],
    arrive: Settle,
    small: Stocked,
    store_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(after_rows, "PATIENCE", 60_000)
    window = opened(store_path)
    watch = Watch(window)
    assert window.inspector is None
    arrive(window)
    assert watch.seen == ["rows", "sides", "counts"]
    assert window.inspector is not None
    assert window.sidebar.views["memories"].count_text == "44"


def test_the_inspector_takes_the_place_that_was_kept_for_it(
    opened: Callable[[Path], MainWindow],
    arrive: Settle,
    qtbot: QtBot,
    small: Stocked,
    store_path: Path,
) -> None:
    window = opened(store_path)
    window.resize(1440, 900)
    qtbot.wait(1)
    kept = window.parts.panes.sizes()
    assert len(kept) == 3
    assert min(kept) > 100
    arrive(window)
    assert window.parts.panes.sizes() == kept
    assert window.inspector is window.parts.panes.widget(2)


def test_a_view_without_results_is_not_waited_for(
    opened: Callable[[Path], MainWindow], arrive: Settle, small: Stocked, store_path: Path
) -> None:
    first = opened(store_path)
    arrive(first)
    first.shell.open_view("activity")
    arrive(first)
    first.close()
    window = opened(store_path)
    arrive(window)
    assert window.centre.name == "activity"
    assert window.inspector is not None
    assert window.sidebar.views["memories"].count_text == "44"


def test_what_is_typed_while_the_store_opens_is_searched_for(
    opened: Callable[[Path], MainWindow],
    settle_window: Settle,
    qtbot: QtBot,
    small: Stocked,
    store_path: Path,
) -> None:
    window = opened(store_path)
    assert window.context.store is None
    window.search.take_focus()
    qtbot.keyClicks(window.search.edit, "tag:ports sand")
    assert window.context.store is None
    settle_window(window)
    assert window.search.edit.text() == "tag:ports sand"
    assert window.context.query == "tag:ports sand"
    assert window.search.edit.hasFocus()
    qtbot.keyClicks(window.search.edit, "x")
    assert window.search.edit.text() == "tag:ports sandx"


def test_letters_begin_a_search_while_the_store_opens(
    opened: Callable[[Path], MainWindow],
    settle_window: Settle,
    qtbot: QtBot,
    small: Stocked,
    store_path: Path,
) -> None:
    window = opened(store_path)
    assert window.parts.status.store_name.text().strip() == "Opening…"
    assert not window.search.edit.hasFocus()
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert window.search.edit.text() == ""
    qtbot.keyClick(window, "s")
    qtbot.keyClicks(window.search.edit, "andbox")
    settle_window(window)
    assert window.context.query == "sandbox"
    assert window.parts.status.store_name.text().strip() == "store.engramma"


def test_a_store_that_does_not_come_is_waited_for_no_longer(
    opened: Callable[[Path], MainWindow], settle_window: Settle, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened(tmp_path / "gone.engramma")
    settle_window(window)
    assert window.centre.name == "welcome"
    assert window.parts.status.store_name.text().strip() == "No store open"
    qtbot.keyClick(window, "s")
    assert window.search.edit.text() == ""


def test_another_store_begins_with_its_own_search(
    opened: Callable[[Path], MainWindow],
    settle_window: Settle,
    qtbot: QtBot,
    small: Stocked,
    store_path: Path,
) -> None:
    window = opened(store_path)
    settle_window(window)
    window.search.take_focus()
    qtbot.keyClicks(window.search.edit, "tag:ports")
    window.search.apply()
    window.shell.create_store(store_path.with_name("other.engramma"))
    settle_window(window)
    assert window.search.edit.text() == ""
    assert window.context.query == ""
