"""What could be typed next: field names, then that field's values. Needs no valid query around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engramma.model.records import dataclass
from engramma.model.search.fields import FIELDS, Field, FieldKind, find_field
from engramma.model.search.lexer import SPECIAL

MOST = 20

ValuesProvider = Callable[[str, str], Sequence[tuple[str, int | None]]]

_NAMED = re.compile(r"([A-Za-z_]+):")
_SIGN = re.compile(r"[<>=≥≤]+")


@dataclass(frozen=True, slots=True)
class Completion:
    """Put `text` in place of [start, end) and the cursor at `cursor`. `label` and `detail` are shown."""

    text: str
    start: int
    end: int
    label: str
    detail: str
    cursor: int


def no_values(_field: str, _prefix: str) -> Sequence[tuple[str, int | None]]:
    """A provider that knows nothing."""
    return ()


def complete(text: str, cursor: int, provider: ValuesProvider = no_values) -> list[Completion]:
    """At most MOST completions of what stands at `cursor`, best first.

    `provider(field, prefix)` gives the store's values of a text field that begin with `prefix`, with counts.
    """
    cursor = min(max(cursor, 0), len(text))
    start, quote = _token_start(text, cursor)
    while start < cursor and text[start] == "-":
        start += 1
    end = cursor if quote >= 0 else _token_end(text, cursor)
    named = _NAMED.match(text, start)
    if named is not None and named.end() <= cursor:
        known = find_field(named.group(1))
        if known is None:
            return []
        prefix = text[quote + 1 : cursor] if quote >= 0 else text[named.end() : cursor]
        return _values(known, prefix, text=text, start=named.end(), end=end, provider=provider)
    if quote >= 0 or text[start : start + 1] == "~":
        return []
    return _names(text[start:cursor].casefold(), start, end)


def _names(prefix: str, start: int, end: int) -> list[Completion]:
    found = [
        item
        for item in FIELDS.values()
        if any(name.startswith(prefix) for name in (item.name, *item.aliases))
    ]
    found.sort(key=lambda item: not item.name.startswith(prefix))
    return [
        Completion(f"{item.name}:", start, end, f"{item.name}:", item.help, start + len(item.name) + 1)
        for item in found[:MOST]
    ]


def _values(
    known: Field, prefix: str, *, text: str, start: int, end: int, provider: ValuesProvider
) -> list[Completion]:
    rows: list[tuple[str, str]]
    folded = prefix.casefold()
    if known.kind is FieldKind.CHOICE:
        rows = [
            (item.value, item.help or item.label)
            for item in known.choices
            if any(name.startswith(folded) for name in (item.value, *item.aliases))
        ]
    elif known.open_ended:
        rows = [
            (value, "" if count is None else f"{count:,}") for value, count in provider(known.name, prefix)
        ]
    else:
        unsigned = _SIGN.sub("", folded)
        rows = [
            (value, "")
            for value in known.suggested
            if value.startswith(folded) or (not unsigned and folded in value)
        ]
    made = []
    for value, detail in rows[:MOST]:
        shown = _written(value) if known.open_ended else value
        shown += "" if text[end : end + 1].isspace() else " "
        made.append(Completion(shown, start, end, value, detail, start + len(shown)))
    return made


def _written(value: str) -> str:
    if value and not any(c.isspace() or c in SPECIAL or c in "*\\" for c in value) and value[0] not in ":/":
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _token_start(text: str, cursor: int) -> tuple[int, int]:
    """Where the token at `cursor` begins, and where its quote opened (-1 if the cursor is in none)."""
    start = 0
    position = 0
    quote = -1
    while position < cursor:
        character = text[position]
        if quote >= 0:
            if character == "\\":
                position += 1
            elif character == '"':
                quote = -1
                start = position + 1
        elif character == '"':
            if position > start and text[position - 1] not in ":~":
                start = position
            quote = position
        elif character == "\\":
            position += 1
        elif character.isspace() or character in SPECIAL:
            start = position + 1
        position += 1
    return min(start, cursor), quote


def _token_end(text: str, cursor: int) -> int:
    end = cursor
    while end < len(text) and not text[end].isspace() and text[end] not in SPECIAL:
        end += 1
    return end
