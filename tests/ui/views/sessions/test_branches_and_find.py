"""Branches of a transcript, shown and switched, and the search inside it with its marks on the scroll bar."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from recorded_sessions import Filled, Settle

from engramma.engine import MemoryStore
from engramma.model.session import EventPlace
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.branches import EVERY, MAIN, branches_of
from engramma.ui.views.sessions.turn_actions import ShowLine
from engramma.ui.views.sessions.turn_row import TurnRow


def rewound_transcript(folder: Path) -> Path:
    """A transcript in which the second question was taken back and asked anew."""

    def line(uuid: str, parent: str | None, role: str, text: str, second: int) -> str:
        content: object = text if role == "user" else [{"type": "text", "text": text}]
        return json.dumps(
            {
                "type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "talk-1", "isSidechain": False,
                "timestamp": f"2026-02-20T10:00:{second:02}.000Z", "cwd": "/shop", "version": "2.0.0",
                "message": {"role": role, "content": content},
            }
        )  # fmt: skip

    lines = [
        line("a", None, "user", "Which port?", 1),
        line("b", "a", "assistant", "Port 8443.", 2),
        line("c", "b", "user", "A question that was taken back.", 3),
        line("d", "c", "assistant", "An answer to it.", 4),
        line("e", "b", "user", "The question asked anew.", 5),
        line("f", "e", "assistant", "The answer that counts.", 6),
    ]
    file = folder / "talk-1.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def import_rewound(store: MemoryStore, folder: Path) -> int:
    store.transfer.import_files([rewound_transcript(folder)])
    return next(item.id for item in store.sessions.list() if item.source == "claude-code")


def place(event_id: int, parent: int | None, *, active: bool = True) -> EventPlace:
    return EventPlace(event_id, parent, active)


def test_every_end_that_was_left_behind_is_a_branch() -> None:
    left = [place(n, parent, active=False) for n, parent in ((3, 2), (4, 3), (5, 3), (6, None))]
    branches = branches_of([place(1, None), place(2, 1), *left, place(7, 2), place(8, 99, active=False)])
    assert branches.main == (1, 2, 7)
    assert [(item.fork, item.ids) for item in branches.rewound] == [
        (2, (3, 4)),
        (2, (3, 5, 6)),
        (7, (8,)),
    ], "what does not say what it follows, follows the turn before it"
    assert branches.shown(2) == (1, 2, 3, 5, 6)
    assert branches.shown(EVERY) == tuple(range(1, 9))
    assert [branches.line_of(n, now=MAIN) for n in (7, 3, 5, 8)] == [MAIN, 1, 2, 3]
    assert branches.line_of(3, now=2) == 2, "the line that is shown is kept"
    assert branches_of([place(1, None), place(2, 1)]).lines == (EVERY,)
    early = branches_of([place(1, None, active=False), place(2, None)])
    assert (early.rewound[0].fork, early.shown(1)) == (None, (1,))
    assert early.leaving(2) == early.rewound


def turn(view: SessionsView, event_id: int) -> TurnRow:
    laid = view.transcript.turns.laid_row(view.transcript.model.row_of(event_id))
    assert isinstance(laid, TurnRow)
    return laid


def links(view: SessionsView, event_id: int) -> list[ShowLine]:
    return [item.action for item in turn(view, event_id).targets if isinstance(item.action, ShowLine)]


def test_a_rewound_branch_is_shown_and_switched_to(
    qtbot: QtBot,
    view: SessionsView,
    context: WindowContext,
    settle: Settle,
    filled: Filled,
    tmp_path: Path,
) -> None:
    imported = import_rewound(filled.store, tmp_path)
    context.poll()
    context.select(Selection.one("session", imported))
    settle()
    pane, every = view.transcript, filled.store.sessions.event_ids(imported)
    assert pane.model.ids == (*every[:2], *every[4:]), "as it went on"
    assert "Rewound here: 2 turns left behind." in turn(view, every[1]).targets[-1].name
    assert pane.header.lines.isVisibleTo(pane)
    pane.turns.setFocus()
    pane.turns.choose(every[1])
    qtbot.keyClick(pane.turns, Qt.Key.Key_Left)
    qtbot.keyClick(pane.turns, Qt.Key.Key_Return)
    assert pane.model.ids == every[:4], "with what led to it"
    assert pane.turns.current_key == every[1]
    assert "Left behind 1: 2 turns" in pane.header.lines.accessibleName()
    settle()
    assert links(view, every[2]) == [ShowLine(MAIN)]
    context.show_event(every[5])
    settle()
    assert pane.model.ids == (*every[:2], *every[4:]), "a turn that is asked for brings its line"
    context.show_event(every[3])
    settle()
    assert pane.turns.current_key == every[3]
    pane.header.lines.line_chosen.emit(ShowLine(EVERY))
    assert pane.model.ids == every
    settle()
    words = [str(pane.model.data(pane.model.index(row, 0), 11)) for row in range(6)]
    assert [number for number, text in enumerate(words) if ", rewound" in text] == [2, 3]
    context.set_query("answer")
    settle()
    pane.header.lines.line_chosen.emit(ShowLine(MAIN))
    settle()
    assert links(view, every[1]) == [ShowLine(1)]
    pane.turns.choose(every[1])
    pane.next_hit()
    assert pane.turns.current_key == every[3], "words are found on every branch"
    context.select(Selection.one("session", filled.webhooks.session_id))
    settle()
    assert not pane.header.lines.isVisibleTo(pane)


def test_the_search_inside_a_transcript(
    qtbot: QtBot, view: SessionsView, context: WindowContext, settle: Settle, filled: Filled
) -> None:
    context.set_query("retries")
    settle()
    pane, ids = view.transcript, filled.webhooks.event_ids
    bar = pane.find_bar
    pane.turns.setFocus()
    qtbot.keyClick(pane.turns, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bar.isVisible()
    qtbot.keyClicks(bar.field, "webhook")
    qtbot.wait(150)
    settle()
    assert pane.turns.current_key == ids[1], "the first that holds it"
    assert ids[1] in pane.rows.opened, "unfolded for it"
    assert bar.field.accessibleDescription() == "1 of 2 turns"
    assert len(pane.turns.hit_places(300.0)) == 2
    assert len(pane.turns.memory_places(300.0)) == 2, "and the turns that became memories"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert pane.turns.current_key == ids[4]
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert pane.turns.current_key == ids[1], "after the last comes the first"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert (pane.turns.current_key, context.query) == (ids[4], "retries")
    bar.field.setText("nowhere (")
    qtbot.wait(150)
    settle()
    assert bar.field.accessibleDescription() == "in no turn"
    assert pane.turns.hit_places(300.0) == []
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    settle()
    assert not bar.isVisible()
    assert pane.header._hits.text() == "in 1 turn", "the words of the window's search again"
    assert context.query == "retries"
