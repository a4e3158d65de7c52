"""Changes of many memories through the window: what is previewed, what is left out, what goes straight through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked, stocked

from engramma.model.bulk import BulkAction, BulkChange, Trait
from engramma.model.memory import State, Tier
from engramma.model.progress import CancelToken, Progress, silent
from engramma.ui.bridge import Selection
from engramma.ui.views.bulk.preview_dialog import BulkPreviewDialog
from engramma.ui.window.commands.bulk_commands import STOPPED, BulkWrite, Wording
from engramma.ui.window.main_window import MainWindow

__all__ = ["stocked"]

Settle = Callable[[], None]
CONTROL = Qt.KeyboardModifier.ControlModifier


def preview(window: MainWindow) -> BulkPreviewDialog:
    found = [dialog for dialog in window.findChildren(BulkPreviewDialog) if dialog.isVisible()]
    assert found, "nothing was asked"
    return found[-1]


def asked(window: MainWindow) -> bool:
    return any(dialog.isVisible() for dialog in window.findChildren(BulkPreviewDialog))


def test_everything_to_the_trash_leaves_out_what_is_protected(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    store = window.context.store
    assert store is not None
    table = window.centre.list_of_front()
    assert table is not None
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_A, CONTROL)
    settle()
    total = store.search.count("")
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    settle()
    dialog = preview(window)
    assert dialog.windowTitle() == f"Move {total} memories to the Trash?"
    assert {trait: tick.text() for trait, tick in dialog.ticks.items()} == {
        Trait.PINNED: "1 pinned is left out: include it",
        Trait.EDITED: "1 edited by you is left out: include it",
    }
    assert dialog.button.text() == f"Move {total - 2} memories to the Trash"
    written_since = store.memories.remember("Written while the preview stands.").id
    dialog.ticks[Trait.EDITED].click()
    assert dialog.button.text() == f"Move {total - 1} memories to the Trash"
    qtbot.keyClick(dialog.button, Qt.Key.Key_Return)
    settle()
    states = {name: store.memories.get(one).state for name, one in
              {"pinned": small.never_log, "edited": small.verify, "later": written_since}.items()}  # fmt: skip
    assert states == {"pinned": State.ACTIVE, "edited": State.TRASHED, "later": State.ACTIVE}
    assert store.search.count("") == 2

    window.shell.run_command("edit.undo")
    settle()
    assert store.search.count("") == total + 1


def test_few_go_straight_through_but_a_pinned_one_is_asked_about(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    store = window.context.store
    assert store is not None
    window.context.select(Selection("memory", (small.never_log, small.cents), current=small.cents))
    settle()
    window.shell.run_command("memory.trash")
    settle()
    dialog = preview(window)
    assert dialog.button.text() == "Move 1 memory to the Trash"
    dialog.reject()
    settle()
    assert store.memories.get(small.cents).state is State.ACTIVE

    window.shell.run_command("memory.trash", ids=[small.never_log])
    settle()
    dialog = preview(window)
    assert (dialog.button.text(), dialog.button.isEnabled()) == ("Nothing to change", False)
    assert dialog.focusWidget() is dialog.ticks[Trait.PINNED]
    dialog.reject()
    settle()

    window.shell.run_command("memory.set_tier", value="long_term", ids=list(small.notes[:5]))
    settle()
    assert not asked(window)
    assert {store.memories.get(one).tier for one in small.notes[:5]} == {Tier.LONG_TERM}

    window.shell.run_command("memory.trash", ids=[small.never_log])
    settle()
    assert asked(window)
    window.desk.close()
    settle()
    assert not asked(window), "in another store that number is another memory"


def test_what_was_pinned_while_the_preview_stood_is_left_out(stocked: Stocked) -> None:
    store, notes = stocked.store, stocked.notes
    change = BulkChange(BulkAction.TRASH)
    preview = store.memories.preview_bulk(notes, change)
    store.memories.pin(notes[:1])
    work = BulkWrite(store, change, Wording("Trash", "Trashed {}", "trash"), (), preview)
    assert work(silent, CancelToken()).changed == len(notes) - 1
    assert store.memories.get(notes[0]).state is State.ACTIVE


def test_many_are_previewed_and_the_tier_menu_says_what_a_move_changes(
    window: MainWindow, settle: Settle, small: Stocked
) -> None:
    store = window.context.store
    assert store is not None
    store.memories.tag(small.notes[:10], add=["old"])
    window.context.select(Selection("memory", small.notes, current=small.notes[0]))
    settle()
    window.shell.run_command("memory.tag", add=["old"])
    settle()
    dialog = preview(window)
    words = [label.text() for label in dialog.findChildren(QLabel) if label.isVisibleTo(dialog)]
    assert dialog.windowTitle() == "Put “old” on 40 memories?"
    assert {"30", "will change", "10", "stay as they are: it is so already", "+old"} <= set(words)
    assert dialog.button.text() == "Tag 30 memories"
    dialog.button.click()
    settle()
    assert store.history.undo_label() == "tag “old” on 30 memories"
    window.shell.run_command("memory.tag", add=["old"])
    settle()
    assert not asked(window)
    window.shell.run_command("memory.set_tier", value="long_term")
    settle()
    dialog = preview(window)
    lead = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "fades from there with a half-life of 60 days" in lead
    assert "short-term → long-term" in lead
    dialog.reject()
    settle()

    window.context.select(Selection.one("memory", small.notes[-1]))
    settle()
    window.shell.run_command("memory.set_tier")
    settle()
    menu = next(
        found
        for found in window.findChildren(QMenu)
        if found.accessibleName() == "Tier" and found.isVisible()
    )
    short, long = (action.text() for action in menu.actions())
    assert short == "Short-term: it is there already"
    assert long.startswith("Long-term: half-life 7 → 60 days, fades ")
    assert " instead of " in long
    menu.close()


def test_a_cancelled_change_says_so_and_leaves_everything(
    stocked: Stocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engramma.engine.memories.bulk.SHORT_ROWS", 5)
    token = CancelToken()

    def report(_progress: Progress) -> None:
        token.cancel()

    before = stocked.store.history.undo_label()
    wording = Wording("Rehearse", "Rehearsed {}", "lightning")
    work = BulkWrite(stocked.store, BulkChange(BulkAction.REHEARSE), wording, stocked.notes)
    assert work(report, token) == STOPPED
    assert stocked.store.history.undo_label() == before
