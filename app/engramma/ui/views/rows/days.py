"""Local days as people read them, for headings and axes. For moments see `engramma.ui.models.dates`."""

from __future__ import annotations

from datetime import date, datetime, time

from PySide6.QtCore import QLocale

from engramma.model.clock import from_datetime, to_local
from engramma.ui.models.dates import day_text, short_day_text


def local_day(instant: int) -> date:
    """The local day of a moment."""
    return to_local(instant).date()


def start_of(day: date) -> int:
    """The first moment of a local day, in UTC microseconds."""
    return from_datetime(datetime.combine(day, time()))


def day_name(day: date, *, today: date | None = None) -> str:
    """ "28 May 2026"; without the year when `today` is given and is in the same year."""
    noon = from_datetime(datetime.combine(day, time(12)))
    if today is None:
        return day_text(noon)
    return short_day_text(noon, from_datetime(datetime.combine(today, time(12))))


def month_name(day: date) -> str:
    """The short name of its month."""
    return QLocale().standaloneMonthName(day.month, QLocale.FormatType.ShortFormat)


def day_heading(day: date, today: date) -> str:
    """ "Today, 17 Sep", "Yesterday, 16 Sep", else the day alone, with its year if that is another one."""
    name = {0: "Today", 1: "Yesterday"}.get((today - day).days)
    text = day_name(day, today=today)
    return f"{name}, {text}" if name else text
