"""Reads the lines of a text as blocks: prose, list items, quoted lines, code, headings and table rows.

Exists because a line break ends a statement in a list or a chat, but not in wrapped prose, and because code between
fences is no statement at all. Reads Markdown's marks only as far as this needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Shape(StrEnum):
    """What a statement's line looks like."""

    PROSE = "prose"
    ITEM = "item"
    QUOTE = "quote"
    CODE = "code"
    HEADING = "heading"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch text[start:end] of one shape, without its mark (bullet, `>`, `#`)."""

    start: int
    end: int
    shape: Shape


WRAPPED_FROM = 60

_LINE = re.compile(r"[^\r\n]+|\r\n|\r|\n")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_MARKS = (
    (Shape.HEADING, re.compile(r"\s{0,3}#{1,6}\s+")),
    (Shape.QUOTE, re.compile(r"\s{0,3}>[>\s]*")),
    (
        Shape.ITEM,
        re.compile(r"\s*(?:[-*+•◦▪‣–—]|\d{1,3}[.)]|[(（]\d{1,3}[)）])\s+(?:\[[ xX]\]\s+)?|\s*\d{1,2}、\s*"),
    ),
)
_ROW = re.compile(r"\s*\||.*\s\|\s.*\s\|\s")
_CLOSED = re.compile(r"[.!?…:;。！？：；][\"'”’»)\]*_`」』）]*\s*$")


def blocks(text: str) -> Iterator[Block]:
    """The blocks of `text` in order; they are disjoint and hold every character that is not a mark or a space."""
    current: Block | None = None
    fence = ""
    for start, end in _lines(text):
        line = text[start:end]
        opened = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            assert current is not None
            current = Block(current.start, end, Shape.CODE)
            if opened and opened[1].startswith(fence) and line.strip() == opened[1]:
                yield current
                current, fence = None, ""
            continue
        if opened:
            if current:
                yield current
            current, fence = Block(start, end, Shape.CODE), opened[1]
            continue
        block = _read(line, start, end)
        if current and block and _continues(text, current, block):
            current = Block(current.start, block.end, current.shape)
            continue
        if current:
            yield current
        current = block
    if current:
        yield current


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the lines; of an empty line an empty span, so that it parts what stands around it."""
    fresh = True
    for found in _LINE.finditer(text):
        if found[0][0] not in "\r\n":
            yield found.span()
            fresh = False
        else:
            if fresh:
                yield found.start(), found.start()
            fresh = True


def _read(line: str, start: int, end: int) -> Block | None:
    stripped = line.lstrip()
    if not stripped:
        return None
    if not stripped[0].isalpha():
        for shape, mark in _MARKS:
            found = mark.match(line)
            if found and found.end() < len(line):
                return Block(start + found.end(), end, shape)
    if "|" in line and _ROW.match(line):
        return Block(start, end, Shape.ROW)
    return Block(start, end, Shape.PROSE)


def _continues(text: str, current: Block, block: Block) -> bool:
    """Whether `block` is the next line of the same wrapped paragraph or item."""
    if block.shape is not Shape.PROSE or current.shape not in (Shape.PROSE, Shape.ITEM):
        return False
    before = text[current.start : current.end]
    last_line = before[max(before.rfind("\n"), before.rfind("\r")) + 1 :]
    begins = text[block.start : block.end].lstrip()[:1]
    return len(last_line) >= WRAPPED_FROM and begins.islower() and not _CLOSED.search(last_line)
