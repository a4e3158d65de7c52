"""The table behind a plot: the same numbers in rows, for screen readers and whoever prefers them.

Rows are few (at most some thousand), all in memory, of one height. Text is plain.
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.ui.delegates.kit import LEFT, RIGHT, current_kit
from engramma.ui.models.dates import day_text, exact_text
from engramma.ui.plots.plot_values import Cell, Moment, PlotTable
from engramma.ui.theme import TextRole, qcolor, theme

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
LOOKED_AT, MANY = 40, "9,999"
DISPLAY, ACCESSIBLE = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)


def cell_words(cell: Cell) -> str:
    """A cell as people read it."""
    match cell:
        case None:
            return "–"
        case Moment(at, whole_day):
            return day_text(at) if whole_day else exact_text(at)
        case bool() | str():
            return str(cell)
        case _:
            return f"{cell:,}" if cell == int(cell) and isinstance(cell, int) else f"{cell:,.2f}"


class PlotTableModel(QAbstractTableModel):
    """A PlotTable, read only."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._table = PlotTable("")

    def show_table(self, table: PlotTable) -> None:
        """Show other numbers."""
        self.beginResetModel()
        self._table = table
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """All rows."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """All heads."""
        return 0 if parent.isValid() else len(self._table.heads)

    def data(self, index: Index, role: int = DISPLAY) -> object:
        """Words of a cell, with its head for screen readers; numbers stand right."""
        if not index.isValid():
            return None
        cell = self._table.rows[index.row()][index.column()]
        if role == DISPLAY:
            return cell_words(cell)
        if role == ACCESSIBLE:
            return f"{self._table.heads[index.column()]}: {cell_words(cell)}"
        if role == Qt.ItemDataRole.TextAlignmentRole and not isinstance(cell, str | Moment):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> object:
        """Heads; those of numbers stand right."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._table.heads):
            return None
        if role == DISPLAY:
            return self._table.heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            rows = self._table.rows
            words = not rows or isinstance(rows[0][section], str | Moment)
            side = Qt.AlignmentFlag.AlignLeft if words else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class CellDelegate(QStyledItemDelegate):
    """Paints words with room at both sides, and the current cell with a rule."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell."""
        kit = current_kit()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, qcolor(kit.tokens.selection if chosen else kit.tokens.base))
        box = QRectF(option.rect).adjusted(kit.px(8), 0, -kit.px(8), 0)
        right = index.data(Qt.ItemDataRole.TextAlignmentRole) is not None
        kit.text(
            painter,
            str(index.data()),
            rect=box,
            pen=kit.pen(TextRole.SMALL, tabular=True),
            colour=kit.tokens.text,
            align=RIGHT if right else LEFT,
        )
        line = QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(line, qcolor(kit.tokens.grid))
        if option.state & QStyle.StateFlag.State_HasFocus:
            rule = QRectF(option.rect.left(), option.rect.top(), kit.px(2), option.rect.height())
            painter.fillRect(rule, qcolor(kit.tokens.accent))


class PlotTableView(QTableView):
    """Arrows walk the cells, Ctrl+C copies all of them with their heads, Tab leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = PlotTableModel(self)
        self._table = PlotTable("")
        self.setModel(self._model)
        self.setItemDelegate(CellDelegate(self))
        metrics = theme().metrics
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(metrics.view_item)
        head = self.horizontalHeader()
        head.setFixedHeight(metrics.table_header)
        head.setHighlightSections(False)
        head.setMinimumSectionSize(metrics.px(56))
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    @property
    def table(self) -> PlotTable:
        """What is shown."""
        return self._table

    def show_table(self, table: PlotTable) -> None:
        """Show other numbers; the row that was current stays so by its place."""
        if table == self._table:
            return
        row = self.currentIndex().row()
        self._table = table
        self._model.show_table(table)
        self.setAccessibleName(f"{table.title}, as a table")
        self._fit_columns()
        if table.rows:
            # An invalid current index makes screen readers fail: there is always a current row.
            self.setCurrentIndex(self._model.index(min(max(row, 0), len(table.rows) - 1), 0))

    def _fit_columns(self) -> None:
        """As wide as heads and the first cells need; the first column takes what is left."""
        kit, head = current_kit(), self.horizontalHeader()
        measures = kit.pen(TextRole.SMALL, tabular=True).measures
        for column, title in enumerate(self._table.heads):
            cells = [cell_words(row[column]) for row in self._table.rows[:LOOKED_AT]]
            wide = max(measures.horizontalAdvance(text) for text in (title, MANY, *cells))
            stretched = QHeaderView.ResizeMode.Fixed if column else QHeaderView.ResizeMode.Stretch
            head.setSectionResizeMode(column, stretched)
            self.setColumnWidth(column, round(wide) + kit.px(18))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the whole table."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(self._table.tsv())
        else:
            super().keyPressEvent(event)
