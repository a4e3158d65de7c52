"""An agent acts on a fact that is no longer true: it is found, corrected, and the correction wins from then on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, Settle, by_name
from tests.ui.window_on_store import CENTS, Stocked

from engramma.engine import open_store
from engramma.model.memory import State
from engramma.ui.bridge import Selection
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.window.main_window import MainWindow

NOW_TRUE = "Checkout totals are integer tenths of a cent in every layer."
WRITE = """
import sys
from pathlib import Path
from engramma.engine import open_store
from engramma.model.clock import FixedClock
with open_store(Path(sys.argv[1]), actor="agent:shop-agent", clock=FixedClock(int(sys.argv[3]))) as store:
    store.memories.edit(int(sys.argv[2]), "Checkout totals are floating point numbers.")
"""


def test_a_wrong_fact_is_corrected_and_the_correction_is_what_agents_get(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_F, CONTROL)
    keyboard.type("totals cents")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    keyboard.press(Qt.Key.Key_Down)
    settle(window)
    assert window.context.selection.current == small.cents
    window.shell.run_command("memory.correct")
    settle(window)
    dialog = next(found for found in QApplication.topLevelWidgets() if isinstance(found, MemoryDialog))
    field = by_name(dialog, "Text of the memory")
    field.setPlainText(NOW_TRUE)  # type: ignore[attr-defined]
    qtbot.keyClick(field, Qt.Key.Key_Return, CONTROL)
    settle(window)
    window.close()

    with open_store(store_path, clock=small.clock) as store:
        old = store.memories.get(small.cents)
        assert old.state is State.SUPERSEDED
        assert old.text == CENTS
        best, *others = store.recall.ask("How are checkout totals stored?", lexical=True).hits
        assert best.text == NOW_TRUE
        assert [side.id for side in best.supersedes] == [small.cents]
        assert small.cents not in {hit.id for hit in others if str(hit.type) == "memory"}


def test_what_an_agent_wrote_from_another_process_is_reverted(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    now = str(small.clock.now())
    command = [sys.executable, "-c", WRITE, str(store_path), str(small.cents), now]
    subprocess.run(command, check=True, capture_output=True)
    store = window.context.store
    assert store is not None
    qtbot.waitUntil(lambda: "floating" in store.memories.get(small.cents).text, timeout=5_000)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_8, CONTROL)
    settle(window)
    newest = store.history.recent(limit=1)[0]
    assert newest.actor == "agent:shop-agent"
    window.context.select(Selection.one("operation", newest.id))
    settle(window)
    keyboard.press(Qt.Key.Key_R)
    settle(window)
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert again.memories.get(small.cents).text == CENTS
        undone = next(found for found in again.history.recent() if found.id == newest.id)
        assert undone.undone


def test_what_went_to_the_trash_comes_back_as_it_was(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    keyboard = Keyboard(qtbot, window)
    window.context.select(Selection.one("memory", small.cents))
    settle(window)
    window.focus_list()
    keyboard.press(Qt.Key.Key_Delete)
    settle(window)
    store = window.context.store
    assert store is not None
    assert store.memories.get(small.cents).state is State.TRASHED
    window.context.set_query("is:trashed")
    settle(window)
    window.context.select(Selection.one("memory", small.cents))
    settle(window)
    window.shell.run_command("memory.restore")
    settle(window)
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        memory = again.memories.get(small.cents)
        assert (memory.state, memory.text, memory.tags) == (State.ACTIVE, CENTS, ("checkout", "money"))
        assert again.memories.details(small.cents).segments[-1].reason == "restored"
