"""A real window on a small real store, driven by keys, clicks and names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked, rest, stock

from engramma.model.clock import FixedClock
from engramma.ui.theme import ThemeSource, motion
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[MainWindow], None]
MakeWindow = Callable[[], MainWindow]
PATIENCE = 60.0
"""Seconds that a window may take to come to rest; a loaded machine needs many."""


@pytest.fixture
def still() -> Iterator[None]:
    """Nothing moves."""
    motion.set_reduced_motion(True)
    yield
    motion.set_reduced_motion(None)


@pytest.fixture
def settle_window(qtbot: QtBot) -> Settle:
    """Waits until every job was delivered and its timers ran."""

    def wait(window: MainWindow) -> None:
        rest(qtbot, window.context, patience=PATIENCE)

    return wait


@pytest.fixture
def make_window(
    qtbot: QtBot, theme_source: ThemeSource, own_home: Path, frozen_clock: FixedClock, still: None
) -> Iterator[MakeWindow]:
    """Makes windows with the test's own home; closes them at the end."""
    windows: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow(theme_source, home=own_home, clock=frozen_clock)
        window.show()
        windows.append(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=20_000)
        return window

    yield make
    for window in windows:
        end_window(window)


def end_window(window: MainWindow) -> None:
    """Close a window and free it and its bridge."""
    window.close()
    window.jobs.deleteLater()
    window.deleteLater()
    QApplication.sendPostedEvents()


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store of a few memories; closed, so that the window opens it by itself."""
    made = stock(store_path, frozen_clock)
    made.store.close()
    return made


@pytest.fixture
def window(make_window: MakeWindow, small: Stocked, settle_window: Settle, store_path: Path) -> MainWindow:
    """A window that shows the small store."""
    made = make_window()
    made.shell.open_store(store_path)
    settle_window(made)
    assert made.context.store is not None
    return made


@pytest.fixture
def settle(window: MainWindow, settle_window: Settle) -> Callable[[], None]:
    """Waits until this window has come to rest."""

    def wait() -> None:
        settle_window(window)

    return wait
