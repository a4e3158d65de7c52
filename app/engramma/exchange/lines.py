"""Lines of a text file of any size, one at a time, whatever its bytes are.

Memory stays flat: a line beyond the limit is passed over, not held. Knows encodings, not JSON.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engramma.model.errors import ImportFileError

LINE_LIMIT = 64 * 1024 * 1024
"""Bytes (characters in UTF-16 and UTF-32 files) that a line may have."""

_STEP = 1024 * 1024
_LOOKED_AT = 4_096
_MOST_NULS = 1 / 100
"""Of the bytes looked at; binary files and UTF-16 without a mark have far more."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end. `number` counts from 1, `end` is the byte offset read so far.

    Bytes that are no UTF-8 come as lone surrogates. `too_long`: `text` is only the beginning of the line.
    """

    number: int
    end: int
    text: str
    terminated: bool
    too_long: bool = False


def encoding_of(head: bytes) -> tuple[str, int]:
    """The encoding that a byte order mark announces (UTF-8 without one) and the length of the mark."""
    for mark, encoding in _BOMS:
        if head.startswith(mark):
            return encoding, len(mark)
    return "utf-8", 0


def is_text(head: bytes) -> bool:
    """Whether a file that begins so is text, if perhaps text with a NUL here and there, as broken tools write it."""
    if encoding_of(head)[0] != "utf-8":
        return True
    looked_at = head[:_LOOKED_AT]
    nuls = looked_at.count(0)
    if not nuls:
        return True
    try:
        codecs.getincrementaldecoder("utf-8")("surrogatepass").decode(looked_at)
    except UnicodeDecodeError:
        return False
    return nuls == 1 or nuls <= _MOST_NULS * len(looked_at)


def head_text(head: bytes) -> str:
    """The beginning of a file as text, for recognising it."""
    encoding, mark = encoding_of(head)
    return head.decode(encoding, "replace") if encoding != "utf-8" else head[mark:].decode("utf-8", "replace")


def head_lines(head: bytes, *, at_most: int = 200) -> list[str]:
    """The first non-blank lines of `head`; the last one may be cut off."""
    return [line for line in head_text(head).split("\n") if line.strip("\x00 \t\r")][:at_most]


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn trouble with reading the file shown as `name` into one clear sentence."""
    try:
        yield
    except OSError as error:
        raise ImportFileError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}.") from error


def read_lines(path: Path, *, name: str, limit: int = LINE_LIMIT) -> Iterator[Line]:
    """All lines of `path` in order, blank ones included.

    Raises ImportFileError when the file cannot be opened or reading fails half-way.
    """
    with reading(name), path.open("rb", buffering=_STEP) as raw:
        encoding, mark = encoding_of(raw.read(4))
        if encoding == "utf-8":
            raw.seek(mark)
            yield from _byte_lines(raw, mark, limit)
        else:
            raw.seek(0)
            yield from _decoded_lines(raw, encoding, limit)


def size_of(path: Path, *, name: str) -> int:
    """The size of the file in bytes; raises ImportFileError when it cannot be asked."""
    with reading(name):
        return os.stat(path).st_size


def _byte_lines(raw: BinaryIO, offset: int, limit: int) -> Iterator[Line]:
    number = 0
    while piece := raw.readline(limit + 1):
        number += 1
        offset += len(piece)
        terminated = piece.endswith(b"\n")
        too_long = len(piece) > limit and not terminated
        if too_long:
            piece = piece[:_STEP]
            while rest := raw.readline(_STEP):
                offset += len(rest)
                if terminated := rest.endswith(b"\n"):
                    break
        text = piece.rstrip(b"\r\n").decode("utf-8", "surrogateescape")
        yield Line(number, offset, text, terminated, too_long)


def _decoded_lines(raw: BinaryIO, encoding: str, limit: int) -> Iterator[Line]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    number = 0
    pending = ""
    too_long = False
    while chunk := raw.read(_STEP):
        *whole, pending = (pending + decoder.decode(chunk)).split("\n")
        for text in whole:
            number += 1
            too_long = too_long or len(text) > limit
            yield Line(number, raw.tell(), text[: _STEP if too_long else None].rstrip("\r"), True, too_long)
            too_long = False
        if len(pending) > limit:
            pending, too_long = pending[:_STEP], True
    pending += decoder.decode(b"", final=True)
    if pending:
        yield Line(number + 1, raw.tell(), pending.rstrip("\r"), False, too_long)
