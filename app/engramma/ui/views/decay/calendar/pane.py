"""The forgetting calendar: counts by day of what the search finds, days picked into the search, a day opened.

`side` is the panel of an opened day; whoever places the pane puts it beside, and the pane shows and hides it.
Reads in jobs; writes by commands.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import date
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.model.calendar import Fate
from engramma.model.forecast import OutlookPoint
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.theme import set_surface
from engramma.ui.views.decay.calendar.asking import calendar_asking
from engramma.ui.views.decay.calendar.cells import Level
from engramma.ui.views.decay.calendar.day_panel import DayPanel
from engramma.ui.views.decay.calendar.fate_words import about_words, page_title
from engramma.ui.views.decay.calendar.head import OUTLOOK, CalendarHead
from engramma.ui.views.decay.calendar.opened_day import OpenedDay
from engramma.ui.views.decay.calendar.pages import CalendarPages
from engramma.ui.views.decay.calendar.picking import DayPicker
from engramma.ui.views.decay.calendar.reading import CalendarRead, read_calendar, read_outlook
from engramma.ui.views.sessions.brush import DayRange
from engramma.ui.widgets import lead_keys

COUNTS, AHEAD = "calendar.counts", "calendar.outlook"
REFRESH_AFTER, REFRESH_GAP = 300, 2_000


class CalendarPane(QWidget):
    """One for a window."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._read: CalendarRead | None = None
        self._dirty = True
        self._go_to: date | None = None
        set_surface(self, "base")
        self.setObjectName("calendar-pane")
        self.setAccessibleName("Forgetting calendar")
        self.picker = DayPicker(context, self)
        self.head = CalendarHead()
        self.pages = CalendarPages()
        pages = self.pages
        self.grid, self.table, self.outlook, self.empty = pages.grid, pages.table, pages.outlook, pages.empty
        self.side = DayPanel(self)
        self.side.hide()
        self.opened = OpenedDay(context, self.side, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.pages, 1)
        self._timer = PacedTimer(self, soon=REFRESH_AFTER, gap=REFRESH_GAP)
        self._timer.timeout.connect(self.refresh)
        lead_keys(self, self.grid)
        self._asking = calendar_asking(context)
        self._connect()

    def _connect(self) -> None:
        context, head = self._context, self.head
        context.store_changed.connect(self._on_store)
        context.query_changed.connect(self._on_query)
        context.data_changed.connect(self._on_data)
        self._asking.asked.connect(self._on_asked)
        head.fates.changed.connect(self._on_fate)
        head.levels.changed.connect(self._on_level)
        head.as_table.toggled.connect(self._on_as_table)
        head.earlier.clicked.connect(functools.partial(self._turn, -1))
        head.later.clicked.connect(functools.partial(self._turn, 1))
        self.picker.changed.connect(self._show_picked)
        self.grid.turned.connect(self._on_turned)
        self.grid.picked.connect(self.pick)
        self.grid.cleared.connect(self.clear)
        self.grid.opened.connect(self.open_days)
        self.table.opened.connect(self.open_days)
        self.empty.action_triggered.connect(functools.partial(context.set_query, ""))
        self.opened.changed.connect(self._show_picked)
        self.opened.left.connect(self._on_day_left)
        self.opened.more_wanted.connect(self._read_day)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        store = self._context.store
        new_day = (
            store is not None and self._read is not None and store.calendar.today() != self._read.counts.first
        )
        if self._dirty or new_day:
            self.refresh()
        self._on_asked()

    def showEvent(self, event: QShowEvent) -> None:
        """It is in sight for the first time, or again: a day may have been asked for before."""
        super().showEvent(event)
        self.activate()

    def refresh(self) -> None:
        """Read everything anew."""
        self._read_counts()
        self._read_outlook()
        self._read_day()

    def save_state(self) -> dict[str, Any]:
        """What is counted, by what, and how."""
        head = self.head
        return {"fate": head.fates.value, "level": head.levels.value, "table": head.as_table.isChecked()}

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave."""
        if state.get("fate") in {fate.value for fate in Fate}:
            self.head.fates.set_value(str(state["fate"]))
        if state.get("level") in {*(level.value for level in Level), OUTLOOK}:
            self.head.levels.set_value(str(state["level"]))
        self.head.as_table.setChecked(state.get("table") is True)

    @property
    def fate(self) -> Fate:
        """What is counted."""
        return Fate(self.head.fates.value)

    def show_day(self, day: date, fate: Fate = Fate.DORMANT) -> None:
        """Turn to a day, and open it."""
        if fate is not self.fate:
            self.head.fates.set_value(fate.value)
        if self.head.levels.value != Level.DAYS.value:
            self.head.levels.set_value(Level.DAYS.value)
        self._go_to = day
        self._stand()
        self.open_days(DayRange(day, day))

    def _stand(self) -> None:
        """Turn to the day that was asked for, as soon as days are counted."""
        if self._read is not None and self._go_to is not None:
            self.grid.go_to(self._go_to)
            self._go_to = None

    # Reading

    def _read_counts(self) -> None:
        store = self._context.store
        if store is None:
            return
        self._dirty = False
        work = functools.partial(read_calendar, store, self.picker.rest(self.fate), self.fate)
        self._context.jobs.count("Count what fades", work, self._on_counts, key=COUNTS)

    def _read_outlook(self) -> None:
        store = self._context.store
        if store is None:
            return
        work = functools.partial(read_outlook, store, self.picker.rest(self.fate))
        self._context.jobs.count("Look ahead", work, self._on_outlook, key=AHEAD)

    def _read_day(self) -> None:
        if self.opened.days is not None:
            self.opened.read(self.opened.days, self.picker.rest(self.fate), self.fate)

    def _on_counts(self, read: CalendarRead) -> None:
        first = self._read is None
        self._read = read
        self.grid.show_counts(read.counts)
        self._stand()
        self.head.about.set_text(about_words(read.counts, read.soon))
        self.pages.show_table(read.counts)
        self._show_page()
        self._show_picked()
        if first and self.grid.cursor_day is not None:
            self._on_turned()

    def _on_outlook(self, points: tuple[OutlookPoint, ...]) -> None:
        self.pages.show_outlook(points)
        self.pages.tell_foot(self.fate, self._read)

    # Following the window

    def _on_store(self) -> None:
        self._read = None
        self.picker.forget()
        self._dirty = True
        self.opened.shut()
        self.pages.forget()
        self.head.about.set_text("")
        if self.isVisible():
            self.refresh()

    def _on_query(self) -> None:
        self.picker.follow_query()
        self._show_picked()
        self._refresh_if_seen()

    def _on_data(self, _notice: object) -> None:
        self._dirty = True
        if self.isVisible():
            self._timer.start()

    def _refresh_if_seen(self) -> None:
        self._dirty = True
        if self.isVisible():
            self.refresh()

    def _on_asked(self) -> None:
        """Another part of the window asked for a day."""
        if not self.isVisible():
            return
        wanted = self._asking.take()
        if wanted is None:
            return
        if wanted.day is None:
            self.grid.setFocus()
        else:
            # Whoever asks shows something that the search may hide.
            self._context.set_query("")
            self.show_day(wanted.day, wanted.fate)

    # What a person did here

    def _on_fate(self, _key: str) -> None:
        if self._read is None:
            self.picker.forget()
        else:
            # Days of one fate would narrow the count of another.
            self.picker.clear(self._read.counts.fate)
        self.opened.shut()
        self._refresh_if_seen()

    def _on_level(self, key: str) -> None:
        if key != OUTLOOK:
            self.grid.set_level(Level(key))
        if self._read is not None:
            self.pages.show_table(self._read.counts)
        self._show_page()
        self._on_turned()

    def _on_as_table(self, _shown: bool) -> None:
        self._show_page()

    def _turn(self, pages: int, _checked: bool = False) -> None:
        self.grid.turn(pages)

    def _on_turned(self) -> None:
        page = self.grid.page
        for widget in (self.head.earlier, self.head.period, self.head.later, self.head.as_table):
            widget.setVisible(self.head.levels.value != OUTLOOK)
        self.head.period.setText("" if page is None else page_title(self.grid.level, page))
        self.head.earlier.setEnabled(self.grid.can_turn(-1))
        self.head.later.setEnabled(self.grid.can_turn(1))

    def pick(self, days: DayRange) -> None:
        """Put days into the search, and list them beside; the keys stay where they are."""
        self.picker.pick(self.fate, days)
        self.open_days(days, focus=False)

    def clear(self) -> None:
        """Take the days out of the search, and their list away."""
        self.picker.clear(self.fate)
        self.opened.shut()
        self._show_picked()

    def open_days(self, days: DayRange, *, focus: bool = True) -> None:
        """List the memories of days."""
        self.opened.open(days, self.picker.rest(self.fate), self.fate, focus=focus)

    def _on_day_left(self) -> None:
        self._show_picked()
        self.grid.setFocus()

    # What is shown

    def _show_page(self) -> None:
        head = self.head
        self.pages.bring(
            self._read,
            ahead=head.levels.value == OUTLOOK,
            as_table=head.as_table.isChecked(),
            searched=bool(self._context.query),
        )
        self.pages.tell_foot(self.fate, self._read)

    def _show_picked(self) -> None:
        self.grid.show_days(asked=self.picker.asked(self.fate), opened=self.opened.days)
