"""A service was renamed: a person replaces its name in all memories, pinned ones apart, and takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.engine.store_picture import picture
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.window_on_store import Stocked, stock

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.store.tables import memory, tag, version
from engramma.ui.bridge import NOTHING
from engramma.ui.views.replace.page import ReplacePage
from engramma.ui.window.main_window import MainWindow

CONTENT = (memory, tag, version)


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store of forty notes on ports; one of them is pinned."""
    made = stock(store_path, frozen_clock)
    made.store.memories.pin([made.notes[3]])
    made.store.close()
    return made


@pytest.fixture
def window(make_window: MakeWindow, small: Stocked, settle: Settle, store_path: Path) -> MainWindow:
    """The window on that store."""
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    return made


def before_of(page: ReplacePage, memory_id: int) -> str:
    """What the page shows of a memory."""
    hits = () if page.shown is None else page.shown.found.hits
    return next((hit.before for hit in hits if hit.memory_id == memory_id), "")


def test_replaced_in_all_results_but_pinned_and_taken_back(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    store = window.context.store
    assert store is not None
    before = picture(store, tables=CONTENT)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_H, CONTROL)
    settle(window)
    page = window.centre.front
    assert isinstance(page, ReplacePage)
    keyboard.type("the service listens on port")
    keyboard.press(Qt.Key.Key_Tab)
    keyboard.type("the daemon has port")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    assert page.shown is not None
    assert len(page.shown.found.hits) == 40
    assert page.list.hasFocus()
    assert by_name(page, "Replace in 39 memories")
    pinned = small.notes[3]
    words = next(
        page.list.rows.row(place).words
        for place, hit in enumerate(page.shown.found.hits)
        if hit.memory_id == pinned
    )
    assert words.startswith(f"M-{pinned}, pinned")
    last = page.shown.found.hits[0].memory_id
    keyboard.press(Qt.Key.Key_Space)
    assert by_name(page, "Replace in 38 memories")

    note = small.notes[10]
    store.acting_as("agent:claude").memories.edit(note, "Note number 10: the service listens on port 1.")
    qtbot.waitUntil(lambda: "port 1." in before_of(page, note), timeout=5_000)
    assert "changed while you looked" in page.notice.text
    assert by_name(page, "Replace in 38 memories"), "what I did not tick stays unticked"

    late = page.shown.found.hits[1].memory_id
    store.acting_as("agent:claude").memories.edit(late, "Somebody else wrote this.")
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text.startswith("Replaced 37 places in 37 memories")
    assert f"M-{late} changed meanwhile" in message.text
    assert store.memories.get(pinned).text == "Note number 3: the service listens on port 8003."
    assert store.memories.get(last).text.endswith("the service listens on port 8039.")
    changed = store.memories.get(small.notes[0])
    assert changed.text == "Note number 0: the daemon has port 8000."
    assert changed.person_edited
    assert store.search.count("daemon") == 37
    operation = store.history.recent(limit=1)[0]
    assert (operation.kind, operation.label) == ("edit", "find and replace in 37 memories")

    qtbot.mouseClick(by_name(window.parts.toasts.toast, "Undo"), Qt.MouseButton.LeftButton)
    settle(window)
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        after = picture(again, tables=CONTENT)
        written = {
            after["version"].popitem()[0] for _ in range(len(after["version"]) - len(before["version"]))
        }
        assert len(written) == 2, "only what the agent wrote"
        for memory_id, row in before["memory"].items():
            if memory_id not in (late, note):
                assert after["memory"][memory_id] == row


def test_pinned_ones_when_i_ask_and_a_pattern_that_cannot_be_read(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle
) -> None:
    store = window.context.store
    assert store is not None
    pinned = small.notes[3]
    keyboard = Keyboard(qtbot, window)
    window.shell.run_command("memory.replace", ids=(pinned, small.notes[4]))
    settle(window)
    keyboard.type("service")
    keyboard.press(Qt.Key.Key_Tab)
    keyboard.type("daemon")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    page = window.centre.front
    assert page is not None
    assert by_name(page, "Replace in 1 memory")
    tick = by_name(page, "Replace in the one that is pinned or edited by a person, too")
    tick.setFocus()
    keyboard.press(Qt.Key.Key_Space)
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert store.memories.get(pinned).text == "Note number 3: the daemon listens on port 8003."
    assert store.memories.get(small.notes[5]).text.count("service") == 1, "only the selection"

    window.context.select(NOTHING)
    keyboard.press(Qt.Key.Key_H, CONTROL)
    settle(window)
    page = window.centre.front
    assert isinstance(page, ReplacePage)
    page.form.pattern.setFocus()
    keyboard.press(Qt.Key.Key_Space)
    page.form.find_field.setFocus()
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type("port (8+")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    assert page.form.find_field.property("invalid") == "true"
    page.form.find_field.setFocus()
    keyboard.type(")")
    keyboard.press(Qt.Key.Key_Tab)
    keyboard.type(r"\1!")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    assert page.shown is not None
    assert page.shown.found.hits[-1].after == "Note number 0: the service listens on 8!000."
    keyboard.press(Qt.Key.Key_Escape)
    settle(window)
    assert window.centre.name == "memories"
