"""The times that a question names: years, months, days, ISO dates, "last week", "three days ago".

    spans = moments_asked("What did she do in May 2023?", now=now, first=oldest, last=newest)

A month without a year means it in every year that the store has. Days are local, as people mean them. What is no
date is none; nothing here raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from engramma.model.clock import DAY, from_datetime, to_local
from engramma.model.records import dataclass
from engramma.theory.ranking.month_words import (
    AMBIGUOUS,
    DAYS_AGO,
    MONTHS,
    NUMBERS,
    SEASONS,
    SPANS,
    UNITS,
    WEEKDAYS,
)

BEFORE = 1 * DAY
"""People speak of a day in time zones, and of what is about to be."""

AFTER = 14 * DAY
"""What happened is told within so long after it."""

_LONGEST = 2_000
_MOST_YEARS = 40


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` to before `end`, UTC microseconds: when what happened in the time asked about is said."""

    start: int
    end: int


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_MONTH = f"(?P<month>{_either(MONTHS)})\\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|º|ª|\.)?"
_JOIN = r"(?:\s*,\s*|\s+(?:of|de|del|du|the)\s+|\s+)"
_LEAD = (
    r"(?P<lead>(?:in|on|of|during|since|by|until|till|before|after|around|early|mid|late|last|this|next|im|seit|ab"
    r"|anfang|mitte|ende|en|de|desde|hasta|depuis|dès|avant|après|le|el|\d)[\s-]+)"
)
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>(?:19|20)\d\d)-(?P<number>[01]?\d)(?:-(?P<day>[0-3]?\d))?(?![\d-])",
        r"(?P<year>(?:19|20)\d\d)\s*年\s*(?:(?P<number>1[0-2]|0?[1-9])\s*月\s*(?:(?P<day>[0-3]?\d)\s*[日号])?)?",
        r"(?<![\d年])(?P<number>1[0-2]|0?[1-9])\s*月\s*(?:(?P<day>[0-3]?\d)\s*[日号])?",
        r"(?<![\d.])(?P<day>[0-3]?\d)\.\s?(?P<number>1[0-2]|0?[1-9])\.\s?(?P<year>(?:19|20)\d\d)?(?!\d)",
        r"(?<![\d/])(?P<one>[0-3]?\d)/(?P<two>[0-3]?\d)/(?P<year>(?:19|20)\d\d)(?!\d)",
        rf"\b{_DAY}{_JOIN}{_MONTH}(?:{_JOIN}{_YEAR})?(?!\w)",
        rf"\b{_MONTH}\s+(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?:{_JOIN}{_YEAR})?(?![\w:])",
        rf"\b{_MONTH}{_JOIN}{_YEAR}(?!\w)",
        rf"\b(?P<season>{_either(SEASONS)}){_JOIN}{_YEAR}(?!\w)",
        rf"(?:\b{_LEAD})?(?<!\w){_MONTH}(?!\w)",
        r"(?<![\w.,:/$€£#-])(?P<year>(?:19|20)\d\d)(?![\w/:%-]|[.,]\d)",
    )
)
_SPELLED = [word for word in NUMBERS if word.isalpha() and word[0] < "一"]
_COUNT = rf"(?P<count>\d{{1,3}}|{_either(_SPELLED)})"
_UNIT = f"(?P<unit>{_either(unit for unit in UNITS if unit[0] < '一')})"
_AGO = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_COUNT}\s+(?:of\s+)?{_UNIT}\s+(?:ago|before now)\b",
        rf"\b(?:vor|hace|il y a)\s+{_COUNT}\s+{_UNIT}\b",
        r"(?P<count>\d{1,3}|[一二两三四五六七八九十])\s*个?(?P<unit>天|周|星期|月|年)(?:之)?前",
    )
)
_WITHIN = re.compile(
    rf"\b(?:(?:in|over|during|within)\s+the\s+(?:last|past|previous)|(?:last|past)|in den letzten"
    rf"|en los últimos|ces)\s+{_COUNT}\s+{_UNIT}\b",
    re.IGNORECASE,
)
_RELATIVE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<which>last|past|previous|this|current|letzte[nrs]?|vorige[nrs]?|diese[nrs]?)\s+{_UNIT}\b",
        rf"\b(?:la|el)\s+{_UNIT}\s+(?P<which>pasad[oa]|anterior)\b",
        rf"\b(?P<which>est[ea]|cette|ce)\s+{_UNIT}\b",
        rf"\b(?:la|le|l['’])\s*{_UNIT}\s+(?P<which>derni(?:er|ère)|passée?)\b",
    )
)
_PRESENT = ("this", "current", "dies", "est", "ce")
_LAST_WEEKDAY = re.compile(
    rf"\b(?:last|on|this|letzten|am|el|le)\s+(?P<weekday>{_either(name for name in WEEKDAYS if name.isalpha())})\b"
    rf"|(?P<signs>{_either(name for name in WEEKDAYS if not name.isascii() and name[0] in '星周')})",
    re.IGNORECASE,
)
_DAY_WORDS = re.compile(
    rf"(?<!\w)(?P<word>{_either(DAYS_AGO)})(?!\w)|(?P<signs>今天|昨天|前天)", re.IGNORECASE
)
_HINT = re.compile(
    rf"\d|[一-鿿]|\b(?:{_either({*MONTHS, *WEEKDAYS, *SEASONS, *DAYS_AGO, *UNITS})})\b", re.IGNORECASE
)
_SIGN_SPANS = re.compile(_either(SPANS))


