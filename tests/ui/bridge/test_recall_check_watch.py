"""The watch over recall checks: run quietly after changes, told once when one breaks, seen in the side bar."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked, asked, bare_context, context, settle, stocked

from engramma.model.recall import ItemType
from engramma.ui.bridge import ToastRequest, WindowContext
from engramma.ui.bridge.recall_checks import CheckBook, check_watch
from engramma.ui.views.recall.check_panel import CheckPanel
from engramma.ui.window.commands.recall_commands import RecallCommands
from engramma.ui.window.sidebar.sidebar import Sidebar

__all__ = ["asked", "bare_context", "context", "settle", "stocked"]

QUESTION = "How are checkout totals kept?"


def test_a_check_that_breaks_is_told_once_with_what_was_done_since(
    qtbot: QtBot, context: WindowContext, stocked: Stocked, settle: Callable[[], None]
) -> None:
    store = stocked.store
    toasts: list[ToastRequest] = []
    context.toast_requested.connect(toasts.append)
    sidebar = Sidebar(context)
    qtbot.addWidget(sidebar)
    watch = check_watch(context)
    assert check_watch(context) is watch
    store.recall.checks.judge(QUESTION, (ItemType.MEMORY, stocked.cents), right=True)
    watch.run_quietly()
    settle()
    assert [check.last_passed for check in watch.book.checks] == [True]
    assert sidebar.views["recall"].count_text == ""
    store.memories.trash([stocked.cents])
    context.poll()
    settle()
    assert watch._paced.waiting, "a change starts it, some seconds later"
    left = watch._paced._timer.remainingTime()
    qtbot.wait(30)
    watch._on_data(None)
    assert watch._paced._timer.remainingTime() < left, "agents that write without a pause do not put it off"
    watch.run_quietly()
    settle()
    assert [toast.text for toast in toasts] == ["1 recall check fails since the last change"]
    assert sidebar.views["recall"].count_text == "1"
    assert "1 check fails" in sidebar.views["recall"].accessibleName()
    (check,) = watch.book.checks
    assert [operation.kind for operation in watch.book.operations_since(check.id)] == ["trash"]
    watch.run_quietly()
    settle()
    assert len(toasts) == 1

    panel = CheckPanel()
    qtbot.addWidget(panel)
    panel.show_book(watch.book)
    opened: list[tuple[int]] = []
    panel.operation_wanted.connect(opened.append)
    (row,) = panel.rows
    assert row.accessibleName() == f"Check fails: {QUESTION}"
    since = watch.book.operations_since(check.id)[0]
    buttons = {button.accessibleName(): button for button in row.findChildren(type(row.question))}
    buttons[f"Show in Activity: {since.label} (You)"].click()
    assert opened == [(since.id,)]
    watch.rename(check.id, "How are totals kept?")
    settle()
    assert [known.question for known in watch.book.checks] == ["How are totals kept?"]
    watch.remove(check.id)
    settle()
    assert watch.book.checks == ()
    assert sidebar.views["recall"].count_text == ""
    watch._timer.stop()
    sidebar._timer.stop()


def test_without_checks_nothing_is_asked_and_a_model_that_is_not_there_is_waited_for(
    context: WindowContext, stocked: Stocked, settle: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = stocked.store.recall.checks
    asked_for: list[object] = []
    monkeypatch.setattr(type(checks), "run_quietly", lambda _self, **_named: asked_for.append(1))
    watch = check_watch(context)
    watch.run_quietly()
    settle()
    assert (watch.book, asked_for) == (CheckBook(), [])
    checks.judge(QUESTION, (ItemType.MEMORY, stocked.cents), right=True)
    watch.run_quietly()
    settle()
    assert watch.book.skipped, "the engine answers None when a model would have to be loaded"
    assert watch.book.checks[0].last_passed is None
    assert watch._timer.isActive(), "it is tried again by itself"
    watch._timer.stop()


def test_the_command_says_how_the_checks_went(
    context: WindowContext, stocked: Stocked, settle: Callable[[], None]
) -> None:
    told: list[str] = []
    context.toast_requested.connect(lambda request: told.append(request.text))
    commands = RecallCommands(context)
    commands.run_checks()
    settle()
    stocked.store.recall.checks.judge(QUESTION, (ItemType.MEMORY, stocked.cents), right=True)
    commands.run_checks()
    settle()
    stocked.store.recall.checks.judge("What is pinned?", (ItemType.MEMORY, stocked.cents), right=True)
    commands.run_checks()
    settle()
    assert told == [
        "There are no recall checks yet.",
        "The recall check passes",
        "Of 2 recall checks, 1 fails",
    ]
