"""What stands below the calendar's head: the grid, its table, the outlook, or why there is nothing; a foot of words.

Shows what it is given; reads and writes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.calendar import DayCounts, Fate
from engramma.model.forecast import OutlookPoint
from engramma.ui.theme import TextRole, set_text_role, theme
from engramma.ui.views.decay.calendar.counts_table import CountTable
from engramma.ui.views.decay.calendar.fate_words import empty_words, foot_words
from engramma.ui.views.decay.calendar.grid import CalendarGrid, first_weekday
from engramma.ui.views.decay.calendar.reading import CalendarRead
from engramma.ui.views.decay.calendar.table_rows import (
    count_heads,
    count_rows,
    outlook_heads,
    outlook_line,
    outlook_rows,
)
from engramma.ui.widgets import EmptyState, IconLabel

IF_NOTHING_HAPPENS = (
    "If nobody recalls, pins or changes anything until then. Nothing is moved or erased by itself."
)


class CalendarPages(QWidget):
    """One of them is in front."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._ahead = ""
        self.grid = CalendarGrid()
        self.table = CountTable("The calendar as a table")
        self.outlook = CountTable("What the store will be")
        self.empty = EmptyState("hourglass-medium", "Nothing fades", sentence="")
        self._stack = QStackedWidget()
        for page in (self.grid, self.table, self.outlook, self.empty):
            self._stack.addWidget(page)
        self._foot = QLabel()
        self._foot.setWordWrap(True)
        set_text_role(self._foot, TextRole.SMALL, tone="muted")
        self._foot_icon = IconLabel("info", size=metrics.icon_small, role="text_muted")
        body = QHBoxLayout()
        body.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        body.addWidget(self._stack)
        foot = QHBoxLayout()
        foot.setContentsMargins(metrics.pane_padding, metrics.space_6, metrics.pane_padding, metrics.space_8)
        foot.setSpacing(metrics.space_6)
        foot.addWidget(self._foot_icon, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self._foot, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(body, 1)
        column.addLayout(foot)

    def forget(self) -> None:
        """Another store: nothing is counted yet."""
        self._ahead = ""
        self.grid.show_counts(None)
        self.table.show_rows(("",), ())
        self.outlook.show_rows(("",), ())
        self._tell("")

    def show_table(self, counts: DayCounts) -> None:
        """Fill the table for the grid's level."""
        level = self.grid.level
        self.table.show_rows(count_heads(counts, level), count_rows(counts, level, monday=first_weekday()))

    def show_outlook(self, points: tuple[OutlookPoint, ...]) -> None:
        """Fill the outlook; its line stands in the foot as well."""
        self.outlook.show_rows(outlook_heads(points), outlook_rows(points))
        self._ahead = outlook_line(points)

    def bring(self, read: CalendarRead | None, *, ahead: bool, as_table: bool, searched: bool) -> None:
        """Put one in front: the outlook if `ahead`, why there is nothing, the table or the grid."""
        if ahead:
            self._stack.setCurrentWidget(self.outlook)
        elif read is not None and not any(read.counts.counts):
            title, sentence = empty_words(read.counts, read.held, searched=searched)
            self.empty.set_texts(title, sentence=sentence, action="Clear the search" if searched else "")
            self._stack.setCurrentWidget(self.empty)
        else:
            self._stack.setCurrentWidget(self.table if as_table else self.grid)

    def tell_foot(self, fate: Fate, read: CalendarRead | None) -> None:
        """What the numbers in front mean; nothing before they are read, or where there are none."""
        if read is None:
            return
        front = self._stack.currentWidget()
        if front is self.empty:
            self._tell("")
        elif front is self.outlook:
            self._tell(IF_NOTHING_HAPPENS)
        else:
            words = foot_words(fate, read.policy, self.grid.level)
            self._tell(f"{words} {self._ahead}" if fate is Fate.DORMANT and self._ahead else words)

    def _tell(self, words: str) -> None:
        self._foot.setText(words)
        self._foot_icon.setVisible(bool(words))
