"""The elements of a large JSON array, one at a time, each with the line on which it begins.

Not ijson: a reader must know the line of every element, keep the good ones when a later one is broken, and
see lone surrogates, which yajl silently turns into question marks. Only finds where elements end; parsing is
left to `engramma.exchange.parsing`.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from engramma.exchange.lines import encoding_of, reading

ELEMENT_LIMIT = 64 * 1024 * 1024
"""Characters that one element may have."""

_STEP = 256 * 1024
_BLANK = "\x00 \t\r\n"
_STRING_REST = r'[^"\\]*+(?:\\.[^"\\]*+)*+"'
_CLOSE = re.compile(_STRING_REST, re.DOTALL)
_TOKEN = re.compile(rf'"{_STRING_REST}|["\[\]{{}},]', re.DOTALL)
_NEXT_BRACKET = re.compile(rf'(?:[^"\[\]{{}}]*+"{_STRING_REST})*+[^"\[\]{{}}]*+(["\[\]{{}}])', re.DOTALL)
_FILLED = re.compile(r"[^\x00 \t\r\n]")


class _State(Enum):
    BEFORE = auto()
    INSIDE = auto()
    AFTER = auto()
    NO_ARRAY = auto()


@dataclass(frozen=True, slots=True)
class Element:
    """The text of one element. `line` counts from 1; `end` is the byte offset read so far, at least its end.

    With a `problem`, `text` is the beginning of something that is no whole element.
    """

    line: int
    end: int
    text: str
    problem: str = ""


def read_elements(path: Path, *, name: str, limit: int = ELEMENT_LIMIT) -> Iterator[Element]:
    """The elements of a top-level array in `path`; a top-level object counts as an array of one.

    Raises ImportFileError when the file cannot be opened or reading fails half-way.
    """
    splitter = _Splitter(limit)
    with reading(name), path.open("rb") as raw:
        encoding, mark = encoding_of(raw.read(4))
        raw.seek(mark if encoding == "utf-8" else 0)
        errors = "surrogateescape" if encoding == "utf-8" else "replace"
        decoder = codecs.getincrementaldecoder(encoding)(errors)
        while chunk := raw.read(_STEP):
            yield from splitter.feed(decoder.decode(chunk), raw.tell())
        yield from splitter.feed(decoder.decode(b"", final=True), raw.tell())
        yield from splitter.finish(raw.tell())


class _Splitter:
    """Cuts text that comes in pieces into the elements of one array.

    `_start` is where the present element begins in `_text`, `_at` how far it has been looked at, `_counted`
    up to where line ends are counted in `_line`. `_over` is the beginning of an element beyond the limit.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._text = ""
        self._start = self._at = self._counted = self._depth = self._base = 0
        self._line = 1
        self._in_string = False
        self._state = _State.BEFORE
        self._over: Element | None = None

    def feed(self, chunk: str, end: int) -> Iterator[Element]:
        """The elements that `chunk` completes."""
        self._text += chunk
        if self._state is _State.BEFORE:
            self._begin()
        while self._state is _State.INSIDE and (mark := self._next_mark()):
            if mark in "[{":
                self._depth += 1
            elif mark in "]}":
                self._depth -= 1
                if self._depth == 0:
                    yield from self._cut(self._at if self._base == 0 else self._at - 1, end)
                    self._state = _State.AFTER
            elif self._depth == self._base == 1:
                yield from self._cut(self._at - 1, end)
        self._compact(end)

    def finish(self, end: int) -> Iterator[Element]:
        """What is left when the text is over: a cut-off element, or text that is no part of the array."""
        problem = {
            _State.BEFORE: "",
            _State.NO_ARRAY: "no JSON array or object begins here",
            _State.INSIDE: "cut off: the JSON ends in the middle",
            _State.AFTER: "stands after the end of the JSON array",
        }[self._state]
        if self._over is not None:
            yield self._over
        elif problem and (first := _FILLED.search(self._text, self._start)):
            yield Element(self._line_at(first.start()), end, self._text[first.start() :], problem)
        elif self._state is _State.INSIDE:
            yield Element(self._line_at(len(self._text)), end, "", problem)

    def _begin(self) -> None:
        first = _FILLED.search(self._text)
        if first is None:
            return
        self._state = _State.INSIDE if first.group() in "[{" else _State.NO_ARRAY
        self._start = self._at = first.start()
        if first.group() == "[":
            self._base = self._depth = 1
            self._start = self._at = first.end()

    def _next_mark(self) -> str:
        """The next bracket or comma outside of strings; empty when more text is needed.

        Within an element commas may be passed over, as they do not end it.
        """
        while True:
            if self._in_string:
                close = _CLOSE.match(self._text, self._at)
                if close is None:
                    backslashes = len(self._text) - len(self._text.rstrip("\\"))
                    self._at = max(self._at, len(self._text) - backslashes % 2)
                    return ""
                self._at, self._in_string = close.end(), False
            if self._depth > self._base and (bracket := _NEXT_BRACKET.match(self._text, self._at)):
                self._at = bracket.end()
                mark = bracket[1]
                self._in_string = mark == '"'
                if not self._in_string:
                    return mark
                continue
            token = _TOKEN.search(self._text, self._at)
            if token is None:
                self._at = len(self._text)
                return ""
            self._at = token.end()
            mark = token.group()
            self._in_string = mark == '"'
            if mark[0] != '"':
                return mark

    def _cut(self, stop: int, end: int) -> Iterator[Element]:
        """The element from the present start to `stop`; the next one starts behind the mark."""
        first = _FILLED.search(self._text, self._start, stop)
        if self._over is not None:
            yield self._over
            self._over = None
        elif first is not None:
            yield Element(self._line_at(first.start()), end, self._text[first.start() : stop].rstrip(_BLANK))
        self._start = self._at

    def _compact(self, end: int) -> None:
        """Let go of text that is done with, or that is more than an element may have."""
        if self._state in (_State.AFTER, _State.NO_ARRAY):
            self._text = self._text[: self._start + _STEP]
        elif len(self._text) - self._start > self._limit:
            if self._over is None:
                line = self._line_at(self._start)
                problem = f"longer than {self._limit:,} characters"
                self._over = Element(
                    line, end, self._text[self._start : self._start + _STEP].lstrip(_BLANK), problem
                )
            self._start = self._at
        self._line_at(self._start)
        self._text = self._text[self._start :]
        self._at = max(0, self._at - self._start)
        self._start = self._counted = 0

    def _line_at(self, position: int) -> int:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = max(self._counted, position)
        return self._line
