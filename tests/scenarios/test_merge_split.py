"""A person merges by keyboard what says the same, thinks better of it, and splits it: every column is as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot
from tests.engine.store_picture import picture
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.messy_store import make_messy
from tests.ui.window_on_store import Stocked, stock

from engramma.engine import open_store
from engramma.engine.review import mark_conflict
from engramma.model.clock import FixedClock
from engramma.store.tables import association, conflict, memory, provenance, tag
from engramma.ui.views.merge.page import MergePage
from engramma.ui.window.main_window import MainWindow

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTENT = (memory, tag, provenance, association, conflict)


@pytest.fixture
def small(store_path: Path, frozen_clock: FixedClock) -> Stocked:
    """A store of forty notes and a few more; the two newest notes contradict each other."""
    made = stock(store_path, frozen_clock)
    one, two = made.notes[-2:]
    made.store.memories.tag([two], add=["newest"])
    mark_conflict(made.store.workspace, one, two, what="number", stakes="high", detail="8038 against 8039")
    made.store.close()
    return made


@pytest.fixture
def window(make_window: MakeWindow, small: Stocked, settle: Settle, store_path: Path) -> MainWindow:
    """The window on that store."""
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    return made


def page_of(window: MainWindow) -> MergePage:
    page = window.centre.front
    assert isinstance(page, MergePage)
    return page


def test_merged_by_keys_and_split_exactly(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    store = window.context.store
    assert store is not None
    before = picture(store, tables=CONTENT)
    one, two = small.notes[-2:]
    keyboard = Keyboard(qtbot, window)
    window.context.set_query('"note number" importance:>0.75')
    settle(window)
    window.focus_list()
    keyboard.press(Qt.Key.Key_Home)
    keyboard.press(Qt.Key.Key_Down, SHIFT)
    settle(window)
    assert set(window.context.selection.ids) == {one, two}
    keyboard.press(Qt.Key.Key_M, CONTROL)
    settle(window)
    page = page_of(window)
    assert page.contradictions.isVisible()
    assert by_name(page, "1 contradiction")
    assert page.head.primary.accessibleName() == f"Merge 1 into M-{two}"
    assert "strongest" in page.head.about

    keyboard.press(Qt.Key.Key_Down)
    keyboard.press(Qt.Key.Key_Up)
    first = page.focusWidget() or window.focusWidget()
    assert first is not None
    assert first.accessibleName().startswith(("M-", f"M-{two}"))
    while f"M-{one} " not in (window.focusWidget() or page).accessibleName():
        keyboard.press(Qt.Key.Key_Down)
    keyboard.press(Qt.Key.Key_S)
    settle(window)
    assert page.head.primary.accessibleName() == f"Merge 1 into M-{one}"
    assert "you chose it" in page.head.about
    newest = by_name(page, f"Tag newest, from M-{two}")
    assert isinstance(newest, QCheckBox)
    newest.setFocus()
    keyboard.press(Qt.Key.Key_Space)
    assert newest.hasFocus()
    page.setFocus()
    keyboard.press(Qt.Key.Key_E)
    assert window.focusWidget() is page.result.field
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type("The service listens on 8038 and 8039.")
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)

    assert window.centre.name == "memories"
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text == f"Merged M-{two} into M-{one}"
    merged = store.memories.get(one)
    assert (merged.text, merged.tags) == ("The service listens on 8038 and 8039.", ("ports",))
    assert store.memories.get(two).merged_into == one
    assert store.consolidation.conflicts() == ()

    keyboard.press(Qt.Key.Key_K, CONTROL)
    keyboard.type("split this merge")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text == f"Split M-{two} from M-{one}"
    assert picture(store, tables=CONTENT) == before
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert picture(again, tables=CONTENT) == before
        assert len(again.consolidation.conflicts()) == 1


def test_what_an_agent_changes_is_said_and_what_is_pinned_stays_unless_i_say_so(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle
) -> None:
    store = window.context.store
    assert store is not None
    one, two = small.notes[-2:]
    window.shell.run_command("memory.merge", ids=(one, two))
    settle(window)
    page = page_of(window)
    keyboard = Keyboard(qtbot, window)
    store.acting_as("agent:claude").memories.edit(one, "The agent knows better.")
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert window.centre.name == "merge", "it was refused"
    assert f"M-{one} changed while you looked" in page.notice.text
    assert by_name(page, f"M-{one} is merged: The agent knows better.")
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert store.memories.get(one).merged_into == two
    qtbot.mouseClick(by_name(window.parts.toasts.toast, "Undo"), Qt.MouseButton.LeftButton)
    settle(window)
    assert store.memories.get(one).text == "The agent knows better."
    assert store.memories.get(one).state == "active"

    # A pinned one is no loser unless I say so.
    pinned, other = small.never_log, small.notes[0]
    window.shell.run_command("memory.merge", ids=(other, pinned))
    settle(window)
    page = page_of(window)
    assert "pinned" in page.head.about
    keyboard.press(Qt.Key.Key_S)
    assert not page.head.primary.isEnabled()
    assert "although pinned" in page.head.about
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert store.memories.get(pinned).state == "active"
    keyboard.press(Qt.Key.Key_R)
    assert page.head.primary.isEnabled(), "by rule the pinned one stays"
    keyboard.press(Qt.Key.Key_S)
    tick = by_name(page, "Merge pinned memories, too")
    tick.setFocus()
    keyboard.press(Qt.Key.Key_Space)
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert store.memories.get(pinned).merged_into == other
    keyboard.press(Qt.Key.Key_Z, CONTROL)
    settle(window)
    assert store.memories.get(pinned).state == "active"


def test_exact_duplicates_of_a_query_become_one_each(
    qtbot: QtBot, window: MainWindow, small: Stocked, settle: Settle, store_path: Path
) -> None:
    store = window.context.store
    assert store is not None
    agent = store.acting_as("agent:claude")
    for note, text in zip(small.notes[:6], ["Use UTC.", "use utc"] * 3, strict=True):
        agent.memories.edit(note, text)
    pinned, twin = small.never_log, small.notes[7]
    agent.memories.edit(twin, store.memories.get(pinned).text)
    settle(window)
    before = picture(store, tables=CONTENT)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_F, CONTROL)
    keyboard.type("security")
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    keyboard.press(Qt.Key.Key_M, CONTROL | SHIFT)
    settle(window)
    assert by_name(window, "Merge 1 into 1 memory")
    window.context.set_query("")
    settle(window)
    assert window.centre.name == "duplicates"
    page = window.centre.front
    assert page is not None
    assert by_name(page, "Merge 6 into 2 memories")
    keyboard.press(Qt.Key.Key_Down)
    keyboard.press(Qt.Key.Key_Space)
    assert by_name(page, "Merge 5 into 1 memory")
    keyboard.press(Qt.Key.Key_Space)
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert window.centre.name == "memories"
    assert store.memories.get(twin).merged_into == pinned, "the pinned one stays"
    assert len({store.memories.get(note).merged_into for note in small.notes[:6]} - {None}) == 1
    operation = store.history.recent(limit=1)[0]
    assert operation.label == "merge of 6 exact duplicates"
    qtbot.mouseClick(by_name(window.parts.toasts.toast, "Undo"), Qt.MouseButton.LeftButton)
    settle(window)
    window.close()
    with open_store(store_path, clock=small.clock) as again:
        assert picture(again, tables=CONTENT) == before


def test_from_a_card_of_review_and_split_from_the_inspector(
    qtbot: QtBot, make_window: MakeWindow, store_path: Path, frozen_clock: FixedClock, settle: Settle
) -> None:
    messy = make_messy(store_path, frozen_clock, conflicts=0, duplicates=1, stale=0)
    (pair,) = messy.duplicates
    messy.store.close()
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    store = window.context.store
    assert store is not None
    before = picture(store, tables=CONTENT)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_7, CONTROL)
    settle(window)
    keyboard.press(Qt.Key.Key_W)
    settle(window)
    page = page_of(window)
    assert page.chosen is not None
    assert {member.memory.id for member in page.chosen.preview.members} == set(pair)
    keyboard.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    assert window.centre.name == "review", "back to where one came from"
    assert store.consolidation.waiting() == 0
    (survivor,) = {store.memories.get(one).merged_into for one in pair} - {None}
    assert survivor is not None
    window.context.show_memory(survivor)
    settle(window)
    assert window.inspector is not None
    qtbot.mouseClick(by_name(window.inspector, "Split this merge"), Qt.MouseButton.LeftButton)
    settle(window)
    assert picture(store, tables=CONTENT) == before
    assert store.consolidation.waiting() == 1, "the proposal waits again"
    qtbot.mouseClick(by_name(window.parts.toasts.toast, "Undo"), Qt.MouseButton.LeftButton)
    settle(window)
    assert {store.memories.get(one).state for one in pair} == {"active", "superseded"}
