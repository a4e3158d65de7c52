"""Other parts of the window ask the calendar for a day here; the pane takes it up when it is there.

One for each window context, found by name: whoever asks need not know where the calendar stands.
"""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QObject, Signal

from engramma.model.calendar import Fate
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext

NAME = "calendar-asking"


@dataclass(frozen=True, slots=True)
class DayAsked:
    """A day to be shown and opened; None only brings the calendar to the front."""

    day: date | None = None
    fate: Fate = Fate.DORMANT


class CalendarAsking(QObject):
    """`asked`: something waits to be taken."""

    asked = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self.setObjectName(NAME)
        self._waiting: DayAsked | None = None
        context.store_changed.connect(self.take)

    def ask(self, wanted: DayAsked) -> None:
        """Ask for a day; the newest counts."""
        self._waiting = wanted
        self.asked.emit()

    def take(self) -> DayAsked | None:
        """What was asked for last, once."""
        wanted, self._waiting = self._waiting, None
        return wanted


def calendar_asking(context: WindowContext) -> CalendarAsking:
    """The one of this window."""
    found = context.findChild(CalendarAsking, NAME)
    return found if found is not None else CalendarAsking(context)
