"""The two rows above the calendar: title, count, which days are shown; which fate, which level, as a table."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from engramma.model.calendar import Fate
from engramma.ui.theme import TextRole, set_menu, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.decay.calendar.cells import Level
from engramma.ui.views.decay.calendar.fate_words import FATES
from engramma.ui.widgets import ElidedLabel, IconButton, Segment, SegmentedControl

OUTLOOK = "outlook"
NARROW = 590


class CalendarHead(QWidget):
    """Holds the controls; the pane listens to them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        title = QLabel("Forgetting calendar")
        set_text_role(title, TextRole.SECTION)
        self.about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.about.setMinimumWidth(metrics.px(40))
        self.earlier = IconButton("caret-left", "Earlier days", keys="PgUp", size="small")
        self.later = IconButton("caret-right", "Later days", keys="PgDown", size="small")
        self.period = QLabel("")
        set_text_role(self.period, TextRole.SMALL_MEDIUM)
        self.fates = SegmentedControl(
            [Segment(fate.value, words.title, tip=words.tip) for fate, words in FATES.items()],
            "What is counted",
            value=Fate.DORMANT.value,
        )
        self.levels = SegmentedControl(
            [
                Segment(Level.DAYS.value, "Days"),
                Segment(Level.WEEKS.value, "Weeks"),
                Segment(Level.MONTHS.value, "Months"),
                Segment(OUTLOOK, "Outlook", tip="What the store will be in 30 and 90 days"),
            ],
            "What a cell stands for",
            value=Level.DAYS.value,
        )
        self.fate_button = QPushButton("")
        set_variant(self.fate_button, "plain", size="small")
        self._menu = QMenu(self.fate_button)
        self._menu.setAccessibleName("What is counted")
        for fate, words in FATES.items():
            action = self._menu.addAction(f"{words.title}: {words.tip[0].lower()}{words.tip[1:]}")
            action.triggered.connect(partial(self._choose, fate))
        set_menu(self.fate_button, self._menu)
        self.as_table = IconButton("columns", "Show the calendar as a table", size="small")
        self.as_table.setCheckable(True)
        for widget in (self.earlier, self.period, self.later, self.as_table):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
        first = QHBoxLayout()
        first.setSpacing(metrics.space_8)
        first.addWidget(title)
        first.addWidget(self.about, 1)
        first.addWidget(self.earlier)
        first.addWidget(self.period)
        first.addWidget(self.later)
        second = QHBoxLayout()
        second.setSpacing(metrics.space_8)
        second.addWidget(self.fates)
        second.addWidget(self.fate_button)
        second.addStretch(1)
        second.addWidget(self.levels)
        second.addWidget(self.as_table)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.pane_padding, metrics.space_6, metrics.space_8, metrics.space_6)
        column.setSpacing(metrics.space_6)
        column.addLayout(first)
        column.addLayout(second)
        self.fates.changed.connect(self._name_fate)
        self._name_fate(self.fates.value)
        self.fate_button.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the choices have no room side by side, what is counted is chosen from a menu."""
        narrow = event.size().width() < theme().metrics.px(NARROW)
        self.fates.setVisible(not narrow)
        self.fate_button.setVisible(narrow)
        super().resizeEvent(event)

    def _name_fate(self, key: str) -> None:
        title = FATES[Fate(key)].title
        self.fate_button.setText(title)
        self.fate_button.setAccessibleName(f"What is counted: {title}")

    def _choose(self, fate: Fate, _checked: bool = False) -> None:
        self.fates.set_value(fate.value)
