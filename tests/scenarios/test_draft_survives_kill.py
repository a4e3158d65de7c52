"""The program is killed while somebody writes: the next start has every word, and has applied none."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.window_on_store import CENTS, Stocked, stock

from engramma.engine import open_store
from engramma.model.clock import MINUTE, FixedClock
from engramma.ui.bridge import Selection
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.window.main_window import MainWindow

MINE = "Checkout totals are whole cents, as text."
NEW = "Ask Ana before a deploy."
PATIENCE = 30

TYPE_AND_WAIT = """
import sys
from pathlib import Path
import sqlalchemy
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from engramma.model.clock import FixedClock
from engramma.ui.bridge import Selection
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.theme import ThemeSource
from engramma.ui.window.application import make_application
from engramma.ui.window.main_window import MainWindow

store, home, now, memory, mine, new = sys.argv[1:]
application = make_application(sys.argv[:1])
window = MainWindow(ThemeSource(application), home=Path(home), clock=FixedClock(int(now)), opening=True)
window.show()
window.shell.open_store(Path(store))

def wait(condition):
    for _ in range(3000):
        QTest.qWait(10)
        if condition():
            return
    sys.exit("it never came to that")

wait(lambda: window.context.store is not None and not window.jobs.busy)
window.context.select(Selection.one("memory", int(memory)))
wait(lambda: not window.jobs.busy)
window.shell.run_command("memory.edit")
editor = window.centre.front.row_editor.editor
wait(lambda: editor.target is not None)
field = editor.focusProxy()
field.selectAll()
QTest.keyClicks(field, mine)
window.shell.run_command("memory.new")
dialog = window.findChild(MemoryDialog)
QTest.keyClicks(dialog.text, new)
dialog.kind.setCurrentIndex(dialog.kind.findData("procedural"))
print("ready", flush=True)
application.exec()
"""


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store of a few memories."""
    made = stock(store_path, frozen_clock)
    made.store.close()
    return made


def test_what_was_typed_before_kill_9_is_there_again_and_nothing_is_applied(
    qtbot: QtBot,
    make_window: MakeWindow,
    small: Stocked,
    settle: Settle,
    store_path: Path,
    tmp_path: Path,
) -> None:
    child = subprocess.Popen(
        [
            *(sys.executable, "-c", TYPE_AND_WAIT),
            *(str(store_path), str(tmp_path / "killed"), str(small.clock.now()), str(small.cents), MINE, NEW),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        deadline = time.monotonic() + PATIENCE
        with open_store(store_path, clock=small.clock) as watching:
            while {MINE, NEW} != {draft.text for draft in watching.drafts.list()}:
                assert time.monotonic() < deadline, "nothing was kept"
                assert child.poll() is None
                time.sleep(0.02)
    finally:
        child.kill()
        child.communicate()
    assert child.returncode == -9

    small.clock.advance(20 * MINUTE)
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    store = window.context.store
    assert store is not None
    assert store.memories.get(small.cents).text == CENTS, "nothing is applied"
    banner = window.parts.banner
    assert "2 unsaved drafts" in banner.text
    assert f"M-{small.cents}" in banner.text
    qtbot.mouseClick(by_name(banner, "Show them"), Qt.MouseButton.LeftButton)
    drafts = next(w for w in QApplication.topLevelWidgets() if w.accessibleName() == "Unsaved drafts")
    qtbot.mouseClick(by_name(drafts, f"Resume M-{small.cents}"), Qt.MouseButton.LeftButton)
    settle(window)
    keyboard = Keyboard(qtbot, window)
    field = window.focusWidget()
    assert field is not None
    assert field.accessibleName() == "Text of the memory"
    assert field.toPlainText() == MINE  # type: ignore[attr-defined]
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert "New memory" in banner.text
    qtbot.mouseClick(by_name(banner, "Resume"), Qt.MouseButton.LeftButton)
    dialog = window.findChild(MemoryDialog)
    assert dialog.text.toPlainText() == NEW
    qtbot.waitUntil(dialog.isActiveWindow, timeout=2_000)
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert banner.text == ""
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert again.memories.get(small.cents).text == MINE
        (new,) = again.search.order("Ana").ids.tolist()
        assert (again.memories.get(new).text, again.memories.get(new).kind) == (NEW, "procedural")
        assert again.drafts.list() == ()


def test_closing_the_window_keeps_the_draft_without_asking(
    qtbot: QtBot, make_window: MakeWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    window = opened(make_window, settle, store_path)
    window.context.select(Selection.one("memory", small.cents))
    settle(window)
    window.focus_list()
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_F2)
    settle(window)
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type(MINE)
    window.close()
    assert not window.isVisible()
    with open_store(store_path, clock=small.clock) as again:
        assert [draft.text for draft in again.drafts.list()] == [MINE]
        assert again.memories.get(small.cents).text == CENTS


def opened(make_window: MakeWindow, settle: Settle, store_path: Path) -> MainWindow:
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    return window
