"""Things went to the Trash by mistake: they are found there by key, and come back as they were, in one step."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle
from tests.ui.window_on_store import stock

from engramma.engine import open_store
from engramma.model.clock import MINUTE, FixedClock
from engramma.model.memory import State


def test_all_that_is_in_the_trash_comes_back(
    qtbot: QtBot, make_window: MakeWindow, settle: Settle, store_path: Path, frozen_clock: FixedClock
) -> None:
    small = stock(store_path, frozen_clock)
    gone = (*small.notes[:5], small.outage)
    before = {found: small.store.memories.get(found) for found in gone}
    small.store.memories.trash(small.notes[:5])
    small.store.memories.trash([small.outage])
    small.store.close()
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    small.clock.advance(MINUTE)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_F, CONTROL)
    keyboard.type("is:trashed")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    window.focus_list()
    keyboard.press(Qt.Key.Key_A, CONTROL)
    settle(window)
    assert window.context.results_text.startswith("6 results")
    keyboard.press(Qt.Key.Key_K, CONTROL)
    qtbot.keyClicks(window.palette_overlay.field, "restore from trash")
    qtbot.keyClick(window.palette_overlay.field, Qt.Key.Key_Return)
    settle(window)
    store = window.context.store
    assert store is not None
    newest = store.history.recent(limit=1)[0]
    assert (newest.kind, newest.actor) == ("restore", "person")
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert again.search.count("is:trashed") == 0
        for found, was in before.items():
            now = again.memories.get(found)
            assert now.state is State.ACTIVE
            assert (now.text, now.tags, now.importance, now.kind) == (
                was.text,
                was.tags,
                was.importance,
                was.kind,
            )
            assert again.memories.details(found).segments[-1].reason == "restored"
        again.history.undo(newest.id)
        assert again.search.count("is:trashed") == 6
