"""All results are those of one search: nothing else inherits them, and nothing acts on a stale memory behind them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked

from engramma.ui.bridge import Selection
from engramma.ui.views.bulk.preview_dialog import BulkPreviewDialog
from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.window_state import selection_from, selection_state

Settle = Callable[[], None]
CONTROL = Qt.KeyboardModifier.ControlModifier


def select_all(qtbot: QtBot, window: MainWindow, query: str, settle: Settle) -> QWidget:
    """Search for something and press Ctrl+A in its results."""
    window.context.set_query(query)
    settle()
    table = window.centre.list_of_front()
    assert table is not None
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_A, CONTROL)
    settle()
    assert window.context.selection.all_results
    return table


def test_all_results_end_with_their_search_and_view(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    context = window.context
    table = select_all(qtbot, window, "tag:payments", settle)
    context.set_query(f"id:{small.cents}")
    settle()
    assert context.selection == Selection.one("memory", small.cents)
    qtbot.keyClick(table, Qt.Key.Key_F2)
    settle()
    editor = window.centre.view("memories").row_editor  # type: ignore[attr-defined]
    assert editor.memory_id == small.cents
    editor.close_editor()

    select_all(qtbot, window, "tag:payments", settle)
    window.shell.open_view("sessions")
    settle()
    assert not context.selection.all_results
    window.shell.open_view("memories")

    table = select_all(qtbot, window, "tag:payments", settle)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    settle()
    [dialog] = [found for found in window.findChildren(BulkPreviewDialog) if found.isVisible()]
    focused = dialog.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Cancel"
    qtbot.keyClick(focused, Qt.Key.Key_Return)
    settle()
    assert not any(found.isVisible() for found in window.findChildren(BulkPreviewDialog))
    assert context.store is not None
    assert context.store.search.count("state:trashed") == 0

    kept = selection_state(Selection("memory", (), True, small.cents))
    assert selection_from(kept) == Selection.one("memory", small.cents)
    assert selection_from(selection_state(Selection("memory", (), True))).is_empty


def test_one_memory_is_meant_only_where_there_is_one(
    window: MainWindow, settle: Settle, small: Stocked
) -> None:
    context = window.context
    context.set_query(f"id:{small.outage}")
    settle()
    opened: list[int] = []
    commands = window.table.get("memory.edit").run.__self__  # type: ignore[attr-defined]
    commands._edit_in_view = opened.append
    context.select(Selection("memory", (), True, small.cents))
    commands.edit()
    settle()
    assert opened == [small.outage], "not the one that the search hides"
    context.select(Selection("memory", small.notes[:2], False, small.notes[0]))
    commands.edit()
    settle()
    assert opened == [small.outage]


def test_a_letter_in_the_table_begins_a_word_of_its_own(
    qtbot: QtBot, window: MainWindow, settle: Settle
) -> None:
    window.context.set_query('"starts at 60"')
    window.shell.run_command("search.type", text="e")
    assert window.search.edit.text() == '"starts at 60" e'
    qtbot.keyClicks(window.search.edit, "u")
    assert window.search.edit.text() == '"starts at 60" eu'
    settle()
