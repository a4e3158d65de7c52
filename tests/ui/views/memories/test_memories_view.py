"""The Memories view over a real store, driven by keys and clicks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import NOTES, Asked, Settle, Stocked

from engramma.engine import open_store
from engramma.model.clock import DAY
from engramma.model.search import Sort, SortKey
from engramma.ui.bridge import NOTHING, Selection, WindowContext
from engramma.ui.delegates import Column
from engramma.ui.models.memory_table import COLUMNS
from engramma.ui.views.memories import MemoriesView
from engramma.ui.views.memories.emptiness import Cause

CONTROL, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


def shown_text(view: MemoriesView, memory_id: int) -> str:
    row = view.model.row_of(memory_id)
    assert row is not None
    value = view.model.row(row)
    assert value is not None
    return value.text


def test_it_shows_all_newest_first_and_selects_the_first(
    view: MemoriesView, context: WindowContext, stocked: Stocked
) -> None:
    assert view.header.count_text == str(NOTES + 4)
    assert context.selection == Selection.one("memory", stocked.cents)
    assert context.results_text == f"{NOTES + 4} results, 1 selected"
    assert shown_text(view, stocked.cents).startswith("Checkout totals")


def test_a_search_counts_and_says_of_how_many(
    view: MemoriesView, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    context.set_query("tag:payments")
    settle()
    assert view.header.count_text == f"2 of {NOTES + 4}"
    assert set(view.model.ids.tolist()) == {stocked.verify, stocked.outage}


def test_a_search_keeps_what_is_selected_only_where_a_row_shows_it(
    view: MemoriesView, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    context.set_query("tag:checkout")
    settle()
    assert context.selection == Selection.one("memory", stocked.cents)
    context.set_query("tag:payments")
    settle()
    assert context.selection == Selection.one("memory", int(view.model.ids[0])), "no key reaches a hidden one"
    context.set_query("tag:nowhere")
    settle()
    assert context.selection.is_empty
    assert context.results_text == "0 results"
    context.set_query("tag:payments")
    settle()
    assert context.selection == Selection.one("memory", int(view.model.ids[0]))


def test_after_a_search_the_whole_list_stands_where_the_found_memory_is(
    view: MemoriesView, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    context.set_query("tag:security")
    settle()
    assert context.selection == Selection.one("memory", stocked.never_log)
    context.set_query("")
    settle()
    assert context.selection == Selection.one("memory", stocked.never_log)
    assert view.model.row_of(stocked.never_log) in view.table.visible_rows()


def test_a_selected_memory_below_the_first_rows_is_gone_to_when_the_rest_has_come(
    view: MemoriesView,
    context: WindowContext,
    settle: Settle,
    stocked: Stocked,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engramma.ui.models.results.FIRST_IDS", 10)
    context.set_query("tag:security")
    settle()
    assert context.selection == Selection.one("memory", stocked.never_log)
    context.set_query("")
    settle()
    row = view.model.row_of(stocked.never_log)
    assert row is not None
    assert row > 10
    assert view.table.selected_runs() == [(row, row)]
    assert row in view.table.visible_rows()

    context.select(Selection.one("memory", stocked.notes[0]))
    context.set_query("note")
    settle()
    assert view.model.row_of(stocked.notes[0]) is not None
    assert context.selection == Selection.one("memory", stocked.notes[0])
    assert view.table.visible_rows().start == 0, "the best results stay in view"


def test_nothing_selected_looks_like_it_and_a_key_that_comes_stands_on_a_row(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, settle: Settle
) -> None:
    context.select(Selection())
    assert view.table.selected_runs() == []
    view.activateWindow()
    view.table.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.table.hasFocus)
    assert context.selection.current == int(view.model.ids[0])


def test_arrows_home_and_end_move_the_selection(
    qtbot: QtBot, view: MemoriesView, context: WindowContext
) -> None:
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_Down)
    assert context.selection.current == view.model.id_at(1)
    qtbot.keyClick(view.table, Qt.Key.Key_End)
    assert context.selection.ids == (view.model.id_at(view.model.rowCount() - 1),)
    qtbot.keyClick(view.table, Qt.Key.Key_PageUp)
    assert context.selection.current not in (None, view.model.id_at(view.model.rowCount() - 1))
    qtbot.keyClick(view.table, Qt.Key.Key_Home)
    assert context.selection.current == view.model.id_at(0)
    qtbot.keyClick(view.table, Qt.Key.Key_End, SHIFT)
    assert len(context.selection.ids) == view.model.rowCount()


def test_space_takes_the_current_row_out_and_in(
    qtbot: QtBot, view: MemoriesView, context: WindowContext
) -> None:
    qtbot.keyClick(view.table, Qt.Key.Key_Space)
    assert context.selection == NOTHING
    qtbot.keyClick(view.table, Qt.Key.Key_Space)
    assert context.selection.current == view.model.id_at(0)


def test_select_all_is_a_state_and_touches_no_row(
    qtbot: QtBot, view: MemoriesView, context: WindowContext
) -> None:
    before = view.table.selected_runs()
    qtbot.keyClick(view.table, Qt.Key.Key_A, CONTROL)
    assert context.selection.all_results
    assert context.selection.ids == ()
    assert view.table.all_selected
    assert view.table.selected_runs() == before
    assert context.results_text.endswith("all selected")
    qtbot.keyClick(view.table, Qt.Key.Key_Down)
    assert not view.table.all_selected
    assert context.selection.ids == (view.model.id_at(1),)


def test_a_click_ends_select_all_even_on_the_selected_row(
    qtbot: QtBot, view: MemoriesView, context: WindowContext
) -> None:
    qtbot.keyClick(view.table, Qt.Key.Key_A, CONTROL)
    place = view.table.visualRect(view.model.index(0, 1)).center()
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not context.selection.all_results
    assert context.selection.ids == (view.model.id_at(0),)


def test_the_selection_survives_sorting_and_other_peoples_writes(
    view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    wanted = (stocked.notes[10], stocked.notes[11], stocked.notes[20])
    context.select(Selection("memory", wanted, False, stocked.notes[11]))
    view.set_sort(Sort(SortKey.IMPORTANCE, False))
    settle()
    assert context.selection.ids == wanted
    rows = {row for first, last in view.table.selected_runs() for row in range(first, last + 1)}
    assert {view.model.id_at(row) for row in rows} == set(wanted)
    with open_store(stocked.store.path, actor="agent:other", clock=stocked.clock) as other:
        stocked.clock.advance(DAY)
        new = other.memories.remember("An agent wrote this meanwhile.", importance=0.0).id
    context.poll()
    settle()
    settle()
    assert view.model.row_of(new) is not None
    rows = {row for first, last in view.table.selected_runs() for row in range(first, last + 1)}
    assert {view.model.id_at(row) for row in rows} == set(wanted)
    assert context.selection.ids == wanted


def test_the_scroll_position_survives_a_new_memory_above(
    view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    view.table.verticalScrollBar().setValue(500)
    before = view.table.scroll_anchor()
    stocked.clock.advance(DAY)
    stocked.store.memories.remember("Newest of all.")
    context.poll()
    settle()
    settle()
    assert view.model.rowCount() == NOTES + 5
    assert view.table.scroll_anchor() == before


def test_a_write_of_a_named_memory_reads_that_row_only(
    view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(view.model.modelReset), qtbot.assertNotEmitted(view.results_arrived):
        stocked.store.memories.edit(stocked.cents, "Totals are cents.")
        context.poll()
        settle()
    assert shown_text(view, stocked.cents) == "Totals are cents."


def test_the_next_row_is_selected_when_the_selected_one_is_put_away(
    view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    context.select(Selection.one("memory", stocked.notes[30]))
    row = view.model.row_of(stocked.notes[30])
    stocked.store.memories.trash([stocked.notes[30]])
    context.poll()
    settle()
    settle()
    assert view.model.row_of(stocked.notes[30]) is None
    assert row is not None
    assert context.selection.current == view.model.id_at(row)


def test_another_view_can_select_a_memory(
    view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    context.show_memory(stocked.never_log)
    settle()
    row = view.model.row_of(stocked.never_log)
    assert view.table.selected_runs() == [(row, row)]
    assert row in view.table.visible_rows()


def test_a_click_on_the_head_sorts_in_the_store_and_again_turns_it_round(
    view: MemoriesView, stocked: Stocked, settle: Settle
) -> None:
    head = view.table.horizontalHeader()
    head.sectionClicked.emit(COLUMNS.index(Column.IMPORTANCE))
    settle()
    assert view.model.id_at(0) == stocked.never_log
    head.sectionClicked.emit(COLUMNS.index(Column.IMPORTANCE))
    settle()
    assert view.model.id_at(0) == stocked.notes[0]
    assert view.sort == Sort(SortKey.IMPORTANCE, False)


def test_columns_follow_the_width_until_one_is_chosen(view: MemoriesView, settle: Settle) -> None:
    hidden = view.table.isColumnHidden
    assert hidden(COLUMNS.index(Column.TAGS))
    assert not hidden(COLUMNS.index(Column.SPARK))
    view.resize(700, 600)
    assert hidden(COLUMNS.index(Column.SPARK))
    view.resize(1260, 600)
    assert not hidden(COLUMNS.index(Column.CREATED))
    view.header.column_toggled.emit((Column.CREATED, False))
    assert hidden(COLUMNS.index(Column.CREATED))
    view.header.columns_reset.emit()
    assert not hidden(COLUMNS.index(Column.CREATED))


def test_the_memory_column_takes_what_is_left(view: MemoriesView) -> None:
    table = view.table
    total = sum(
        table.columnWidth(section) for section in range(len(COLUMNS)) if not table.isColumnHidden(section)
    )
    assert total == table.viewport().width()


def test_state_is_saved_and_restored(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, settle: Settle
) -> None:
    view.set_sort(Sort(SortKey.RECALLS, False))
    view.header.column_toggled.emit((Column.TAGS, True))
    view.header.set_compact(True)
    state = view.save_state()
    other = MemoriesView(context)
    qtbot.addWidget(other)
    other.restore_state(state)
    assert other.save_state() == state
    assert other.table.row_height == 28
    other.restore_state({"sort": ["nonsense", 1], "columns": 7, "compact": "maybe"})
    settle()


def test_compact_rows_stay_at_the_same_memory(view: MemoriesView) -> None:
    view.table.verticalScrollBar().setValue(920)
    before = view.table.scroll_anchor()
    view.header.set_compact(True)
    after = view.table.scroll_anchor()
    assert before is not None
    assert after is not None
    assert after.memory_id == before.memory_id


def test_typing_goes_to_the_search_bar_and_no_row_is_searched(
    qtbot: QtBot, view: MemoriesView, asked: list[Asked]
) -> None:
    qtbot.keyClick(view.table, Qt.Key.Key_W)
    assert asked == [Asked("search.type", {"text": "w"})]


def test_nothing_found_offers_to_clear_the_search(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, settle: Settle
) -> None:
    context.set_query("xyzzy")
    settle()
    assert view.emptiness.isVisible()
    assert view.emptiness.cause is Cause.NO_RESULTS
    qtbot.mouseClick(action_button(view), Qt.MouseButton.LeftButton)
    settle()
    assert context.query == ""
    assert view.table.isVisible()


def test_what_is_in_the_trash_is_offered(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    stocked.store.memories.trash([stocked.outage])
    context.set_query("sandbox")
    settle()
    assert view.emptiness.cause is Cause.HIDDEN_RESULTS
    qtbot.mouseClick(action_button(view), Qt.MouseButton.LeftButton)
    settle()
    assert view.model.ids.tolist() == [stocked.outage]


def test_without_any_active_memory_no_search_is_blamed(
    view: MemoriesView, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    stocked.store.memories.trash(view.model.ids.tolist())
    context.poll()
    settle()
    assert view.emptiness.cause is Cause.ALL_PUT_AWAY


def test_the_sensory_register_leads_to_its_turns(
    qtbot: QtBot, view: MemoriesView, context: WindowContext, settle: Settle
) -> None:
    opened: list[str] = []
    context.view_requested.connect(lambda request: opened.append(request.name))
    context.set_query("tier:sensory")
    settle()
    assert view.emptiness.cause is Cause.TURNS
    qtbot.mouseClick(view.emptiness.currentWidget().findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert opened == ["sessions"]


def test_without_a_store_it_leads_to_the_welcome_page(qtbot: QtBot, bare_context: WindowContext) -> None:
    view = MemoriesView(bare_context)
    qtbot.addWidget(view)
    view.show()
    view.activate()
    assert view.emptiness.cause is Cause.NO_STORE
    with qtbot.waitSignal(bare_context.view_requested) as signal:
        qtbot.mouseClick(action_button(view), Qt.MouseButton.LeftButton)
    assert signal.args[0].name == "welcome"


def test_an_error_never_looks_like_an_empty_store(
    view: MemoriesView,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    monkeypatch: pytest.MonkeyPatch,
    expected_log: Callable[[str], None],
) -> None:
    expected_log("job Search failed")

    def broken(*_arguments: object, **_named: object) -> None:
        raise OSError("the disk is gone")

    reported: list[object] = []
    monkeypatch.setattr(context, "report_error", reported.append)
    monkeypatch.setattr(stocked.store.search, "order", broken)
    view.model.clear()
    view.refresh()
    settle()
    assert view.emptiness.cause is Cause.FAILED
    assert len(reported) == 1


def test_a_real_selection_has_an_end(
    view: MemoriesView, context: WindowContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engramma.ui.views.memories.selecting.MOST_SELECTED", 10)
    flags = QItemSelectionModel.SelectionFlag
    view.table.select_runs([(0, 30)], current=30)
    assert len(context.selection.ids) == 10
    assert context.selection.ids == tuple(view.model.ids[:10].tolist())
    view.table.selectionModel().select(view.model.index(3, 0), flags.ClearAndSelect | flags.Rows)
    assert context.selection.ids == (view.model.id_at(3),)


def test_an_operation_elsewhere_leaves_the_table_alone(
    view: MemoriesView, context: WindowContext, stocked: Stocked
) -> None:
    context.select(Selection.one("operation", 1))
    assert view.table.selected_runs() == [(0, 0)]
    view.activate()
    assert context.selection == Selection.one("memory", stocked.cents)


def test_everything_that_can_be_used_has_a_name(view: MemoriesView) -> None:
    unnamed = [
        button
        for button in view.findChildren(QPushButton)
        if not button.accessibleName() and button.isVisible()
    ]
    assert unnamed == []
    assert view.table.accessibleName() == "Memories"
    assert np.all(view.model.ids > 0)


def action_button(view: MemoriesView) -> QPushButton:
    return next(button for button in view.emptiness.findChildren(QPushButton) if button.isVisible())


def test_a_view_behind_another_waits_until_it_is_shown(
    view: MemoriesView, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    view.hide()
    stocked.clock.advance(DAY)
    stocked.store.memories.remember("Written while the view was hidden.")
    context.poll()
    settle()
    assert view.model.rowCount() == NOTES + 4
    view.show()
    view.activate()
    settle()
    assert view.model.rowCount() == NOTES + 5
    view.hide()
    context.set_query("tag:payments")
    settle()
    assert view.model.rowCount() == NOTES + 5
    view.show()
    view.activate()
    settle()
    assert view.model.rowCount() == 2
