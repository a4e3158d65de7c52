"""What the table can be sorted by: words for the menu, keys for the store, columns of the head. Free of widgets."""

from __future__ import annotations

from engramma.model.records import dataclass
from engramma.model.search import Sort, SortKey
from engramma.ui.delegates import Column


@dataclass(frozen=True, slots=True)
class SortChoice:
    """One entry of the sort menu: its direction at first, and what both directions are called."""

    key: SortKey
    title: str
    descending: bool
    falling: str
    rising: str


CHOICES = (
    SortChoice(SortKey.RELEVANCE, "Relevance", True, "Best first", "Weakest first"),
    SortChoice(SortKey.NEWEST, "Newest", True, "Newest first", "Oldest first"),
    SortChoice(SortKey.UPDATED, "Changed", True, "Latest first", "Earliest first"),
    SortChoice(SortKey.STRENGTH, "Strength", True, "Strongest first", "Weakest first"),
    SortChoice(SortKey.FADES, "Fades in", False, "Latest first", "Soonest first"),
    SortChoice(SortKey.RECALLS, "Recalls", True, "Most first", "Fewest first"),
    SortChoice(SortKey.IMPORTANCE, "Importance", True, "Highest first", "Lowest first"),
    SortChoice(SortKey.TEXT, "Text", False, "Z to A", "A to Z"),
    SortChoice(SortKey.TIER, "Tier", True, "Long-term first", "Short-term first"),
    SortChoice(SortKey.KIND, "Kind", False, "Z to A", "A to Z"),
    SortChoice(SortKey.SESSION, "Session", False, "Z to A", "A to Z"),
)

BY_KEY = {choice.key: choice for choice in CHOICES} | {SortKey.CREATED: CHOICES[1]}

BY_COLUMN = {
    Column.MEMORY: SortKey.TEXT,
    Column.TIER: SortKey.TIER,
    Column.STRENGTH: SortKey.STRENGTH,
    Column.SPARK: SortKey.STRENGTH,
    Column.FADES: SortKey.FADES,
    Column.RECALLS: SortKey.RECALLS,
    Column.IMPORTANCE: SortKey.IMPORTANCE,
    Column.SESSION: SortKey.SESSION,
    Column.CREATED: SortKey.NEWEST,
}

COLUMN_OF = {
    SortKey.TEXT: Column.MEMORY,
    SortKey.TIER: Column.TIER,
    SortKey.STRENGTH: Column.STRENGTH,
    SortKey.FADES: Column.FADES,
    SortKey.RECALLS: Column.RECALLS,
    SortKey.IMPORTANCE: Column.IMPORTANCE,
    SortKey.SESSION: Column.SESSION,
    SortKey.CREATED: Column.CREATED,
    SortKey.NEWEST: Column.CREATED,
}

AUTOMATIC = Sort(SortKey.RELEVANCE, True)
"""Relevance where a search has words, else newest first: what a new window sorts by."""

STEADY_KEYS = frozenset({SortKey.NEWEST, SortKey.CREATED})
"""Orders that no change of a memory can alter, only its coming and going."""


def first_sort(key: SortKey) -> Sort:
    """A key in the direction that people expect of it first."""
    return Sort(key, BY_KEY[key].descending)


def next_sort(current: Sort, key: SortKey) -> Sort:
    """The sort after choosing `key`: turned round if it is sorted by already."""
    if _same(current.key, key):
        return Sort(key, not current.descending)
    return first_sort(key)


def sort_title(sort: Sort) -> str:
    """The word on the sort button."""
    choice = BY_KEY[sort.key]
    usual = sort.descending == choice.descending
    return choice.title if usual else f"{choice.title}, {direction_title(sort).lower()}"


def direction_title(sort: Sort) -> str:
    """The words of a direction."""
    choice = BY_KEY[sort.key]
    return choice.falling if sort.descending else choice.rising


def _same(one: SortKey, other: SortKey) -> bool:
    return BY_KEY[one] is BY_KEY[other]
