"""What the tables of the import page share: rows as they are given, columns of fixed widths, one line in focus.

A table is made of its Columns; how a row looks is its delegate's affair. Nothing is read or written here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import qcolor
from engramma.ui.views.plan.tick import paint_tick

Row = TypeVar("Row")
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
NAMELESS, CHECK = 30, 15


@dataclass(frozen=True, slots=True)
class Columns:
    """Titles and widths in px at 96 dpi; `right`: those that stand at the right; `stretch` takes what is left.

    `height` is a row's.
    """

    titles: tuple[str, ...]
    widths: tuple[int, ...]
    right: frozenset[int]
    stretch: int
    height: int


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows as they were given. `words` tells a cell of a row, `tip` what a tool tip adds, "" for none."""

    def __init__(
        self,
        columns: Columns,
        words: Callable[[Row, int], str],
        tip: Callable[[Row, int], str],
        *,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._columns, self._words, self._tip = columns, words, tip
        self.rows: Sequence[Row] = ()

    def set_rows(self, rows: Sequence[Row], *, same: bool = False) -> None:
        """Show rows; those that are the `same` in another state keep the selection."""
        if same and rows:
            self.rows = rows
            last = self.index(len(rows) - 1, len(self._columns.titles) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """As many as there are titles."""
        return 0 if parent.isValid() else len(self._columns.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns.titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = section in self._columns.right
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The row, or a cell in words."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and (words := self._tip(row, index.column())):
            return tooltip(words)
        return None


class RowDelegate(QStyledItemDelegate):
    """The ground and the line below a row; `paint_cell` paints what is on it."""

    height = 0

    def sizeHint(self, option: QStyleOptionViewItem, index: object) -> QSize:
        """Fixed height."""
        return QSize(80, current_kit().px(self.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one cell."""
        kit, box = current_kit(), QRectF(option.rect)
        tokens = kit.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(box, qcolor(tokens.selection if selected else tokens.base))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        self.paint_cell(painter, kit, box, index.data(ROW_ROLE), column=index.column())
        painter.restore()

    def paint_cell(self, painter: QPainter, kit: Kit, box: QRectF, row: object, *, column: int) -> None:
        """Paint what stands in a cell."""
        raise NotImplementedError


def paint_check(painter: QPainter, kit: Kit, box: QRectF, *, checked: bool, enabled: bool) -> None:
    """Paint a check box into the middle of `box`."""
    tokens, size = kit.tokens, kit.px(CHECK)
    square = QRectF(box.center().x() - size / 2, box.center().y() - size / 2, size, size)
    if enabled:
        paint_tick(painter, kit, square, state="on" if checked else "off")
        return
    radius = kit.metrics.radius_tag
    painter.setPen(QPen(qcolor(tokens.line), 1))
    painter.setBrush(qcolor(tokens.fill))
    painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class RowTable(QTableView):
    """`current_changed` carries a row number as a frozen tuple of one."""

    current_changed = Signal(object)

    def __init__(self, columns: Columns, name: str) -> None:
        super().__init__()
        px = current_kit().px
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(px(columns.height))
        self.verticalHeader().setDefaultSectionSize(px(columns.height))
        self._columns = columns

    def start(self, model: RowModel[Row], delegate: RowDelegate) -> None:
        """Show the rows of a model; once."""
        self.setModel(model)
        self.setItemDelegate(delegate)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(current_kit().px(NAMELESS))
        for column, width in enumerate(self._columns.widths):
            header.resizeSection(column, current_kit().px(width))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(self._columns.stretch, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def keep_current(self) -> None:
        """The first row is current if none is."""
        if self.model().rowCount() and not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, 1))

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.current_changed.emit((current.row(),))


class TickTable(RowTable):
    """Its first column is a tick. `toggled` carries a row number as a frozen tuple of one."""

    toggled = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks, or takes the tick away."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.toggled.emit((self.currentIndex().row(),))
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the tick does the same."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.column() == 0 and event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit((index.row(),))
