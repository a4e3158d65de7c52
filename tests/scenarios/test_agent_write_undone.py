"""An agent in another process writes; a person takes it back, but not what they changed themselves since."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.window_on_store import CENTS, OUTAGE, stock

from engramma.engine import open_store
from engramma.model.clock import MINUTE, FixedClock
from engramma.ui.views.activity import ActivityView

WRITE = """
import sys
from pathlib import Path
from engramma.engine import open_store
from engramma.model.clock import FixedClock
store, now, *ids = sys.argv[1:]
with open_store(Path(store), actor="agent:shop-agent", clock=FixedClock(int(now))) as opened:
    opened.memories.change([int(found) for found in ids], importance=0.1)
    print(opened.memories.remember("The agent thinks that cents are euros.").id)
"""


def test_an_agent_s_writes_are_taken_back_and_mine_stays(
    qtbot: QtBot, make_window: MakeWindow, settle: Settle, store_path: Path, frozen_clock: FixedClock
) -> None:
    small = stock(store_path, frozen_clock)
    small.store.close()
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    store = window.context.store
    assert store is not None
    before = {found: store.memories.get(found).importance for found in (small.cents, small.outage)}
    small.clock.advance(MINUTE)
    arguments = [str(store_path), str(small.clock.now()), str(small.cents), str(small.outage)]
    done = subprocess.run(
        [sys.executable, "-c", WRITE, *arguments], check=True, capture_output=True, text=True
    )
    written = int(done.stdout)
    qtbot.waitUntil(lambda: store.memories.get(small.cents).importance == 0.1, timeout=5_000)
    small.clock.advance(MINUTE)
    store.memories.change([small.cents], category="preference")
    window.context.poll()

    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_8, CONTROL)
    settle(window)
    theirs = store.history.recent(actor="agent:shop-agent")
    assert [found.kind for found in theirs] == ["remember", "change"]
    view = window.centre.front
    assert isinstance(view, ActivityView)
    qtbot.mouseClick(by_name(view, "Operations by agents: 2"), Qt.MouseButton.LeftButton)
    settle(window)
    keyboard.press(Qt.Key.Key_K, CONTROL)
    qtbot.keyClicks(window.palette_overlay.field, "revert several")
    qtbot.keyClick(window.palette_overlay.field, Qt.Key.Key_Return)
    settle(window)
    keyboard.press(Qt.Key.Key_A)
    settle(window)
    assert view.bar.words == ("2 marked", "2 fields go back", ""), "what I changed is another field"
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert by_name(window, "Undo").isVisible()
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text == "Reverted 2 operations"
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert again.memories.get(small.cents).importance == before[small.cents]
        assert again.memories.get(small.cents).category == "preference", "what I decided since stays"
        assert again.memories.get(small.outage).importance == before[small.outage]
        assert (again.memories.get(small.cents).text, again.memories.get(small.outage).text) == (
            CENTS,
            OUTAGE,
        )
        assert written not in again.search.order("euros").ids.tolist()
        assert all(found.undone for found in again.history.recent(actor="agent:shop-agent"))
