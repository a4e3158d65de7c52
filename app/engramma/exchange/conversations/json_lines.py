"""The objects of a JSONL file, looked at twice: once to learn about the whole, once to tell it line by line.

What is no object is reported at the second look. Memory stays flat: no line is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engramma.exchange.cleaning import excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.lines import LINE_LIMIT, Line, head_lines, read_lines, size_of
from engramma.exchange.parsing import UnreadableError, parse_json
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Skipped

_POSITION_EVERY = 500


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line that holds an object. `number` counts from 1."""

    number: int
    text: str
    value: dict[str, Any]


class TwoLooks:
    """Both passes over one file; positions count both."""

    def __init__(self, source: Source, cancel: CancelToken) -> None:
        self._source = source
        self._cancel = cancel
        self._size = size_of(source.path, name=source.name)
        self._last = 0

    def first(self) -> Iterator[JsonLine | Position]:
        """The objects, and how far the work is."""
        for line in self._lines():
            self._last = line.number
            if line.number % _POSITION_EVERY == 0:
                yield Position(min(line.end, self._size), 2 * self._size)
            found = _value_of(line)
            if isinstance(found, JsonLine):
                yield found

    def second(self) -> Iterator[JsonLine | Position | Skipped]:
        """The same objects, with what stands between them, and the last position."""
        for line in self._lines():
            if line.number > self._last:
                break  # written since the first look; the next import takes it
            if line.number % _POSITION_EVERY == 0:
                yield Position(min(self._size + line.end, 2 * self._size), 2 * self._size)
            found = _value_of(line)
            if isinstance(found, JsonLine):
                if found.text is not line.text:
                    yield Skipped(line.number, found.text)
                    found = JsonLine(found.number, line.text, found.value)
                yield found
            elif found is not None:
                yield found

    def end(self) -> Position:
        """The position when everything has been read."""
        return Position(2 * self._size, 2 * self._size)

    def _lines(self) -> Iterator[Line]:
        for line in read_lines(self._source.path, name=self._source.name):
            self._cancel.check()
            yield line


def objects_of(source: Source, *, cancel: CancelToken) -> Iterator[JsonLine | Position | Skipped]:
    """The objects in one look, with what stands between them; the last position is the caller's."""
    size = size_of(source.path, name=source.name)
    for line in read_lines(source.path, name=source.name):
        cancel.check()
        if line.number % _POSITION_EVERY == 0:
            yield Position(min(line.end, size), size)
        found = _value_of(line)
        if isinstance(found, JsonLine) and found.text is not line.text:
            yield Skipped(line.number, found.text)
            found = JsonLine(found.number, line.text, found.value)
        if found is not None:
            yield found


def head_objects(head: bytes) -> tuple[list[dict[str, Any]], int]:
    """The objects among the first lines of a file, and how many lines were looked at; a cut last line is not."""
    lines = head_lines(head)
    found: list[dict[str, Any]] = []
    for line in lines:
        try:
            value = json.loads(line, strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found.append(value)
    cut = len(lines) > 1 and not head.rstrip(b"\x00 \t\r").endswith(b"\n") and len(found) < len(lines)
    return found, len(lines) - int(cut)


def _value_of(line: Line) -> JsonLine | Skipped | None:
    """The object of a line; its `text` is a note instead when characters had to be replaced."""
    if line.too_long:
        return Skipped(line.number, f"longer than {LINE_LIMIT:,} bytes", excerpt(line.text))
    if not line.text.strip():
        return None
    try:
        parsed = parse_json(line.text)
    except UnreadableError as error:
        return Skipped(line.number, str(error), excerpt(line.text))
    if not isinstance(parsed.value, dict):
        return Skipped(line.number, "not a JSON object", excerpt(line.text))
    text = replaced_note(parsed.replaced) if parsed.replaced else line.text
    return JsonLine(line.number, text, parsed.value)
