"""An opened day: its memories by importance, and what to do with those that are ticked, or with the current one.

Shows and asks; the pane runs the commands. Letters act while the list has the keyboard.
"""

from __future__ import annotations

from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engramma.model.calendar import Fate
from engramma.model.records import dataclass
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.decay.calendar.day_table import DayTable
from engramma.ui.views.decay.calendar.fate_words import counted, heading
from engramma.ui.views.decay.calendar.reading import PAGE, DayRead
from engramma.ui.views.sessions.brush import DayRange
from engramma.ui.widgets import (
    ElidedLabel,
    EmptyState,
    FlowLayout,
    IconButton,
    IconLabel,
    KeyButton,
    StatusBadge,
    lead_keys,
)

KEYS = {
    Qt.Key.Key_R: "memory.rehearse",
    Qt.Key.Key_P: "memory.pin",
    Qt.Key.Key_F: "memory.let_fade",
    Qt.Key.Key_U: "memory.restore",
    Qt.Key.Key_Delete: "memory.trash",
}
BADGES = {Fate.DORMANT: "short_term", Fate.STALE: "warning", Fate.DUE: "warning", Fate.PURGE: "danger"}
ICONS = {
    Fate.DORMANT: "hourglass-medium",
    Fate.STALE: "hourglass-medium",
    Fate.DUE: "trash",
    Fate.PURGE: "eraser",
}


@dataclass(frozen=True, slots=True)
class DayAct:
    """A command to run on memories."""

    command_id: str
    ids: tuple[int, ...]


