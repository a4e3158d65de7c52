"""The Activity view over a real store: what it lists, how it takes back, how far a person has looked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from tests.ui.views.activity.conftest import Lived

from engramma.engine import create_store
from engramma.model.operation import Operation
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.activity import ActivityView
from engramma.ui.views.activity.activity_actions import LeaveIt, Revert, ToggleChanges
from engramma.ui.views.activity.activity_model import DayLine, OperationLine, SeenLine
from engramma.ui.views.activity.actors import Group
from engramma.ui.views.activity.loading import PAGE
from engramma.ui.views.activity.search_notice import NONE

Settle = Callable[[], None]


def words(view: ActivityView) -> list[str]:
    model = view.model
    return [str(model.data(model.index(row, 0))) for row in range(model.rowCount())]


def operations(view: ActivityView) -> list[Operation]:
    return [line.operation for line in view.model.lines if isinstance(line, OperationLine)]


def named(view: ActivityView, label: str) -> Operation:
    return next(item for item in operations(view) if label in item.label)


def click(qtbot: QtBot, view: ActivityView, operation_id: int, action: object) -> None:
    """Click the target of a row that asks for this."""
    row = view.model.row_of(operation_id)
    laid = view.list.laid_row(row)
    assert laid is not None
    target = next(item for item in laid.targets if item.action == action)
    top = view.list.visualRect(view.list.model().index(row, 0)).topLeft()
    qtbot.mouseClick(
        view.list.viewport(), Qt.MouseButton.LeftButton, pos=top + target.rect.center().toPoint()
    )


def unfolded_text(view: ActivityView, operation_id: int) -> list[tuple[str, str, str, bool]]:
    laid = view.list.laid_row(view.model.row_of(operation_id))
    lines = laid._card._lines  # type: ignore[union-attr]
    return [(x.words.field, x.words.before, x.words.after, x.words.changed_since) for x in lines]


def test_operations_are_listed_by_day(view: ActivityView, lived: object) -> None:
    said = words(view)
    assert [said[0], said[3], said[5]] == ["Today, 2 Mar", "Yesterday, 1 Mar", "28 Feb"]
    assert said[1:3] == ["09:34, You: pin of M-3", "09:33, shop-agent: edit of M-1"]
    assert said[4].startswith("09:33, Worker: ")
    assert [text[:17] for text in said[6:]] == [f"09:{minute}, shop-agent" for minute in (32, 31, 30)]


def test_segments_say_how_many_and_filter(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext
) -> None:
    shown = {b.text() for b in view.filter.findChildren(QToolButton) if b.isVisible()}
    assert shown == {"All 6", "You 1", "Agents 4", "Worker 1", "Import 0"}
    view.filter.set_group(Group.AGENTS)
    settle()
    assert [item.actor for item in operations(view)] == ["agent:shop-agent"] * 4
    assert context.results_text == "4 operations"


def test_changes_are_shown_field_by_field_and_survive_a_refresh(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, lived: object
) -> None:
    edit = named(view, "edit of M-1")
    click(qtbot, view, edit.id, ToggleChanges(edit.id))
    settle()
    text = ("Text", "A cart is kept for 14 days.", "A cart is kept for 30 days.", False)
    assert unfolded_text(view, edit.id) == [text]
    context.store.memories.edit(1, "A cart is kept for a year.")  # type: ignore[union-attr]
    context.poll()
    settle()
    assert edit.id in view.rows.opened
    assert unfolded_text(view, edit.id) == [(*text[:3], True)]


def test_space_unfolds_and_folds(qtbot: QtBot, view: ActivityView, settle: Settle) -> None:
    edit = named(view, "edit of M-1")
    view.list.setFocus()
    view.list.choose(edit.id)
    folded = view.list.visualRect(view.list.currentIndex()).height()
    qtbot.keyClick(view.list, Qt.Key.Key_Space)
    settle()
    assert view.list.visualRect(view.list.currentIndex()).height() > folded
    qtbot.keyClick(view.list, Qt.Key.Key_Space)
    assert view.list.visualRect(view.list.currentIndex()).height() == folded


def test_revert_takes_the_operation_back_and_shows_it_as_undone(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext
) -> None:
    pin = named(view, "pin of M-3")
    with qtbot.waitSignal(context.toast_requested, timeout=3_000) as toast:
        click(qtbot, view, pin.id, Revert(pin.id))
    assert toast.args[0].text == "Reverted: pin of M-3"
    settle()
    assert not context.store.memories.get(3).pinned  # type: ignore[union-attr]
    assert operations(view)[0].kind == "undo"
    assert "09:34, You: pin of M-3, undone" in words(view)
    laid = view.list.laid_row(view.model.row_of(pin.id))
    assert laid is not None
    assert not any(isinstance(item.action, Revert) for item in laid.targets)


@pytest.mark.parametrize(
    ("title", "text"),
    [("Keep later values", "A cart for a year."), ("Restore all", "A cart is kept for 14 days.")],
)
def test_a_conflict_asks_and_does_as_told(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, title: str, text: str
) -> None:
    store = context.store
    assert store is not None
    edit = named(view, "edit of M-1")
    store.memories.edit(1, "A cart for a year.")
    context.poll()
    settle()
    click(qtbot, view, edit.id, Revert(edit.id))
    settle()
    assert store.memories.get(1).text == "A cart for a year."
    laid = view.list.laid_row(view.model.row_of(edit.id))
    assert laid is not None
    choice = next(item for item in laid.targets if item.name == title)
    click(qtbot, view, edit.id, choice.action)
    settle()
    assert store.memories.get(1).text == text
    assert next(item for item in operations(view) if item.id == edit.id).undone
    assert edit.id not in view.rows.conflicts


def test_a_conflict_can_be_left_alone(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext
) -> None:
    store = context.store
    assert store is not None
    edit = named(view, "edit of M-1")
    store.memories.edit(1, "A cart for a year.")
    view.list.setFocus()
    view.list.choose(edit.id)
    qtbot.keyClick(view.list, Qt.Key.Key_R)
    settle()
    assert edit.id in view.rows.conflicts
    click(qtbot, view, edit.id, LeaveIt(edit.id))
    settle()
    assert view.rows.conflicts == {}
    assert store.memories.get(1).text == "A cart for a year."


def test_what_cannot_be_undone_is_said(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext
) -> None:
    pin = named(view, "pin of M-3")
    context.store.history.undo(pin.id)  # type: ignore[union-attr]
    with qtbot.waitSignal(context.error_reported, timeout=3_000) as said:
        click(qtbot, view, pin.id, Revert(pin.id))
    assert "undone already" in str(said.args[0])
    settle()


def test_the_line_where_a_person_last_looked(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, lived: object
) -> None:
    store = context.store
    assert store is not None
    assert not any(isinstance(line, SeenLine) for line in view.model.lines)
    store.acting_as("agent:shop-agent").memories.pin([1])
    store.acting_as("worker").memories.pin([2])
    context.poll()
    settle()
    assert isinstance(view.model.lines[3], SeenLine)
    assert words(view)[3] == (
        "You last looked today, 09:35; above: 2 operations, 1 by agents, 1 by the worker"
    )
    assert view.header._count.text == "2 operations since you last looked"
    qtbot.keyClick(view.list, Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier)
    assert not any(isinstance(line, SeenLine) for line in view.model.lines)
    assert "none since you last looked" in view.header._count.text


def test_the_next_visit_starts_where_this_one_ended(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext
) -> None:
    store = context.store
    assert store is not None
    store.acting_as("worker").memories.pin([2])
    context.poll()
    settle()
    saved = view.save_state()
    view.hide()
    store.acting_as("worker").memories.unpin([2])
    again = ActivityView(context)
    qtbot.addWidget(again)
    again.restore_state(saved)
    again.resize(900, 700)
    again.show()
    again.activate()
    settle()
    assert again.header._count.text == "1 operation since you last looked"
    assert isinstance(again.model.lines[2], SeenLine)
    again.restore_state({"seen": [1, 2], "group": "nobody"})


def test_older_operations_come_while_scrolling(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, lived: object
) -> None:
    store = context.store
    assert store is not None
    for number in range(2 * PAGE + 40):
        (store.memories.pin if number % 2 else store.memories.unpin)([3])
    context.poll()
    settle()
    assert PAGE <= len(operations(view)) < 2 * PAGE + 40
    total = 6 + store.history.counts()["person"] - 1
    for _ in range(8):
        view.list.verticalScrollBar().setValue(view.list.verticalScrollBar().maximum())
        settle()
    assert len(operations(view)) == total
    assert len({item.id for item in operations(view)}) == total


def test_a_refresh_keeps_place_and_current_row(
    view: ActivityView, settle: Settle, context: WindowContext
) -> None:
    store = context.store
    assert store is not None
    for number in range(120):
        (store.memories.pin if number % 2 else store.memories.unpin)([3])
    context.poll()
    settle()
    wanted = operations(view)[60].id
    view.list.choose(wanted)
    top = view.list.visualRect(view.list.currentIndex()).top()
    store.memories.pin([1])
    context.poll()
    settle()
    assert view.list.current_key == wanted
    assert view.list.visualRect(view.list.currentIndex()).top() == top


def test_selection_is_shared_both_ways(
    qtbot: QtBot, view: ActivityView, context: WindowContext, settle: Settle
) -> None:
    edit, pin = named(view, "edit of M-1"), named(view, "pin of M-3")
    row = view.list.visualRect(view.list.model().index(view.model.row_of(edit.id), 0))
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(150, 8))
    assert context.selection == Selection.one("operation", edit.id)
    context.select(Selection.one("operation", pin.id))
    assert view.list.current_key == pin.id


def test_what_was_selected_before_the_view_was_made_is_chosen_in_it(
    qtbot: QtBot, view: ActivityView, context: WindowContext, settle: Settle
) -> None:
    edit = named(view, "edit of M-1")
    context.select(Selection.one("operation", edit.id))
    context.set_query("cart")
    again = ActivityView(context)
    qtbot.addWidget(again)
    assert not again.notice.isHidden()
    again.resize(900, 700)
    again.show()
    again.activate()
    again.unfold(edit.id)
    settle()
    assert again.list.current_key == edit.id
    assert [field for field, *_values in unfolded_text(again, edit.id)] == ["Text"]


def test_a_heading_cannot_be_chosen(qtbot: QtBot, view: ActivityView, context: WindowContext) -> None:
    assert isinstance(view.model.lines[0], DayLine)
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(100, 8))
    assert context.selection.kind == "none"
    view.list.setFocus()
    qtbot.keyClick(view.list, Qt.Key.Key_Home)
    assert context.selection == Selection.one("operation", operations(view)[0].id)


def test_memories_in_a_label_lead_to_them(qtbot: QtBot, view: ActivityView, context: WindowContext) -> None:
    edit = named(view, "edit of M-1")
    laid = view.list.laid_row(view.model.row_of(edit.id))
    assert laid is not None
    target = next(item for item in laid.targets if item.name == "Show M-1")
    click(qtbot, view, edit.id, target.action)
    assert context.selection == Selection.one("memory", 1)


def test_the_search_leaves_what_touched_the_memories_that_it_finds(
    view: ActivityView, context: WindowContext, settle: Settle, lived: Lived
) -> None:
    assert not view.notice.isVisible()
    context.set_query("port")
    settle()
    assert view.notice.isVisible()
    assert [item.kind for item in operations(view)] == ["pin", "remember"]
    assert context.results_text == "2 operations"
    assert [day.total for day in view.bars._days][-3:] == [1, 0, 1]
    lived.store.history.undo()
    lived.store.memories.tag([lived.cart], add=["cart"])
    context.poll()
    settle()
    assert [item.kind for item in operations(view)] == ["undo", "pin", "remember"], "also what takes it back"
    context.set_query("zebra")
    settle()
    assert operations(view) == []
    assert view.notice.text() == NONE
    assert not view.empty.isVisible()
    context.set_query("")
    settle()
    assert len(operations(view)) == 8


def test_bars_count_by_day_and_lead_to_it(qtbot: QtBot, view: ActivityView, settle: Settle) -> None:
    totals = [day.total for day in view.bars._days]
    assert totals == [0] * 11 + [3, 1, 2]
    view.resize(900, 320)
    settle()
    view.bars.setFocus()
    for _ in range(2):
        qtbot.keyClick(view.bars, Qt.Key.Key_Left)
    assert "28 Feb 2026: 3 operations, 3 by agents" in view.bars.accessibleDescription()
    qtbot.keyClick(view.bars, Qt.Key.Key_Return)
    settle()
    row = view.model.row_of(view.bars._days[11].day)
    assert view.list.viewport().rect().intersects(view.list.visualRect(view.list.model().index(row, 0)))
    assert view.list.verticalOffset() > 0


def test_themes_switch_live(view: ActivityView, theme_source: ThemeSource, settle: Settle) -> None:
    spot = (view.width() // 2, view.height() - 8)
    before = view.grab().toImage().pixelColor(*spot)
    theme_source.set_mode("dark")
    settle()
    after = view.grab().toImage().pixelColor(*spot)
    assert before.lightness() > 200
    assert after.lightness() < 60


def test_empty_states_by_cause(
    view: ActivityView, context: WindowContext, settle: Settle, tmp_path: Path, lived: object
) -> None:
    context.set_store(None)
    settle()
    assert view.empty.isVisible()
    assert view.empty.accessibleName() == "No store is open"
    with create_store(tmp_path / "empty.engramma") as store:
        context.set_store(store)
        settle()
        assert view.empty.accessibleName() == "Nothing has happened yet"
        context.set_store(None)
        settle()


def test_the_model_is_sound(
    qtmodeltester: ModelTester, view: ActivityView, context: WindowContext, settle: Settle
) -> None:
    qtmodeltester.check(view.model)
    context.store.memories.pin([1])  # type: ignore[union-attr]
    context.poll()
    settle()
