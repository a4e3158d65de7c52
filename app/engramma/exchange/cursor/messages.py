"""One message of Cursor into turns; what the tool wraps around a person's words is set apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import read_content, role_named
from engramma.model.session import Role

_OPEN, _CLOSE = "<user_query>", "</user_query>"
_WRAPPERS = (
    "<user_info>",
    "<system_reminder>",
    "<git_status>",
    "<rules>",
    "<open_and_recently_viewed_files>",
)


def read_message(role_word: Any, content: Any) -> Reading:
    """The turns of a message; without one there is a reason."""
    role = role_named(role_word)
    if role is None:
        return Reading(left_out=(f"a message of unknown role {excerpt(str(role_word), 80)}",))
    found = read_content(content)
    turns = [_unwrapped(turn) if turn.role is Role.USER else turn for turn in found.turns(role)]
    if not turns and not found.left_out:
        return Reading(left_out=("a message without text",))
    return Reading(tuple(turns), tuple(found.left_out))


def _unwrapped(turn: Turn) -> Turn:
    """A person's turn without its wrappers; wrappers alone are a note."""
    start = turn.text.find(_OPEN)
    end = turn.text.find(_CLOSE, start)
    if start < 0 or end < 0:
        return replace(turn, role=Role.NOTE) if turn.text.startswith(_WRAPPERS) else turn
    words = turn.text[start + len(_OPEN) : end].strip()
    around = f"{turn.text[:start]}{turn.text[end + len(_CLOSE) :]}".strip()
    if not words:
        return replace(turn, role=Role.NOTE)
    return replace(turn, text=words, detail=turn.detail | ({"asides": [around]} if around else {}))
