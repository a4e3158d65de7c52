"""Values in canonical form: numbers with units, money, shares, versions, dates, clock times.

1500 ms and 1.5 s, 8:30 pm and 20:30, 0.07 and 7 %, 1 March 2024 and 2024-03-01 are the same value. How they are read
out of a text is written elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engramma.theory.likeness.lexicon import Language, Lexicon
from engramma.theory.likeness.reading import Item

CALENDAR = frozenset({"date", "weekday", "month", "year", "day", "clock"})
COUNTED = frozenset({"count", "times", "people", "pieces"})
# The time of a rate, as in "60 requests per minute".
PER = "per"
MONEY = frozenset({"eur", "usd", "gbp", "chf", "cny", "jpy"})


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its dimension, its canonical form, its amount as written, its place (end exclusive), its text.

    `near` is the atom right behind it, of a count what is counted. `fronted` says that it opens its sentence, as a
    date that tells when; `early` that at most one word of content stands before it.
    """

    dimension: str
    canon: str
    bare: str
    start: int
    end: int
    raw: str = ""
    near: str = ""
    fronted: bool = False
    early: bool = False

    @property
    def what(self) -> str:
        """The kind of difference that another value makes: number, date or version."""
        if self.dimension in CALENDAR:
            return "date"
        return "version" if self.dimension == "version" else "number"


@dataclass(frozen=True, slots=True)
class Found:
    """Values that begin at an item, and the place of the next item. A label is a number that is a name."""

    values: tuple[Value, ...]
    next: int
    label: str = ""


def shown(amount: float) -> str:
    """A number in a canonical form of at most six figures."""
    return f"{amount:.6g}"


def amount_of(written: str, decimal: str) -> float:
    """The number that these digits write; `decimal` is the decimal sign where point and comma both could be."""
    digits = re.sub(r"[\s']", "", written)
    point, comma = digits.rfind("."), digits.rfind(",")
    if point >= 0 and comma >= 0:
        sign = "." if point > comma else ","
        digits = digits.replace("," if sign == "." else ".", "").replace(sign, ".")
    elif point >= 0 or comma >= 0:
        sign = "." if point >= 0 else ","
        parts = digits.split(sign)
        groups = all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3 and parts[0] != "0"
        if len(parts) > 2 or (groups and sign != decimal):
            digits = digits.replace(sign, "") if groups else ".".join(parts[:2])
        else:
            digits = digits.replace(sign, ".")
    return float(digits)


class Passage:
    """The items of a text with what is needed to read values in them."""

    def __init__(self, items: Sequence[Item], language: Language, lexicon: Lexicon) -> None:
        self.items = items
        self.count = len(items)
        self.language = language
        self.units: Mapping[str, tuple[str, float]] = lexicon.units

    def item(self, place: int) -> Item | None:
        """The item there, None outside of the text."""
        return self.items[place] if 0 <= place < self.count else None

    def is_number(self, place: int) -> bool:
        """Whether digits stand there."""
        item = self.item(place)
        return item is not None and item.shape == "number"

    def unit(self, place: int) -> tuple[str, float] | None:
        """The dimension and factor of the unit there."""
        item = self.item(place)
        if item is None:
            return None
        return self.units.get(item.raw) or item.sense.unit

    def amount(self, place: int) -> float:
        """The number that the digits there write."""
        return amount_of(self.items[place].raw, self.language.decimal)

    def value(self, dimension: str, canon: str, *, first: int, after: int, bare: str = "") -> Value:
        """A value that takes the items from `first` up to, not including, `after`."""
        return Value(dimension, canon, bare or canon, self.items[first].start, self.items[after - 1].end)

    def found(self, dimension: str, canon: str, *, first: int, after: int, bare: str = "") -> Found:
        """The same as the only value found."""
        return Found((self.value(dimension, canon, first=first, after=after, bare=bare),), after)
