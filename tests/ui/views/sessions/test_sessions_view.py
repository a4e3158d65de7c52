"""The Sessions view over a real store: what it lists, what it follows, what it asks for."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from recorded_sessions import WEBHOOKS_AT, Filled, Settle, record, said

from engramma.engine import create_store
from engramma.engine.live_sessions import record_session
from engramma.model.clock import DAY, FixedClock
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.rows.days import local_day
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.brush import DayRange
from engramma.ui.views.sessions.loading import Sieve
from engramma.ui.views.sessions.time_scale import Zoom
from engramma.ui.views.sessions.turn_row import TurnRow

SHIFT = Qt.KeyboardModifier.ShiftModifier


def titles(view: SessionsView) -> list[str]:
    return [item.title for item in view.sessions.list.listed.sessions]


def turn(view: SessionsView, event_id: int) -> TurnRow:
    laid = view.transcript.turns.laid_row(view.transcript.model.row_of(event_id))
    assert isinstance(laid, TurnRow)
    return laid


def is_seen(view: SessionsView, event_id: int) -> bool:
    turns = view.transcript.turns
    area = turns.visualRect(turns.model().index(view.transcript.model.row_of(event_id), 0))
    return turns.viewport().rect().contains(area)


def test_lists_all_sessions_newest_first_and_opens_the_newest(view: SessionsView, filled: Filled) -> None:
    assert titles(view) == ["Webhook retries", "Talk 0", "Talk 1", "Talk 2", "Talk 3", "Talk 4"]
    assert view.transcript.session_id == filled.webhooks.session_id
    assert view.transcript.model.ids == filled.webhooks.event_ids


def test_the_search_filters_the_list_and_says_how_many(
    view: SessionsView, context: WindowContext, settle: Settle
) -> None:
    context.set_query('"Talk 3"')
    settle()
    assert titles(view) == ["Talk 3"]
    assert "1 of 6" in view.header._count.text
    assert context.results_text == "1 session, 0 memories"


def test_the_selection_goes_with_the_session_that_a_search_opens(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    for kind, hidden in (
        ("session", filled.webhooks.session_id),
        ("event", filled.webhooks.event_ids[0]),
    ):
        context.set_query("")
        context.select(Selection.one(kind, hidden))
        settle()
        assert view.transcript.session_id == filled.webhooks.session_id
        context.set_query('"Talk 3"')
        settle()
        assert context.selection == Selection.one("session", view.transcript.session_id)
        assert view.transcript.session_id != filled.webhooks.session_id


def test_a_search_without_results_says_so_and_keeps_the_transcript(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    context.set_query("xylophone")
    settle()
    assert titles(view) == []
    assert view.sessions._why.text() == "No session fits the search."
    assert view.transcript.session_id == filled.webhooks.session_id


def test_brushing_with_the_mouse_edits_the_search(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle
) -> None:
    context.set_query("talk")
    settle()
    axis = view.axis
    left = QPoint(round(axis.x_of_day(date(2026, 1, 12))) + 2, 20)
    right = QPoint(round(axis.x_of_day(date(2026, 2, 3))) + 2, 24)
    qtbot.mousePress(axis, Qt.MouseButton.LeftButton, pos=left)
    qtbot.mouseMove(axis, right)
    qtbot.mouseRelease(axis, Qt.MouseButton.LeftButton, pos=right)
    settle()
    assert context.query == "talk started:2026-01-12..2026-02-03"
    assert titles(view) == ["Talk 0", "Talk 1"]


def test_a_brush_finds_exactly_the_sessions_that_began_in_it(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    store, day = filled.store, local_day(WEBHOOKS_AT)
    silent, _none = record_session(
        store.workspace, "Nothing was said", [], agent="shop-agent", topics=[], summary="",
        started_at=WEBHOOKS_AT + 1, ended_at=None,
    )  # fmt: skip
    turns = [
        said("user", "user", "On it.", turn=1, start=WEBHOOKS_AT - 9 * DAY),
        said("user", "user", "Said within the brush.", turn=2, start=WEBHOOKS_AT),
    ]
    late = record(store, "Began before", turns)
    kept = store.memories.remember("Made within the brush.", session_id=late.session_id).id
    context.poll()
    settle()
    view.axis.brushed.emit(DayRange(day, day))
    settle()
    assert context.query == f"started:{day}..{day}"
    assert {item.id for item in view.sessions.list.listed.sessions} == {
        item.id
        for item in store.sessions.list()
        if item.started_at is not None and local_day(item.started_at) == day
    }
    assert {silent, filled.webhooks.session_id} == {item.id for item in view.sessions.list.listed.sessions}
    found = {int(memory_id) for memory_id in store.search.order(context.query).ids}
    assert found == set(filled.webhooks.memory_ids), "memories of these sessions, whenever they were made"
    assert kept not in found


def test_brushing_with_the_keyboard_and_clearing(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle
) -> None:
    context.set_query("talk started:2026-01-12..2026-02-03")
    settle()
    view.axis.setFocus()
    assert "12 Jan 2026" in view.axis.accessibleDescription()
    for _ in range(3):
        qtbot.keyClick(view.axis, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view.axis, Qt.Key.Key_Return)
    settle()
    assert context.query == "talk started:2026-01-12..2026-01-31"
    qtbot.keyClick(view.axis, Qt.Key.Key_Escape)
    settle()
    assert context.query == "talk"


def test_keys_and_the_wheel_look_closer_and_back(qtbot: QtBot, view: SessionsView) -> None:
    axis, segments = view.axis, view.header._zoom
    axis.setFocus()
    qtbot.keyClick(axis, Qt.Key.Key_Plus)
    assert (axis.zoom, segments.value) == (Zoom.FREE, "")
    qtbot.keyClick(axis, Qt.Key.Key_0)
    assert (axis.zoom, segments.value) == (Zoom.ALL, "all")
    at, day = QPointF(axis.x_of_day(date(2026, 1, 5)), 20), date(2026, 1, 5)
    for turn, modifier, moves in ((120, Qt.KeyboardModifier.NoModifier, False), (120, SHIFT, True)):
        wheel = QWheelEvent(
            at, axis.mapToGlobal(at), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, modifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(axis, wheel)
        assert axis.zoom is Zoom.FREE
        assert (abs(axis.x_of_day(day) - at.x()) > 2) is moves
    qtbot.keyClick(axis, Qt.Key.Key_Home)
    first = axis.x_of_day(date(2025, 12, 10))
    assert first >= 0, "the keyboard's day brings its place into view"
    view.header.set_zoom(Zoom.MONTH)
    assert axis.zoom is Zoom.MONTH


def test_a_click_on_a_block_opens_its_session(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    wanted = filled.others[2].session_id
    block = view.axis.block_rect(wanted)
    assert block is not None
    qtbot.mouseClick(view.axis, Qt.MouseButton.LeftButton, pos=block.center().toPoint())
    settle()
    assert context.selection == Selection.one("session", wanted)
    assert view.transcript.session_id == wanted


def test_the_keyboard_walks_the_list(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    view.sessions.list.setFocus()
    qtbot.keyClick(view.sessions.list, Qt.Key.Key_Down)
    settle()
    assert context.selection == Selection.one("session", filled.others[0].session_id)
    assert view.transcript.session_id == filled.others[0].session_id


def test_show_event_opens_its_session_at_the_turn(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    wanted = filled.others[3].event_ids[2]
    context.show_event(wanted)
    settle()
    assert view.transcript.session_id == filled.others[3].session_id
    assert view.transcript.turns.current_key == wanted
    assert is_seen(view, wanted)


def test_a_turn_that_was_selected_before_the_view_was_made_is_shown(
    qtbot: QtBot, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    wanted = filled.others[3].event_ids[1]
    context.select(Selection.one("event", wanted))
    view = SessionsView(context)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    view.activate()
    settle()
    assert view.transcript.turns.current_key == wanted


def test_show_event_goes_beyond_the_search_and_the_filter(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    view.transcript.header.set_sieve(Sieve.MEMORIES)
    context.set_query('"Talk 1"')
    settle()
    wanted = filled.webhooks.event_ids[4]
    context.show_event(wanted)
    settle()
    assert view.transcript.turns.current_key == wanted
    assert is_seen(view, wanted)
    assert "does not find" in view.transcript.header._note.text


def test_a_click_on_a_turn_selects_it_for_the_window(
    qtbot: QtBot, view: SessionsView, context: WindowContext, filled: Filled
) -> None:
    turns = view.transcript.turns
    area = turns.visualRect(turns.model().index(1, 0))
    qtbot.mouseClick(turns.viewport(), Qt.MouseButton.LeftButton, pos=area.topLeft() + QPoint(30, 6))
    assert context.selection == Selection.one("event", filled.webhooks.event_ids[1])


def test_badge_and_marked_span_lead_to_the_memory(
    qtbot: QtBot, view: SessionsView, context: WindowContext, filled: Filled
) -> None:
    turns, third = view.transcript.turns, filled.webhooks.event_ids[2]
    top = turns.visualRect(turns.model().index(2, 0)).topLeft()
    clickable = [item for item in turn(view, third).targets if item.action is not None]
    assert [item.name for item in clickable] == [f"Show M-{filled.webhooks.memory_ids[0]}"] * 2
    for target in clickable:
        with qtbot.waitSignal(context.view_requested, timeout=1_000) as asked:
            qtbot.mouseClick(
                turns.viewport(), Qt.MouseButton.LeftButton, pos=top + target.rect.center().toPoint()
            )
        assert asked.args[0].name == "memories"
        assert context.selection == Selection.one("memory", filled.webhooks.memory_ids[0])


def test_arrow_keys_reach_the_badges(
    qtbot: QtBot, view: SessionsView, context: WindowContext, filled: Filled
) -> None:
    turns = view.transcript.turns
    turns.setFocus()
    turns.choose(filled.webhooks.event_ids[3])
    qtbot.keyClick(turns, Qt.Key.Key_Left)
    assert turns.accessibleDescription() == f"Show M-{filled.webhooks.memory_ids[1]}"
    qtbot.keyClick(turns, Qt.Key.Key_Return)
    assert context.selection == Selection.one("memory", filled.webhooks.memory_ids[1])


def test_the_gate_column_is_there_only_where_something_was_judged(
    view: SessionsView, settle: Settle, context: WindowContext, filled: Filled
) -> None:
    assert view.transcript.rows.style.gate
    assert "threshold 0.50" in view.transcript.columns.accessibleName()
    context.select(Selection.one("session", filled.others[0].session_id))
    settle()
    assert not view.transcript.rows.style.gate
    assert "gate" not in view.transcript.columns.accessibleName()


def test_in_a_narrow_window_the_gate_stands_below_the_text(
    view: SessionsView, settle: Settle, filled: Filled
) -> None:
    third = filled.webhooks.event_ids[2]

    def badge_and_text() -> tuple[float, float]:
        laid = turn(view, third)
        badge = next(
            item for item in laid.targets if item.name.startswith("Show M-") and item.rect.height() == 20
        )
        return badge.rect.left(), laid.said.bottom - badge.rect.top()

    left, below = badge_and_text()
    assert left > 300
    assert below > 0
    view.resize(560, 700)
    settle()
    left, below = badge_and_text()
    assert left < 100
    assert below < 0


@pytest.mark.parametrize(
    ("sieve", "rows"), [(Sieve.ALL, [0, 1, 2, 3, 4]), (Sieve.JUDGED, [0, 2, 3]), (Sieve.MEMORIES, [2, 3])]
)
def test_turns_are_filtered_by_what_the_gate_made_of_them(
    view: SessionsView, settle: Settle, filled: Filled, sieve: Sieve, rows: list[int]
) -> None:
    view.transcript.header.set_sieve(sieve)
    settle()
    assert view.transcript.model.ids == tuple(filled.webhooks.event_ids[row] for row in rows)


def test_jumps_between_the_searched_words_and_unfolds_for_them(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    context.set_query("webhook")
    settle()
    tool, last = filled.webhooks.event_ids[1], filled.webhooks.event_ids[4]
    turns = view.transcript.turns
    turns.setFocus()
    qtbot.keyClick(turns, Qt.Key.Key_F3)
    assert turns.current_key == tool
    assert tool in view.transcript.rows.opened
    assert turn(view, tool).said.hit_top is not None
    assert view.transcript.header._hits.text() == "1 of 2"
    qtbot.keyClick(turns, Qt.Key.Key_N)
    assert turns.current_key == last
    qtbot.keyClick(turns, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert turns.current_key == tool
    assert context.selection == Selection.one("event", tool)


def test_space_unfolds_a_tool_result_and_a_refresh_keeps_it(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    turns, tool = view.transcript.turns, filled.webhooks.event_ids[1]
    folded = turn(view, tool).height
    turns.setFocus()
    turns.choose(tool)
    qtbot.keyClick(turns, Qt.Key.Key_Space)
    unfolded = turn(view, tool).height
    assert unfolded > folded
    filled.store.memories.trash([filled.webhooks.memory_ids[0]])
    context.poll()
    settle()
    assert turns.current_key == tool
    assert turns.currentIndex().row() == 1
    assert turn(view, tool).height == unfolded
    assert [name for name, _rects in turn(view, filled.webhooks.event_ids[2]).said.mark_rects] == []


def test_new_sessions_appear_and_nothing_moves(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    old = filled.others[1]
    context.show_event(old.event_ids[0])
    settle()
    turns = [said("user", "user", "Good morning.", turn=1, start=WEBHOOKS_AT + 1)]
    record(filled.store, "A new talk", turns)
    context.poll()
    settle()
    assert titles(view)[0] == "A new talk"
    assert view.transcript.session_id == old.session_id
    assert view.sessions.list.currentIndex().data() == "Talk 1"


def test_a_session_that_was_taken_back_leaves_no_error(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    turns = [said("user", "user", "A mistake.", turn=1, start=WEBHOOKS_AT + 1)]
    gone = record(filled.store, "A mistake", turns)
    context.poll()
    settle()
    context.select(Selection.one("session", gone.session_id))
    settle()
    assert view.transcript.session_id == gone.session_id
    errors: list[object] = []
    context.error_reported.connect(errors.append)
    filled.store.history.undo()
    context.poll()
    settle()
    assert errors == []
    assert "A mistake" not in titles(view)
    assert view.transcript.session_id == filled.webhooks.session_id


def test_themes_switch_live(view: SessionsView, theme_source: ThemeSource, settle: Settle) -> None:
    before = view.transcript.grab().toImage().pixelColor(5, view.transcript.height() - 5)
    theme_source.set_mode("dark")
    settle()
    after = view.transcript.grab().toImage().pixelColor(5, view.transcript.height() - 5)
    assert before.lightness() > 200
    assert after.lightness() < 60


def test_state_is_saved_and_taken_up(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    context.select(Selection.one("session", filled.others[2].session_id))
    settle()
    view.header.set_zoom(view.axis.zoom.__class__("month"))
    state = view.save_state()
    again = SessionsView(context)
    qtbot.addWidget(again)
    again.restore_state(state)
    again.resize(900, 700)
    again.show()
    again.activate()
    settle()
    assert again.transcript.session_id == filled.others[2].session_id
    assert again.axis.zoom.value == "month"
    again.restore_state({"zoom": 7, "sizes": "x", "session": None})


def test_without_a_store_it_says_so(view: SessionsView, context: WindowContext, settle: Settle) -> None:
    context.set_store(None)
    settle()
    assert view.empty.isVisible()
    assert view.empty.accessibleName() == "No store is open"
    assert view.transcript.model.ids == ()


def test_an_empty_store_says_what_helps(
    qtbot: QtBot, context: WindowContext, settle: Settle, tmp_path: Path, frozen_clock: FixedClock
) -> None:
    with create_store(tmp_path / "empty.engramma", clock=frozen_clock) as store:
        view = SessionsView(context)
        qtbot.addWidget(view)
        view.show()
        context.set_store(store)
        settle()
        assert view.empty.isVisible()
        with qtbot.waitSignal(context.view_requested, timeout=1_000) as asked:
            view.empty.action_triggered.emit()
        assert asked.args[0].name == "import"
        context.set_store(None)
        settle()


def test_models_are_sound(qtmodeltester: ModelTester, view: SessionsView, settle: Settle) -> None:
    qtmodeltester.check(view.sessions.list.listed)
    qtmodeltester.check(view.transcript.model)
    view.transcript.header.set_sieve(Sieve.JUDGED)
    settle()


def test_screen_readers_hear_every_turn(view: SessionsView, filled: Filled) -> None:
    model = view.transcript.model
    words = model.data(model.index(3, 0), Qt.ItemDataRole.AccessibleTextRole)
    memory = filled.webhooks.memory_ids[1]
    assert words == (
        "Turn 4, User, 09:34: Remember: check the signature first.. "
        f"Gate: M-{memory}, 0.93, explicit “remember”."
    )
    spoken = QAccessible.queryAccessibleInterface(view.transcript.turns)
    assert spoken is not None
    assert spoken.childCount() == len(model.ids)