def moments_asked(question: str, *, now: int, first: int, last: int) -> tuple[Span, ...]:
    """When memories of the times named were said; none when the question names none. `first` and `last`: the store's.

    The spans are widened: told from a day before to two weeks after.
    """
    text = question[:_LONGEST]
    if not _hints(text):
        return ()
    today = to_local(now).date()
    years = _years(first, last)
    days = [*_absolute(text, years), *_relative(text, today)]
    spans = []
    for begin, end in dict.fromkeys(days):
        start, stop = _instant(begin), _instant(end)
        if start is not None and stop is not None:
            spans.append(Span(start - BEFORE, stop + AFTER))
    return tuple(spans)


def _hints(text: str) -> bool:
    """Whether anything in it can be a time, so that most questions are done at once."""
    return _HINT.search(text) is not None


def _years(first: int, last: int) -> range:
    low, high = to_local(first).year, to_local(max(first, last)).year
    return range(max(low - 1, high - _MOST_YEARS), high + 1)


def _instant(day: date) -> int | None:
    try:
        return from_datetime(datetime(day.year, day.month, day.day))  # noqa: DTZ001 - a local day is meant
    except (ValueError, OverflowError, OSError):
        return None


def _absolute(text: str, years: range) -> Iterator[tuple[date, date]]:
    """The days (begin, end after it) of dates, months and years, each part of the text read once."""
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            start, end = found.span()
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            days = list(_days(found.groupdict(), found.group(), years))
            if days:
                taken.append((start, end))
                yield from days


def _days(parts: dict[str, str | None], whole: str, years: range) -> Iterator[tuple[date, date]]:
    year, day = (int(parts.get(name) or 0) or None for name in ("year", "day"))
    for month, day_of_month in _months(parts, whole, day):
        for each in (year,) if year is not None else years:
            span = _span(each, month, day_of_month)
            if span is not None:
                yield span


def _months(
    parts: dict[str, str | None], whole: str, day: int | None
) -> Iterator[tuple[int | str | None, int | None]]:
    """(month, day) as they may be meant; a season stands for its months."""
    if parts.get("season"):
        yield str(parts["season"]).lower(), None
    elif parts.get("one") and parts.get("two"):
        one, two = int(str(parts["one"])), int(str(parts["two"]))
        for number, other in {(one, two), (two, one)}:
            if 1 <= number <= 12:
                yield number, other
    elif parts.get("number"):
        yield int(str(parts["number"])), day
    elif parts.get("month"):
        name = str(parts["month"]).lower()
        alone = day is None and not parts.get("year")
        doubtful = name in AMBIGUOUS or len(name) <= 4
        if not (alone and doubtful) or (parts.get("lead") and (name != "mars" or name in whole.lower())):
            yield MONTHS[name], day
    elif parts.get("year"):
        yield None, None


def _span(year: int, month: int | str | None, day: int | None) -> tuple[date, date] | None:
    try:
        if month is None:
            return date(year, 1, 1), date(year + 1, 1, 1)
        if isinstance(month, str):
            begin = SEASONS[month]
            return date(year, begin, 1), _month_after(year, begin, 3)
        if day is not None:
            return date(year, month, day), date(year, month, day) + timedelta(days=1)
        return date(year, month, 1), _month_after(year, month, 1)
    except (ValueError, OverflowError):
        return None


def _month_after(year: int, month: int, count: int) -> date:
    months = year * 12 + month - 1 + count
    return date(months // 12, months % 12 + 1, 1)


def _relative(text: str, today: date) -> Iterator[tuple[date, date]]:
    try:
        yield from _relative_days(text, today)
    except (ValueError, OverflowError):
        return


def _relative_days(text: str, today: date) -> Iterator[tuple[date, date]]:
    for found in _DAY_WORDS.finditer(text):
        day = today - timedelta(days=DAYS_AGO[found.group().lower()])
        yield day, day + timedelta(days=1)
    for found in _SIGN_SPANS.finditer(text):
        yield _unit_span(*SPANS[found.group()], today)
    for pattern in _AGO:
        for found in pattern.finditer(text):
            unit, count = UNITS[found["unit"].lower()], _number(found["count"])
            if unit == "day":
                day = today - timedelta(days=count)
                yield day, day + timedelta(days=1)
            else:
                yield _unit_span(unit, count, today)
    for found in _WITHIN.finditer(text):
        begin, _end = _unit_span(UNITS[found["unit"].lower()], _number(found["count"]), today)
        yield begin, today + timedelta(days=1)
    for pattern in _RELATIVE:
        for found in pattern.finditer(text):
            now = found["which"].lower().startswith(_PRESENT)
            unit = UNITS[found["unit"].lower()]
            if unit != "day":
                yield _unit_span(unit, 0 if now else 1, today)
    for found in _LAST_WEEKDAY.finditer(text):
        wanted = WEEKDAYS[(found["weekday"] or found["signs"]).lower()]
        day = today - timedelta(days=(today.weekday() - wanted) % 7 or 7)
        yield day, day + timedelta(days=1)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.get(word.lower(), 1)


def _unit_span(unit: str, back: int, today: date) -> tuple[date, date]:
    """The day, week, month or year `back` before the present one."""
    if unit == "day":
        day = today - timedelta(days=back)
        return day, day + timedelta(days=1)
    if unit == "week":
        begin = today - timedelta(days=today.weekday() + 7 * back)
        return begin, begin + timedelta(days=7)
    if unit == "month":
        begin = _month_after(today.year, today.month, -back)
        return begin, _month_after(begin.year, begin.month, 1)
    return date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1)
