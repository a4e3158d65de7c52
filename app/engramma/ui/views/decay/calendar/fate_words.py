"""What the calendar says: names of fates, days and spans, counts in a sentence. Pure but for the locale."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale

from engramma.model.calendar import DayCounts, Fate
from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.ui.views.decay.calendar.cells import Level
from engramma.ui.views.rows.days import day_name, month_name
from engramma.ui.views.sessions.brush import DayRange


@dataclass(frozen=True, slots=True)
class FateWords:
    """`title` of the choice and its `tip`; `verb` after a count; `done` after the count of those that did already.

    `nothing` says that none will.
    """

    title: str
    tip: str
    verb: str
    done: str
    nothing: str


FATES = {
    Fate.DORMANT: FateWords(
        "Dormant",
        "What falls below the retrieval threshold",
        "fade",
        "are dormant",
        "Nothing becomes dormant",
    ),
    Fate.STALE: FateWords(
        "Stale", "What nobody confirmed for long", "become stale", "are stale", "Nothing becomes stale"
    ),
    Fate.DUE: FateWords(
        "Due", "What is proposed for the Trash", "become due", "are due for the Trash", "Nothing becomes due"
    ),
    Fate.PURGE: FateWords(
        "Purge",
        "What has been in the Trash for long",
        "to purge",
        "may be purged",
        "Nothing may be purged",
    ),
}
ONE = {"fade": "fades", "become stale": "becomes stale", "become due": "becomes due"}


def counted(fate: Fate, count: int) -> str:
    """ "14 fade", "1 becomes stale"."""
    verb = FATES[fate].verb
    return f"{count:,} {ONE.get(verb, verb) if count == 1 else verb}"


def foot_words(fate: Fate, policy: Policy, level: Level) -> str:
    """What the number in a cell means."""
    when = {Level.DAYS: "that day", Level.WEEKS: "that week", Level.MONTHS: "that month"}[level]
    match fate:
        case Fate.DORMANT:
            return f"Each number is how many fall below the threshold {when}."
        case Fate.STALE:
            half_lives = f"{policy.stale_half_lives:g} half-lives"
            return f"Each number is how many reach {half_lives} without being confirmed {when}."
        case Fate.DUE:
            return (
                f"Each number is how many have been dormant for {policy.due_dormant:g} days, or superseded for "
                f"{policy.due_superseded:g}, {when}."
            )
        case Fate.PURGE:
            return (
                f"Each number is how many have been in the Trash for {policy.trash_retention:g} days {when}."
            )


def about_words(counts: DayCounts, soon: int) -> str:
    """ "96 fade within 7 days", "51 are stale already"."""
    if counts.fate is Fate.DORMANT:
        return f"{counted(counts.fate, soon)} within 7 days"
    return already_words(counts)


def already_words(counts: DayCounts, held: int = 0) -> str:
    """ "51 are stale already"; "2,115 are dormant already, 6 more stay awake in conflict"."""
    done, count = FATES[counts.fate].done, counts.already - held
    words = f"{count:,} {done.replace('are ', 'is ', 1) if count == 1 else done} already"
    return f"{words}, {held:,} more {'stays' if held == 1 else 'stay'} awake in conflict" if held else words


def empty_words(counts: DayCounts, held: int = 0, *, searched: bool) -> tuple[str, str]:
    """A title and a sentence for a calendar in which nothing is to come; `held` as in `CalendarRead`."""
    sentence = "Among what the search finds." if searched else "What is pinned or procedural never fades."
    if counts.already:
        sentence = f"{already_words(counts, held)}."
    return f"{FATES[counts.fate].nothing} in the next two years", sentence


def page_title(level: Level, days: DayRange) -> str:
    """ "Sep – Oct 2026", "Dec 2026 – Jan 2027"."""
    first, last = days.first, days.last
    if (first.year, first.month) == (last.year, last.month):
        return f"{month_name(first)} {first.year}"
    year = "" if first.year == last.year else f" {first.year}"
    return f"{month_name(first)}{year} – {month_name(last)} {last.year}"


def heading(days: DayRange, *, today: date) -> str:
    """ "Sunday 20 September", "21 Sep – 27 Sep"; with the year when it is not this one."""
    locale = QLocale()
    if days.first == days.last:
        day = QDate(days.first.year, days.first.month, days.first.day)
        weekday = locale.standaloneDayName(days.first.isoweekday(), QLocale.FormatType.LongFormat)
        if locale.dateFormat(QLocale.FormatType.ShortFormat).lstrip("'")[:1].lower() == "m":
            text = f"{weekday}, {locale.toString(day, 'MMMM d')}"
        else:
            text = f"{weekday} {locale.toString(day, 'd MMMM')}"
        return text if days.first.year == today.year else f"{text} {days.first.year}"
    return f"{day_name(days.first, today=today)} – {day_name(days.last, today=today)}"


def cell_label(level: Level, days: DayRange, *, first_cell: bool) -> str:
    """What stands in the corner of a cell: "20", "1 Oct", "21 – 27 Sep", "Sep 2026"."""
    if level is Level.MONTHS:
        return f"{month_name(days.first)} {days.first.year}"
    if level is Level.WEEKS:
        return f"{day_name(days.first, today=days.last)} – {day_name(days.last, today=days.last)}"
    if days.first.day == 1 and not first_cell:
        return day_name(days.first, today=days.first)
    return str(days.first.day)


def cell_words(counts: DayCounts, days: DayRange, *, today: date) -> str:
    """What a cell says to the mouse and to a screen reader: "Sunday 20 September: 14 fade"."""
    if days.last < today:
        return f"{heading(days, today=today)}: past"
    number = counts.between(days.first, days.last)
    name = "Today, " if days.first == today == days.last else ""
    return f"{name}{heading(days, today=today)}: {counted(counts.fate, number)}"
