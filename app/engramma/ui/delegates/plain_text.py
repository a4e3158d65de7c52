"""Text of memories made safe to show: one line for cells, and tooltips that can never be read as HTML.

Exists because Qt guesses rich text in tooltips, and memories may hold anything: markup, control characters,
NUL, lone surrogates, megabytes. Must stay pure but for Qt-free standard modules.
"""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST_LINE = 600
LONGEST_TOOLTIP = 1200

_BREAKS = re.compile("[\\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_NOT_TEXT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def clean(text: str) -> str:
    """The text without what no font can draw or what turns the direction of its surroundings.

    Line breaks stay.
    """
    return _NOT_TEXT.sub("\ufffd", text)


@lru_cache(maxsize=4096)
def single_line(text: str) -> str:
    """The beginning of a text on one line, at most 600 characters; breaks and control signs are spaces."""
    return clean(_BREAKS.sub(" ", text[:LONGEST_LINE])).strip()


def tooltip(text: str) -> str:
    """A tooltip that shows exactly this text, wrapped.

    Escaped, since Qt would guess markup (at most 1200 characters).
    """
    shown = text if len(text) <= LONGEST_TOOLTIP else text[: LONGEST_TOOLTIP - 1] + "…"
    if not shown.strip():
        return ""
    return f'<div style="white-space: pre-wrap">{clean(shown).translate(_MARKUP)}</div>'
