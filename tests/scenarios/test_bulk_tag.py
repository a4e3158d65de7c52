"""Somebody tags forty thousand memories by keys: previewed, one step, the window alive, the file as promised."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.benchmarks.generate import NOW, generate
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.ui.dialogs.tag_popup import TagPopup
from engramma.ui.views.bulk.preview_dialog import BulkPreviewDialog
from engramma.ui.window.main_window import MainWindow

MEMORIES = 43_600
LEAST = 40_000
PATIENCE = 60_000


@pytest.fixture
def window(make_window: MakeWindow, frozen_clock: FixedClock, settle: Settle, store_path: Path) -> MainWindow:
    """The window on a large store."""
    frozen_clock.instant = NOW
    generate(store_path, memories=MEMORIES, events=0)
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    return made


def test_forty_thousand_are_tagged_by_keys_in_one_step(
    qtbot: QtBot, window: MainWindow, settle: Settle, store_path: Path
) -> None:
    store = window.context.store
    assert store is not None
    window.focus_list()
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_A, CONTROL)
    settle(window)
    keyboard.press(Qt.Key.Key_T, CONTROL)
    qtbot.waitUntil(lambda: window.findChild(TagPopup) is not None, timeout=PATIENCE)
    popup = window.findChild(TagPopup)
    assert popup is not None
    qtbot.keyClicks(popup.field.line, "spring")
    qtbot.keyClick(popup.field.line, Qt.Key.Key_Return)
    qtbot.keyClick(popup.field.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(BulkPreviewDialog) is not None, timeout=PATIENCE)
    dialog = window.findChild(BulkPreviewDialog)
    assert dialog is not None
    promised = store.search.count("")
    assert promised >= LEAST
    assert dialog.windowTitle() == f"Put “spring” on {promised:,} memories?"
    later = store.memories.remember("Written while the preview stood.").id

    qtbot.keyClick(dialog.button, Qt.Key.Key_Return)
    begun, turns = time.monotonic(), 0
    while window.jobs.busy and time.monotonic() - begun < PATIENCE / 1_000:
        QApplication.processEvents()
        turns += window.parts.status.indicator.isVisible()
    settle(window)
    assert turns > 20, "the window goes on living, and the status bar tells how far it is"
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text == f"Changed tags of {promised:,} memories"
    window.close()

    with open_store(store_path) as again:
        assert again.search.count("tag:spring") == promised
        assert "spring" not in again.memories.get(later).tags
        newest = again.history.recent(limit=1)[0]
        assert (newest.actor, newest.kind, newest.changes) == ("person", "tag", promised)
        assert again.history.undo_label() == f"tag “spring” on {promised:,} memories"
