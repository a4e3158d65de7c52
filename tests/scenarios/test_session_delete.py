"""A session is deleted: first it is shown which memories lose their evidence; they stay, and all of it comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name

from engramma.engine import open_store, session_deletion
from engramma.engine.live_sessions import Judgement, KeptStatement, SaidEvent, record_gate, record_session
from engramma.engine.session_deletion import DeletionPreview
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.model.errors import InvalidValueError
from engramma.model.progress import CancelToken, silent
from engramma.store.database import Reading
from engramma.store.memories.writing import insert_provenance
from engramma.store.tables import event
from engramma.ui.bridge import Selection
from engramma.ui.window.commands import session_commands

FACTS = ("Retries wait five minutes.", "Check the signature first.")
LEFT = Qt.MouseButton.LeftButton


def record(store_path: Path, clock: FixedClock) -> tuple[int, int, int, int]:
    """Two sessions; of the first came two memories, of which the second was said in the other session, too."""
    with open_store(store_path, clock=clock, create=True) as store:
        at, kept = clock.now() - 3 * DAY, []
        sessions, events = [], []
        for title in ("Webhook retries", "Signatures again"):
            said = [
                SaidEvent(turn, "user", "user", f"Remember: {text}", at + turn * MINUTE)
                for turn, text in enumerate(FACTS, 1)
            ]
            session_id, ids = record_session(
                store.workspace, title, said, agent="shop-agent", topics=(), summary="",
                started_at=at, ended_at=at + 9 * MINUTE,
            )  # fmt: skip
            sessions.append(session_id)
            events.append(tuple(ids))
        for turn, text in enumerate(FACTS):
            statement = KeptStatement(
                events[0][turn], text, "semantic", "fact", 0.9, (), at, "", 10, 10 + len(text)
            )
            judged = [Judgement(events[0][turn], 0.9, (), 0)]
            kept += record_gate(
                store.workspace, sessions[0], "Webhook retries", statements=[statement], judgements=judged
            )
        with store.workspace.journal.short("edit", "evidence", actor="import") as step:
            insert_provenance(
                step, kept[1], session_id=sessions[1], event_id=events[1][1], start=0, end=5, quote="Remem"
            )
        store.memories.pin([kept[0]])
        assert store.sessions.deletion(sessions[0]).bare == (kept[0],)
        live = store.sessions.start("Still open")
        with pytest.raises(InvalidValueError):
            store.sessions.delete(live)
        with pytest.raises(InvalidValueError):
            store.acting_as("agent:claude").sessions.delete(sessions[0])
    return sessions[0], sessions[1], kept[0], kept[1]


def test_turns_that_came_after_the_look_go_too_and_no_more_lines_are_read_than_shown(
    store_path: Path, frozen_clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _second, bare, resting = record(store_path, frozen_clock)
    with open_store(store_path, clock=frozen_clock) as store:
        read = session_deletion._preview

        def read_then_imported(reading: Reading, session_id: int) -> DeletionPreview:
            found = read(reading, session_id)
            with store.workspace.journal.short("import", "late", actor="import") as step:
                step.insert(event, uid="late", session_id=first, turn=9, role="user", text="One more.")
            return found

        monkeypatch.setattr(session_deletion, "_preview", read_then_imported)
        store.sessions.delete(first)
        assert store.sessions.event_ids(first) == (), "an import between the look and the deletion"
        monkeypatch.undo()
        store.history.undo()
        assert len(store.sessions.event_ids(first)) == 3
        monkeypatch.setattr(session_commands, "MOST_LINES", 0)
        found = session_commands._look(store, first, silent, CancelToken())
        assert (found.bare, found.resting) == ((), ())
        assert (found.preview.bare, found.preview.resting) == ((bare,), (resting,))


def test_what_loses_its_evidence_is_shown_and_all_comes_back(
    qtbot: QtBot, make_window: MakeWindow, settle: Settle, store_path: Path, frozen_clock: FixedClock
) -> None:
    first, second, bare, resting = record(store_path, frozen_clock)
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    keyboard = Keyboard(qtbot, window)
    keyboard.press(Qt.Key.Key_2, CONTROL)
    settle(window)
    assert window.centre.name == "sessions"
    window.context.select(Selection.one("session", first))
    settle(window)
    qtbot.mouseClick(by_name(window, "Delete this session"), LEFT)
    settle(window)
    dialog = next(w for w in QApplication.topLevelWidgets() if "Delete the session" in w.accessibleName())
    assert by_name(dialog, f"{FACTS[0]} M-{bare}")
    assert by_name(dialog, f"{FACTS[1]} M-{resting}")
    qtbot.mouseClick(by_name(dialog, "Delete session"), LEFT)
    settle(window)
    store = window.context.store
    assert store is not None
    assert [found.id for found in store.sessions.list() if found.id in (first, second)] == [second]
    assert store.sessions.event_ids(first) == ()
    quotes = [found.quote for found in store.memories.details(bare).provenance]
    assert quotes == [FACTS[0]], "what was said stays with the memory"
    assert store.memories.get(bare).pinned
    hits = store.recall.ask("How long do retries wait?", lexical=True).hits
    assert not any(str(hit.type) == "event" and hit.session_id == first for hit in hits)

    qtbot.mouseClick(by_name(window.parts.toasts.toast, "Undo"), LEFT)
    settle(window)
    window.close()
    with open_store(store_path, clock=frozen_clock) as again:
        assert {found.id for found in again.sessions.list()} >= {first, second}
        assert len(again.sessions.event_ids(first)) == 2
        (evidence,) = again.memories.details(bare).provenance
        assert (evidence.quote, evidence.session_id) == ("", first)
