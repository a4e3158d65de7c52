"""Rows of the What-if pane: a pin, a rehearsal on a day, and a value of the policy with slider and number."""

from __future__ import annotations

from PySide6.QtCore import QDate, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QCheckBox, QDateEdit, QHBoxLayout, QLabel, QWidget

from engramma.model.clock import DAY, to_local
from engramma.ui.plots.decay_handles import Tried
from engramma.ui.plots.decay_what_if import MOST_DAYS, WhatIf
from engramma.ui.theme import TextRole, set_field_size, set_text_role, theme
from engramma.ui.views.settings.policy.draft import DEFAULTS, PolicyDraft
from engramma.ui.views.settings.policy.fields import details_of
from engramma.ui.views.settings.policy.number_field import NumberField, ValueSlider
from engramma.ui.views.settings.policy.scale import scale_of
from engramma.ui.widgets import ElidedLabel

TITLES = {
    "short_term_half_life": "Short-term",
    "long_term_half_life": "Long-term",
    "retrieval_threshold": "Threshold",
}
TITLE = 72
PIN_HOLDS = "Pinned memories keep full strength from now on: a rehearsal would add nothing."


class WhatIfRow(QWidget):
    """A title and what stands beside it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        metrics = theme().metrics
        self.title = QLabel(title)
        set_text_role(self.title, TextRole.BODY, tone="secondary")
        self.title.setFixedWidth(metrics.px(TITLE))
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(metrics.space_6)
        self.line.addWidget(self.title)
        self.setFixedHeight(metrics.button)


class PinRow(WhatIfRow):
    """`pinned` carries a bool."""

    pinned = Signal(bool)

    def __init__(self) -> None:
        super().__init__("Pin")
        self.tick = QCheckBox()
        self.tick.setAccessibleName("Suppose that they are pinned")
        self._about = ElidedLabel("", TextRole.SMALL, tone="muted")
        self.line.addWidget(self.tick)
        self.line.addWidget(self._about, 1)
        self.tick.toggled.connect(self.pinned)

    def show_what(self, what: WhatIf, *, count: int, still: int) -> None:
        """The state, and what it would mean for how many."""
        with QSignalBlocker(self.tick):
            self.tick.setChecked(what.pin)
        if not count:
            words = ""
        elif what.pin:
            words = f"on: {'none fades' if count != 1 else 'it does not fade'}"
        elif still == count and count:
            words = "off: all stay as they are" if count > 1 else "off: it does not fade anyway"
        else:
            words = (
                f"off: {'all' if not still else f'{count - still:,}'} fade" if count > 1 else "off: it fades"
            )
        self._about.set_text(words)


class RehearseRow(WhatIfRow):
    """`wanted` carries a Tried: days from now, -1 for none."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__("Rehearse")
        metrics = theme().metrics
        self._now = 0
        self.tick = QCheckBox()
        self.tick.setAccessibleName("Suppose a rehearsal")
        self.day = QDateEdit()
        self.day.setCalendarPopup(True)
        self.day.setDisplayFormat("d MMM yyyy")
        self.day.setAccessibleName("Day of the supposed rehearsal")
        self.day.setFixedWidth(metrics.px(121))
        set_field_size(self.day, "small")
        self.day.lineEdit().setTextMargins(0, 0, 0, 0)
        _calm(self.day.calendarWidget())
        self._about = ElidedLabel("", TextRole.SMALL, tone="muted", tabular=True)
        for widget, stretch in ((self.tick, 0), (self.day, 0), (self._about, 1)):
            self.line.addWidget(widget, stretch)
        self.tick.toggled.connect(self._on_tick)
        self.day.dateChanged.connect(self._on_day)

    def show_what(self, what: WhatIf, *, now: int) -> None:
        """The day that is supposed."""
        self._now = now
        days = what.rehearse_in
        today = _day(now)
        with QSignalBlocker(self.tick), QSignalBlocker(self.day):
            self.tick.setChecked(days is not None)
            self.day.setDateRange(today, today.addDays(MOST_DAYS))
            shown = _day(now + (days or 0) * DAY)
            if self.day.date() != shown:
                self.day.setDate(shown)
        words = "" if days is None else "today" if days == 0 else f"+{days} d"
        idle = bool(words) and what.pin
        self._about.set_text("pinned" if idle else words)
        self.setToolTip(PIN_HOLDS if idle else "")

    def _on_tick(self, on: bool) -> None:
        self.wanted.emit(Tried("rehearse", float(self._days()) if on else -1.0))

    def _on_day(self, _date: QDate) -> None:
        self.wanted.emit(Tried("rehearse", float(self._days())))

    def _days(self) -> int:
        return max(0, _day(self._now).daysTo(self.day.date()))


class ValueRow(WhatIfRow):
    """`proposed` carries a Tried of its field of the policy."""

    proposed = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__(TITLES[name])
        self.name = name
        self._scale = scale_of(name)
        details = details_of(name)
        self.slider = ValueSlider(self._scale, DEFAULTS[name])
        self.slider.setAccessibleName(f"{details['title']}, slider")
        self.field = NumberField(self._scale)
        self.field.setAccessibleName(f"What if: {details['title']}")
        self.field.setAccessibleDescription(str(details["help"]))
        unit = QLabel("d" if details["unit"] == "days" else "")
        set_text_role(unit, TextRole.SMALL, tone="muted")
        unit.setFixedWidth(theme().metrics.px(10))
        self.line.addWidget(self.slider, 1)
        self.line.addWidget(self.field)
        self.line.addWidget(unit)
        self.slider.valueChanged.connect(self._on_slider)
        self.slider.stepped.connect(self.field.stepBy)
        self.field.valueChanged.connect(self._on_field)

    def show_draft(self, draft: PolicyDraft | None) -> None:
        """The value as it would be."""
        self.setEnabled(draft is not None)
        if draft is None:
            return
        value = draft.value(self.name)
        changed = self.name in draft.changed
        before = self._scale.text(draft.now(self.name))
        role = TextRole.MEDIUM if changed else TextRole.BODY
        set_text_role(self.title, role, tone="accent" if changed else "secondary")
        self.setToolTip(f"Now {before}" if changed else "")
        with QSignalBlocker(self.slider), QSignalBlocker(self.field):
            # A number that is being typed is left as it is written.
            if self.field.value() != value:
                self.field.setValue(value)
            if not self.slider.isSliderDown():
                self.slider.setValue(self._scale.position(value))

    def _on_slider(self, position: int) -> None:
        self.proposed.emit(Tried(self.name, self._scale.value(position)))

    def _on_field(self, value: float) -> None:
        self.proposed.emit(Tried(self.name, value))


def _day(instant: int) -> QDate:
    moment = to_local(instant)
    return QDate(moment.year, moment.month, moment.day)


def _calm(calendar: QCalendarWidget) -> None:
    """Days in the colours of the theme: Qt paints week-ends red whatever the theme is."""
    calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
    for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        calendar.setWeekdayTextFormat(day, QTextCharFormat())
    calendar.setAccessibleName("Days to come")
