"""Which days of the calendar are in sight, and the day on which the keyboard stands. No widget; local days."""

from __future__ import annotations

from datetime import date

from engramma.model.calendar import DayCounts
from engramma.ui.views.decay.calendar.cells import Cell, Level, cells_of, page_start, turned, whole_cells
from engramma.ui.views.sessions.brush import DayRange


class Paging:
    """A page of cells over counted days. Weeks begin on the weekday `monday`, 1 to 7; it never leaves those days."""

    def __init__(self, counts: DayCounts, level: Level, *, monday: int, cursor: date | None = None) -> None:
        self.counts = counts
        self.level = level
        self.monday = monday
        self.cursor = self.within(cursor or counts.first)
        self._start = self._first_page()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in sight, row by row."""
        return cells_of(self.level, self._start)

    @property
    def days(self) -> DayRange:
        """From the first to the last day in sight."""
        cells = self.cells
        return DayRange(cells[0].days.first, cells[-1].days.last)

    def within(self, day: date) -> date:
        """The nearest counted day."""
        return min(max(day, self.counts.first), self.counts.last)

    def cell_of(self, day: date) -> Cell | None:
        """The cell of a day in sight."""
        return next((cell for cell in self.cells if cell.days.first <= day <= cell.days.last), None)

    def days_of(self, one: date, other: date | None = None) -> DayRange | None:
        """The counted days of the cells from one day to another; None for days before."""
        whole = whole_cells(self.level, DayRange.between(one, other or one), monday=self.monday)
        first, last = max(whole.first, self.counts.first), min(whole.last, self.counts.last)
        return DayRange(first, last) if first <= last else None

    def set_level(self, level: Level) -> None:
        """Other cells; the day of the keyboard stays in sight."""
        self.level = level
        self._start = self._page_of(self.cursor)

    def go_to(self, day: date) -> bool:
        """Stand on a day; whether that turned the page."""
        self.cursor = self.within(day)
        if self.days.first <= self.cursor <= self.days.last:
            return False
        self._start = self._page_of(self.cursor)
        return True

    def can_turn(self, pages: int) -> bool:
        """Whether there are counted days that way."""
        days = self.days
        return days.first > self.counts.first if pages < 0 else days.last < self.counts.last

    def turn(self, pages: int) -> bool:
        """Show later days, or earlier ones, and take the keyboard along; whether there were any."""
        if not self.can_turn(pages):
            return False
        self._start = max(self._first_page(), turned(self.level, self._start, pages))
        days = self.days
        self.cursor = self.within(min(max(self.cursor, days.first), days.last))
        return True

    def _page_of(self, day: date) -> date:
        return page_start(self.level, day, monday=self.monday)

    def _first_page(self) -> date:
        return self._page_of(self.counts.first)