class DayPanel(QWidget):
    """`acted` carries a DayAct, `current_changed` and `opened` an id; `more_wanted`, `closed` nothing."""

    acted = Signal(object)
    current_changed = Signal(object)
    opened = Signal(object)
    more_wanted = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "top")
        self.setAccessibleName("Opened day")
        self._read: DayRead | None = None
        self._may_write = False
        self._icon = IconLabel("hourglass-medium", size=metrics.icon_large, role="short_term")
        self.title = ElidedLabel("", TextRole.TITLE)
        self.badge = StatusBadge("", "short_term")
        self.close_button = IconButton("x", "Close the day", keys="Esc", size="small")
        self.all_tick = QCheckBox("")
        self.all_tick.setTristate(True)
        self.all_tick.setAccessibleName("Select all of the day")
        self.table = DayTable()
        self.more = QPushButton("")
        set_variant(self.more, "link")
        self.empty = EmptyState("hourglass-medium", "Nothing here any more", sentence="")
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.empty)
        self.buttons = {
            "memory.rehearse": KeyButton("Rehearse", "R", icon_name="lightning", variant="primary"),
            "memory.restore": KeyButton(
                "Restore", "U", icon_name="arrow-counter-clockwise", variant="primary"
            ),
            "memory.pin": KeyButton("Pin", "P", icon_name="push-pin"),
            "memory.let_fade": KeyButton("Let fade", "F"),
        }
        self.trash = IconButton("trash", "Move to Trash", keys="Del", size="small")
        self.purge = QPushButton("Purge…")
        set_variant(self.purge, "danger", size="small")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        metrics = theme().metrics
        head = QHBoxLayout()
        head.setContentsMargins(metrics.pane_padding, metrics.space_6, metrics.space_8, metrics.space_6)
        head.setSpacing(metrics.space_8)
        head.addWidget(self._icon)
        head.addWidget(self.title, 1)
        head.addWidget(self.badge)
        head.addWidget(self.close_button)
        line = QWidget()
        set_surface(line, "window")
        set_edge(line, "bottom")
        line.setFixedHeight(metrics.table_header)
        row = QHBoxLayout(line)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_8)
        importance = QLabel("Importance")
        set_text_role(importance, TextRole.SMALL, tone="secondary")
        row.addWidget(self.all_tick, 1)
        row.addWidget(importance)
        foot = QWidget()
        set_surface(foot, "panel")
        set_edge(foot, "top")
        buttons = FlowLayout(foot, gap=metrics.space_4, line_gap=metrics.space_6)
        buttons.setContentsMargins(metrics.pane_padding, metrics.space_8, metrics.space_8, metrics.space_8)
        for button in (*self.buttons.values(), self.trash, self.purge):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line)
        column.addWidget(self._pages, 1)
        below = QHBoxLayout()
        below.setContentsMargins(metrics.pane_padding, metrics.space_4, metrics.pane_padding, metrics.space_4)
        below.addWidget(self.more)
        below.addStretch(1)
        column.addLayout(below)
        column.addWidget(foot)
        lead_keys(self, self.table)

    def _connect(self) -> None:
        self.close_button.clicked.connect(self.closed)
        self.table.left.connect(self.closed)
        self.table.rows.ticks_changed.connect(self._on_ticks)
        self.table.current_changed.connect(self.current_changed)
        self.table.opened.connect(self.opened)
        self.more.clicked.connect(self.more_wanted)
        self.all_tick.clicked.connect(self._on_all)
        for command_id, button in (
            *self.buttons.items(),
            ("memory.trash", self.trash),
            ("memory.purge", self.purge),
        ):
            button.clicked.connect(partial(self.act, command_id))

    @property
    def days(self) -> DayRange | None:
        """The days that are open."""
        return None if self._read is None else self._read.days

    @property
    def fate(self) -> Fate | None:
        """What its memories meet."""
        return None if self._read is None else self._read.fate

    def show_day(self, read: DayRead, *, today: date, may_write: bool) -> None:
        """Show a day's memories; of the same days as before, ticks and place stay."""
        before = self._read
        keep = before is not None and (before.days, before.fate) == (read.days, read.fate)
        place, current = self.table.currentIndex().row(), self.table.current_id
        self._read, self._may_write = read, may_write
        title = heading(read.days, today=today)
        self.title.set_text(title)
        self.setAccessibleName(title)
        count = len(read.ids)
        self._icon.setAccessibleName("")
        self.badge.set_status(counted(read.fate, count), BADGES[read.fate])
        if self.table.rows.show_day(read, keep=keep):
            again = None if current is None else self.table.rows.row_of(current)
            self.table.stand_on(again if again is not None else place if keep else 0)
        left = count - len(read.shown)
        self.more.setVisible(left > 0)
        self.more.setText(f"Show {PAGE:,} more of {left:,}" if left > PAGE else f"Show {left:,} more")
        self.more.setAccessibleName(self.more.text())
        self.empty.set_texts(
            "Nothing here" if not keep else "Nothing here any more", sentence=_why(read.fate)
        )
        self._pages.setCurrentWidget(self.table if read.shown else self.empty)
        in_trash = read.fate is Fate.PURGE
        self.buttons["memory.restore"].setVisible(in_trash)
        self.purge.setVisible(in_trash)
        self.trash.setVisible(not in_trash)
        for command_id in ("memory.rehearse", "memory.pin"):
            self.buttons[command_id].setVisible(not in_trash)
        self.buttons["memory.let_fade"].setVisible(read.fate is Fate.DORMANT)
        self._on_ticks()

    def forget(self) -> None:
        """Show nothing: another store, or closed."""
        self._read = None
        self.table.rows.show_day(None, keep=False)

    def targets(self) -> tuple[int, ...]:
        """What a key acts on: the ticked ones, or else the current one."""
        ticked = self.table.rows.ticked_ids()
        if ticked or self.table.current_id is None:
            return ticked
        return (self.table.current_id,)

    def act(self, command_id: str, _checked: bool = False) -> None:
        """Ask for a command on the targets."""
        button = self.buttons.get(command_id, self.trash if command_id == "memory.trash" else self.purge)
        ids = self.targets()
        if ids and self._may_write and not button.isHidden():
            self.acted.emit(DayAct(command_id, ids))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """R, P, F, U and Del act; Escape closes."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if plain and key in KEYS:
            self.act(KEYS[key])
        elif plain and key == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _on_all(self, _checked: bool = False) -> None:
        rows = self.table.rows
        rows.tick_all(on=len(rows.ticked_ids()) < rows.total)

    def _on_ticks(self) -> None:
        rows = self.table.rows
        ticked, total = len(rows.ticked_ids()), rows.total
        state = Qt.CheckState.PartiallyChecked if ticked else Qt.CheckState.Unchecked
        self.all_tick.setCheckState(Qt.CheckState.Checked if 0 < total == ticked else state)
        noun = "memory" if total == 1 else "memories"
        self.all_tick.setText(f"{ticked:,} of {total:,} selected" if ticked else f"{total:,} {noun}")
        for button in (*self.buttons.values(), self.trash, self.purge):
            button.setEnabled(self._may_write and total > 0)


def _why(fate: Fate) -> str:
    match fate:
        case Fate.DORMANT:
            return "No memory that the search finds falls below the threshold then."
        case Fate.STALE:
            return "Everything that the search finds was confirmed since, or becomes stale on another day."
        case Fate.DUE:
            return "Nothing that the search finds becomes due for the Trash then."
        case Fate.PURGE:
            return "Nothing in the Trash that the search finds is that old then."
