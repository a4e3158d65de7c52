"""The calendar as a table behind the picture, and the outlook: rows of words and numbers. Read only."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engramma.model.records import dataclass
from engramma.ui.plots.plot_table import CellDelegate
from engramma.ui.theme import theme
from engramma.ui.views.sessions.brush import DayRange

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
NUMBER = 104
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class CountRow:
    """A row: words, numbers, and the days that it is about."""

    words: str
    numbers: tuple[str, ...]
    days: DayRange | None = None
    tip: str = ""


class CountModel(QAbstractTableModel):
    """A few hundred rows at most."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._heads: tuple[str, ...] = ("",)
        self._rows: tuple[CountRow, ...] = ()

    @property
    def rows(self) -> tuple[CountRow, ...]:
        """All rows."""
        return self._rows

    def show_rows(self, heads: Sequence[str], rows: Sequence[CountRow]) -> None:
        """Show other rows."""
        if (tuple(heads), tuple(rows)) == (self._heads, self._rows):
            return
        self.beginResetModel()
        self._heads, self._rows = tuple(heads), tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Words and numbers."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The heads of columns."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self._heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words, or a number."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.numbers[index.column() - 1] if index.column() else row.words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if not index.column():
                return row.words
            return f"{row.words}, {self._heads[index.column()]}: {row.numbers[index.column() - 1]}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tip or None
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return RIGHT
        return None


class CountTable(QTableView):
    """`opened` carries the DayRange of a row."""

    opened = Signal(object)

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = CountModel(self)
        metrics = theme().metrics
        self.setModel(self.rows)
        self.setItemDelegate(CellDelegate(self))
        self.setAccessibleName(accessible_name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(metrics.row_compact)
        head = self.horizontalHeader()
        head.setFixedHeight(metrics.table_header)
        head.setHighlightSections(False)
        head.setMinimumSectionSize(metrics.px(NUMBER))
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_rows(self, heads: Sequence[str], rows: Sequence[CountRow]) -> None:
        """Show other rows; the keyboard stays where it was."""
        place = max(0, self.currentIndex().row())
        self.rows.show_rows(heads, rows)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, len(heads)):
            self.setColumnWidth(column, theme().metrics.px(NUMBER))
        if rows:
            self.setCurrentIndex(self.rows.index(min(place, len(rows) - 1), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the days of a row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the days of a row."""
        self._open(self.indexAt(event.position().toPoint()))

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and self.rows.rows[index.row()].days is not None:
            self.opened.emit(self.rows.rows[index.row()].days)
