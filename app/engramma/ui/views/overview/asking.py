"""What a click or a brush in a plot of the Overview does to the search text."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject

from engramma.model.search import Mode, Query, Term, field_term, parse, print_query, with_term
from engramma.ui.bridge import WindowContext
from engramma.ui.plots.plot_values import Brushed, Picked
from engramma.ui.views.overview.drawing import OTHERS
from engramma.ui.views.overview.reading import read_recalled
from engramma.ui.views.rows.days import local_day, start_of
from engramma.ui.views.sessions.brush import DayRange, brushed_range, range_term

KEY, CREATED = "overview.recalled", "created"
TOO_MANY = "Too many to be named: this search finds what was last recalled then."


class Asking(QObject):
    """Edits the search of a window."""

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def created(self, brushed: Brushed) -> None:
        """What was made in these days."""
        days = DayRange(local_day(brushed.start), local_day(brushed.end - 1))
        self._context.edit_query(range_term(days, CREATED), brushed.mode)

    def tier(self, picked: Picked) -> None:
        """What is in this tier."""
        self._context.edit_query(field_term("tier", picked.key), picked.mode)

    def category(self, picked: Picked) -> None:
        """What is of this category."""
        self._context.edit_query(field_term("category", picked.key), picked.mode)

    def thing(self, picked: Picked) -> None:
        """What is about this."""
        self._context.edit_query(field_term("about", picked.key), picked.mode)

    def text(self, text: str) -> None:
        """What this text finds."""
        self._context.set_query(text)

    def recalled(self, start: int, end: int, *, actor: str, mode: Mode) -> None:
        """The memories that were sent from `start` up to `end` (UTC µs): by id, or by date when they are many."""
        store = self._context.store
        if store is None:
            return
        asked = "" if actor == OTHERS else actor
        work = functools.partial(read_recalled, store, self._context.query, start, end, asked)
        done = functools.partial(self._on_recalled, DayRange(local_day(start), local_day(end - 1)), mode)
        self._context.jobs.read("Look what was recalled", work, done, key=KEY)

    def _on_recalled(self, days: DayRange, mode: Mode, found: Query | None) -> None:
        if found is None:
            self._context.toast(TOO_MANY, icon="info")
            found = Query(field_term("recalled", f"{days.first.isoformat()}..{days.last.isoformat()}"))
        if found.is_empty:
            self._context.toast("No memory of this search was recalled then.", icon="info")
            return
        query = parse("") if mode is Mode.REPLACE else self._context.parsed_query
        for term in found.conjuncts:
            query = with_term(query, term, mode)
        self._context.set_query(print_query(query))

    def names_recalled(self) -> bool:
        """Whether the search text still has what `recalled` put there."""
        terms = self._context.parsed_query.conjuncts
        return any(isinstance(term, Term) and term.field in ("id", "recalled") for term in terms)

    def brushed_days(self) -> tuple[int, int] | None:
        """The span (UTC µs) that the search text names by days of making."""
        days = brushed_range(self._context.query, CREATED)
        if days is None:
            return None
        return start_of(days.first), start_of(days.last.fromordinal(days.last.toordinal() + 1))
