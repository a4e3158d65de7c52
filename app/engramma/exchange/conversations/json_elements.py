"""The objects of a JSON array, looked at twice, in the shape in which `json_lines` gives those of a JSONL file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, pieces
from engramma.exchange.conversations.json_lines import JsonLine
from engramma.exchange.format import Source
from engramma.exchange.lines import head_text, size_of
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Skipped

_ELEMENTS_LOOKED_AT = 50
_BLANK = "\x00 \t\r\n"


class TwoLooksAtArray:
    """Both passes over the elements of one file; a file that is one object counts as an array of one."""

    def __init__(self, source: Source, cancel: CancelToken) -> None:
        self._source = source
        self._cancel = cancel
        self._size = size_of(source.path, name=source.name)

    def first(self) -> Iterator[JsonLine | Position]:
        """The objects, and how far the work is."""
        for seen in pieces(self._source, _no_archive, cancel=self._cancel):
            if isinstance(seen, Position):
                yield Position(min(seen.done, self._size), 2 * self._size)
            elif isinstance(seen, Piece) and isinstance(seen.value, dict):
                yield JsonLine(seen.line, seen.text, seen.value)

    def second(self) -> Iterator[JsonLine | Position | Skipped]:
        """The same objects, with what stands between them."""
        for seen in pieces(self._source, _no_archive, cancel=self._cancel):
            if isinstance(seen, Position):
                yield Position(self._size + min(seen.done, self._size), 2 * self._size)
            elif isinstance(seen, Skipped):
                yield seen
            elif isinstance(seen.value, dict):
                yield JsonLine(seen.line, seen.text, seen.value)
            else:
                yield Skipped(seen.line, "not a JSON object", excerpt(seen.text))

    def end(self) -> Position:
        """The position when everything has been read."""
        return Position(2 * self._size, 2 * self._size)


def is_array(head: bytes) -> bool:
    """Whether a file that begins with `head` is an array."""
    return head_text(head).lstrip(_BLANK).startswith("[")


def head_elements(head: bytes) -> tuple[list[dict[str, Any]], int]:
    """The objects among the first whole elements of an array, and how many elements were looked at."""
    text = head_text(head).lstrip(_BLANK)[1:]
    decoder = json.JSONDecoder(strict=False)
    found: list[dict[str, Any]] = []
    looked_at = at = 0
    while looked_at < _ELEMENTS_LOOKED_AT:
        while at < len(text) and text[at] in f"{_BLANK},":
            at += 1
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        looked_at += 1
        if isinstance(value, dict):
            found.append(value)
    return found, looked_at


def _no_archive(_head: bytes) -> float:
    return 0.0
