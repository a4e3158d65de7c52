"""Agents in processes of their own, a person in the window: a wrong fact is seen, corrected, and stays corrected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot
from tests.agent.raw_server import Document, RawServer, store_argument
from tests.scenarios.conftest import CONTROL, Keyboard, Settle, by_name
from tests.ui.window.conftest import end_window

from engramma.engine import open_store
from engramma.model.clock import SystemClock
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.theme import ThemeSource
from engramma.ui.window.main_window import MainWindow

WRONG, RIGHT = "Staging listens on port 8081.", "Staging listens on port 9090."
QUESTION = "Which port does staging listen on?"
SEEN_WITHIN = 1_000


@pytest.fixture
def window(
    qtbot: QtBot, theme_source: ThemeSource, own_home: Path, still: None, store_path: Path, settle: Settle
) -> Iterator[MainWindow]:
    """The window, by the clock that the agents go by, on a store with a little in it."""
    with open_store(store_path, create=True) as store:
        for text in ("Mira looks after the servers.", "Deploys happen on Tuesdays.", "We use tabs in Go."):
            store.memories.remember(text)
    made = MainWindow(theme_source, home=own_home, clock=SystemClock())
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=2_000)
    made.shell.open_store(store_path)
    settle(made)
    yield made
    end_window(made)


def rows(window: MainWindow) -> int:
    """How many memories the table shows."""
    table = window.centre.list_of_front()
    assert isinstance(table, QAbstractItemView)
    return table.model().rowCount()


def best(agent: RawServer) -> Document:
    """The agent's first hit."""
    hits = agent.call("recall", question=QUESTION)["hits"]
    return hits[0]  # type: ignore[no-any-return]


def test_what_a_person_corrects_wins_on_the_next_turn_of_another_agent(
    qtbot: QtBot, window: MainWindow, settle: Settle, store_path: Path
) -> None:
    keyboard = Keyboard(qtbot, window)
    store = store_argument(store_path)
    with RawServer(*store, name="agent-a") as one, RawServer(*store, name="agent-b") as other:
        one.greet()
        other.greet()
        kept = one.call("remember", text=WRONG)["id"]
        qtbot.waitUntil(lambda: rows(window) == 4, timeout=SEEN_WITHIN)
        assert best(one)["text"] == best(other)["text"] == WRONG

        keyboard.press(Qt.Key.Key_F, CONTROL)
        keyboard.type("staging")
        keyboard.press(Qt.Key.Key_Return)
        settle(window)
        keyboard.press(Qt.Key.Key_Down)
        settle(window)
        assert f"M-{window.context.selection.current}" == kept
        keyboard.press(Qt.Key.Key_C, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        settle(window)
        dialog = next(found for found in QApplication.topLevelWidgets() if isinstance(found, MemoryDialog))
        field = by_name(dialog, "Text of the memory")
        qtbot.keyClick(field, Qt.Key.Key_A, CONTROL)
        qtbot.keyClicks(field, RIGHT)
        qtbot.keyClick(field, Qt.Key.Key_Return, CONTROL)
        settle(window)

        hit = best(other)
        assert (hit["text"], hit["supersedes"][0]["id"], hit["supersedes"][0]["text"]) == (RIGHT, kept, WRONG)
        assert hit["supersedes"][0]["said_at"] <= hit["said_at"]
        assert one.call("get", memory=kept)["superseded_by"] == hit["id"]
        again = one.call("edit", memory=hit["id"], text=WRONG)
        assert again["status"] == "proposed", "what a person put right is not overwritten"

        window.focus_list()
        # A window manager makes it the active one when the dialog closes; offscreen there is none.
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=2_000)
        keyboard.press(Qt.Key.Key_Z, CONTROL)
        settle(window)
        hit = best(other)
        assert (hit["id"], hit["text"], hit.get("supersedes")) == (kept, WRONG, None)
