"""Cuts a search text into coloured parts for the search bar. Free of Qt, and never fails, whatever is typed."""

from __future__ import annotations

import re
from typing import Literal

from engramma.model.records import dataclass
from engramma.model.search import find_field

Colour = Literal["field", "operator", "quoted", "unknown"]

_PARTS = re.compile(
    r"""(?P<quoted>~?"(?:[^"\\]|\\.)*"?)
      | (?P<field>[A-Za-z_]+):(?!:|//)
      | (?P<operator>\bOR\b|\bAND\b|\bNOT\b|[()|])
      | (?P<sign>(?<!\S)[-~])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class SyntaxPart:
    """A stretch of the text and what it is."""

    start: int
    end: int
    colour: Colour


def syntax_parts(text: str) -> tuple[SyntaxPart, ...]:
    """The coloured stretches of `text`, in order; what is left out is plain."""
    parts = []
    for found in _PARTS.finditer(text[:10_000]):
        start, end = found.span()
        if found["field"] is not None:
            known = find_field(found["field"]) is not None
            parts.append(SyntaxPart(start, end, "field" if known else "unknown"))
        elif found["quoted"] is not None:
            parts.append(SyntaxPart(start, end, "quoted"))
        else:
            parts.append(SyntaxPart(start, end, "operator"))
    return tuple(parts)
