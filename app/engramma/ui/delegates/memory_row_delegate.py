"""The delegate of the memories table: reads a row value and a column by role, paints background and cell.

Exists to join model, view state and paint functions; it decides no colours and knows no model class.
"""

from __future__ import annotations

from re import Pattern

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
)

from engramma.ui.delegates.cell_text import cell_tooltip_text
from engramma.ui.delegates.cells import PAINTERS, Cell
from engramma.ui.delegates.hover import RowHover
from engramma.ui.delegates.kit import Kit, current_kit, rounded
from engramma.ui.delegates.look import RowState, row_look
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.delegates.roles import COLUMN_ROLE, COLUMN_WIDTHS, COLUMNS, ROW_ROLE, Column
from engramma.ui.delegates.row import MemoryRow
from engramma.ui.theme import qcolor

Index = QModelIndex | QPersistentModelIndex
CELL_PADDING = 7
LEAST_COLUMN = 24
PLACEHOLDER_COLUMNS = (Column.MEMORY, Column.STRENGTH)


class MemoryRowDelegate(QStyledItemDelegate):
    """Paints every column of a memories view. `compact` rows have one line.

    Make it with `MemoryRowDelegate.install(view)`: it sets itself as the view's delegate and the view's row
    height.
    """

    def __init__(self, view: QAbstractItemView, *, compact: bool = False) -> None:
        super().__init__(view)
        self._view = view
        self._compact = compact
        self._columns: frozenset[Column] = frozenset()
        self._searched: Pattern[str] | None = None
        self._hover = RowHover(view)

    @classmethod
    def install(cls, view: QTableView, *, compact: bool = False) -> MemoryRowDelegate:
        """Make a delegate, give it to the view, and set up what its painting expects.

        No grid, fixed row height.
        """
        delegate = cls(view, compact=compact)
        view.setItemDelegate(delegate)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.verticalHeader().hide()
        header = view.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(current_kit().px(LEAST_COLUMN))
        header.setFixedHeight(current_kit().metrics.table_header)
        delegate.set_compact(compact=compact)
        return delegate

    @property
    def row_height(self) -> int:
        """Height of a row in px: 46, compact 28, scaled."""
        metrics = current_kit().metrics
        return metrics.row_compact if self._compact else metrics.row

    def set_compact(self, *, compact: bool) -> None:
        """Choose rows of one line or two, and set the row height of a table view."""
        self._compact = compact
        if isinstance(self._view, QTableView):
            header = self._view.verticalHeader()
            # A minimum above the present size makes Qt move every section by itself: minutes at a million rows.
            header.setMinimumSectionSize(1)
            header.setDefaultSectionSize(self.row_height)
            header.setMinimumSectionSize(self.row_height)
        self._view.viewport().update()

    def set_columns(self, columns: frozenset[Column]) -> None:
        """Say which columns show: what has one of its own is not painted beside the text as well."""
        if columns != self._columns:
            self._columns = columns
            self._view.viewport().update()

    def set_searched(self, pattern: Pattern[str] | None) -> None:
        """Say which words are searched for: they are marked in the text."""
        if pattern != self._searched:
            self._searched = pattern
            self._view.viewport().update()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The column's usual width and the row height."""
        column = COLUMNS.get(index.data(COLUMN_ROLE))
        width = COLUMN_WIDTHS[column] if column is not None else 80
        return QSize(current_kit().px(width), self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell: background and row line, then the content.

        A quiet bar while the row is not loaded.
        """
        kit = current_kit()
        row, column = index.data(ROW_ROLE), COLUMNS.get(index.data(COLUMN_ROLE))
        state = self._state(option, index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.rect.width() < kit.px(COLUMN_WIDTHS.get(column or Column.MEMORY, 0)):
            painter.setClipRect(option.rect)
        if isinstance(row, MemoryRow) and column is not None:
            look = row_look(row, state, kit=kit)
            self._paint_background(
                painter, option, kit=kit, colour=look.background, state=state, column=column
            )
            rect = self._content(option, kit=kit, column=column)
            if rect.width() > 0:
                ratio = painter.device().devicePixelRatioF()
                cell = Cell(rect, row, look, ratio, self._compact, self._columns, self._searched)
                PAINTERS[column](painter, kit, cell)
        else:
            self._paint_background(
                painter, option, kit=kit, colour=kit.tokens.base, state=state, column=column
            )
            self._paint_placeholder(painter, option, kit=kit, column=column)
        painter.restore()

    def _state(self, option: QStyleOptionViewItem, index: Index) -> RowState:
        flags = option.state
        return RowState(
            selected=bool(flags & QStyle.StateFlag.State_Selected),
            hovered=index.row() == self._hover.row,
            current=index.row() == self._view.currentIndex().row(),
            focused=self._view.hasFocus(),
        )

    def _paint_background(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        *,
        kit: Kit,
        colour: str,
        state: RowState,
        column: Column | None,
    ) -> None:
        rect = QRectF(option.rect)
        painter.fillRect(rect, qcolor(colour))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), qcolor(kit.tokens.grid))
        if state.current and state.focused:
            self._paint_focus(painter, rect, kit=kit, state=state, first=column == Column.GUTTER)

    def _paint_focus(
        self, painter: QPainter, rect: QRectF, *, kit: Kit, state: RowState, first: bool
    ) -> None:
        accent = qcolor(kit.tokens.accent)
        if first:
            painter.fillRect(QRectF(rect.left(), rect.top(), kit.px(2), rect.height() - 1), accent)
        if not state.selected:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), accent)
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), accent)

    def _content(self, option: QStyleOptionViewItem, *, kit: Kit, column: Column | None) -> QRectF:
        padding = 0 if column == Column.GUTTER else kit.px(CELL_PADDING)
        return QRectF(option.rect).adjusted(padding, 0, -padding, -1)

    def _paint_placeholder(
        self, painter: QPainter, option: QStyleOptionViewItem, *, kit: Kit, column: Column | None
    ) -> None:
        if column not in PLACEHOLDER_COLUMNS:
            return
        rect = self._content(option, kit=kit, column=column)
        height = kit.px(6)
        width = min(rect.width(), float(kit.px(220 if column == Column.MEMORY else 62)))
        bar = QRectF(rect.left(), rect.center().y() - height / 2, max(0.0, width), height)
        rounded(painter, bar, radius=height / 2, colour=qcolor(kit.tokens.fill))

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show the full text of the hovered cell, always as plain text."""
        row, column = index.data(ROW_ROLE), COLUMNS.get(index.data(COLUMN_ROLE))
        if (
            event.type() != QEvent.Type.ToolTip
            or not isinstance(row, MemoryRow)
            or not isinstance(column, Column)
        ):
            return False
        text = tooltip(cell_tooltip_text(row, column))
        if text:
            QToolTip.showText(event.globalPos(), text, view, option.rect)
        else:
            QToolTip.hideText()
        return True
