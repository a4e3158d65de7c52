"""The dates to come of a card's memory, each a way to that day in the forgetting calendar."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from engramma.model.calendar import Fate
from engramma.model.forecast import MemoryForecast
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.models.dates import exact_text, short_day_text
from engramma.ui.theme import TextRole, icon, set_text_role, set_variant, theme
from engramma.ui.views.rows.days import local_day
from engramma.ui.widgets import FlowLayout

WORDS = {
    Fate.DORMANT: "Dormant",
    Fate.STALE: "Stale",
    Fate.DUE: "Due for the Trash",
    Fate.PURGE: "May be purged",
}


@dataclass(frozen=True, slots=True)
class ComingDay:
    """A fate of a memory and its moment, UTC µs, which is still to come or is today."""

    fate: Fate
    at: int


def coming_days(ahead: MemoryForecast) -> tuple[ComingDay, ...]:
    """The dates from today on, the next one first: days before are not in the calendar."""
    dates = {
        Fate.DORMANT: ahead.dormant_at,
        Fate.STALE: ahead.stale_at,
        Fate.DUE: ahead.due_at,
        Fate.PURGE: ahead.purge_at,
    }
    today = local_day(ahead.at)
    found = [ComingDay(fate, at) for fate, at in dates.items() if at is not None and local_day(at) >= today]
    return tuple(sorted(found, key=lambda day: day.at))


class DatesAhead(QWidget):
    """`day_wanted` carries a ComingDay."""

    day_wanted = Signal(object)

    def __init__(self, ahead: MemoryForecast, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        flow = FlowLayout(self, gap=metrics.space_6, line_gap=metrics.space_4)
        days = coming_days(ahead)
        words = QLabel("In the forgetting calendar:")
        set_text_role(words, TextRole.SMALL, tone="secondary")
        words.setFixedHeight(metrics.button_small)
        flow.addWidget(words)
        for day in days:
            text = f"{WORDS[day.fate]} {short_day_text(day.at, ahead.at)}"
            button = QPushButton(text)
            button.setIcon(icon("calendar-blank", "text_secondary"))
            button.setAccessibleName(f"{text}: open that day in the forgetting calendar")
            button.setToolTip(tooltip(exact_text(day.at)))
            set_variant(button, "plain", size="small")
            button.clicked.connect(partial(self._ask, day))
            flow.addWidget(button)

    def _ask(self, day: ComingDay, _checked: bool = False) -> None:
        self.day_wanted.emit(day)
