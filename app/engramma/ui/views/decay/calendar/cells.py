"""Which days stand in which cell of the calendar, by days, weeks or months. Pure; local days."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum

from engramma.model.records import dataclass
from engramma.ui.views.sessions.brush import DayRange

WEEK = timedelta(days=7)
LAST_DAY = date(9990, 1, 1)


class Level(StrEnum):
    """What a cell stands for."""

    DAYS = "days"
    WEEKS = "weeks"
    MONTHS = "months"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its days, and where it stands."""

    days: DayRange
    row: int
    column: int


ROWS = {Level.DAYS: 6, Level.WEEKS: 6, Level.MONTHS: 3}
COLUMNS = {Level.DAYS: 7, Level.WEEKS: 4, Level.MONTHS: 4}


def page_start(level: Level, day: date, *, monday: int) -> date:
    """The first day of the page whose first row holds `day`; weeks begin on the weekday `monday`, 1 to 7."""
    if level is Level.MONTHS:
        return day.replace(day=1)
    return day - timedelta(days=(day.isoweekday() - monday) % 7)


def cells_of(level: Level, start: date) -> tuple[Cell, ...]:
    """The cells of the page that begins on `start`, row by row."""
    columns = COLUMNS[level]
    cells = []
    first = start
    for number in range(ROWS[level] * columns):
        after = next_start(level, first)
        cells.append(Cell(DayRange(first, after - timedelta(days=1)), number // columns, number % columns))
        first = after
    return tuple(cells)


def next_start(level: Level, first: date) -> date:
    """Where the cell after the one that begins on `first` begins."""
    match level:
        case Level.DAYS:
            return first + timedelta(days=1)
        case Level.WEEKS:
            return first + WEEK
        case Level.MONTHS:
            return add_months(first, 1)


def add_months(day: date, months: int) -> date:
    """The same day so many months later, or that month's last."""
    place = day.year * 12 + day.month - 1 + months
    year, month = min(max(place // 12, 1), LAST_DAY.year), place % 12 + 1
    for last in range(day.day, 27, -1):
        try:
            return date(year, month, last)
        except ValueError:
            continue
    return date(year, month, day.day)


def stepped(level: Level, day: date, *, right: int = 0, down: int = 0, pages: int = 0) -> date:
    """The day so many cells to the right or below; a page is a month, of months a year."""
    cells = right + down * COLUMNS[level]
    if level is Level.MONTHS:
        return add_months(day, cells + 12 * pages)
    moved = day + timedelta(days=cells * (7 if level is Level.WEEKS else 1))
    return add_months(moved, pages) if pages else moved


def turned(level: Level, start: date, pages: int) -> date:
    """Where the page begins that the arrows at the top lead to: four or twelve weeks on, or a year."""
    match level:
        case Level.DAYS:
            return start + 4 * WEEK * pages
        case Level.WEEKS:
            return start + 12 * WEEK * pages
        case Level.MONTHS:
            return add_months(start, 12 * pages)


def whole_cells(level: Level, days: DayRange, *, monday: int) -> DayRange:
    """The days of all cells that hold any of these days."""
    if level is Level.DAYS:
        return days
    last = page_start(level, days.last, monday=monday)
    return DayRange(page_start(level, days.first, monday=monday), next_start(level, last) - timedelta(days=1))
