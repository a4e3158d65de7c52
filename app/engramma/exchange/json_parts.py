"""A JSON file part by part: the elements of its array, or those of the arrays in its object, each with its line.

For exports of memory stores, which wrap their lists in an object. A broken part ends the reading; what came before
it is given out. Of a file, only a part at a time is held.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_text, clean_value, excerpt, replaced_note
from engramma.exchange.lines import encoding_of, reading, size_of
from engramma.exchange.parsing import UnreadableError, is_too_deep, parse_json
from engramma.model.errors import ImportFileError
from engramma.model.transfer import Skipped

LARGEST_FILE = 256 * 1024 * 1024
LARGEST_PART = 64 * 1024 * 1024
"""Characters that one part may have."""

_STEP = 256 * 1024
_LONGEST_TOKEN = 16
"""A break so near to the end of what was read may be no break: a number, a literal or an escape goes on behind it."""
_BLANK = re.compile(r"[\x00 \t\r\n]*")
_ENDS = ']}"'
_FRACTION = 3
"""As much of a number may stand behind what can be read of it: "1" of "1.", "1e", "1e-"."""
_TOO_DEEP = "nested too deeply to be read"


@dataclass(frozen=True, slots=True)
class Part:
    """A value in the file. `key` is that of the top-level object, empty in an array; `index` its place in a list.

    `index` None: the value of the key itself. `line` counts from 1; `end` is the position read so far.
    """

    key: str
    index: int | None
    line: int
    end: int
    value: Any


def read_text(path: Path, *, name: str, largest: int = LARGEST_FILE) -> str:
    """The whole text of a file; bytes that are no UTF-8 come as lone surrogates.

    Raises ImportFileError when it cannot be read or is too large.
    """
    with reading(name), path.open("rb") as file:
        raw = file.read(largest + 1)
    if len(raw) > largest:
        raise ImportFileError(f"{name} is larger than {largest // 1024**2:,} MB, too large to be read whole.")
    encoding, mark = encoding_of(raw)
    if encoding == "utf-8":
        return raw[mark:].decode("utf-8", "surrogateescape")
    return codecs.decode(raw, encoding, "replace")


class JsonFile:
    """A file of JSON that is read as far as its parts are asked for. `at` and `size` are bytes."""

    def __init__(self, path: Path, *, name: str, largest: int | None = None, step: int = _STEP) -> None:
        """Raises ImportFileError when it cannot be asked for its size, or has more than `largest` bytes."""
        self._path, self._name, self._step = path, name, step
        self.size = size_of(path, name=name)
        self.at = 0
        if largest is not None and self.size > largest:
            raise ImportFileError(
                f"{name} is larger than {largest // 1024**2:,} MB, too large to be read whole."
            )

    def parts(self) -> Iterator[Part | Skipped]:
        """As `read_parts`. Raises ImportFileError when the file cannot be read on."""
        with reading(self._name), self._path.open("rb") as file:
            encoding, mark = encoding_of(file.read(4))
            file.seek(mark if encoding == "utf-8" else 0)
            errors = "surrogateescape" if encoding == "utf-8" else "replace"
            decoder = codecs.getincrementaldecoder(encoding)(errors)

            def more() -> str:
                while raw := file.read(self._step):
                    self.at = min(self.size, file.tell())
                    if text := decoder.decode(raw):
                        return text
                return decoder.decode(b"", final=True)

            yield from _Parts("", more).read()
        self.at = self.size


def read_parts(text: str) -> Iterator[Part | Skipped]:
    """The parts of a JSON text. A text in it that holds JSON itself is looked into once."""
    return _Parts(text).read()


class _Parts:
    """`more` gives further text, "" at the end. `_start` is where the present value begins in what is held."""

    def __init__(self, text: str, more: Callable[[], str] = str) -> None:
        self._text = text
        self._more = more
        self._at = self._start = self._gone = 0
        self._line = 1
        self._counted = 0
        self._decoder = json.JSONDecoder(strict=False)

    def read(self) -> Iterator[Part | Skipped]:
        try:
            mark = self._next()
            if mark == '"':
                inner = self._value()
                if isinstance(inner, str) and inner.lstrip()[:1] in ("{", "["):
                    yield from _Parts(inner).read()
                    return
            if mark == "[":
                yield from self._array("")
            elif mark == "{":
                yield from self._object()
            else:
                yield Skipped(1, "no JSON array or object begins here", excerpt(self._text))
        except UnreadableError as error:
            where = self._text[self._at : self._at + 2_000]
            yield Skipped(self._line_here(), f"{error}; nothing behind it was read", excerpt(where))

    def _object(self) -> Iterator[Part | Skipped]:
        self._at += 1
        while self._next() != "}":
            key = self._value()
            if not isinstance(key, str) or self._next() != ":":
                raise UnreadableError("no JSON: a name of the object is missing")
            self._at += 1
            if self._next() == "[":
                yield from self._array(key)
            else:
                yield from self._part(key, None)
            self._comma("}")

    def _array(self, key: str) -> Iterator[Part | Skipped]:
        self._at += 1
        index = 0
        while self._next() != "]":
            yield from self._part(key, index)
            index += 1
            self._comma("]")
        self._at += 1

    def _comma(self, end: str) -> None:
        mark = self._next()
        if mark == ",":
            self._at += 1
        elif mark != end:
            raise UnreadableError(
                "cut off: the JSON ends in the middle" if not mark else "no JSON: a comma is missing"
            )

    def _part(self, key: str, index: int | None) -> Iterator[Part | Skipped]:
        self._next()
        line = self._line_here()
        value = self._value()
        if is_too_deep(value):
            yield Skipped(line, _TOO_DEEP, excerpt(self._text[self._start : self._start + 2_000]))
            return
        cleaned, replaced = clean_value(value)
        if replaced:
            yield Skipped(line, replaced_note(replaced))
        yield Part(clean_text(key)[0], index, line, self._gone + self._at, cleaned)

    def _value(self) -> Any:
        if self._at >= len(self._text) and not self._grow():
            raise UnreadableError("cut off: the JSON ends in the middle")
        while True:
            self._start = self._at
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError as error:
                raise UnreadableError(_TOO_DEEP) from error
            except json.JSONDecodeError as error:
                if self._may_go_on(error) and self._grow():
                    continue
                try:
                    parse_json(self._text[self._at :])
                except UnreadableError as reason:
                    raise reason from error
                raise UnreadableError("no JSON") from error
            except ValueError as error:
                raise UnreadableError("holds a number too long to be read") from error
            if self._text[end - 1] not in _ENDS and end + _FRACTION >= len(self._text):
                length = end - self._at
                if self._grow():
                    continue
                end = self._at + length
            self._at = end
            return value

    def _may_go_on(self, error: json.JSONDecodeError) -> bool:
        """Whether the value may be whole when more text is there."""
        near = error.pos >= len(self._text) - _LONGEST_TOKEN
        return near or error.msg.startswith("Unterminated string")

    def _grow(self) -> bool:
        """Let go of what is done with, and hold as much again of what follows; False at the end."""
        self._line_here()
        self._gone += self._at
        held = self._text[self._at :]
        self._at = self._start = self._counted = 0
        if len(held) > LARGEST_PART:
            self._text = held
            raise UnreadableError(f"longer than {LARGEST_PART:,} characters")
        fresh: list[str] = []
        while (got := sum(map(len, fresh))) == 0 or got < len(held):
            text = self._more()
            if not text:
                break
            fresh.append(text)
        self._text = held + "".join(fresh)
        return bool(fresh)

    def _next(self) -> str:
        """The next character that is no blank, which is not passed over; empty at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._grow():
                return self._text[self._at : self._at + 1]

    def _line_here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = max(self._counted, self._at)
        return self._line
