"""What stands after a field's colon: choices, texts, numbers, moments and ids, as plain values.

Nothing here knows the present moment: a duration or `today` is resolved when the search is answered.
"""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass

HOURS_OF_UNIT = {"h": 1, "d": 24, "w": 7 * 24, "m": 30 * 24, "y": 365 * 24}


class Comparison(StrEnum):
    """How a number or moment is compared."""

    EQUAL = "="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


class DayName(StrEnum):
    """A day named by its distance from now."""

    TODAY = "today"
    YESTERDAY = "yesterday"
    TOMORROW = "tomorrow"


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number, 0 or more."""

    value: float


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time: `count` hours, days, weeks, months of 30 or years of 365 days."""

    count: int
    unit: str

    @property
    def hours(self) -> int:
        """Its length in hours."""
        return self.count * HOURS_OF_UNIT[self.unit]


@dataclass(frozen=True, slots=True)
class Date:
    """A local year, month or day; `day` is None for a whole month, `month` too for a whole year."""

    year: int
    month: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """Today, yesterday or tomorrow, local."""

    name: DayName


Moment = Duration | Date | Day
Operand = Number | Duration | Date | Day


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a field's listed values, in its canonical spelling."""

    value: str


@dataclass(frozen=True, slots=True)
class Match:
    """A text to compare with, case-insensitively; if `wild`, every `*` in it stands for anything."""

    text: str
    wild: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison with a number or a moment."""

    how: Comparison
    operand: Operand


@dataclass(frozen=True, slots=True)
class Between:
    """From `low` to `high`, both included; both are numbers, durations, or dates and days."""

    low: Operand
    high: Operand


@dataclass(frozen=True, slots=True)
class Never:
    """The moment that does not come: of a memory that never fades, or was never recalled."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Memories by number ("12") or by the beginning of their outside id ("01JX…"), any of them."""

    items: tuple[str, ...]


Test = Choice | Match | Compare | Between | Never | Ids
