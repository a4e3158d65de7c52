"""The day that is opened in the calendar: its memories are read, listed beside, and acted on.

Which search and which fate they are counted by, the pane says each time; nothing of the grid is known here.
"""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from engramma.model.calendar import Fate
from engramma.model.search import Query
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.decay.calendar.day_panel import DayAct, DayPanel
from engramma.ui.views.decay.calendar.reading import PAGE, DayRead, read_day
from engramma.ui.views.sessions.brush import DayRange

JOB = "calendar.day"


class OpenedDay(QObject):
    """`changed`: other days are listed; `left`: a person closed them; `more_wanted`: ask again, for more rows."""

    changed = Signal()
    left = Signal()
    more_wanted = Signal()

    def __init__(self, context: WindowContext, side: DayPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._side = context, side
        self._shown = PAGE
        self._focus_next = False
        side.acted.connect(self._on_acted)
        side.closed.connect(self._on_closed)
        side.more_wanted.connect(self._on_more)
        side.opened.connect(context.show_memory)
        side.current_changed.connect(self._on_current)

    @property
    def days(self) -> DayRange | None:
        """Which days are listed."""
        return self._side.days

    def open(self, days: DayRange, rest: Query, fate: Fate, *, focus: bool) -> None:
        """List the memories of days from the first row on; `focus`: the list gets the keys."""
        self._shown = PAGE
        self._focus_next = focus
        self.read(days, rest, fate)

    def read(self, days: DayRange, rest: Query, fate: Fate) -> None:
        """List as many rows as before."""
        store = self._context.store
        if store is None:
            return
        work = functools.partial(read_day, store, rest, fate, days, self._shown)
        self._context.jobs.read("List a day", work, self._on_day, key=JOB)

    def shut(self) -> None:
        """List nothing any more."""
        self._context.jobs.drop(JOB)
        self._side.forget()
        self._side.hide()

    def _on_day(self, read: DayRead) -> None:
        store = self._context.store
        if store is None:
            return
        self._side.show_day(read, today=store.calendar.today(), may_write=not store.read_only)
        self._side.show()
        self.changed.emit()
        if self._focus_next:
            self._focus_next = False
            self._side.setFocus()

    def _on_closed(self) -> None:
        self.shut()
        self.left.emit()

    def _on_more(self) -> None:
        self._shown += PAGE
        self.more_wanted.emit()

    def _on_acted(self, act: DayAct) -> None:
        self._context.run(act.command_id, ids=act.ids)

    def _on_current(self, memory_id: int) -> None:
        if self._side.isVisible() and self._side.table.hasFocus():
            self._context.select(Selection.one("memory", memory_id))
