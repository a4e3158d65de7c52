"""What a search for private words finds: a stretch of a text, what it is, and how sure that is. Values only."""

from __future__ import annotations

import re
from enum import StrEnum

from engramma.model.records import dataclass


class HitKind(StrEnum):
    """What is private. The value is the word in a mask, as in `[email 1]`, and the name for `--keep`."""

    KEY = "key"
    PASSWORD = "password"
    CARD = "card"
    ACCOUNT = "account"
    EMAIL = "email"
    PHONE = "phone"
    PATH = "path"
    NAME = "name"


RANKS = {kind: rank for rank, kind in enumerate(HitKind)}
"""Which kind a stretch is when two finds meet in it: the first."""

MASK = re.compile(r"\[(?:" + "|".join(HitKind) + r") \d{1,7}\]")
"""What stands in the place of a private word."""

WRITTEN_MASK = re.compile(r"\\?[\[(](" + "|".join(HitKind) + r") (\d{1,7})\\?[\])]")
"""The same as formats write it in which brackets have a meaning: escaped, or round in the titles of notes."""


@dataclass(frozen=True, slots=True)
class Find:
    """Characters `start` to `end` of a text. `label` says in words what they look like."""

    start: int
    end: int
    kind: HitKind
    label: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Secret:
    """A private value, whatever its spelling: `key` is the same for the same one."""

    kind: HitKind
    key: str


def united(finds: list[Find]) -> tuple[Find, ...]:
    """Without overlaps: finds that meet become one stretch, of the kind that comes first in `HitKind`."""
    result: list[Find] = []
    for find in sorted(finds, key=lambda item: (item.start, -item.end, RANKS[item.kind])):
        if not result or find.start >= result[-1].end:
            result.append(find)
            continue
        last = result[-1]
        main = min((last, find), key=lambda item: (RANKS[item.kind], not item.sure))
        result[-1] = Find(last.start, max(last.end, find.end), main.kind, main.label, last.sure or find.sure)
    return tuple(result)


def new_masks_in(text: str, known: str) -> bool:
    """Whether `text` has masks that `known` has not: it is a poorer wording of what somebody has whole."""
    return not set(MASK.findall(text)) <= set(MASK.findall(known))
