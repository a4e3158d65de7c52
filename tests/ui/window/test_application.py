"""Starting and ending: the last store comes back, cycles die on the GUI thread, errors in slots are told."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import MakeWindow, Settle, end_window
from tests.ui.window_on_store import Stocked

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.ui.bridge.collection import GuiThreadCollector
from engramma.ui.theme import ThemeSource
from engramma.ui.window.application import _Excepthook, open_window
from engramma.ui.window.main_window import MainWindow

ExpectLog = Callable[[str], None]


@pytest.fixture
def started(theme_source: ThemeSource, still: None) -> Iterator[Callable[[Path | None], MainWindow]]:
    windows: list[MainWindow] = []

    def start(store: Path | None = None) -> MainWindow:
        windows.append(open_window(theme_source, store))
        return windows[-1]

    yield start
    for window in windows:
        end_window(window)


def test_the_last_store_comes_back(
    started: Callable[..., MainWindow], settle_window: Settle, small: Stocked, store_path: Path
) -> None:
    window = started(store_path)
    assert window.parts.tools.isVisible()
    settle_window(window)
    assert window.context.store is not None
    assert window.centre.name == "memories"
    window.close()
    again = started()
    settle_window(again)
    assert again.context.store is not None
    assert again.context.store.path == store_path


def test_without_any_store_the_welcome_page_comes(
    started: Callable[..., MainWindow], settle_window: Settle
) -> None:
    window = started()
    settle_window(window)
    assert window.centre.name == "welcome"


def test_a_first_window_is_no_larger_than_its_screen(started: Callable[..., MainWindow]) -> None:
    window = started()
    room = window.screen().availableGeometry()
    assert window.height() < room.height(), "there is a title bar, too"
    assert window.width() <= max(room.width(), window.minimumSizeHint().width())


def test_a_store_that_cannot_be_opened_leads_to_the_welcome_page(
    started: Callable[..., MainWindow], settle_window: Settle, tmp_path: Path
) -> None:
    file = tmp_path / "gone.engramma"
    window = started(file)
    settle_window(window)
    assert window.centre.name == "welcome"
    assert "gone.engramma" in window.parts.banner.text


def test_conversations_alone_open_on_sessions(
    make_window: MakeWindow, settle_window: Settle, tmp_path: Path, frozen_clock: FixedClock
) -> None:
    transcript = tmp_path / "3f2a90c4-77b1-4d5e-9a54-0c6d1f3b8e21.jsonl"
    line = {
        "type": "user",
        "uuid": "00000000-0000-4000-8000-000000000000",
        "parentUuid": None,
        "sessionId": transcript.stem,
        "timestamp": "2026-03-02T09:00:00.000Z",
        "message": {"role": "user", "content": "Where do the logs go?"},
    }
    transcript.write_text(json.dumps(line) + "\n", "utf-8")
    path = tmp_path / "talk.engramma"
    with open_store(path, clock=frozen_clock, create=True) as store:
        store.transfer.import_files([transcript])
    window = make_window()
    window.shell.open_store(path)
    settle_window(window)
    assert window.centre.name == "sessions"
    assert window.sidebar.views["sessions"].count_text == "1"


def test_cycles_are_collected_on_the_gui_thread_only(qtbot: QtBot, qapp: QApplication) -> None:
    class Knot:
        def __init__(self) -> None:
            self.self = self

    where: list[str] = []
    collector = GuiThreadCollector(qapp)
    try:
        assert not gc.isenabled()
        weakref.finalize(Knot(), lambda: where.append(threading.current_thread().name))
        worker = threading.Thread(target=lambda: [[] for _ in range(50_000)], name="worker")
        worker.start()
        worker.join()
        assert where == []
        gc.collect(0)
        for _ in range(2_000):
            _tie(Knot)
        collector.collect()
        assert where == [threading.current_thread().name]
    finally:
        collector.stop()
        collector.deleteLater()
    assert gc.isenabled()


def _tie(make: Callable[[], object]) -> None:
    make()


def test_an_error_in_a_slot_is_told_and_logged(
    started: Callable[..., MainWindow], settle_window: Settle, expected_log: ExpectLog
) -> None:
    expected_log("Unexpected error in the window")
    window = started()
    settle_window(window)
    _Excepthook(window)(ZeroDivisionError, ZeroDivisionError("x"), None)
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text.startswith("Something went wrong")
    assert isinstance(window.parts.toasts, QObject)
