"""How results are ordered."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass


class SortKey(StrEnum):
    """What results are ordered by. `newest` is by creation, then number."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    STRENGTH = "strength"
    FADES = "fades"
    RECALLS = "recalls"
    IMPORTANCE = "importance"
    CREATED = "created"
    UPDATED = "updated"
    TEXT = "text"
    SESSION = "session"
    TIER = "tier"
    KIND = "kind"


@dataclass(frozen=True, slots=True)
class Sort:
    """A key and a direction; ties go by number, in the same direction."""

    key: SortKey = SortKey.NEWEST
    descending: bool = True


DEFAULT_SORT = Sort()
