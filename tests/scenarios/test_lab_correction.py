"""A wrong fact is found in the Recall Lab; its correction is tried, seen to win, made, and guarded by a check."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, Settle, by_name
from tests.ui.window_on_store import CENTS, Stocked

from engramma.engine import open_store
from engramma.model.recall import ItemType
from engramma.ui.views.recall.view import RecallView
from engramma.ui.window.main_window import MainWindow

QUESTION = "How are checkout totals stored?"
NOW_TRUE = "Checkout totals are integer tenths of a cent in every layer."


def test_a_correction_is_tried_in_the_lab_wins_is_made_and_its_check_passes(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    keyboard = Keyboard(qtbot, window)
    window.shell.open_view("recall")
    settle(window)
    lab = window.centre.front
    assert isinstance(lab, RecallView)
    store = window.context.store
    assert store is not None
    operations = len(store.history.recent())
    lab.question.line.setFocus()
    keyboard.type(QUESTION)
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    keyboard.press(Qt.Key.Key_Down)
    assert lab.answer is not None
    assert lab.answer.rows[0].hit.text == CENTS
    keyboard.press(Qt.Key.Key_W)
    settle(window)
    field = by_name(window, "New text")
    field.setPlainText(NOW_TRUE)  # type: ignore[attr-defined]
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert lab.answer.b is not None
    assert lab.answer.b.hits[0].text == NOW_TRUE
    assert len(store.history.recent()) == operations, "nothing is written as long as it is tried"
    qtbot.mouseClick(by_name(window, "Make the change"), Qt.MouseButton.LeftButton)
    settle(window)
    lab._timer.stop()
    lab.ask()
    settle(window)
    assert lab.answer.rows[0].hit.text == NOW_TRUE
    lab.hits.setFocus()
    lab.hits.setCurrentIndex(lab.hits.hits.index(0))
    keyboard.press(Qt.Key.Key_Y)
    settle(window)
    lab.head.checks.click()
    settle(window)
    qtbot.mouseClick(by_name(window, "Run all checks"), Qt.MouseButton.LeftButton)
    settle(window)
    assert by_name(window, f"Check passes: {QUESTION}")
    window.close()

    with open_store(store_path, clock=small.clock) as again:
        best = again.recall.ask(QUESTION, lexical=True).hits[0]
        assert best.text == NOW_TRUE
        assert [side.id for side in best.supersedes] == [small.cents]
        (check,) = again.recall.checks.list()
        assert check.expected == ((ItemType.MEMORY, best.id),)
        assert check.last_passed is True
