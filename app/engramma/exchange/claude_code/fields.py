"""Single values of a transcript line, read with distrust: ids, times, titles."""

from __future__ import annotations

from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.model.clock import parse_iso

UNKNOWN_TIME = -(2**63)
"""Stands in arrays of times where a line has none."""

SESSION_FIELDS = ("sessionId", "session_id")

_ID_CHARACTERS = 200
_TITLE_CHARACTERS = 80


def id_in(value: dict[str, Any], *names: str) -> str:
    """The first id under `names`; empty when there is none. Ids have no blanks and at most 200 characters."""
    for name in names:
        found = value.get(name)
        if isinstance(found, str) and len(found) <= _ID_CHARACTERS and found.split() == [found]:
            return found
    return ""


def text_in(value: dict[str, Any], name: str) -> str:
    """The text under `name` without blanks around it; empty when it is no text."""
    found = value.get(name)
    return found.strip() if isinstance(found, str) else ""


def time_in(value: dict[str, Any]) -> tuple[int, str]:
    """UTC microseconds of a line's time and its text; `UNKNOWN_TIME` when it has none that can be read."""
    text = value.get("timestamp")
    if not isinstance(text, str):
        return UNKNOWN_TIME, ""
    try:
        return parse_iso(text), text
    except (ValueError, OverflowError, OSError):
        return UNKNOWN_TIME, excerpt(text, 100)


def short_title(text: str) -> str:
    """The first line of `text`, cut to 80 characters."""
    line = " ".join(text.strip().split("\n", 1)[0].split())
    return line if len(line) <= _TITLE_CHARACTERS else f"{line[: _TITLE_CHARACTERS - 1].rstrip()}…"
