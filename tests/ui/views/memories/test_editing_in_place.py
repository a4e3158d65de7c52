"""Editing over a row: saving, undo and redo showing, and nothing overwritten that nobody saw."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import CENTS, Settle, Stocked

from engramma.engine import open_store
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.memories import MemoriesView

CONTROL = Qt.KeyboardModifier.ControlModifier


def field_of(view: MemoriesView) -> QPlainTextEdit:
    return view.row_editor.findChild(QPlainTextEdit)


def button_of(view: MemoriesView, text: str) -> QPushButton:
    return next(button for button in view.row_editor.findChildren(QPushButton) if button.text() == text)


def shown(view: MemoriesView, memory_id: int) -> str:
    row = view.model.row_of(memory_id)
    assert row is not None
    value = view.model.row(row)
    assert value is not None
    return value.text


def open_editor(qtbot: QtBot, view: MemoriesView, settle: Settle) -> QPlainTextEdit:
    qtbot.keyClick(view.table, Qt.Key.Key_Return)
    settle()
    assert view.row_editor.isVisible()
    return field_of(view)


def test_edit_undo_and_redo_show_in_the_row(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    toasts: list[object] = []
    context.toast_requested.connect(toasts.append)
    field = open_editor(qtbot, view, settle)
    field.setPlainText("Totals are whole cents.")
    qtbot.keyClick(field, Qt.Key.Key_Return, CONTROL)
    settle()
    assert not view.row_editor.isVisible()
    assert shown(view, stocked.cents) == "Totals are whole cents."
    assert len(toasts) == 1
    for step, text in (
        (stocked.store.history.undo, CENTS),
        (stocked.store.history.redo, "Totals are whole cents."),
    ):
        step()
        context.poll()
        settle()
        assert shown(view, stocked.cents) == text


def test_escape_leaves_everything_as_it_was(
    qtbot: QtBot, view: MemoriesView, stocked: Stocked, settle: Settle
) -> None:
    field = open_editor(qtbot, view, settle)
    field.setPlainText("Never mind.")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    settle()
    assert not view.row_editor.isVisible()
    assert stocked.store.memories.get(stocked.cents).text == CENTS


def test_a_double_click_edits(qtbot: QtBot, view: MemoriesView, stocked: Stocked, settle: Settle) -> None:
    place = view.table.visualRect(view.model.index(2, 1)).center()
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle()
    assert view.row_editor.memory_id == view.model.id_at(2)


def stale(qtbot: QtBot, view: MemoriesView, stocked: Stocked, settle: Settle) -> None:
    """Edit, while an agent changes the same memory, and try to save."""
    field = open_editor(qtbot, view, settle)
    field.setPlainText("My wording.")
    with open_store(stocked.store.path, actor="agent:other", clock=stocked.clock) as other:
        other.memories.edit(stocked.cents, "Their wording.")
    qtbot.keyClick(field, Qt.Key.Key_Return, CONTROL)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Their wording."
    assert view.row_editor.isVisible()


def test_a_stale_edit_can_be_kept(qtbot: QtBot, view: MemoriesView, stocked: Stocked, settle: Settle) -> None:
    stale(qtbot, view, stocked, settle)
    qtbot.mouseClick(button_of(view, "Keep mine"), Qt.MouseButton.LeftButton)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "My wording."
    assert not view.row_editor.isVisible()


def test_a_stale_edit_can_be_dropped(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    stale(qtbot, view, stocked, settle)
    qtbot.mouseClick(button_of(view, "Take theirs"), Qt.MouseButton.LeftButton)
    context.poll()
    settle()
    assert shown(view, stocked.cents) == "Their wording."
    assert not view.row_editor.isVisible()


def test_a_stale_edit_can_become_a_memory_of_its_own(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    stale(qtbot, view, stocked, settle)
    qtbot.mouseClick(button_of(view, "Save mine as new"), Qt.MouseButton.LeftButton)
    settle()
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Their wording."
    new = view.model.id_at(0)
    assert new not in (None, stocked.cents)
    assert shown(view, new) == "My wording."
    assert stocked.store.memories.get(new).tags == ("checkout", "money")


def test_the_editor_stays_with_its_memory_while_rows_come(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    field = open_editor(qtbot, view, settle)
    field.setPlainText("Half a senten")
    top = view.row_editor.y()
    stocked.clock.advance(1_000_000)
    stocked.store.memories.remember("Somebody else wrote this.")
    context.poll()
    settle()
    settle()
    assert view.row_editor.isVisible()
    assert field.toPlainText() == "Half a senten"
    assert view.row_editor.y() == top + view.table.row_height


def test_all_of_the_editor_shows_for_a_long_text_and_for_the_last_row(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    stocked.clock.advance(1_000_000)
    long = stocked.store.memories.remember("A sentence of a long note. " * 400).id
    context.poll()
    settle()
    for memory_id in (long, int(view.model.ids[-1])):
        context.select(Selection.one("memory", memory_id))
        view.edit_current()
        settle()
        assert view.row_editor.memory_id == memory_id
        assert view.row_editor.height() >= view.row_editor.sizeHint().height()
        save = button_of(view, "Save")
        bottom = save.mapTo(view.table.viewport(), save.rect().bottomLeft()).y()
        assert bottom < view.table.viewport().height()
        text = field_of(view)
        assert save.mapTo(view.row_editor, save.rect().topLeft()).y() >= text.geometry().bottom()
        qtbot.keyClick(field_of(view), Qt.Key.Key_Escape)


def test_a_read_only_store_is_not_edited(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    with open_store(stocked.store.path, clock=stocked.clock, read_only=True) as reading:
        context.set_store(reading)
        settle()
        context.select(Selection.one("memory", stocked.cents))
        view.edit_current()
        settle()
        assert not view.row_editor.isVisible()
        context.set_store(stocked.store)
        settle()
