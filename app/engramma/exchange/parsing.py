"""JSON text into values, with a reason in words when it cannot be read.

Every reader parses through here, so that broken text is reported alike and can never end an import.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from engramma.exchange.cleaning import clean_value, may_need_cleaning

DEEPEST = 100
# Made once: `json.dumps` makes one for each call whose arguments are not its defaults.
_COMPACT = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_TOO_DEEP = "nested too deeply to be read"


class UnreadableError(ValueError):
    """The text is no JSON value; `str(error)` says why, as the end of a sentence about the line."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON value with clean strings, and how many characters had to be replaced in it."""

    value: Any
    replaced: int


def parse_json(text: str) -> Parsed:
    """Decode one JSON value. Control characters inside strings are let through.

    Raises UnreadableError with the reason.
    """
    try:
        value = json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise UnreadableError(_reason(text, error)) from error
    except RecursionError as error:
        raise UnreadableError(_TOO_DEEP) from error
    except ValueError as error:
        raise UnreadableError("holds a number too long to be read") from error
    if text.count("{") + text.count("[") > DEEPEST and is_too_deep(value):
        raise UnreadableError(_TOO_DEEP)
    return Parsed(*clean_value(value)) if may_need_cleaning(text) else Parsed(value, 0)


def is_too_deep(value: Any) -> bool:
    """Whether lists and objects are nested more than `DEEPEST` levels, too many for recursion."""
    level = [value]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return False
        level = below
    return True


def compact_json(value: Any) -> str:
    """`value` as JSON with sorted keys, for details, digests and originals."""
    return _COMPACT.encode(value)


def _reason(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip("\x00 \t\r\n"):
        return "holds nothing but NUL bytes"
    if error.msg.startswith("Unterminated string") or error.pos >= len(text.rstrip()):
        return "cut off: the JSON ends in the middle"
    return f"no JSON: {error.msg} (column {error.colno:,})"
