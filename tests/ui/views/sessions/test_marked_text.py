"""Spans of texts stand where they should, also behind characters that Qt counts twice; rewound turns say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QTextLayout
from pytestqt.qtbot import QtBot
from recorded_sessions import Filled, Settle

from engramma.engine import MemoryStore
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.delegates.searched_words import searched_pattern, spans_of
from engramma.ui.views.rows import WrappedText
from engramma.ui.views.rows.wrapped_text import Utf16Offsets, drawable
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.turn_row import TurnRow


@pytest.mark.parametrize("text", ["plain text here", "🔥🔥 fire here", "a\r\nb here", "e\u0301 here 🎉"])
def test_a_span_covers_its_characters_and_no_others(qtbot: QtBot, theme_source: object, text: str) -> None:
    font = QFont("Inter")
    font.setPixelSize(13)
    wrapped = WrappedText(text, font, width=600, pitch=18)
    start = text.index("here")
    (rect,) = wrapped.span_rects(start, start + 4)
    line_text = drawable(text).split("\u2028")[-1].lstrip("\u200b")
    alone = QTextLayout(line_text, font)
    alone.beginLayout()
    line = alone.createLine()
    line.setLineWidth(600)
    alone.endLayout()
    before = line_text[: line_text.index("here")].encode("utf-16-le")
    assert line.xToCursor(rect.left()) == len(before) // 2
    assert line.xToCursor(rect.right()) == len(before) // 2 + 4


@given(st.text(max_size=40))
def test_utf16_positions_are_those_of_the_encoded_text(text: str) -> None:
    shown = drawable(text)
    offsets = Utf16Offsets(shown)
    assert len(shown) == len(text)
    for position in range(len(shown) + 1):
        assert offsets.unit(position) == len(shown[:position].encode("utf-16-le", "surrogatepass")) // 2


def test_a_span_over_a_line_break_has_a_rectangle_on_each_line(qtbot: QtBot, theme_source: object) -> None:
    font = QFont("Inter")
    font.setPixelSize(13)
    wrapped = WrappedText("one two\nthree four", font, width=400, pitch=18)
    first, second = wrapped.span_rects(4, 13)
    assert second.top() - first.top() == 18
    assert first.left() > 0
    assert second.left() == 0


def test_the_remembered_span_of_a_turn_with_astral_characters(view: SessionsView, filled: Filled) -> None:
    event_id = filled.webhooks.event_ids[2]
    laid = view.transcript.turns.laid_row(view.transcript.model.row_of(event_id))
    assert isinstance(laid, TurnRow)
    ((memory_id, rects),) = laid.said.mark_rects
    text = laid.said._text
    assert memory_id == filled.webhooks.memory_ids[0]
    assert text is not None
    line = text._layout.lineAt(0)
    left = laid.said._at.x()
    shown = "🔥🔥 Careful: retries wait 5 minutes. That is all."
    covered = shown.encode("utf-16-le")[
        2 * line.xToCursor(rects[0].left() - left) : 2 * line.xToCursor(rects[0].right() - left)
    ].decode("utf-16-le")
    assert covered == "retries wait 5 minutes"


def test_words_of_a_search_are_found_as_the_search_finds_them() -> None:
    pattern = searched_pattern('retr* "after the third" -queue tier:short')
    text = "The RETRIES stop after  the\nthird; the queue is parked."
    assert [text[start:end] for start, end in spans_of(pattern, text)] == ["RETR", "after  the\nthird"]
    assert searched_pattern("tier:short") is None
    assert searched_pattern('"unclosed') is None or spans_of(searched_pattern('"unclosed'), "x") == ()


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


def test_rewound_turns_are_muted_and_named(
    view: SessionsView, context: WindowContext, settle: Settle, filled: Filled, tmp_path: Path
) -> None:
    imported = import_rewound(filled.store, tmp_path)
    context.poll()
    context.select(Selection.one("session", imported))
    settle()
    model = view.transcript.model
    words = [str(model.data(model.index(row, 0), 11)) for row in range(model.rowCount())]
    rewound = [text for text in words if ", rewound" in text]
    assert len(words) == 6
    assert len(rewound) == 2
    assert "taken back" in rewound[0]
    assert "An answer to it" in rewound[1]


def import_rewound(store: MemoryStore, folder: Path) -> int:
    store.transfer.import_files([rewound_transcript(folder)])
    return next(item.id for item in store.sessions.list() if item.source == "claude-code")
