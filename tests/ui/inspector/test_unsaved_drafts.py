"""What is typed is kept: after a pause, at once when the window goes; shown again, and never applied by itself."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import CENTS, Settle, Stocked

from engramma.engine import drafts as engine_drafts
from engramma.engine import open_store
from engramma.model.clock import MINUTE
from engramma.model.draft import CORRECTION, NEW, TEXT, Draft
from engramma.model.search import DEFAULT_SORT
from engramma.store.owner import own_name
from engramma.ui.bridge import Selection, ToastRequest, WindowContext
from engramma.ui.bridge.drafts import PAUSE, Sitting
from engramma.ui.delegates.cell_text import row_marks
from engramma.ui.dialogs.draft_list import ELSEWHERE, DraftList
from engramma.ui.inspector import Inspector
from engramma.ui.inspector.stale_choice import StaleChoice
from engramma.ui.models.memory_table import MemoryTableModel
from engramma.ui.models.results import ResultsLoader
from engramma.ui.widgets import ElidedLabel
from engramma.ui.window.commands.draft_commands import DraftCommands

CONTROL = Qt.KeyboardModifier.ControlModifier
HALF = "Half a senten"


@pytest.fixture
def inspector(qtbot: QtBot, context: WindowContext, settle: Settle, stocked: Stocked) -> Inspector:
    """The pane, on one memory."""
    inspector = Inspector(context)
    qtbot.addWidget(inspector)
    inspector.resize(344, 760)
    inspector.show()
    context.select(Selection.one("memory", stocked.cents))
    settle()
    return inspector


def press(qtbot: QtBot, inspector: Inspector, name: str) -> None:
    found = next(
        b for b in inspector.findChildren(QAbstractButton) if b.accessibleName() == name and b.isVisible()
    )
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def field_of(inspector: Inspector) -> QPlainTextEdit:
    return inspector.form.findChild(QPlainTextEdit)


def test_typing_is_kept_after_a_pause_and_forgotten_when_saved(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    store, feed = stocked.store, []
    context.data_changed.connect(feed.append)
    inspector.edit_text()
    assert store.drafts.list() == (), "nothing is typed yet"
    field_of(inspector).setPlainText(HALF)
    assert store.drafts.list() == (), "it waits for a pause"
    qtbot.waitUntil(lambda: bool(store.drafts.list()), timeout=PAUSE + 3_000)
    (draft,) = store.drafts.list()
    assert (draft.text, draft.memory_id, draft.base_version) == (HALF, stocked.cents, 1)
    assert context.drafts.waiting == (), "an editor has it open"
    assert feed == [], "a draft is no news"
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    assert store.memories.get(stocked.cents).text == HALF
    assert store.drafts.list() == ()


def test_escape_while_it_is_saved_does_not_drop_what_could_not_be_saved(
    qtbot: QtBot, inspector: Inspector, stocked: Stocked, settle: Settle
) -> None:
    inspector.edit_text()
    field = field_of(inspector)
    field.setPlainText(HALF)
    stocked.store.memories.edit(stocked.cents, CENTS.replace("integer", "whole"))
    qtbot.keyClick(field, Qt.Key.Key_Return, CONTROL)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    settle()
    assert stocked.store.memories.get(stocked.cents).text != HALF, "somebody else was first"
    assert field.toPlainText() == HALF
    assert "changed" in inspector.form.findChild(StaleChoice).title
    press(qtbot, inspector, "Take theirs")
    settle()
    assert stocked.store.drafts.list() == ()


def test_escape_and_typing_it_back_leave_no_draft(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    inspector.edit_text()
    for text in (HALF, CENTS):
        field_of(inspector).setPlainText(text)
        context.drafts.write_soon()
        settle()
    assert stocked.store.drafts.list() == ()
    field_of(inspector).setPlainText(HALF)
    context.drafts.write_soon()
    settle()
    assert len(stocked.store.drafts.list()) == 1
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Escape)
    settle()
    assert stocked.store.drafts.list() == ()


def test_what_an_earlier_sitting_left_is_shown_resumed_or_discarded(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    store = stocked.store
    said_already = store.drafts.new_key(TEXT)
    store.drafts.keep(said_already, CENTS, memory_id=stocked.cents, base_version=1)
    key = store.drafts.new_key(TEXT)
    store.drafts.keep(key, HALF, memory_id=stocked.cents, base_version=1)
    stocked.clock.advance(5 * MINUTE)
    context.drafts.refresh()
    settle()
    bar = inspector.memory_form.text_section.draft_bar
    assert bar.text.startswith("Unsaved draft from ")
    assert [draft.key for draft in store.drafts.list()] == [key], "what is saved already is no draft"
    assert not inspector.memory_form.text_section.editing
    assert context.drafts.marked == {stocked.cents}

    press(qtbot, inspector, "Resume")
    settle()
    assert field_of(inspector).toPlainText() == HALF
    assert inspector.memory_form.text_section.editor.note.startswith("Your unsaved draft from ")
    assert store.memories.get(stocked.cents).text == CENTS
    context.select(Selection.one("memory", stocked.verify))
    settle()
    assert [draft.key for draft in store.drafts.list()] == [key], "the same draft, once"
    context.select(Selection.one("memory", stocked.cents))
    settle()
    press(qtbot, inspector, "Discard the draft")
    settle()
    assert store.drafts.list() == ()
    assert bar.text == ""


def test_what_another_window_writes_is_shown_and_cannot_be_resumed(
    qtbot: QtBot,
    inspector: Inspector,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alive = {"4711:elsewhere"}
    monkeypatch.setattr(engine_drafts, "is_alive", alive.__contains__)
    drafts = stocked.store.drafts
    drafts.keep("text:1@4711:elsewhere", HALF, memory_id=stocked.cents, base_version=1)
    context.drafts.refresh()
    settle()
    assert context.drafts.waiting == ()
    assert context.drafts.marked == frozenset()
    assert inspector.memory_form.text_section.draft_bar.text == ""
    toasts: list[ToastRequest] = []
    context.toast_requested.connect(toasts.append)
    commands = DraftCommands(context, inspector, panes=Panes())
    commands.resume()
    assert [toast.text for toast in toasts] == ["It is being written in another window."]
    commands.show_list()
    settle()
    dialog = inspector.findChild(DraftList)
    assert ELSEWHERE in [label.text for label in dialog.findChildren(ElidedLabel)]
    assert [b.text() for b in dialog.findChildren(QPushButton) if b.isVisible()] == ["Close"]

    alive.clear()
    context.drafts.refresh()
    settle()
    assert [b.text() for b in dialog.findChildren(QPushButton) if b.isVisible()] == [
        "Resume",
        "Discard",
        "Close",
    ]
    dialog.reject()
    inspector.edit_text()
    settle()
    assert field_of(inspector).toPlainText() == HALF, "what that window left is gone on with"
    assert [draft.key for draft in drafts.list()] == [f"text:1@{own_name()}"], "as a draft of this one"
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    assert drafts.list() == context.drafts.waiting == ()


class Panes:
    """The inspector is there already."""

    def show_inspector(self) -> None:
        """Nothing to do."""


def test_a_row_says_that_a_draft_waits(context: WindowContext, stocked: Stocked, settle: Settle) -> None:
    model, loader = MemoryTableModel(context), ResultsLoader(context)
    loader.arrived.connect(model.set_results)
    loader.load("", DEFAULT_SORT)
    settle()
    stocked.store.drafts.keep(
        stocked.store.drafts.new_key(TEXT), HALF, memory_id=stocked.cents, base_version=1
    )
    context.drafts.refresh()
    settle()
    row = model.row_of(stocked.cents)
    assert row is not None
    value = model.row(row)
    assert value is not None
    assert row_marks(value) == ["unsaved draft"]
    context.drafts.dismiss(context.drafts.waiting[0])
    settle()
    value = model.row(row)
    assert value is not None
    assert row_marks(value) == []
    model.deleteLater()
    loader.deleteLater()


def test_another_store_or_the_end_keeps_what_was_not_written_yet(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    inspector.edit_text()
    field_of(inspector).setPlainText(HALF)
    context.set_store(None)
    settle()
    assert [draft.text for draft in stocked.store.drafts.list()] == [HALF]
    context.set_store(stocked.store)
    context.drafts.refresh()
    context.select(Selection.one("memory", stocked.cents))
    settle()
    press(qtbot, inspector, "Resume")
    field_of(inspector).setPlainText(HALF + "ce.")
    context.drafts.flush(end=True)
    assert [draft.text for draft in stocked.store.drafts.list()] == [HALF + "ce."]


def test_a_version_is_compared_and_brought_back(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    context.select(Selection.one("memory", stocked.verify))
    settle()
    press(qtbot, inspector, "Show the versions, version 3 of 3")
    section = inspector.memory_form.versions_section
    section.earlier.setCurrentIndex(1)
    assert "[removed: unparsed]" in section.difference.accessibleName()
    assert "[added: raw]" in section.difference.accessibleName()
    press(qtbot, inspector, "Restore version 2")
    settle()
    settle()
    versions = stocked.store.memories.details(stocked.verify).versions
    assert [version.number for version in versions] == [1, 2, 3, 4]
    assert versions[3].text == versions[1].text == stocked.store.memories.get(stocked.verify).text
    stocked.store.history.undo()
    assert stocked.store.memories.get(stocked.verify).text == versions[2].text


def change_by_agent(stocked: Stocked, text: str) -> None:
    with open_store(stocked.store.path, actor="agent:other", clock=stocked.clock) as other:
        other.memories.edit(stocked.cents, text)


def test_others_are_noticed_while_typing_and_both_can_be_joined(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    editor = inspector.memory_form.text_section.editor
    inspector.edit_text()
    field_of(inspector).setPlainText(CENTS.replace("every layer", "all layers"))
    change_by_agent(stocked, CENTS.replace("integer", "whole"))
    context.poll()
    settle()
    assert editor.note.startswith(f"other changed the text of M-{stocked.cents}")
    press(qtbot, inspector, "See what changed")
    settle()
    press(qtbot, inspector, "Save both")
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Checkout totals are whole cents in all layers."
    assert stocked.store.drafts.list() == ()


def test_what_both_changed_goes_into_the_editor_without_marks(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    inspector.edit_text()
    field_of(inspector).setPlainText("Checkout totals are integer euros in all layers.")
    change_by_agent(stocked, "Checkout sums are integer pence in every layer.")
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    press(qtbot, inspector, "Merge in the editor")
    assert field_of(inspector).toPlainText() == "Checkout sums are integer euros in all layers."
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Checkout sums are integer euros in all layers."


def test_a_memory_in_the_trash_is_restored_or_left_there(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    told: list[ToastRequest] = []
    context.toast_requested.connect(told.append)
    inspector.edit_text()
    field_of(inspector).setPlainText(HALF)
    stocked.store.memories.trash([stocked.cents])
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    press(qtbot, inspector, "Go on editing")
    assert field_of(inspector).toPlainText() == HALF
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    press(qtbot, inspector, "Restore it and save mine")
    settle()
    memory = stocked.store.memories.get(stocked.cents)
    assert (memory.text, memory.state.value) == (HALF, "active")
    (toast,) = told
    assert toast.undo
    assert len(toast.operations) == 2, "Undo takes back both: the restoring and the wording"
    assert [stocked.store.history.get(one).kind for one in toast.operations] == ["restore", "edit"]


def test_an_erased_memory_leaves_no_draft_and_its_text_can_be_kept_as_new(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    inspector.edit_text()
    field_of(inspector).setPlainText(HALF)
    context.drafts.write_soon()
    settle()
    stocked.store.purging.purge([stocked.cents])
    assert stocked.store.drafts.list() == ()
    field_of(inspector).setPlainText("Half a sentence.")
    context.drafts.write_soon()
    settle()
    assert stocked.store.drafts.list() == ()
    qtbot.keyClick(field_of(inspector), Qt.Key.Key_Return, CONTROL)
    settle()
    press(qtbot, inspector, "Save mine as new")
    settle()
    newest = stocked.store.memories.page(stocked.store.search.order("Half").ids.tolist())
    assert [line.memory.text for line in newest] == ["Half a sentence."]


def test_an_unsaved_correction_is_said_where_its_memory_shows(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    asked: list[object] = []
    context.drafts.resume_asked.connect(asked.append)
    drafts = stocked.store.drafts
    kept = drafts.keep(drafts.new_key(CORRECTION), HALF, memory_id=stocked.cents, base_version=1)
    context.drafts.refresh()
    settle()
    assert inspector.memory_form.text_section.draft_bar.text.startswith("Unsaved correction from ")
    press(qtbot, inspector, "Resume")
    assert asked == [kept]
    assert not inspector.memory_form.text_section.editing
    stocked.store.purging.purge([stocked.cents])
    context.poll()
    settle()
    assert context.drafts.waiting == ()


def test_typing_does_not_wait_for_a_store_that_somebody_else_writes_to(stocked: Stocked) -> None:
    store = stocked.store
    key = store.drafts.new_key(NEW)
    sitting = Sitting(store, key, memory_id=None, base_version=0)
    sitting.say(Draft(key, None, 0, "Half", 1))
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = threading.Thread(target=sitting.settle)
        writing.start()
        time.sleep(0.1)
        typing = threading.Thread(target=sitting.say, args=(Draft(key, None, 0, "Half a", 2),), daemon=True)
        typing.start()
        typing.join(1.0)
        assert not typing.is_alive(), "a key press waits for the disk"
        assert writing.is_alive()
        other.execute("ROLLBACK")
    writing.join()
    assert [draft.text for draft in store.drafts.list()] == ["Half"]
    sitting.settle()
    assert [draft.text for draft in store.drafts.list()] == ["Half a"], "what came meanwhile is written next"
