"""Memory-transfer text: the answer to "list every memory you have stored", or any pasted list, one memory a line.

Knows how such lists are dated, numbered, headed and fenced. An undated entry stays undated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engramma.exchange.cleaning import clean_text, excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.lines import LINE_LIMIT, head_lines, is_text, read_lines, size_of
from engramma.exchange.memory_records import Once, digest_of, tags_of
from engramma.exchange.moments import moment_of
from engramma.model.progress import CancelToken
from engramma.model.transfer import MemoryRecord, Position, Record, Skipped, SourceTime

_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_MARK = re.compile(r"(?:[-*•‣–]|\(\d{1,4}\)|\d{1,4}[.)])\s+")
_BRACKET = re.compile(r"\[([^\[\]\n]{1,60})\]\s*(?:[-–—:.]\s*)?(?=\S)")
_BARE_DATE = re.compile(r"(\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)\s*[-–—:]\s+(?=\S)")
_UNDATED = re.compile(
    r"(?:date |saved )?(?:unknown|yesterday|today|n/?a|none|no date|undated|last \w+)", re.IGNORECASE
)
_HEADERS = (
    re.compile(r"#{1,6}\s+(?P<name>.{1,80}?)\s*#*"),
    re.compile(r"\*\*(?P<name>[^*]{1,80}?):?\*\*:?"),
    re.compile(r"(?P<name>[^\s:\[][^:\[]{0,60}):"),
    re.compile(r"(?P<name>[A-Z][A-Z &/-]{3,60})"),
)
_PROCEDURAL = re.compile(r"instruction|preference|communicat|style|rule|behavio|format|how to", re.IGNORECASE)
_ENOUGH_MARKED = 0.5
_POSITION_EVERY = 500


@dataclass(slots=True)
class _Entry:
    """A memory under construction: its lines, and where it began."""

    line: int
    section: str
    time: SourceTime
    raw: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


class MemoryTransferFormat:
    """Reader of lists of memories in plain text."""

    name = "memory-transfer"
    title = "Memory-transfer text or a pasted list"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines that are dated, numbered or listed; a dated list is a clear case."""
        if not is_text(head):
            return 0.0
        lines = head_lines(head)
        if not lines or lines[0].lstrip().startswith(("{", "[{", '["', "<", "---")):
            return 0.0
        fences = [number for number, line in enumerate(lines) if _FENCE.match(line)]
        if fences:
            lines = lines[fences[0] + 1 : fences[1] if len(fences) > 1 else None]
        marked = [line for line in lines if _marks_of(line)]
        dated = [line for line in marked if _time_and_rest(line)[0].text]
        if dated and len(dated) >= 0.3 * len(lines):
            return 0.9
        if path.suffix.lower() not in (".txt", ".text", "") or len(marked) < _ENOUGH_MARKED * len(lines):
            return 0.0
        return 0.4

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The entries of the first fenced block, or of the whole text when there is none."""
        total = 2 * size_of(source.path, name=source.name)
        fenced, marked = _outline(source, cancel)
        reader = _List(fenced=fenced, marked=marked)
        for number, line in enumerate(read_lines(source.path, name=source.name), 1):
            cancel.check()
            if line.too_long:
                yield Skipped(line.number, f"longer than {LINE_LIMIT:,} bytes", excerpt(line.text))
                continue
            text, replaced = clean_text(line.text)
            if replaced:
                yield Skipped(line.number, replaced_note(replaced))
            yield from reader.take(text, line.number)
            if number % _POSITION_EVERY == 0:
                yield Position(total // 2 + line.end, total)
        yield from reader.finish()
        yield Position(total, total)


def _outline(source: Source, cancel: CancelToken) -> tuple[bool, bool]:
    """Whether the text has a fenced block, and whether the lines that count have marks."""
    fenced = marked = inner = False
    marked_inside = False
    for line in read_lines(source.path, name=source.name):
        cancel.check()
        if _FENCE.match(line.text):
            fenced, inner = True, not inner
        elif _marks_of(line.text[:2_000]):
            marked = True
            marked_inside = marked_inside or inner
    return fenced, marked_inside if fenced else marked


def _marks_of(line: str) -> bool:
    text = line.strip()
    return bool(_MARK.match(text) or _time_and_rest(text)[0].text)


def _time_and_rest(line: str) -> tuple[SourceTime, str]:
    """The date that a line begins with, if any, and the line behind it and its marks."""
    text = line.strip()
    if mark := _MARK.match(text):
        text = text[mark.end() :].lstrip()
    if bracket := _BRACKET.match(text):
        time = moment_of(bracket[1])
        if time.at is not None or _UNDATED.fullmatch(bracket[1].strip()) or re.search(r"\d{4}", bracket[1]):
            return SourceTime(time.at, bracket[1].strip(), time.quality), text[bracket.end() :]
    if (bare := _BARE_DATE.match(text)) and moment_of(bare[1]).at is not None:
        return moment_of(bare[1]), text[bare.end() :]
    return SourceTime(), text


def _header_of(line: str) -> str:
    text = line.strip()
    if _MARK.match(text):
        return ""
    for pattern in _HEADERS:
        if found := pattern.fullmatch(text):
            return found["name"].strip()
    return ""


class _List:
    """Gathers lines into entries. Without marks, a blank line ends an entry: one memory a paragraph."""

    def __init__(self, *, fenced: bool, marked: bool) -> None:
        self._fenced = fenced
        self._marked = marked
        self._inside = not fenced
        self._over = False
        self._section = ""
        self._entry: _Entry | None = None
        self._once = Once()

    def take(self, line: str, number: int) -> Iterator[Record]:
        """What the line completes; talk around a fenced block is reported."""
        if self._fenced and _FENCE.match(line):
            yield from self._close()
            self._over = self._over or self._inside
            self._inside = not self._inside and not self._over
            return
        if not line.strip():
            if not self._marked:
                yield from self._close()
            return
        if not self._inside:
            yield Skipped(number, "stands outside of the list", excerpt(line))
            return
        header = _header_of(line)
        if header and not line.startswith((" ", "\t")):
            yield from self._close()
            self._section = header
            return
        time, rest = _time_and_rest(line)
        begins = bool(time.text) or bool(_MARK.match(line.strip()))
        if self._entry is not None and self._continues(line, begins=begins):
            self._entry.raw.append(line)
            self._entry.text.append(line.strip())
            return
        yield from self._close()
        self._entry = _Entry(number, self._section, time, [line], [rest.strip()])

    def finish(self) -> Iterator[Record]:
        """The last entry."""
        yield from self._close()

    def _continues(self, line: str, *, begins: bool) -> bool:
        if self._marked:
            return line.startswith(("  ", "\t")) and not begins
        return True

    def _close(self) -> Iterator[Record]:
        entry, self._entry = self._entry, None
        if entry is None:
            return
        text = "\n".join(entry.text)
        how = bool(_PROCEDURAL.search(entry.section))
        category = "instruction" if how else "fact"
        if how and "preference" in entry.section.lower():
            category = "preference"
        yield self._once.memory(
            MemoryRecord(
                key=f"memory-transfer:{digest_of(f'{entry.time.text} {text}')}",
                text=text,
                kind="procedural" if how else "semantic",
                tier="long_term",
                category=category,
                importance=0.6,
                pinned=how,
                tags=tags_of(entry.section.lower()),
                time=entry.time,
                line=entry.line,
                original=excerpt("\n".join(entry.raw), 20_000),
            )
        )
