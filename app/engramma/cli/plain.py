"""Makes text from memories safe and fitting for a terminal: nothing in it may move the cursor or change a colour.

Pure functions on strings; knows no streams.
"""

from __future__ import annotations

import textwrap
import unicodedata

ELLIPSIS = "…"
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_PICTURES = 0x2400


def counted(count: int, one: str, many: str) -> str:
    """ "1 memory", "1,234 memories"."""
    return f"{count:,} {one if count == 1 else many}"


def visible(text: str) -> str:
    """`text` with every control and direction character as a sign that can be seen; lines and tabs stay."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in "\n\t":
        return character
    code = ord(character)
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "␡"
    if character in _BIDI or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return f"⟨U+{code:04X}⟩"
    return character


def one_line(text: str) -> str:
    """`text` on one line, with runs of white space as one space."""
    return visible(" ".join(text.split()))


def columns(text: str) -> int:
    """How many columns of a terminal `text`, a visible line, takes."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def elided(text: str, width: int) -> str:
    """`text` cut with an ellipsis so that it takes at most `width` columns."""
    if columns(text) <= width:
        return text
    room = max(width, 1) - 1
    kept: list[str] = []
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ELLIPSIS


def padded(text: str, width: int, *, right: bool = False) -> str:
    """`text` filled with spaces to `width` columns."""
    gap = " " * max(0, width - columns(text))
    return gap + text if right else text + gap


def wrapped(text: str, *, width: int, indent: str = "") -> list[str]:
    """The lines of `text`, made visible, broken between words and indented."""
    lines: list[str] = []
    for line in visible(text).expandtabs(4).split("\n"):
        lines += textwrap.wrap(
            line,
            max(width - len(indent), 20),
            drop_whitespace=True,
            replace_whitespace=False,
            break_on_hyphens=False,
        ) or [""]
    return [f"{indent}{line}".rstrip() for line in lines]
