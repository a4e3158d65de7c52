"""Days picked in the calendar become a part of the search text, and are read from it again.

What is no field of the search language is named by id; which days that was is remembered as long as the text stands.
"""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from engramma.model.calendar import Fate
from engramma.model.search import Query, parse, print_query
from engramma.ui.bridge import WindowContext
from engramma.ui.views.decay.calendar.day_search import NamedDays, days_asked, search_for, without_days
from engramma.ui.views.decay.calendar.reading import read_ids
from engramma.ui.views.sessions.brush import DayRange

NAMED = "calendar.named"


class DayPicker(QObject):
    """`changed`: other days are picked, or none."""

    changed = Signal()

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._named: NamedDays | None = None

    def rest(self, fate: Fate) -> Query:
        """What the cells count: the search without the days that it asks for."""
        if self._named is not None:
            return parse(self._named.rest)
        query = self._context.parsed_query
        return without_days(query) if fate is Fate.DORMANT else query

    def asked(self, fate: Fate) -> DayRange | None:
        """The days that the search asks for."""
        if self._named is not None:
            return self._named.days
        return days_asked(self._context.parsed_query) if fate is Fate.DORMANT else None

    def pick(self, fate: Fate, days: DayRange) -> None:
        """Put days into the search, so that it finds the memories that the calendar counts there."""
        store, rest = self._context.store, self.rest(fate)
        if store is None:
            return
        if fate is Fate.DORMANT:
            self._named = None
            self._context.set_query(search_for(rest, fate, days, ()))
        else:
            work = functools.partial(read_ids, store, rest, fate, days)
            done = functools.partial(self._on_ids, rest, fate, days)
            self._context.jobs.read("Name a day's memories", work, done, key=NAMED)

    def _on_ids(self, rest: Query, fate: Fate, days: DayRange, ids: tuple[int, ...]) -> None:
        text = search_for(rest, fate, days, ids)
        if text:
            self._named = NamedDays(text, print_query(rest), fate, days)
            self._context.set_query(text)
        else:
            many = "Too many to be named: choose fewer days."
            self._context.toast(many if ids else "Nothing to search for there.", icon="info")
        self.changed.emit()

    def clear(self, fate: Fate) -> None:
        """Take the days out of the search."""
        rest, asked = self.rest(fate), self.asked(fate)
        self._named = None
        if asked is not None:
            self._context.set_query(print_query(rest))
        self.changed.emit()

    def forget(self) -> None:
        """Another store, or another fate: what was named before is a search like any other."""
        self._named = None

    def follow_query(self) -> None:
        """The search text was edited: what was named stands in it no more."""
        if self._named is not None and self._context.query != self._named.text:
            self._named = None
