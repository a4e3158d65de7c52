"""Times as other tools write them, into a time with its quality.

Numbers may be seconds, milliseconds, microseconds or nanoseconds; texts ISO, with or without a zone, or a bare day,
month or year. What cannot be read is kept as text and counts as unknown: no time is made up here.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.model.clock import EARLIEST, LATEST, SECOND, from_datetime
from engramma.model.transfer import SourceTime, TimeQuality

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_NUMBER = re.compile(r"-?\d{9,20}(?:\.\d{1,9})?", re.ASCII)
_PART_OF_DATE = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?", re.ASCII)
_MONTH = r"([A-Za-z]{3,9})\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_IN_WORDS = (
    (re.compile(rf"{_MONTH},? +(\d{{4}})", re.ASCII), (2, 1, None)),
    (re.compile(rf"{_MONTH} +{_DAY},? +(\d{{4}})", re.ASCII), (3, 1, 2)),
    (re.compile(rf"{_DAY} +{_MONTH},? +(\d{{4}})", re.ASCII), (3, 2, 1)),
)
_TEXT_LIMIT = 100


def moment_of(value: Any) -> SourceTime:
    """The time that `value` gives; unknown, with its text, when it gives none.

    A time of day without a zone is taken as UTC, as databases write it.
    """
    if isinstance(value, bool) or value is None:
        return SourceTime()
    if isinstance(value, int | float):
        return _from_number(value)
    if isinstance(value, datetime | date):
        return moment_of(value.isoformat())
    if not isinstance(value, str):
        return SourceTime()
    text = value.strip()
    if _NUMBER.fullmatch(text):
        return _from_number(float(text) if "." in text else int(text))
    return _from_text(text)


def first_moment(*values: Any) -> SourceTime:
    """The first of `values` that gives a time; else unknown, with the text of the first that has one."""
    found = [moment_of(value) for value in values]
    dated = next((time for time in found if time.at is not None), None)
    return dated or next((time for time in found if time.text), SourceTime())


def day_of(text: str) -> SourceTime:
    """A day, month or year such as `2026-02-03`, `2026-02`, `2026`, `Jan 2026` or `3rd March 2026`."""
    plain = text.strip()
    found = _PART_OF_DATE.fullmatch(plain)
    if found:
        year, month, day = found.groups()
        return _dated(plain, int(year), month=month and int(month), day=day and int(day))
    for pattern, (year_at, month_at, day_at) in _IN_WORDS:
        if found := pattern.fullmatch(plain):
            name = found[month_at][:3].lower()
            if name not in MONTHS:
                continue
            day = int(found[day_at]) if day_at else None
            return _dated(plain, int(found[year_at]), month=MONTHS.index(name) + 1, day=day)
    return SourceTime(text=excerpt(plain, _TEXT_LIMIT))


def _dated(text: str, year: int, *, month: Any, day: Any) -> SourceTime:
    try:
        at = from_datetime(datetime(year, month or 1, day or 1, tzinfo=UTC))
    except ValueError:
        return SourceTime(text=excerpt(text, _TEXT_LIMIT))
    quality = TimeQuality.DAY if day else TimeQuality.MONTH if month else TimeQuality.INFERRED
    return SourceTime(at, text, quality)


def _from_text(text: str) -> SourceTime:
    if not text or len(text) > _TEXT_LIMIT:
        return SourceTime(text=excerpt(text, _TEXT_LIMIT))
    dated = day_of(text)
    if dated.at is not None:
        return dated
    try:
        moment = datetime.fromisoformat(text)
        at = from_datetime(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return SourceTime(text=excerpt(text, _TEXT_LIMIT))
    return SourceTime(at, text, TimeQuality.EXACT)


def _from_number(value: float) -> SourceTime:
    text = str(value)
    if not math.isfinite(value) or value <= 0:
        return SourceTime(text=excerpt(text, _TEXT_LIMIT))
    if value > 1e17:
        at = int(value // 1_000)
    elif value > 1e14:
        at = int(value)
    elif value > 1e11:
        at = round(value * 1_000)
    else:
        at = round(value * SECOND)
    if not EARLIEST <= at <= LATEST:
        return SourceTime(text=excerpt(text, _TEXT_LIMIT))
    return SourceTime(at, text, TimeQuality.EXACT)
