"""The rows of an opened day: memories by importance, each with a tick. All ids may be ticked, shown or not."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from engramma.model.memory import Memory
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.views.decay.calendar.reading import DayRead

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
MEMORY_ROLE = int(Qt.ItemDataRole.UserRole) + 41
TICKED_ROLE = int(Qt.ItemDataRole.UserRole) + 42
MAY_FADE_ROLE = int(Qt.ItemDataRole.UserRole) + 43


class DayColumn(IntEnum):
    """The columns."""

    MEMORY = 0
    IMPORTANCE = 1


HEADS = ("Memory", "Importance")


class DayModel(QAbstractTableModel):
    """`ticks_changed`: others are ticked."""

    ticks_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[Memory, ...] = ()
        self._ids: tuple[int, ...] = ()
        self._ticked: set[int] = set()
        self._may_fade: frozenset[int] = frozenset()

    def show_day(self, read: DayRead | None, *, keep: bool) -> bool:
        """Show other rows; with `keep`, ticks stay as far as they are still there. False: the same rows as before."""
        rows = () if read is None else read.shown
        ids = () if read is None else read.ids
        same = [row.id for row in rows] == [row.id for row in self._rows]
        ticked = self._ticked & set(ids) if keep else set()
        if same:
            self._rows = rows
        else:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        self._ids, self._ticked = ids, ticked
        self._may_fade = frozenset() if read is None else read.may_fade
        if same and rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(HEADS) - 1))
        self.ticks_changed.emit()
        return not same

    @property
    def rows(self) -> tuple[Memory, ...]:
        """The memories that are shown."""
        return self._rows

    @property
    def total(self) -> int:
        """All memories of the day."""
        return len(self._ids)

    def ticked_ids(self) -> tuple[int, ...]:
        """What is ticked, the most important first."""
        return tuple(one for one in self._ids if one in self._ticked)

    def row_of(self, memory_id: int) -> int | None:
        """Where a memory stands."""
        return next((place for place, row in enumerate(self._rows) if row.id == memory_id), None)

    def flip(self, place: int) -> None:
        """Tick a row, or not."""
        if 0 <= place < len(self._rows):
            self._ticked ^= {self._rows[place].id}
            self._tell()

    def tick_all(self, *, on: bool) -> None:
        """Tick all of the day, also what is not shown, or nothing."""
        self._ticked = set(self._ids) if on else set()
        self._tell()

    def _tell(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(HEADS) - 1))
        self.ticks_changed.emit()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """The memories that are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Text and importance."""
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The heads of columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section] if section < len(HEADS) else None
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words, and the memory itself for the delegate."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        memory = self._rows[index.row()]
        if role == MEMORY_ROLE:
            return memory
        if role == TICKED_ROLE:
            return memory.id in self._ticked
        if role == MAY_FADE_ROLE:
            return memory.id in self._may_fade
        importance = f"{memory.importance:.2f}"
        if role == Qt.ItemDataRole.DisplayRole:
            return importance if index.column() == DayColumn.IMPORTANCE else single_line(memory.text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            tick = "ticked, " if memory.id in self._ticked else ""
            may = "may fade, " if memory.id in self._may_fade else ""
            words = f"{tick}{may}M-{memory.id}, {memory.kind.value}: {single_line(memory.text)}"
            return f"importance {importance}" if index.column() == DayColumn.IMPORTANCE else words
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == DayColumn.MEMORY:
            return tooltip(f"M-{memory.id}  {memory.text}")
        return None
