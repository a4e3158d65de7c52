"""Reads values out of items: numbers with units, money, shares, versions, dates, clock times, in canonical form.

1500 ms and 1.5 s, 8:30 pm and 20:30, 0.07 and 7 %, 1 March 2024 and 2024-03-01 become the same value. What a value is
about, and what another one means, is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engramma.theory.likeness.lexicon import Language, Lexicon
from engramma.theory.likeness.reading import Item

DAY_MINUTES = 1440
_HALF_DAY = 720
_MONTH_SECONDS, _YEAR_SECONDS = 2_629_800.0, 31_557_600.0
_CALENDAR_MONTH, _CALENDAR_YEAR = 2_592_000.0, 31_536_000.0
CALENDAR = frozenset({"date", "weekday", "month", "year", "day", "clock"})
COUNTED = frozenset({"count", "times", "people", "pieces"})
MONEY = frozenset({"eur", "usd", "gbp", "chf", "cny", "jpy"})


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its dimension, its canonical form, its amount as written, its place (end exclusive).

    `near` is the atom right behind it, of a count what is counted; `fronted` says that it opens its sentence, as a date that tells when;
    `early` that at most one word of content stands before it.
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
    """The number that these digits write; which of point and comma is the decimal sign is guessed where both could be."""
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


class ValueReader:
    """Reads the values of one text. `at(place)` gives what begins at an item, or None."""

    def __init__(self, items: Sequence[Item], language: Language, lexicon: Lexicon) -> None:
        self.items = items
        self.count = len(items)
        self.language = language
        self.units = lexicon.units

    def at(self, place: int) -> Found | None:
        """The value that begins at this item."""
        item = self.items[place]
        shape, sense = item.shape, item.sense
        if shape == "number":
            return self._number(place)
        if shape == "word":
            if sense.clockwork and (phrase := self._clock_phrase(place)) is not None:
                return phrase
            if sense.number is not None or sense.multiple is not None:
                return self._number_word(place)
            if sense.time is not None:
                return self._time_word(place)
            if sense.ordinal is not None:
                return self._ordinal(place, sense.ordinal)
            if sense.one and self._is_amount_of_one(place):
                return self._measured(place, place + 1, 1.0)
            if item.raw in self.units and self.units[item.raw][0] in MONEY and self._is_number(place + 1):
                return self._money(place)
            return None
        if shape == "unit":
            money = self.units.get(item.raw, ("", 0.0))[0] in MONEY and self._is_number(place + 1)
            return self._money(place) if money else None
        if shape == "iso":
            return self._iso(place)
        if shape == "clock":
            return self._clock(place)
        if shape == "version":
            return self._version(place)
        if shape == "name" and re.fullmatch(r"\d+x\d+", item.key):
            return self._found("grid", item.key, first=place, after=place + 1)
        if shape == "ordinal":
            return self._ordinal(place, int(re.match(r"\d+", item.raw).group()))  # type: ignore[union-attr]
        return None

    def _item(self, place: int) -> Item | None:
        return self.items[place] if 0 <= place < self.count else None

    def _is_number(self, place: int) -> bool:
        item = self._item(place)
        return item is not None and item.shape == "number"

    def _value(self, dimension: str, canon: str, *, first: int, after: int, bare: str = "") -> Value:
        return Value(dimension, canon, bare or canon, self.items[first].start, self.items[after - 1].end)

    def _found(self, dimension: str, canon: str, *, first: int, after: int, bare: str = "") -> Found:
        return Found((self._value(dimension, canon, first=first, after=after, bare=bare),), after)

    # Numbers and what follows them

    def _number(self, place: int) -> Found | None:
        item = self.items[place]
        if item.raw.count(".") > 1 and not re.fullmatch(r"\d{1,3}(?:\.\d{3})+", item.raw):
            return self._version(place)
        amount = amount_of(item.raw, self.language.decimal)
        after = place + 1
        following = self._item(after)
        if following is not None and (following.sense.number or 0) >= 1000:
            amount, after = amount * (following.sense.number or 1), after + 1
        return self._measured(place, after, amount)

    def _number_word(self, place: int) -> Found | None:
        total = current = 0.0
        after = place
        if self.items[place].sense.multiple is not None:
            return self._found("count", shown(self.items[place].sense.multiple or 0), first=place, after=place + 1)
        while (item := self._item(after)) is not None and (value := item.sense.number) is not None:
            if value >= 1000:
                total, current = total + (current or 1) * value, 0.0
            elif value == 100:
                current = (current or 1) * value
            elif after == place or not current or (current % 10 == 0 and current >= 20 and value < 10):
                current += value
            elif current >= 100 and current % 100 == 0:
                current += value
            else:
                break
            after += 1
        amount = total + current
        following = self._item(after)
        if following is not None and following.sense.fraction and after == place + 1 and amount >= 1:
            return self._found("ratio", shown(amount / following.sense.fraction), first=place, after=after + 1)
        if following is not None and following.sense.one and amount < 1:
            after += 1
        elif amount == 1 and (following is None or following.sense.role or following.shape != "word"):
            return None
        return self._measured(place, after, amount)

    def _is_amount_of_one(self, place: int) -> bool:
        """Whether "a" stands for one: an hour, for a week; not in "twice a week"."""
        following, before = self._item(place + 1), self._item(place - 1)
        if following is None or following.sense.unit is None or following.sense.unit[0] != "duration":
            return False
        if before is not None and before.sense.after_for:
            return True
        return following.sense.unit[1] == 3600 and (before is None or before.shape != "number")

    def _measured(self, first: int, after: int, amount: float) -> Found | None:
        """A number with the unit, hour, month or noun beside it."""
        bare = shown(amount)
        before, following = self._item(first - 1), self._item(after)
        whole = amount == int(amount) and amount >= 0
        product = before is not None and before.sense.version and before.raw[:1].isupper()
        if before is not None and before.sense.label and not product and self.items[first].shape == "number":
            glued = following is not None and self._unit(after) is not None
            if not glued:
                return Found((), after, label=bare)
        if whole and amount <= 24 and self._is_hour(first, after):
            return self._hour(first, after, int(amount) * 60)
        if whole and 1 <= amount <= 31 and (date := self._day_first(first, after, int(amount))):
            return date
        unit = self._unit(after) or self._unit_of_range(after)
        if unit is not None:
            if unit[0] == "duration" and unit[1] == _MONTH_SECONDS:
                unit = ("duration", _CALENDAR_YEAR / 12 if amount % 12 == 0 else _CALENDAR_MONTH)
            elif unit[0] == "duration" and unit[1] == _YEAR_SECONDS:
                unit = ("duration", _CALENDAR_YEAR)
            dimension = "count" if unit[0] in COUNTED else unit[0]
            end = after + 1 if self._unit(after) is not None else after
            return self._found(dimension, shown(amount * unit[1]), first=first, after=end, bare=bare)
        if before is not None and self.items[first].shape == "number":
            if before.sense.version or (self.language.code != "de" and _is_product(before, self._item(first - 2))):
                return self._found("version", self.items[first].raw, first=first, after=after, bare=bare)
            if before.sense.clockwork == "days":
                return self._found("day", bare, first=first, after=after)
        if whole and 1900 <= amount <= 2100 and re.fullmatch(r"\d{4}", self.items[first].raw):
            if before is None or before.sense.fronted or before.sense.time is not None or before.shape == "stop":
                return self._found("year", bare, first=first, after=after)
        return self._found("count", bare, first=first, after=after)

    def _unit(self, place: int) -> tuple[str, float] | None:
        item = self._item(place)
        if item is None:
            return None
        return self.units.get(item.raw) or item.sense.unit

    def _unit_of_range(self, place: int) -> tuple[str, float] | None:
        """The unit of the second number, where this is the first of two: 10-20 %."""
        item = self._item(place)
        if item is not None and (item.raw == "-" or item.sense.spans) and self._is_number(place + 1):
            return self._unit(place + 2)
        return None

    def _money(self, place: int) -> Found:
        amount = amount_of(self.items[place + 1].raw, self.language.decimal)
        dimension, factor = self.units[self.items[place].raw]
        after = place + 2
        following = self._item(after)
        if following is not None and (following.sense.number or 0) >= 1000:
            amount, after = amount * (following.sense.number or 1), after + 1
        return self._found(dimension, shown(amount * factor), first=place, after=after, bare=shown(amount))

    def _version(self, place: int) -> Found:
        canon = self.items[place].key.removeprefix("v")
        return self._found("version", canon, first=place, after=place + 1)

    # Clock

    def _is_hour(self, first: int, after: int) -> bool:
        before, following = self._item(first - 1), self._item(after)
        at = before is not None and before.sense.clockwork == "at"
        work = following.sense.clockwork if following is not None else ""
        if work in ("morning", "evening"):
            return True
        if work == "oclock" or (following is not None and following.key == "h" and at):
            return at or following is None or following.sense.unit is None
        if following is not None and (following.raw == "-" or following.sense.spans) and self._is_number(after + 1):
            later = self._item(after + 2)
            return later is not None and later.sense.clockwork == "oclock" and later.sense.unit is None
        return at and self._unit(after) is None and (following is None or following.sense.role == "stop" or following.shape == "stop")

    def _hour(self, first: int, after: int, minutes: int) -> Found:
        item = self._item(after)
        if item is not None and (item.sense.clockwork == "oclock" or item.key == "h"):
            after += 1
        item = self._item(after)
        if item is not None and item.sense.clockwork == "half_after":
            minutes, after = minutes + 30, after + 1
        elif item is not None and item.shape == "number" and (unit := self._unit(after + 1)) and unit[1] == 60:
            minutes, after = minutes + int(amount_of(item.raw, self.language.decimal)), after + 2
        return self._time_of_day(first, after, minutes)

    def _clock(self, place: int) -> Found:
        parts = re.split(r"\D+", self.items[place].raw)
        after = place + 1
        item = self._item(after)
        if item is not None and item.sense.clockwork == "oclock":
            after += 1
        return self._time_of_day(place, after, int(parts[0]) * 60 + int(parts[1]))

    def _time_of_day(self, first: int, after: int, minutes: int) -> Found:
        """A clock time, moved to the afternoon by a word beside it."""
        before = self._item(first - 1)
        half = before.sense.clockwork if before is not None else ""
        end = after
        for place in range(after, min(after + 3, self.count)):
            item = self.items[place]
            if item.sense.clockwork in ("morning", "evening"):
                half, end = item.sense.clockwork, place + 1
                break
            if item.sense.role != "stop" or item.shape != "word":
                break
        if half == "evening" and minutes < _HALF_DAY:
            minutes += _HALF_DAY
        elif half == "morning" and _HALF_DAY <= minutes < _HALF_DAY + 60:
            minutes -= _HALF_DAY
        bare = "" if minutes % 60 else str(minutes // 60)
        return self._found("clock", str(minutes % DAY_MINUTES), first=first, after=end, bare=bare)

    def _clock_phrase(self, place: int) -> Found | None:
        """Half past two, halb drei, quarter to five."""
        shift = {"half_past": 30, "half_to": -30, "quarter_past": 15, "quarter_to": -15}.get(
            self.items[place].sense.clockwork
        )
        item = self._item(place + 1)
        if shift is None or item is None:
            return None
        hour = amount_of(item.raw, self.language.decimal) if item.shape == "number" else item.sense.number
        if hour is None or not 0 <= hour <= 24:
            return None
        return self._time_of_day(place, place + 2, (int(hour) * 60 + shift) % DAY_MINUTES)

    # Calendar

    def _time_word(self, place: int) -> Found | None:
        kind, number = self.items[place].sense.time or ("", 0)
        if not self._is_time_word(place):
            return None
        if kind == "clock":
            return self._time_of_day(place, place + 1, number)
        if kind == "weekday":
            return self._found("weekday", str(number), first=place, after=place + 1)
        item = self._item(place + 1)
        if item is not None and item.shape in ("number", "ordinal") and (digits := re.match(r"\d{1,2}(?!\d)", item.raw)):
            if 1 <= int(digits.group()) <= 31 and (item.shape == "ordinal" or self._unit(place + 2) is None):
                return self._dated(place, place + 2, month=number, day=int(digits.group()))
        return self._dated(place, place + 1, month=number, day=0)

    def _is_time_word(self, place: int) -> bool:
        """A short or ambiguous name of a day or month counts only with a capital and beside what suits it."""
        item = self.items[place]
        if len(item.key) > 3 and item.key != "mars" and item.key != "march" or not item.raw.isascii():
            return True
        before, following = self._item(place - 1), self._item(place + 1)
        suits = following is None or following.shape != "word" or following.sense.time is not None
        if before is not None and (before.shape == "number" or before.sense.fronted):
            return True
        if not item.raw[:1].isupper():
            return False
        return suits

    def _day_first(self, first: int, after: int, day: int) -> Found | None:
        """12 May, 3. Januar, 3 de enero, 5月3日."""
        place = after
        item = self._item(place)
        if item is not None and (item.raw == "." or item.key in ("de", "of")):
            place += 1
        month = self._item(place)
        if month is None:
            return None
        if month.key == "月":
            number, closing = self._item(place + 1), self._item(place + 2)
            if number is not None and number.shape == "number" and closing is not None and closing.sense.clockwork == "days":
                return self._dated(first, place + 3, month=day, day=int(float(number.raw)))
            return self._dated(first, place + 1, month=day, day=0)
        if month.sense.clockwork == "days" and self.language.code == "zh":
            return self._found("day", str(day), first=first, after=place + 1)
        if month.sense.time is None or month.sense.time[0] != "month":
            return None
        return self._dated(first, place + 1, month=month.sense.time[1], day=day)

    def _dated(self, first: int, after: int, *, month: int, day: int) -> Found:
        dated = self._value("date", f"{month:02}-{day:02}", first=first, after=after)
        if not day:
            dated = self._value("month", str(month), first=first, after=after)
        place = after
        item = self._item(place)
        if item is not None and (item.raw == "," or item.key in ("de", "of")):
            place += 1
            item = self._item(place)
        if item is not None and item.shape == "number" and re.fullmatch(r"(?:19|20)\d\d", item.raw):
            return Found((dated, self._value("year", item.raw, first=place, after=place + 1)), place + 1)
        return Found((dated,), after)

    def _iso(self, place: int) -> Found | None:
        parts = [int(part) for part in re.split(r"\D", self.items[place].raw)]
        year, month, day = parts if parts[0] > 31 else reversed(parts)
        if month > 12 and "/" in self.items[place].raw:
            month, day = day, month
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        dated = self._value("date", f"{month:02}-{day:02}", first=place, after=place + 1)
        return Found((dated, self._value("year", str(year), first=place, after=place + 1)), place + 1)

    def _ordinal(self, place: int, number: int) -> Found | None:
        """The first Monday, 25th March, the 25th; other ordinals are words."""
        following = self._item(place + 1)
        digits = self.items[place].shape == "ordinal"
        if following is not None and following.sense.time is not None and following.sense.time[0] == "weekday":
            return self._found("weekday", f"{number}/{following.sense.time[1]}", first=place, after=place + 2)
        if 1 <= number <= 31 and (date := self._day_first(place, place + 1, number)):
            return date
        if 1 <= number <= 31 and (digits or (following is not None and following.sense.clockwork == "of_month")):
            return self._found("day", str(number), first=place, after=place + 1)
        return None


def _is_product(item: Item, before: Item | None) -> bool:
    """Whether this looks like the name of a product that has versions: a capital inside a sentence or a name."""
    if item.shape != "word" or item.sense.role or not item.raw[:1].isupper() or item.sense.label:
        return False
    return before is not None and before.shape != "stop" and not item.raw.isupper()
