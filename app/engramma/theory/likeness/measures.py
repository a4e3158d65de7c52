"""Reads numbers and what they measure: amounts with units, money, shares, counts, versions; and moments by the way.

A part of taking a profile; what the values are compared with is decided elsewhere.
"""

from __future__ import annotations

import math
import re

from engramma.theory.likeness.moments import MomentReader
from engramma.theory.likeness.reading import Item
from engramma.theory.likeness.values import COUNTED, MONEY, PER, Found, Passage, amount_of, shown

_MONTH_SECONDS, _YEAR_SECONDS = 2_629_800.0, 31_557_600.0
# In front of the time of a rate: per minute, pro Tag.
_PER = ("per", "pro", "每")
# Longer digits are a name rather than an amount.
_LONGEST = 30
_CALENDAR_MONTH, _CALENDAR_YEAR = 2_592_000.0, 31_536_000.0


class ValueReader:
    """Reads the values of one text. `at(place)` gives what begins at an item, or None."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self.moments = MomentReader(passage)

    def at(self, place: int) -> Found | None:
        """The value that begins at this item."""
        item = self.passage.items[place]
        shape, sense = item.shape, item.sense
        if shape == "number":
            return self._number(place)
        if shape == "word":
            if sense.clockwork and (phrase := self.moments.clock_phrase(place)) is not None:
                return phrase
            if sense.number is not None or sense.multiple is not None:
                return self._number_word(place)
            if sense.time is not None:
                return self.moments.time_word(place)
            if sense.ordinal is not None:
                return self.moments.ordinal(place, sense.ordinal)
            if item.key in _PER and (unit := self.passage.unit(place + 1)) and unit[0] == "duration":
                return self.passage.found(PER, shown(unit[1]), first=place, after=place + 2)
            if sense.one and self._is_amount_of_one(place):
                return self._measured(place, place + 1, 1.0)
            if (
                item.raw in self.passage.units
                and self.passage.units[item.raw][0] in MONEY
                and self.passage.is_number(place + 1)
            ):
                return self._money(place)
            return None
        if shape == "unit":
            money = self.passage.units.get(item.raw, ("", 0.0))[0] in MONEY and self.passage.is_number(
                place + 1
            )
            return self._money(place) if money else None
        if shape == "iso":
            return self.moments.iso(place)
        if shape == "clock":
            return self.moments.clock(place)
        if shape == "version":
            return self._version(place)
        if shape == "name" and re.fullmatch(r"\d+x\d+", item.key):
            return self.passage.found("grid", item.key, first=place, after=place + 1)
        if shape == "ordinal":
            return self.moments.ordinal(place, int(re.match(r"\d+", item.raw).group()))  # type: ignore[union-attr]
        return None

    def _number(self, place: int) -> Found | None:
        item = self.passage.items[place]
        if len(item.raw) > _LONGEST:
            return None
        if item.raw.count(".") > 1 and not re.fullmatch(r"\d{1,3}(?:\.\d{3})+", item.raw):
            return self._version(place)
        amount = amount_of(item.raw, self.passage.language.decimal)
        after = place + 1
        following = self.passage.item(after)
        if following is not None and (following.sense.number or 0) >= 1000:
            amount, after = amount * (following.sense.number or 1), after + 1
        return self._measured(place, after, amount)

    def _number_word(self, place: int) -> Found | None:
        total = current = 0.0
        after = place
        if self.passage.items[place].sense.multiple is not None:
            multiple = self.passage.items[place].sense.multiple or 0.0
            often = self._often(place, place + 1, multiple)
            if often is not None or multiple == 1:
                return often
            return self.passage.found("count", shown(multiple), first=place, after=place + 1)
        while (item := self.passage.item(after)) is not None and (value := item.sense.number) is not None:
            if value >= 1000:
                total, current = total + (current or 1) * value, 0.0
            elif value == 100:
                current = (current or 1) * value
            elif (
                after == place
                or not current
                or (current % 10 == 0 and current >= 20 and value < 10)
                or (current >= 100 and current % 100 == 0)
            ):
                current += value
            else:
                break
            after += 1
        amount = total + current
        following = self.passage.item(after)
        if following is not None and following.sense.fraction and after == place + 1 and amount >= 1:
            return self.passage.found(
                "ratio", shown(amount / following.sense.fraction), first=place, after=after + 1
            )
        further = self.passage.item(after + 1)
        if amount < 1 and following is not None and following.sense.one:
            after += 1
        elif (
            amount < 1
            and following is not None
            and following.sense.qualifier
            and further
            and further.sense.one
        ):
            after += 2
        elif amount == 1 and (following is None or following.sense.role or following.shape != "word"):
            return None
        return self._measured(place, after, amount)

    def _is_amount_of_one(self, place: int) -> bool:
        """Whether "a" stands for one: an hour, for a week; not in "twice a week"."""
        following, before = self.passage.item(place + 1), self.passage.item(place - 1)
        if following is None or following.sense.unit is None or following.sense.unit[0] != "duration":
            return False
        if before is not None and before.sense.after_for:
            return True
        return following.sense.unit[1] == 3600 and (before is None or before.shape != "number")

    def _measured(self, first: int, after: int, amount: float) -> Found | None:
        """A number with the unit, hour, month or noun beside it."""
        if not math.isfinite(amount):
            return None
        bare = shown(amount)
        before, following = self.passage.item(first - 1), self.passage.item(after)
        whole = amount == int(amount) and amount >= 0
        product = before is not None and before.sense.version and before.raw[:1].isupper()
        if (
            before is not None
            and before.sense.label
            and not product
            and self.passage.items[first].shape == "number"
        ):
            glued = following is not None and self.passage.unit(after) is not None
            if not glued:
                return Found((), after, label=bare)
        if whole and amount <= 24 and self.moments.is_hour(first, after):
            return self.moments.hour(first, after, int(amount) * 60)
        if whole and 1 <= amount <= 31 and (date := self.moments.day_first(first, after, int(amount))):
            return date
        unit = self.passage.unit(after) or self._unit_of_range(after)
        if unit is not None:
            if unit[0] == "duration" and unit[1] == _MONTH_SECONDS:
                unit = ("duration", _CALENDAR_YEAR / 12 if amount % 12 == 0 else _CALENDAR_MONTH)
            elif unit[0] == "duration" and unit[1] == _YEAR_SECONDS:
                unit = ("duration", _CALENDAR_YEAR)
            if unit[0] == "times" and amount and (often := self._often(first, after + 1, amount)) is not None:
                return often
            dimension = "count" if unit[0] in COUNTED else unit[0]
            end = after + 1 if self.passage.unit(after) is not None else after
            return self.passage.found(dimension, shown(amount * unit[1]), first=first, after=end, bare=bare)
        if before is not None and self.passage.items[first].shape == "number":
            capitals = self.passage.language.names == "capital"
            if before.sense.version or (capitals and _is_product(before, self.passage.item(first - 2))):
                return self.passage.found(
                    "version", self.passage.items[first].raw, first=first, after=after, bare=bare
                )
            if before.sense.clockwork == "days":
                return self.passage.found("day", bare, first=first, after=after)
        if whole and 1900 <= amount <= 2100 and self._is_year(first, before):
            return self.passage.found("year", bare, first=first, after=after)
        return self.passage.found("count", bare, first=first, after=after)

    def _is_year(self, place: int, before: Item | None) -> bool:
        if not re.fullmatch(r"\d{4}", self.passage.items[place].raw):
            return False
        return (
            before is None or before.shape == "stop" or before.sense.fronted or before.sense.time is not None
        )

    def _often(self, first: int, place: int, times: float) -> Found | None:
        """Twice a week, two times per week: as the time between, since "every 84 hours" says the same."""
        item = self.passage.item(place)
        if item is None:
            return None
        after = place + 1
        if item.sense.per and (unit := self.passage.unit(after)) is not None and unit[0] == "duration":
            seconds, after = unit[1], after + 1
        elif item.key in ("al_dia", "par_jour"):
            seconds = 86_400.0
        else:
            return None
        seconds = {_MONTH_SECONDS: _CALENDAR_MONTH, _YEAR_SECONDS: _CALENDAR_YEAR}.get(seconds, seconds)
        return self.passage.found("duration", shown(seconds / times), first=first, after=after, bare="")

    def _unit_of_range(self, place: int) -> tuple[str, float] | None:
        """The unit of the second number, where this is the first of two: 10-20 %."""
        item = self.passage.item(place)
        if item is not None and (item.raw == "-" or item.sense.spans) and self.passage.is_number(place + 1):
            return self.passage.unit(place + 2)
        return None

    def _money(self, place: int) -> Found:
        amount = amount_of(self.passage.items[place + 1].raw, self.passage.language.decimal)
        dimension, factor = self.passage.units[self.passage.items[place].raw]
        after = place + 2
        following = self.passage.item(after)
        if following is not None and (following.sense.number or 0) >= 1000:
            amount, after = amount * (following.sense.number or 1), after + 1
        return self.passage.found(
            dimension, shown(amount * factor), first=place, after=after, bare=shown(amount)
        )

    def _version(self, place: int) -> Found:
        canon = self.passage.items[place].key.removeprefix("v")
        return self.passage.found("version", canon, first=place, after=place + 1)


def _is_product(item: Item, before: Item | None) -> bool:
    """Whether this looks like the name of a product that has versions: a capital inside a sentence or a name."""
    if item.shape != "word" or item.sense.role or not item.raw[:1].isupper() or item.sense.label:
        return False
    return before is not None and before.shape != "stop" and not item.raw.isupper()
