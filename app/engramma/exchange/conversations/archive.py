"""An export that comes as one JSON file or as a ZIP with several: its files that can be read, one after the other.

Members are found by their content. Whatever is not read is reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from engramma.exchange.arrays import Element, read_elements
from engramma.exchange.cleaning import excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.lines import reading, size_of
from engramma.exchange.parsing import UnreadableError, parse_json
from engramma.exchange.zip_source import Member, ZipSource, looks_like_zip, opened_zip
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Record, Skipped

Nose = Callable[[bytes], float]

_ENOUGH = 0.5
_LOOKED_AT = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """One element of an export's files. `file` is the member's path inside a ZIP, else empty."""

    file: str
    line: int
    text: str
    value: object


def archive_score(path: Path, head: bytes, nose: Nose) -> float:
    """How sure `nose` is about a file, or about the best member of a ZIP. Never raises."""
    if not looks_like_zip(head):
        return nose(head)
    try:
        with opened_zip(path, name=path.name) as archive:
            members = [member for member in archive.members if _may_hold_json(member)][:_LOOKED_AT]
            return max((nose(archive.head(member)) for member in members), default=0.0)
    except ImportFileError:
        return 0.0


def pieces(source: Source, nose: Nose, *, cancel: CancelToken) -> Iterator[Piece | Skipped | Position]:
    """The elements of all files of the export that `nose` knows, what was passed over, and the last position."""
    total = size_of(source.path, name=source.name)
    with reading(source.name), source.path.open("rb") as raw:
        head = raw.read(4)
    if not looks_like_zip(head):
        yield from _elements(source.path, "", source.name, cancel=cancel, span=(0, total, total))
        yield Position(total, total)
        return
    with opened_zip(source.path, name=source.name) as archive:
        yield from _members(archive, nose, name=source.name, cancel=cancel)


def _members(
    archive: ZipSource, nose: Nose, *, name: str, cancel: CancelToken
) -> Iterator[Piece | Skipped | Position]:
    for refused in archive.refused:
        yield Skipped(None, f"{excerpt(refused.path, 200)} in the archive is not read: {refused.reason}")
    wanted: list[Member] = []
    others: Counter[str] = Counter()
    for member in archive.members:
        cancel.check()
        if _may_hold_json(member) and nose(archive.head(member)) >= _ENOUGH:
            wanted.append(member)
        else:
            others[PurePosixPath(member.name).suffix.lower() or "no ending"] += 1
    for ending, count in sorted(others.items()):
        what = "1 file" if count == 1 else f"{count:,} files"
        yield Skipped(None, f"{what} in the archive ({excerpt(ending, 20)}): no conversations in it")
    total = sum(member.size for member in wanted)
    done = 0
    for member in wanted:
        try:
            with archive.extracted(member, cancel=cancel) as path:
                yield from _elements(path, member.path, name, cancel=cancel, span=(done, member.size, total))
        except ImportFileError as error:
            yield Skipped(None, str(error))
        done += member.size
    yield Position(total, total)


def _elements(
    path: Path, file: str, name: str, *, cancel: CancelToken, span: tuple[int, int, int]
) -> Iterator[Piece | Skipped | Position]:
    """The elements of one file; `span` is what was done before, its size, and the size of all."""
    done, size, total = span
    for element in read_elements(path, name=name):
        cancel.check()
        yield from _piece(element, file)
        yield Position(done + min(element.end, size), total)


def _piece(element: Element, file: str) -> Iterator[Piece | Skipped]:
    where = f"{excerpt(file, 200)}: " if file else ""
    if element.problem:
        yield Skipped(element.line, where + element.problem, excerpt(element.text))
        return
    try:
        parsed = parse_json(element.text)
    except UnreadableError as error:
        yield Skipped(element.line, where + str(error), excerpt(element.text))
        return
    if parsed.replaced:
        yield Skipped(element.line, where + replaced_note(parsed.replaced))
    yield Piece(file, element.line, element.text, parsed.value)


def _may_hold_json(member: Member) -> bool:
    return PurePosixPath(member.name).suffix.lower() in (".json", ".jsonl", "")


def located(piece: Piece, records: Iterator[Record]) -> Iterator[Record]:
    """`records` of a piece; what was left out says in which file of an archive it stands."""
    for record in records:
        if piece.file and isinstance(record, Skipped):
            yield replace(record, reason=f"{excerpt(piece.file, 200)}: {record.reason}")
        else:
            yield record


def lines_by_id(piece: Piece, pattern: re.Pattern[str]) -> dict[str, int]:
    """The line on which each id is first given; `pattern` has the id in its only group. Empty for one long line."""
    lines: dict[str, int] = {}
    if "\n" not in piece.text:
        return lines
    line, counted = piece.line, 0
    for found in pattern.finditer(piece.text):
        line += piece.text.count("\n", counted, found.start())
        counted = found.start()
        lines.setdefault(found[1], line)
    return lines
