"""The difference of two texts by words, as parts to show. Pure: no Qt, no theme."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal

from engramma.model.records import dataclass

Op = Literal["same", "removed", "added"]
MOST_TOKENS = 4000

_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")
_ISLAND = re.compile(r"\s*[^\w\s]?\s*")


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A run of text that both share, that only the earlier has (`removed`), or only the later (`added`)."""

    op: Op
    text: str


def word_diff(before: str, after: str) -> tuple[DiffPart, ...]:
    """Parts in reading order; `same` + `removed` joined give `before`, `same` + `added` give `after`,
    exactly.

    Texts of more than 4000 words or signs are compared as a whole, since the search for a difference is
    quadratic.
    """
    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    if len(old) + len(new) > MOST_TOKENS:
        return _merged(_whole(before, after))
    parts: list[DiffPart] = []
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        removed, added = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
        if tag == "equal":
            parts.append(DiffPart("same", removed))
            continue
        parts.append(DiffPart("removed", removed))
        parts.append(DiffPart("added", added))
    return _merged(_without_islands(parts))


def _whole(before: str, after: str) -> list[DiffPart]:
    if before == after:
        return [DiffPart("same", before)]
    return [DiffPart("removed", before), DiffPart("added", after)]


def _without_islands(parts: list[DiffPart]) -> list[DiffPart]:
    """Turn spaces and single signs between two changes into part of both.

    A changed phrase is marked in one piece.
    """
    result: list[DiffPart] = []
    for position, part in enumerate(parts):
        inside = 0 < position < len(parts) - 1
        if part.op == "same" and inside and _ISLAND.fullmatch(part.text):
            result += [DiffPart("removed", part.text), DiffPart("added", part.text)]
        else:
            result.append(part)
    return result


def _merged(parts: list[DiffPart]) -> tuple[DiffPart, ...]:
    """Join neighbours of one kind.

    Within a run of changes, all that is removed stands before all that is added.
    """
    result: list[DiffPart] = []
    removed, added = "", ""

    def flush() -> None:
        nonlocal removed, added
        if removed:
            result.append(DiffPart("removed", removed))
        if added:
            result.append(DiffPart("added", added))
        removed, added = "", ""

    for part in parts:
        if part.op == "removed":
            removed += part.text
        elif part.op == "added":
            added += part.text
        elif part.text:
            flush()
            result.append(part)
    flush()
    return tuple(result)
