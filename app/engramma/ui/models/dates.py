"""Moments as people read them: local dates in the order of their locale, ages, and the exact time in UTC.

Pure but for the locale. Times come as UTC microseconds; nothing here asks what time it is.
"""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale, QTime

from engramma.model.clock import DAY, HOUR, MINUTE, iso, to_local

MONTH_DAYS = 30.44
YEAR_DAYS = 365.25
LAST_DAYS, LAST_MONTHS = 45, 24
SOON_DAYS = 7


def day_text(instant: int) -> str:
    """The local date with its month as a word, such as "28 May 2026" or "May 28, 2026"."""
    return _locale().toString(_date(instant), _day_format(with_year=True))


def short_day_text(instant: int, now: int) -> str:
    """The local date without the year when it is this year's, such as "8 Sep"."""
    same_year = to_local(instant).year == to_local(now).year
    return _locale().toString(_date(instant), _day_format(with_year=not same_year))


def time_text(instant: int, *, seconds: bool = False) -> str:
    """The local time of day, hours and minutes, and `seconds` if wanted."""
    moment = to_local(instant)
    minutes = "mm:ss" if seconds else "mm"
    pattern = f"h:{minutes} AP" if "a" in _short_time().lower() else f"HH:{minutes}"
    return _locale().toString(QTime(moment.hour, moment.minute, moment.second), pattern)


def moment_text(instant: int, now: int) -> str:
    """Day and time, such as "28 May, 10:12"."""
    return f"{short_day_text(instant, now)}, {time_text(instant)}"


def exact_text(instant: int) -> str:
    """The exact time in UTC, for hovers."""
    return iso(instant).replace("T", " ").replace("Z", " UTC")


def age_text(instant: int, now: int) -> str:
    """How long ago, roughly: "just now", "5 min ago", "3 h ago", "9 days ago", later the date."""
    elapsed = now - instant
    if elapsed < 0:
        return short_day_text(instant, now)
    if elapsed < MINUTE:
        return "just now"
    if elapsed < HOUR:
        return f"{elapsed // MINUTE} min ago"
    if elapsed < DAY:
        return f"{elapsed // HOUR} h ago"
    days = elapsed // DAY
    if days < LAST_DAYS:
        return "1 day ago" if days == 1 else f"{days} days ago"
    return short_day_text(instant, now)


def span_text(span: int) -> str:
    """A length of time ahead: hours below a day, then days, then months, then years: "6 h", "11 d", "6 mo", "3 y"."""
    days = span / DAY
    if days < 1:
        return f"{max(0, span) // HOUR} h"
    if days < LAST_DAYS:
        return f"{int(days)} d"
    if days < LAST_MONTHS * MONTH_DAYS:
        return f"{int(days / MONTH_DAYS)} mo"
    return f"{int(days / YEAR_DAYS)} y"


def _date(instant: int) -> QDate:
    moment = to_local(instant)
    return QDate(moment.year, moment.month, moment.day)


def _locale() -> QLocale:
    return QLocale()


def _short_time() -> str:
    return _locale().timeFormat(QLocale.FormatType.ShortFormat).replace("zzz", "")


def _day_format(*, with_year: bool) -> str:
    first = _locale().dateFormat(QLocale.FormatType.ShortFormat).strip("'")[:1].lower()
    if first == "m" and _locale().language() != QLocale.Language.C:
        return "MMM d, yyyy" if with_year else "MMM d"
    if first == "y":
        return "yyyy MMM d" if with_year else "MMM d"
    return "d MMM yyyy" if with_year else "d MMM"
