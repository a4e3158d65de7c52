"""Joins two wordings that were both made from a third: by words, as far as they changed different ones. Pure: no Qt.

A place that both changed in different ways is a conflict; it is marked in the view and never becomes part of a text.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal

from engramma.model.records import dataclass

Side = Literal["same", "mine", "theirs", "both", "conflict"]
MOST_TOKENS = 4000

_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class MergePart:
    """A run of the three texts. `side` says who changed it; `both` made the same of it, `conflict` did not."""

    side: Side
    base: str
    mine: str
    theirs: str

    @property
    def text(self) -> str:
        """What the merged text says here: in a conflict, mine."""
        return self.theirs if self.side == "theirs" else self.mine


@dataclass(frozen=True, slots=True)
class Merge:
    """The parts in reading order. Joined, their `base`, `mine` and `theirs` give the three texts exactly."""

    parts: tuple[MergePart, ...]

    @property
    def conflicts(self) -> int:
        """How many places both changed differently."""
        return sum(part.side == "conflict" for part in self.parts)

    @property
    def text(self) -> str:
        """The merged text, with mine where both changed the same words."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Change:
    """Tokens `start` to `end` of the base became `text`."""

    start: int
    end: int
    text: str


def merge_words(base: str, mine: str, theirs: str) -> Merge:
    """What both made of `base`. Texts of more than 4000 words or signs together are compared as a whole."""
    tokens = _TOKENS.findall(base)
    size = len(tokens) + sum(len(_TOKENS.findall(text)) for text in (mine, theirs))
    if size > MOST_TOKENS:
        return Merge((_part(base, mine, theirs),)) if base or mine or theirs else Merge(())
    left, right = _changes(tokens, mine), _changes(tokens, theirs)
    parts: list[MergePart] = []
    place = 0
    while left or right:
        start, end, ours, others = _group(left, right)
        if start > place:
            same = "".join(tokens[place:start])
            parts.append(MergePart("same", same, same, same))
        parts.append(
            _part(
                "".join(tokens[start:end]),
                _applied(tokens, ours, start=start, end=end),
                _applied(tokens, others, start=start, end=end),
            )
        )
        place = end
    if place < len(tokens):
        same = "".join(tokens[place:])
        parts.append(MergePart("same", same, same, same))
    return Merge(tuple(parts))


def _part(base: str, mine: str, theirs: str) -> MergePart:
    side: Side
    if mine == theirs:
        side = "same" if mine == base else "both"
    elif mine == base:
        side = "theirs"
    elif theirs == base:
        side = "mine"
    else:
        side = "conflict"
    return MergePart(side, base, mine, theirs)


def _changes(tokens: list[str], text: str) -> list[_Change]:
    """The changes that make `text` of the tokens; two with only white space between them are one."""
    new = _TOKENS.findall(text)
    changes: list[_Change] = []
    for op, start, end, first, last in SequenceMatcher(None, tokens, new, autojunk=False).get_opcodes():
        if op == "equal":
            continue
        change = _Change(start, end, "".join(new[first:last]))
        if changes:
            between = "".join(tokens[changes[-1].end : start])
            if not between.strip():
                before = changes.pop()
                change = _Change(before.start, end, before.text + between + change.text)
        changes.append(change)
    return changes


def _group(left: list[_Change], right: list[_Change]) -> tuple[int, int, list[_Change], list[_Change]]:
    """Take the next changes that touch each other off both lists; (start, end, of the left, of the right)."""
    first = left if not right or (left and _place(left[0]) <= _place(right[0])) else right
    start, end = first[0].start, first[0].end
    taken: tuple[list[_Change], list[_Change]] = ([], [])
    taken[0 if first is left else 1].append(first.pop(0))
    grew = True
    while grew:
        grew = False
        for waiting, group in zip((left, right), taken, strict=True):
            while waiting and _touches(waiting[0], end, [*taken[0], *taken[1]]):
                change = waiting.pop(0)
                group.append(change)
                end = max(end, change.end)
                grew = True
    return start, end, taken[0], taken[1]


def _place(change: _Change) -> tuple[int, int]:
    return change.start, change.end


def _touches(change: _Change, end: int, group: list[_Change]) -> bool:
    """Whether a change overlaps those up to `end`.

    Side by side they do where both put words into one place, or where one takes away what the other adds to.
    """
    if change.start != end:
        return change.start < end
    beside = [change, *(one for one in group if one.end == end)]
    added = sum(one.start == one.end for one in beside)
    return added > 1 or (added == 1 and not all(one.text for one in beside))


def _applied(tokens: list[str], changes: list[_Change], *, start: int, end: int) -> str:
    text, place = "", start
    for change in changes:
        text += "".join(tokens[place : change.start]) + change.text
        place = change.end
    return text + "".join(tokens[place:end])
