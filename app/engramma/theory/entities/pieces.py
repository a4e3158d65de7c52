"""Cuts a text into pieces between blanks and marks, and says where sentences begin."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# Han and other signs that are written without blanks end a piece, so that Latin runs stand alone.
_PIECES = re.compile(
    r"[^\s—–…|,，;；。：！？、·•（）【】“”„«»《》「」『』\"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
_HEAD = "([{'‘<*`~"
_TAIL = ".,:;!?)]}'’>*`~-"
_TAIL_OF_CALL = ".,:;!?'’*`~-"
_ENDS = frozenset(".!?:]")
# What French leaves of a word before a vowel: "l'équipe", "qu'Odile".
_ELIDED = re.compile(r"(?:[cdjlmnstCDJLMNST]|[Qq]u|[Ll]orsqu|[Jj]usqu|[Pp]uisqu)['’](?=[^\W\d_]{3})")
_GAP_ENDS = frozenset("\n。！？：•·;；|—–")


@dataclass(slots=True)
class Pieces:
    """Pieces of a text by number: as written without the marks around, and where they begin.

    `opens`: a sentence begins with these; `breaks`: after these a mark keeps them apart from the next. `special` are
    those with signs, digits or inner capitals, `capital` those with a capital, in order.
    """

    cores: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    opens: set[int] = field(default_factory=set)
    breaks: set[int] = field(default_factory=set)
    special: list[int] = field(default_factory=list)
    capital: list[int] = field(default_factory=list)


def cut(text: str, abbreviations: frozenset[str]) -> Pieces:
    """The pieces of `text`; a full stop behind one of the `abbreviations` ends no sentence."""
    made = Pieces()
    cores, starts, opens, breaks = made.cores, made.starts, made.opens, made.breaks
    opening = True
    ended = 0
    number = 0
    for match in _PIECES.finditer(text):
        start, end = match.span()
        core = match[0]
        if start - ended != 1 or text[ended] != " ":
            gap = text[ended:start]
            if gap.strip(" \t"):
                breaks.add(number - 1)
                opening = opening or not _GAP_ENDS.isdisjoint(gap)
        ended = end
        if core.islower() and core.isalpha():
            if opening:
                opens.add(number)
                opening = False
        else:
            ends = False
            if not core.isalpha():
                core, start, ends = _bared(core, start, number, made, abbreviations)
                if not core:
                    # A mark by itself begins a list item, a heading or a remark.
                    opening = True
                    continue
            first = core[0]
            if first.isupper():
                made.capital.append(number)
                tail = core[1:]
                if not core.isalpha() or not (tail.islower() or core.isupper()):
                    made.special.append(number)
            elif not (core.isalpha() and core.islower()):
                made.special.append(number)
            if opening:
                opens.add(number)
            opening = ends
        cores.append(core)
        starts.append(start)
        number += 1
    return made


def _bared(
    core: str, start: int, number: int, made: Pieces, abbreviations: frozenset[str]
) -> tuple[str, int, bool]:
    """A piece without the marks around it, where it begins now, and whether a sentence ends with it."""
    bare = core.lstrip(_HEAD)
    if len(bare) != len(core):
        start += len(core) - len(bare)
        made.breaks.add(number - 1)
        core = bare
    ends = False
    if core and core[-1] in _TAIL:
        call = core.rstrip(_TAIL_OF_CALL).endswith("()")
        bare = core.rstrip(_TAIL_OF_CALL if call else _TAIL)
        if "(" in bare and not call:
            bare = bare.split("(", 1)[0]
        tail = core[len(bare) :]
        if tail != "." or not (len(bare) == 1 or bare.lower() in abbreviations):
            ends = not _ENDS.isdisjoint(tail)
            made.breaks.add(number if bare else number - 1)
        core = bare
    if core and not core.isalpha():
        elided = _ELIDED.match(core)
        if elided is not None:
            return core[elided.end() :], start + elided.end(), ends
    return core, start, ends
