"""Somebody edits a memory while the worker or an agent works on the same one: nothing is lost or overwritten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.window_on_store import CENTS, Stocked, stock

from engramma.engine import open_store
from engramma.model.clock import HOUR, FixedClock
from engramma.model.memory import State
from engramma.model.plan import PlanStep, StepMode
from engramma.ui.bridge import Selection
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.window.main_window import MainWindow

ONE = "Deploys to staging happen on Tuesdays at nine."
OTHER = "Deploys to staging happen on Tuesdays, at nine"
LEFT = Qt.MouseButton.LeftButton
AGENT_EDITS = """
import sys
from pathlib import Path
from engramma.engine import open_store
from engramma.model.clock import FixedClock
with open_store(Path(sys.argv[1]), actor="agent:shop-agent", clock=FixedClock(int(sys.argv[2]))) as store:
    store.memories.edit(int(sys.argv[3]), sys.argv[4])
"""


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store of a few memories."""
    made = stock(store_path, frozen_clock)
    made.store.close()
    return made


@pytest.fixture
def pair(small: Stocked, store_path: Path) -> tuple[int, int]:
    """Two that say the same, in a store whose worker merges such by itself."""
    with open_store(store_path, clock=small.clock) as store:
        agent = store.acting_as("agent:claude")
        one = agent.memories.remember(ONE).id
        small.clock.advance(HOUR)
        other = agent.memories.remember(OTHER).id
        small.clock.advance(HOUR)
        store.consolidation.set_modes({PlanStep.MERGE: StepMode.AUTO})
    return one, other


@pytest.fixture
def window(
    make_window: MakeWindow, small: Stocked, pair: tuple[int, int], settle: Settle, store_path: Path
) -> MainWindow:
    """The window on that store."""
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    return made


def edit_in_place(window: MainWindow, keyboard: Keyboard, settle: Settle, memory_id: int, text: str) -> None:
    window.context.select(Selection.one("memory", memory_id))
    settle(window)
    window.focus_list()
    keyboard.press(Qt.Key.Key_F2)
    settle(window)
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type(text)


def name_of_focus(window: MainWindow) -> str:
    focused = window.focusWidget()
    return focused.accessibleName() if focused is not None else ""


def row_editor(window: MainWindow) -> QWidget:
    return window.centre.front.row_editor  # type: ignore[union-attr, no-any-return]


def test_the_worker_merges_the_row_that_is_edited(
    qtbot: QtBot,
    window: MainWindow,
    small: Stocked,
    pair: tuple[int, int],
    settle: Settle,
    store_path: Path,
) -> None:
    store, keyboard = window.context.store, Keyboard(qtbot, window)
    assert store is not None
    plan = store.consolidation.plan(steps=(PlanStep.MERGE,))
    (item,) = (item for item in plan.items if set(item.targets) == set(pair))
    assert item.mode is StepMode.AUTO
    member = pair[0]
    edit_in_place(window, keyboard, settle, member, "Deploys to staging happen on Fridays.")
    window.shell.run_command("consolidation.run")
    settle(window)
    memory = store.memories.get(member)
    assert memory.state is State.SUPERSEDED
    survivor = memory.merged_into
    assert survivor == pair[1]
    assert f"merged M-{member} into M-{survivor}" in row_editor(window).editor.note  # type: ignore[attr-defined]

    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert store.memories.get(member).text == ONE
    assert name_of_focus(window) == f"Edit M-{survivor} instead"
    keyboard.press(Qt.Key.Key_Space)
    settle(window)
    assert window.context.selection.current == survivor
    assert name_of_focus(window) == "Text of the memory"
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert again.memories.get(survivor).text == "Deploys to staging happen on Fridays."
        assert again.memories.get(member).text == ONE
        assert again.drafts.list() == ()
        newest = again.history.recent(limit=1)[0]
        assert (newest.kind, newest.actor) == ("edit", "person")


def test_an_agent_rewrites_what_is_edited_and_what_is_corrected(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    store, keyboard = window.context.store, Keyboard(qtbot, window)
    assert store is not None

    def agent_writes(text: str) -> None:
        arguments = [str(store_path), str(small.clock.now()), str(small.cents), text]
        subprocess.run([sys.executable, "-c", AGENT_EDITS, *arguments], check=True, capture_output=True)
        qtbot.waitUntil(lambda: store.memories.get(small.cents).text == text, timeout=5_000)
        settle(window)

    edit_in_place(window, keyboard, settle, small.cents, CENTS.replace("every layer", "all layers"))
    agent_writes(CENTS.replace("integer", "whole"))
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert store.memories.get(small.cents).text == CENTS.replace("integer", "whole")
    assert name_of_focus(window) == "Save both"
    keyboard.press(Qt.Key.Key_Space)
    settle(window)
    both = "Checkout totals are whole cents in all layers."
    assert store.memories.get(small.cents).text == both

    window.context.select(Selection.one("memory", small.cents))
    window.shell.run_command("memory.correct")
    settle(window)
    dialog = next(found for found in QApplication.topLevelWidgets() if isinstance(found, MemoryDialog))
    dialog.text.setPlainText("Checkout totals are tenths of a cent in all layers.")
    with open_store(store_path, clock=small.clock) as other:
        other.memories.trash([small.cents])
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert "to the Trash" in dialog.choice.title
    qtbot.mouseClick(by_name(dialog, "Save mine as new"), LEFT)
    settle(window)
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        texts = [again.memories.get(found).text for found in again.search.order("tenths").ids.tolist()]
        assert texts == ["Checkout totals are tenths of a cent in all layers."]
        old = again.memories.get(small.cents)
        assert (old.text, old.state) == (both, State.TRASHED)
        assert again.drafts.list() == ()
