"""A person looks what a pass would do, accepts half of it, and takes it back; or the worker does it, beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.window_on_store import Stocked, stock

from engramma.engine import open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import HOUR, FixedClock
from engramma.model.plan import PlanStep
from engramma.ui.views.plan import PlanPage
from engramma.ui.window.main_window import MainWindow


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store in which six notes are due to rise, and more are stale."""
    made = stock(store_path, frozen_clock)
    for note in made.notes[-6:]:
        for _time in range(2):
            frozen_clock.advance(HOUR)
            record_recall(made.store.workspace, "which port?", [note])
    frozen_clock.advance(HOUR)
    made.store.close()
    return made


@pytest.fixture
def window(make_window: MakeWindow, small: Stocked, settle: Settle, store_path: Path) -> MainWindow:
    """The window on that store."""
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    return made


def tiers(window: MainWindow, small: Stocked) -> list[str]:
    assert window.context.store is not None
    return [str(window.context.store.memories.get(note).tier) for note in small.notes[-6:]]


def test_half_a_plan_is_accepted_and_taken_back(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_L, CONTROL)
    settle(window)
    page = window.centre.front
    assert isinstance(page, PlanPage)
    assert page.list.hasFocus()
    step = page.list.step
    assert step is PlanStep.PROMOTE
    for _time in range(3):
        keyboard.press(Qt.Key.Key_Space)
        keyboard.press(Qt.Key.Key_Down)
    button = by_name(window, page.head.apply_button.accessibleName())
    assert "3 of" in button.accessibleName()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(window)
    after = tiers(window, small)
    assert sorted(after) == ["long_term"] * 3 + ["short_term"] * 3
    store = window.context.store
    assert store is not None
    operation = store.history.recent(limit=1)[0]
    assert (operation.kind, operation.actor) == ("consolidation", "worker")

    qtbot.mouseClick(by_name(window, "Undo all of it"), Qt.MouseButton.LeftButton)
    settle(window)
    assert tiers(window, small) == ["short_term"] * 6
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert next(found for found in again.history.recent() if found.id == operation.id).undone
        assert again.consolidation.waiting() == 0


def test_the_worker_waits_for_my_toast_says_what_it_did_and_its_own_takes_it_back(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle
) -> None:
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_L, CONTROL)
    settle(window)
    assert window.centre.name == "plan"
    keyboard.press(Qt.Key.Key_Escape)
    settle(window)
    assert window.centre.name == "memories", "Escape leaves the plan, and nothing was written"
    assert tiers(window, small) == ["short_term"] * 6

    toast = window.parts.toasts.toast
    window.context.toast("Moved M-3 to the Trash", undo=True)
    window.context.toast("4 promoted", operations=(99,), quiet=True)
    assert toast.message is not None
    assert toast.message.text == "Moved M-3 to the Trash"
    toast.dismiss()
    assert toast.message is not None
    assert toast.message.text == "4 promoted"
    toast.dismiss()

    table = window.centre.list_of_front()
    assert table is not None
    table.setFocus()
    window.shell.run_command("consolidation.run")
    settle(window)
    assert table.hasFocus(), "a pass never takes the keys"
    message = window.parts.toasts.toast.message
    assert message is not None
    assert "6 promoted" in message.text
    assert "in Review" in message.text
    assert tiers(window, small) == ["long_term"] * 6
    assert int(window.sidebar.views["review"].count_text) > 0

    qtbot.mouseClick(by_name(window.parts.toasts.toast, "Undo"), Qt.MouseButton.LeftButton)
    settle(window)
    assert tiers(window, small) == ["short_term"] * 6
