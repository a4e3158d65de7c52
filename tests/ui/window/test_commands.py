"""Commands through keys, palette and toasts: writes are undone by name, unavailable ones say why."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import VERIFY, Stocked

from engramma.model.memory import State
from engramma.ui.actions.cheat_sheet import CheatSheet
from engramma.ui.actions.palette_rows import CommandRow, MemoryRowEntry
from engramma.ui.bridge import Selection
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.dialogs.tag_popup import TagPopup
from engramma.ui.dialogs.undo_conflict import UndoConflictDialog
from engramma.ui.views.bulk.preview_dialog import BulkPreviewDialog
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]
CONTROL = Qt.KeyboardModifier.ControlModifier
CONTROL_SHIFT = CONTROL | Qt.KeyboardModifier.ShiftModifier


def memory(window: MainWindow, memory_id: int):  # type: ignore[no-untyped-def]
    assert window.context.store is not None
    return window.context.store.memories.get(memory_id)


def choose(window: MainWindow, settle: Settle, *ids: int) -> QWidget:
    window.context.select(Selection("memory", ids, current=ids[0]))
    settle()
    target = window.centre.list_of_front()
    assert target is not None
    target.setFocus()
    return target


def toast(window: MainWindow) -> str:
    message = window.parts.toasts.toast.message
    return message.text if message is not None else ""


def test_pin_by_key_then_undo_and_redo_by_key(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    table = choose(window, settle, small.cents)
    qtbot.keyClick(table, Qt.Key.Key_P, CONTROL)
    settle()
    assert memory(window, small.cents).pinned
    assert toast(window) == f"Pinned M-{small.cents}"
    assert window.table.text("edit.undo") == f"Undo pin of M-{small.cents}"
    assert window.parts.actions["edit.undo"].text() == f"Undo pin of M-{small.cents}"

    qtbot.keyClick(table, Qt.Key.Key_Z, CONTROL)
    settle()
    assert not memory(window, small.cents).pinned
    assert window.table.text("edit.redo") == f"Redo pin of M-{small.cents}"

    qtbot.keyClick(table, Qt.Key.Key_Z, CONTROL_SHIFT)
    settle()
    assert memory(window, small.cents).pinned


def test_several_go_to_the_trash_and_come_back_by_the_toast(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    ids = small.notes[:3]
    table = choose(window, settle, *ids)
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    settle()
    assert toast(window) == "Moved 3 memories to the Trash"
    assert {memory(window, memory_id).state for memory_id in ids} == {State.TRASHED}

    qtbot.mouseClick(window.parts.toasts.toast._undo, Qt.MouseButton.LeftButton)
    settle()
    assert {memory(window, memory_id).state for memory_id in ids} == {State.ACTIVE}


def test_all_results_are_one_operation(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    window.context.set_query("tag:ports")
    table = choose(window, settle, small.notes[0])
    qtbot.keyClick(table, Qt.Key.Key_A, CONTROL)
    settle()
    assert window.context.selection.all_results
    window.shell.run_command("memory.set_category", value="decision")
    settle()
    dialog = window.findChild(BulkPreviewDialog)
    assert dialog is not None
    assert dialog.button.text() == "Change 40 memories"
    qtbot.keyClick(dialog.button, Qt.Key.Key_Return)
    settle()
    assert toast(window) == "40 memories: now a decision"
    assert memory(window, small.notes[20]).category == "decision"
    assert memory(window, small.outage).category == "fact"


def test_every_command_is_in_the_palette_and_disabled_ones_say_why(
    window: MainWindow, settle: Settle
) -> None:
    window.context.select(Selection())
    settle()
    window.shell.open_palette()
    rows = [row for row in window.palette_overlay.rows if isinstance(row, CommandRow)]
    assert {row.id for row in rows} == {command.id for command in window.table}
    assert len(rows) == len(window.table)
    reasons = {row.id: row.reason for row in rows}
    assert reasons["memory.pin"] == "nothing selected"
    assert reasons["search.clear"] == "nothing is searched for"
    assert reasons["memory.new"] == ""
    window.palette_overlay.dismiss()


def test_the_palette_runs_what_is_found(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    table = choose(window, settle, small.cents)
    qtbot.keyClick(table, Qt.Key.Key_K, CONTROL)
    field = window.palette_overlay.field
    assert field.isVisible()
    assert field.hasFocus()
    qtbot.keyClicks(field, "activ")
    first = next(row for row in window.palette_overlay.rows if isinstance(row, CommandRow))
    assert (first.id, first.positions) == ("view.activity", (0, 1, 2, 3, 4))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert window.centre.name == "activity"
    assert not window.palette_overlay.isVisible()


def test_the_palette_finds_a_memory_seen_last(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    choose(window, settle, small.verify)
    qtbot.waitUntil(lambda: small.verify in {seen.id for seen in window.seen.all()}, timeout=30_000)
    window.shell.open_view("activity")
    window.shell.open_palette()
    qtbot.keyClicks(window.palette_overlay.field, "raw request")
    row = window.palette_overlay.rows[-1]
    assert isinstance(row, MemoryRowEntry)
    assert row.memory.id == small.verify
    qtbot.keyClick(window.palette_overlay.field, Qt.Key.Key_Return)
    settle()
    assert window.centre.name == "memories"
    assert window.context.selection.current == small.verify


def test_escape_closes_the_palette_and_gives_the_focus_back(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    table = choose(window, settle, small.cents)
    window.context.set_query("tag:money")
    settle()
    table.setFocus()
    window.shell.open_palette()
    qtbot.keyClick(window.palette_overlay.field, Qt.Key.Key_Escape)
    assert not window.palette_overlay.isVisible()
    assert window.focusWidget() is table
    assert window.context.query == "tag:money"


def test_a_new_memory_is_written_and_shown(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    window.shell.run_command("memory.new")
    dialog = window.findChild(MemoryDialog)
    assert not dialog.isModal()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=2_000)
    dialog.text.setPlainText("Deploys happen on Tuesdays.")
    dialog.kind.setCurrentIndex(dialog.kind.findData("procedural"))
    dialog.tags.line.setText("deploy")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CONTROL)
    settle()
    selected = window.context.selection.current
    assert selected is not None
    kept = memory(window, selected)
    assert (kept.text, kept.kind, kept.tags) == ("Deploys happen on Tuesdays.", "procedural", ("deploy",))
    assert toast(window) == f"Remembered as M-{selected}"


def test_a_correction_supersedes(qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked) -> None:
    choose(window, settle, small.verify)
    window.shell.run_command("memory.correct")
    settle()
    dialog = window.findChild(MemoryDialog)
    assert dialog.text.toPlainText() == VERIFY
    qtbot.waitUntil(dialog.isActiveWindow, timeout=2_000)
    dialog.text.setPlainText("Verify webhooks by their signature header.")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CONTROL)
    settle()
    assert memory(window, small.verify).state is State.SUPERSEDED
    assert window.context.selection.current == memory(window, small.verify).superseded_by


def test_tags_are_added_and_removed(qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked) -> None:
    table = choose(window, settle, small.verify)
    qtbot.keyClick(table, Qt.Key.Key_T, CONTROL)
    settle()
    popup = window.centre.findChild(TagPopup)
    assert popup.field.tags == ("payments", "webhooks")
    qtbot.keyClick(popup.field.line, Qt.Key.Key_Backspace)
    qtbot.keyClicks(popup.field.line, "hooks")
    qtbot.keyClick(popup.field.line, Qt.Key.Key_Return)
    qtbot.keyClick(popup.field.line, Qt.Key.Key_Return)
    settle()
    assert memory(window, small.verify).tags == ("hooks", "payments")


def test_texts_are_copied(window: MainWindow, settle: Settle, small: Stocked) -> None:
    choose(window, settle, small.notes[1], small.notes[0])
    window.shell.run_command("memory.copy")
    settle()
    assert QGuiApplication.clipboard().text().splitlines() == [
        memory(window, small.notes[1]).text,
        memory(window, small.notes[0]).text,
    ]


def test_undo_asks_when_something_changed_since(window: MainWindow, settle: Settle, small: Stocked) -> None:
    store = window.context.store
    assert store is not None
    store.memories.change([small.cents], importance=0.2)
    first = store.history.recent(limit=1)[0].id
    store.acting_as("agent:shop").memories.change([small.cents], importance=0.5)
    settle()

    window.shell.run_command("edit.undo", operation_id=first)
    settle()
    dialog = window.findChild(UndoConflictDialog)
    assert memory(window, small.cents).importance == 0.5
    restore = next(b for b in dialog.findChildren(QWidget) if b.accessibleName() == "Restore all of these")
    restore.click()
    settle()
    assert memory(window, small.cents).importance == 0.82


def test_a_command_that_may_not_run_says_why(window: MainWindow, settle: Settle) -> None:
    window.context.select(Selection())
    settle()
    window.shell.run_command("memory.trash")
    assert toast(window) == "Move to Trash: nothing selected."


def test_what_an_agent_writes_shows_within_a_second(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    store = window.context.store
    assert store is not None
    store.acting_as("agent:shop").memories.remember("Parcels leave at noon.", tags=["shipping"])
    view = window.centre.view("memories")
    qtbot.waitUntil(lambda: view.model.rowCount() == 45, timeout=2_000)  # type: ignore[attr-defined]
    settle()
    assert window.sidebar.views["memories"].count_text == "45"


def test_the_theme_is_switched_live_and_kept(window: MainWindow, settle: Settle) -> None:
    from engramma.ui.theme import theme

    assert theme().name == "light"
    window.shell.run_command("view.theme_dark")
    settle()
    assert theme().name == "dark"
    assert window.parts.actions["view.theme_dark"].isChecked()
    assert not window.parts.actions["view.theme_light"].isChecked()
    corner = window.grab().toImage().pixelColor(2, window.height() - 2)
    assert corner.lightness() < 60


def test_panes_go_and_come_by_key(qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked) -> None:
    table = choose(window, settle, small.cents)
    assert window.inspector is not None
    for key, pane in ((Qt.Key.Key_F9, window.sidebar), (Qt.Key.Key_F10, window.inspector)):
        assert pane.isVisible()
        qtbot.keyClick(table, key)
        assert not pane.isVisible()
        qtbot.keyClick(table, key)
        assert pane.isVisible()


def test_the_cheat_sheet_finds_by_words_and_by_keys(window: MainWindow) -> None:
    window.shell.run_command("help.keys")
    sheet = window.findChild(CheatSheet)
    sheet.field.setText("pin")
    assert ("Ctrl+P", "Pin") in sheet.shown()
    sheet.field.setText("Ctrl+T")
    assert ("Ctrl+T", "Tags") in sheet.shown()
    assert all("T" in keys for keys, _words in sheet.shown())
    sheet.close()
