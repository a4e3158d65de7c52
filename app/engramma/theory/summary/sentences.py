"""Cuts an event's text into the spans of its sentences, prose only: no code, no tables, no quoted lines.

Linear in the text. Whether a span says anything is not judged here. A list item is a sentence of its own; a line
that only continues the paragraph is joined to it; abbreviations and numbers do not end a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_LINE = re.compile(r"[^\r\n]+")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_MARKER = re.compile(r"\s*(?:[-*•+‣·]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?:\[[ xX]\]\s+)?")
_NOT_PROSE = re.compile(
    r"\s*(?:#{1,6}\s|>|\||\$\s|[-=_*]{3,}\s*$|at \S+\(|Traceback |File \"|</?\w+[ >]|[{}\[\]();]+\s*$)"
)
_CODE_ENDS = ("{", "}", ";", "({", "=>", "\\")
_STOP = re.compile(r"[.!?…]+[\"'”’»)\]*_`]*(?=\s)|[。\uff01\uff1f…]+[”」』\uff09\"]*|[.!?…]+[\"'”’»)\]*_`]*$")
_LAST_WORD = re.compile(r"\S*$")
_ENDS_SENTENCE = re.compile(r"[.!?…:。\uff01\uff1f\uff1a][\"'”’»)\]*_`]*\s*$")
WRAPPED_LINE = 50
LOOK_BACK = 24
LONGEST = 2_000


def sentence_spans(text: str, abbreviations: frozenset[str]) -> Iterator[Span]:
    """Yield (start, end) of each sentence in order, without the white space and list markers around it."""
    for start, end in _paragraphs(text):
        yield from _sentences(text, start, end, abbreviations)


def _paragraphs(text: str) -> Iterator[Span]:
    """Spans of prose in which sentences may run on from line to line."""
    in_code = False
    begun: int | None = None
    ended = 0
    for line in _LINE.finditer(text):
        start, end = line.span()
        if _FENCE.match(text, start, end):
            in_code = not in_code
            if begun is not None:
                yield begun, ended
            begun = None
            continue
        prose = not in_code and not _looks_like_code(text, start, end)
        marker = _MARKER.match(text, start, end)
        if begun is not None and prose and not marker and _goes_on(text, begun, ended, start, end):
            ended = end
            continue
        if begun is not None:
            yield begun, ended
        begun = (marker.end() if marker else start) if prose else None
        ended = end
    if begun is not None:
        yield begun, ended


def _looks_like_code(text: str, start: int, end: int) -> bool:
    if _NOT_PROSE.match(text, start, end) or text[max(start, end - 12) : end].rstrip().endswith(_CODE_ENDS):
        return True
    return text.startswith(("    ", "\t"), start) and not _MARKER.match(text, start, end)


def _goes_on(text: str, begun: int, ended: int, start: int, end: int) -> bool:
    """Whether the line from `start` continues the paragraph that was left at `ended`."""
    if text.count("\n", ended, start) > 1 or _ENDS_SENTENCE.search(text, max(begun, ended - 8), ended):
        return False
    first = text[start:end].lstrip()[:1]
    last_line = text.rfind("\n", begun, ended) + 1 or begun
    return first.islower() or ended - last_line >= WRAPPED_LINE


def _sentences(text: str, start: int, end: int, abbreviations: frozenset[str]) -> Iterator[Span]:
    begun = start
    for stop in _STOP.finditer(text, start, end):
        if _is_within(text, begun, stop, end=end, abbreviations=abbreviations):
            continue
        yield from _trimmed(text, begun, stop.end())
        begun = stop.end()
    yield from _trimmed(text, begun, end)


def _is_within(
    text: str, begun: int, stop: re.Match[str], *, end: int, abbreviations: frozenset[str]
) -> bool:
    """Whether this full stop belongs to an abbreviation, an ordinal or a word and ends nothing."""
    if not stop.group().startswith("."):
        following = text[stop.end() : min(end, stop.end() + 2)].lstrip()[:1]
        return following.islower() and stop.group()[0] != "…" and text[stop.start()] in "!?"
    if stop.end() >= end:
        return False
    before = _LAST_WORD.search(text, max(begun, stop.start() - LOOK_BACK), stop.start())
    word = before.group().lstrip("(\"'“„«[").lower() if before else ""
    following = text[stop.end() : min(end, stop.end() + 3)].lstrip()[:1]
    if following.islower() or word.rstrip(".") in abbreviations or (len(word) == 1 and word.isalpha()):
        return True
    return len(word) <= 2 and word.isdigit() and begun + len(word) == stop.start()


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without white space around it; what is too long to be a sentence comes in pieces."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > LONGEST:
        space = text.rfind(" ", start + 1, start + LONGEST)
        cut = space if space > 0 else start + LONGEST
        yield start, cut
        start = cut
    if end > start:
        yield start, end
