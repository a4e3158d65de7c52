"""In Sessions a person keeps what the gate dropped, and closes a session that an agent left open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engramma.engine import MemoryStore
from engramma.engine.live_sessions import Judgement, SaidEvent, record_gate, record_session
from engramma.ui.bridge import Selection
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.turn_actions import Rescue
from engramma.ui.views.sessions.turn_row import TurnRow
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
SAID = (
    "The label printer needs its own queue, at least for a while.",
    "Codes have sixteen signs without 0 and O.",
)


def record_dropped(store: MemoryStore) -> tuple[int, ...]:
    now = store.clock.now()
    turns = [
        SaidEvent(turn=turn, role="user", speaker="", text=text, at=now) for turn, text in enumerate(SAID, 1)
    ]
    session_id, ids = record_session(
        store.workspace, "Printers", turns, agent="", topics=[], summary="", started_at=now, ended_at=now
    )
    judged = [Judgement(event_id, 0.4, (("detail", 0.4),), None) for event_id in ids]
    record_gate(store.workspace, session_id, "Printers", statements=[], judgements=judged)
    return tuple(ids)


def test_what_the_gate_dropped_is_kept_by_a_click_and_by_its_key(
    qtbot: QtBot, window: MainWindow, settle: Settle
) -> None:
    store = window.context.store
    assert store is not None
    first, second = record_dropped(store)
    window.context.open_view("sessions")
    window.context.select(Selection.one("event", first))
    settle()
    view = window.centre.front
    assert isinstance(view, SessionsView)
    turns = view.transcript.turns
    laid = turns.laid_row(0)
    assert isinstance(laid, TurnRow)
    (button,) = [target for target in laid.targets if isinstance(target.action, Rescue)]
    top = turns.visualRect(turns.model().index(0, 0)).topLeft()
    qtbot.mouseClick(
        turns.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(top) + button.rect.center().toPoint()
    )
    settle()
    window.context.select(Selection.one("event", second))
    settle()
    turns.setFocus()
    qtbot.keyClick(turns, Qt.Key.Key_R, CONTROL_SHIFT)
    settle()
    kept = [mark.memory_id for event in store.sessions.events((first, second)) for mark in event.marks]
    assert [store.memories.get(memory_id).text for memory_id in kept] == list(SAID)
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text == f"Rescued as M-{kept[1]}"
    window.context.run("edit.undo")
    settle()
    (event,) = store.sessions.events((second,))
    assert not event.marks


def test_an_open_session_is_closed_from_the_inspector(window: MainWindow, settle: Settle) -> None:
    store = window.context.store
    assert store is not None
    session_id = store.sessions.start("Night watch", agent="ops-agent")
    window.context.open_view("sessions")
    window.context.select(Selection.one("session", session_id))
    settle()
    window.context.run("session.close")
    settle()
    assert not store.sessions.get(session_id).is_open
    assert window.parts.toasts.toast.message is not None
