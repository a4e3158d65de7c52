"""A session of 10,000 turns: few rows are laid out and few events are held, wherever one scrolls."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from recorded_sessions import WEBHOOKS_AT, Filled, Recorded, Settle, record, said

from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.rows.row_geometry import KEPT_ROWS
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.transcript_model import KEPT
from engramma.ui.views.sessions.turn_row import TurnRow

TURNS = 10_000


@pytest.fixture
def long_talk(filled: Filled) -> Recorded:
    """Turns of one to nine lines, every hundredth a very long one."""
    turns = [
        said(
            "user" if number % 2 else "agent",
            "shop-agent",
            f"Turn {number}. "
            + "A sentence that takes some room. " * (number % 40)
            + ("\nanother line" * 80 if number % 100 == 0 else ""),
            turn=number,
            start=WEBHOOKS_AT + 1,
        )
        for number in range(1, TURNS + 1)
    ]
    return record(filled.store, "A long talk", turns)


@pytest.fixture
def long_view(
    long_talk: Recorded, view: SessionsView, context: WindowContext, settle: Settle
) -> SessionsView:
    context.select(Selection.one("session", long_talk.session_id))
    settle()
    return view


def test_few_rows_are_laid_out_wherever_one_scrolls(
    long_view: SessionsView, long_talk: Recorded, settle: Settle
) -> None:
    turns, model = long_view.transcript.turns, long_view.transcript.model
    assert model.rowCount() == TURNS
    bar = turns.verticalScrollBar()
    for share in (0.1, 0.9, 0.5, 0.05, 0.97):
        bar.setValue(round(bar.maximum() * share))
        settle()
        assert turns.laid_out <= KEPT_ROWS
    measured = sum(turns._heights.is_measured(row) for row in range(TURNS))
    assert measured < 200
    assert len(model._events) <= KEPT


def test_a_turn_far_away_is_scrolled_to_and_stays_put(
    long_view: SessionsView, long_talk: Recorded, context: WindowContext, settle: Settle
) -> None:
    turns = long_view.transcript.turns
    wanted = long_talk.event_ids[8_765]
    context.show_event(wanted)
    settle()
    area = turns.visualRect(turns.currentIndex())
    middle = turns.viewport().rect().center().y()
    assert turns.current_key == wanted
    assert abs(area.center().y() - middle) <= area.height()


def test_end_and_home(qtbot: QtBot, long_view: SessionsView, long_talk: Recorded, settle: Settle) -> None:
    turns = long_view.transcript.turns
    turns.setFocus()
    qtbot.keyClick(turns, Qt.Key.Key_End)
    settle()
    assert turns.current_key == long_talk.event_ids[-1]
    assert turns.verticalScrollBar().value() == turns.verticalScrollBar().maximum()
    assert turns.viewport().rect().contains(turns.visualRect(turns.currentIndex()).center())
    qtbot.keyClick(turns, Qt.Key.Key_Home)
    settle()
    assert turns.current_key == long_talk.event_ids[0]
    assert turns.verticalOffset() == 0


def test_scrolling_up_a_little_moves_what_is_seen_by_as_much(
    long_view: SessionsView, long_talk: Recorded, context: WindowContext, settle: Settle
) -> None:
    """Rows above are measured only now: their true heights must not push the others about."""
    turns, model = long_view.transcript.turns, long_view.transcript.model
    context.show_event(long_talk.event_ids[5_000])
    settle()
    bar = turns.verticalScrollBar()
    index = turns.currentIndex()
    for _ in range(5):
        before = turns.visualRect(index).top()
        bar.setValue(bar.value() - 40)
        settle()
        assert turns.visualRect(index).top() == before + 40
    assert model.row_of(turns.current_key) == 5_000


def test_a_long_text_is_shown_to_its_fortieth_line_and_whole_on_demand(
    qtbot: QtBot, long_view: SessionsView, long_talk: Recorded, context: WindowContext, settle: Settle
) -> None:
    turns = long_view.transcript.turns
    context.show_event(long_talk.event_ids[99])
    settle()
    row = turns.currentIndex().row()
    laid = turns.laid_row(row)
    assert isinstance(laid, TurnRow)
    offers = [item.name for item in laid.targets if item.name.startswith("Show all")]
    assert len(offers) == 1
    assert offers[0].endswith(" lines")
    short = laid.height
    turns.setFocus()
    qtbot.keyClick(turns, Qt.Key.Key_Space)
    whole = turns.laid_row(row)
    assert whole is not None
    assert whole.height > 1.8 * short


def test_new_turns_are_added_without_moving(
    long_view: SessionsView, long_talk: Recorded, context: WindowContext, settle: Settle
) -> None:
    turns = long_view.transcript.turns
    context.show_event(long_talk.event_ids[4_000])
    settle()
    top = turns.visualRect(turns.currentIndex()).top()
    transcript = long_view.transcript
    kept = transcript.model.ids
    transcript.model.show(kept[:-5], other_session=False)
    settle()
    transcript.model.show(kept, other_session=False)
    settle()
    assert turns.current_key == long_talk.event_ids[4_000]
    assert turns.visualRect(turns.currentIndex()).top() == top
