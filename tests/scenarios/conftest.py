"""User stories through the real window, by keys and accessible names; each ends in a look at the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.ui.conftest import theme_source
from tests.ui.window.conftest import MakeWindow, Settle, make_window, settle_window, still
from tests.ui.window_on_store import Stocked, stock

from engramma.model.clock import FixedClock
from engramma.ui.window.main_window import MainWindow

__all__ = ["MakeWindow", "Settle", "make_window", "settle_window", "still", "theme_source"]

CONTROL = Qt.KeyboardModifier.ControlModifier


class Keyboard:
    """Presses keys where the focus is, and counts them."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        self.pressed = 0

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """One key, with what is held."""
        self.pressed += 1
        target = self._window.focusWidget() or self._window
        self._qtbot.keyClick(target, key, modifier)

    def type(self, text: str) -> None:
        """A text; each letter is a key."""
        self.pressed += len(text)
        self._qtbot.keyClicks(self._window.focusWidget() or self._window, text)


def by_name(root: QWidget, name: str) -> QWidget:
    """The visible widget of this accessible name."""
    found = [
        widget
        for widget in root.findChildren(QWidget)
        if widget.accessibleName() == name and widget.isVisibleTo(root)
    ]
    assert found, f"nothing is called {name!r}"
    return found[0]


@pytest.fixture
def settle(settle_window: Settle) -> Callable[[MainWindow], None]:
    """Waits until a window has come to rest."""
    return settle_window


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store of a few memories."""
    made = stock(store_path, frozen_clock)
    made.store.close()
    return made


@pytest.fixture
def window(make_window: MakeWindow, small: Stocked, settle: Settle, store_path: Path) -> MainWindow:
    """The window on that store."""
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    return made
