"""Purging from the window: Shift+Del shows every place, ticks decide on source and pins, nothing comes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from tests.ui.window.test_commands import choose, toast
from tests.ui.window_on_store import Stocked

from engramma.model.errors import NotFoundError
from engramma.ui.dialogs.purge_dialog import PurgeDialog
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]


def open_dialog(qtbot: QtBot, window: MainWindow, settle: Settle, *ids: int) -> PurgeDialog:
    """Press Shift+Del on these memories."""
    table = choose(window, settle, *ids)
    qtbot.keyClick(table, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    settle()
    (dialog,) = window.findChildren(PurgeDialog)
    return dialog


def shown(dialog: PurgeDialog) -> list[str]:
    """All words in it."""
    return [label.text() for label in dialog.findChildren(QLabel)]


def test_it_asks_with_every_place_and_erases(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    dialog = open_dialog(qtbot, window, settle, small.verify)
    assert f"Erase M-{small.verify} for good?" in shown(dialog)
    assert {"Memories", "Wordings", "Values kept for undo"} <= set(shown(dialog))
    assert dialog.button.text() == f"Purge M-{small.verify}"
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    settle()
    store = window.context.store
    assert store is not None
    with pytest.raises(NotFoundError):
        store.memories.get(small.verify)
    assert toast(window) == f"Purged M-{small.verify}"
    assert not store.purging.status().pending


def test_cancel_and_escape_change_nothing(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    dialog = open_dialog(qtbot, window, settle, small.cents)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    store = window.context.store
    assert store is not None
    assert store.memories.get(small.cents)
    assert store.history.recent()[0].kind != "purge"


def test_pinned_ones_need_their_tick(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    dialog = open_dialog(qtbot, window, settle, small.never_log, small.cents)
    assert dialog.button.text() == f"Purge M-{small.cents}"
    dialog.pinned.setChecked(True)
    assert dialog.button.text() == "Purge 2 memories"
    dialog.pinned.setChecked(False)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    settle()
    store = window.context.store
    assert store is not None
    assert store.memories.get(small.never_log)
    with pytest.raises(NotFoundError):
        store.memories.get(small.cents)


def test_a_pinned_one_alone_cannot_go_without_it(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    dialog = open_dialog(qtbot, window, settle, small.never_log)
    assert not dialog.button.isEnabled()
    dialog.reject()


def test_the_source_can_be_unticked(qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked) -> None:
    store = window.context.store
    assert store is not None
    session_id = store.sessions.start("Money")
    store.sessions.append(session_id, "user", "Checkout totals are integer cents in every layer.")
    dialog = open_dialog(qtbot, window, settle, small.cents)
    assert dialog.source.isVisible()
    assert "words covered" in shown(dialog)
    dialog.source.setChecked(False)
    assert "words covered" not in shown(dialog)
    qtbot.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    settle()
    said = store.sessions.events(store.sessions.event_ids(session_id))[0].text
    assert said == "Checkout totals are integer cents in every layer."


def test_it_is_in_the_menu_with_its_key(window: MainWindow, settle: Settle, small: Stocked) -> None:
    choose(window, settle, small.cents)
    action = window.parts.actions["memory.purge"]
    assert action.isEnabled()
    assert action.shortcut().toString() == "Shift+Del"
