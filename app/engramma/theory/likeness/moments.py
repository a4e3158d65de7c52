"""Reads dates, weekdays and times of day: 3. Januar, the first Monday, half past two, 下午两点.

A part of reading values; what they are compared with is decided elsewhere.
"""

from __future__ import annotations

import re

from engramma.theory.likeness.reading import Item
from engramma.theory.likeness.values import Found, Passage, amount_of

_DAY_MINUTES, _HALF_DAY = 1440, 720
_MONTH_SIGN = "月"
_SHIFTS = {"half_past": 30, "half_to": -30, "quarter_past": 15, "quarter_to": -15}


class MomentReader:
    """Reads the moments of one text."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage

    def is_hour(self, first: int, after: int) -> bool:
        before, following = self.passage.item(first - 1), self.passage.item(after)
        at = before is not None and before.sense.clockwork == "at"
        work = following.sense.clockwork if following is not None else ""
        if work in ("morning", "evening"):
            return True
        if work == "oclock" or (following is not None and following.key == "h" and at):
            return at or following is None or following.sense.unit is None
        if (
            following is not None
            and (following.raw == "-" or following.sense.spans)
            and self.passage.is_number(after + 1)
        ):
            later = self.passage.item(after + 2)
            work = later.sense.clockwork if later is not None else ""
            return work in ("morning", "evening") or (
                work == "oclock" and later is not None and later.sense.unit is None
            )
        return (
            at
            and self.passage.unit(after) is None
            and (following is None or following.sense.role == "stop" or following.shape == "stop")
        )

    def hour(self, first: int, after: int, minutes: int) -> Found:
        item = self.passage.item(after)
        if item is not None and (item.sense.clockwork == "oclock" or item.key == "h"):
            after += 1
        item = self.passage.item(after)
        if item is not None and item.sense.clockwork == "half_after":
            minutes, after = minutes + 30, after + 1
        elif (
            item is not None
            and item.shape == "number"
            and (unit := self.passage.unit(after + 1))
            and unit[1] == 60
        ):
            minutes, after = minutes + int(amount_of(item.raw, self.passage.language.decimal)), after + 2
        return self._time_of_day(first, after, minutes)

    def clock(self, place: int) -> Found:
        parts = re.split(r"\D+", self.passage.items[place].raw)
        after = place + 1
        item = self.passage.item(after)
        if item is not None and item.sense.clockwork == "oclock":
            after += 1
        return self._time_of_day(place, after, int(parts[0]) * 60 + int(parts[1]))

    def _time_of_day(self, first: int, after: int, minutes: int) -> Found:
        """A clock time, moved to the afternoon by a word beside it."""
        before = self.passage.item(first - 1)
        half = before.sense.clockwork if before is not None else ""
        end = after
        for place in range(after, min(after + 3, self.passage.count)):
            item = self.passage.items[place]
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
        return self.passage.found("clock", str(minutes % _DAY_MINUTES), first=first, after=end, bare=bare)

    def clock_phrase(self, place: int) -> Found | None:
        """Half past two, halb drei, quarter to five."""
        shift = {"half_past": 30, "half_to": -30, "quarter_past": 15, "quarter_to": -15}.get(
            self.passage.items[place].sense.clockwork
        )
        item = self.passage.item(place + 1)
        if shift is None or item is None:
            return None
        hour = (
            amount_of(item.raw, self.passage.language.decimal)
            if item.shape == "number"
            else item.sense.number
        )
        if hour is None or not 0 <= hour <= 24:
            return None
        return self._time_of_day(place, place + 2, (int(hour) * 60 + shift) % _DAY_MINUTES)

    def time_word(self, place: int) -> Found | None:
        kind, number = self.passage.items[place].sense.time or ("", 0)
        if not self._is_time_word(place):
            return None
        if kind == "clock":
            return self._time_of_day(place, place + 1, number)
        if kind == "weekday":
            return self.passage.found("weekday", str(number), first=place, after=place + 1)
        day = self._day_after(place + 1)
        if day:
            return self._dated(place, place + 2, month=number, day=day)
        return self._dated(place, place + 1, month=number, day=0)

    def _day_after(self, place: int) -> int:
        """The day of the month there, as behind "March"; 0 if there is none."""
        item = self.passage.item(place)
        digits = re.match(r"\d{1,2}(?!\d)", item.raw) if item is not None else None
        if item is None or digits is None or not 1 <= int(digits.group()) <= 31:
            return 0
        if item.shape == "ordinal" or (item.shape == "number" and self.passage.unit(place + 1) is None):
            return int(digits.group())
        return 0

    def _is_time_word(self, place: int) -> bool:
        """A short or ambiguous name of a day or month counts only with a capital and beside what suits it."""
        item = self.passage.items[place]
        if (len(item.key) > 3 and item.key != "mars" and item.key != "march") or not item.raw.isascii():
            return True
        before, following = self.passage.item(place - 1), self.passage.item(place + 1)
        suits = following is None or following.shape != "word" or following.sense.time is not None
        if before is not None and (before.shape == "number" or before.sense.fronted):
            return True
        if not item.raw[:1].isupper():
            return False
        return suits

    def day_first(self, first: int, after: int, day: int) -> Found | None:
        """12 May, 3. Januar, 3 de enero, 5月3日."""
        place = after
        item = self.passage.item(place)
        if item is not None and (item.raw == "." or _is_joint(item)):
            place += 1
        month = self.passage.item(place)
        if month is None:
            return None
        if month.key == _MONTH_SIGN:
            number, closing = self.passage.item(place + 1), self.passage.item(place + 2)
            if (
                number is not None
                and number.shape == "number"
                and closing is not None
                and closing.sense.clockwork == "days"
            ):
                return self._dated(first, place + 3, month=day, day=int(float(number.raw)))
            return self._dated(first, place + 1, month=day, day=0)
        if month.sense.clockwork == "days" and month.start == self.passage.items[after - 1].end:
            return self.passage.found("day", str(day), first=first, after=place + 1)
        if month.sense.time is None or month.sense.time[0] != "month":
            return None
        return self._dated(first, place + 1, month=month.sense.time[1], day=day)

    def _dated(self, first: int, after: int, *, month: int, day: int) -> Found:
        dated = self.passage.value("date", f"{month:02}-{day:02}", first=first, after=after)
        if not day:
            dated = self.passage.value("month", str(month), first=first, after=after)
        place = after
        item = self.passage.item(place)
        if item is not None and (item.raw == "," or _is_joint(item)):
            place += 1
            item = self.passage.item(place)
        if item is not None and item.shape == "number" and re.fullmatch(r"(?:19|20)\d\d", item.raw):
            return Found(
                (dated, self.passage.value("year", item.raw, first=place, after=place + 1)), place + 1
            )
        return Found((dated,), after)

    def iso(self, place: int) -> Found | None:
        parts = [int(part) for part in re.split(r"\D", self.passage.items[place].raw)]
        year, month, day = parts if parts[0] > 31 else reversed(parts)
        if month > 12 and "/" in self.passage.items[place].raw:
            month, day = day, month
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        dated = self.passage.value("date", f"{month:02}-{day:02}", first=place, after=place + 1)
        return Found((dated, self.passage.value("year", str(year), first=place, after=place + 1)), place + 1)

    def ordinal(self, place: int, number: int) -> Found | None:
        """The first Monday, 25th March, the 25th; other ordinals are words."""
        following = self.passage.item(place + 1)
        digits = self.passage.items[place].shape == "ordinal"
        if (
            following is not None
            and following.sense.time is not None
            and following.sense.time[0] == "weekday"
        ):
            return self.passage.found(
                "weekday", f"{number}/{following.sense.time[1]}", first=place, after=place + 2
            )
        if 1 <= number <= 31 and (date := self.day_first(place, place + 1, number)):
            return date
        before = self.passage.item(place - 1)
        alone = (
            (following is None or following.shape == "stop")
            and before is not None
            and before.sense.role == "stop"
        )
        of_month = following is not None and following.sense.clockwork == "of_month"
        if 1 <= number <= 31 and (digits or alone or of_month):
            return self.passage.found("day", str(number), first=place, after=place + 1)
        return None


def _is_joint(item: Item) -> bool:
    """Whether this joins the parts of a date: 3 de enero, 25th of March."""
    return item.shape == "word" and item.sense.role == "stop" and len(item.key) == 2
