"""Reads JSON that may have comments and trailing commas, and says where in the text each part stands.

For settings files that people write by hand: a change is made in the text, so that all around it stays as it is.
Never writes; holds the whole text, so its size is bounded.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

LONGEST = 32 * 1024 * 1024
_DEEPEST = 100
_TOKEN = re.compile(
    r"(?P<blank>[ \t\r\n]+)|(?P<comment>//[^\r\n]*|/\*.*?\*/)"
    r'|(?P<string>"(?:[^"\\\x00-\x1f]|\\[^\x00-\x1f])*")'
    r"|(?P<word>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)"
    r"|(?P<mark>[{}\[\]:,])",
    re.DOTALL,
)


class UnreadableJsonError(ValueError):
    """The text is not JSON, not even with comments. `offset` is where it stops being so."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Node:
    """A value from `start` to `end`. `inner_end` is where the last thing in it ends, a comment too."""

    start: int
    end: int
    value: Any
    parts: tuple[Part, ...] = ()
    inner_end: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A member (with its key) or an element of a list. `before`: where what precedes it ends; `comma` -1: none."""

    key: str | None
    start: int
    before: int
    node: Node
    comma: int


@dataclass(frozen=True, slots=True)
class Document:
    """A whole text, its root, and its comments in order."""

    text: str
    root: Node
    comments: tuple[str, ...]


def parse(text: str) -> Document:
    """Read `text`. Raises UnreadableJsonError."""
    if len(text) > LONGEST:
        raise UnreadableJsonError("it is too long", LONGEST)
    reader = _Reader(text)
    root = reader.value(0)
    reader.expect_end()
    return Document(text, root, tuple(reader.comments))


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._kind = ""
        self._start = 0
        self._end = 0
        self._before = 0
        self.comments: list[str] = []
        self._advance()

    def value(self, depth: int) -> Node:
        """The value that begins at the current token; the next token is current afterwards."""
        start, token = self._start, self._token()
        if token in ("{", "["):
            if depth >= _DEEPEST:
                raise self._fault("it is nested too deeply")
            return self._container(start, depth=depth + 1, closing="}" if token == "{" else "]")
        if self._kind not in ("string", "word"):
            raise self._fault("a value is missing")
        value = self._scalar()
        self._advance()
        return Node(start, start + len(token), value)

    def expect_end(self) -> None:
        """Nothing may follow."""
        if self._kind:
            raise self._fault("something follows the end")

    def _container(self, start: int, *, depth: int, closing: str) -> Node:
        parts: list[Part] = []
        self._advance()
        while self._token() != closing:
            if parts and parts[-1].comma < 0:
                raise self._fault("a comma is missing")
            parts.append(self._part(depth, keyed=closing == "}"))
        inner_end, end = self._before, self._end
        self._advance()
        value: Any = (
            {part.key: part.node.value for part in parts}
            if closing == "}"
            else [part.node.value for part in parts]
        )
        return Node(start, end, value, tuple(parts), inner_end)

    def _part(self, depth: int, *, keyed: bool) -> Part:
        start, before, key = self._start, self._before, None
        if keyed:
            if self._kind != "string":
                raise self._fault("a name is missing")
            key = str(self._scalar())
            self._advance()
            if self._token() != ":":
                raise self._fault("a colon is missing")
            self._advance()
        node = self.value(depth)
        comma = -1
        if self._token() == ",":
            comma = self._start
            self._advance()
        return Part(key, start, before, node, comma)

    def _token(self) -> str:
        return self._text[self._start : self._end]

    def _scalar(self) -> Any:
        try:
            return json.loads(self._token())
        except ValueError as error:
            raise self._fault("a value cannot be read") from error

    def _advance(self) -> None:
        """Make the next token that is neither blank nor comment current; `_before` is where the last thing ended."""
        self._before = self._end
        position = self._end
        while position < len(self._text):
            found = _TOKEN.match(self._text, position)
            if found is None:
                self._start = self._end = position
                raise self._fault("this is no JSON")
            if found.lastgroup not in ("blank", "comment"):
                self._kind, self._start, self._end = found.lastgroup or "", position, found.end()
                return
            if found.lastgroup == "comment":
                self.comments.append(found.group())
                self._before = found.end()
            position = found.end()
        self._kind, self._start, self._end = "", position, position

    def _fault(self, message: str) -> UnreadableJsonError:
        return UnreadableJsonError(message, self._start)
