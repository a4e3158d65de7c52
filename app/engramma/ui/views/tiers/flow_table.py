"""The flow as a table: every number of the pictures in rows, for screen readers and whoever prefers it."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.model.flow import GAINS, LOSSES, TierFlow
from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, RIGHT, current_kit
from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.views.tiers.aims import aims_of
from engramma.ui.views.tiers.bars import NAMES, PeriodWanted, period_words
from engramma.ui.views.tiers.diagram import Wanted

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
HEADS = ("What", "How many")


@dataclass(frozen=True, slots=True)
class Line:
    """A row, and what Enter on it asks for."""

    words: str
    count: int
    wanted: Wanted | PeriodWanted


def lines_of(flow: TierFlow) -> tuple[Line, ...]:
    """The rows: parts of the diagram, then the periods, newest first."""
    found = [Line(aim.words, aim.count, Wanted(aim)) for aim in aims_of(flow).values()]
    found += [
        Line(
            f"{period_words(period, flow.end).partition(':')[0]}: {NAMES[stream]}",
            period.count(stream),
            PeriodWanted(period, stream),
        )
        for period in reversed(flow.periods)
        for stream in (*GAINS, *LOSSES)
        if period.count(stream)
    ]
    return tuple(found)


class FlowTableModel(QAbstractTableModel):
    """Two columns: words and numbers."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()

    def show_flow(self, flow: TierFlow) -> None:
        """Show a flow."""
        self.beginResetModel()
        self._lines = lines_of(flow)
        self.endResetModel()

    def line(self, row: int) -> Line | None:
        """The row at a place."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """All rows."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Two."""
        return 0 if parent.isValid() else len(HEADS)

    def data(self, index: Index, role: int = 0) -> object:
        """Words of a cell; numbers stand right."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{line.count:,}" if index.column() else line.words
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class LineDelegate(QStyledItemDelegate):
    """Paints words with room at both sides."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell."""
        kit = current_kit()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, qcolor(kit.tokens.selection if chosen else kit.tokens.base))
        box = QRectF(option.rect).adjusted(kit.metrics.pane_padding, 0, -kit.metrics.pane_padding, 0)
        words, align = str(index.data()), RIGHT if index.column() else LEFT
        pen = kit.pen(TextRole.SMALL, tabular=True)
        kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.text, align=align)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(
                QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                qcolor(kit.tokens.accent),
            )


class FlowTable(QTableView):
    """`wanted` carries a Wanted or a PeriodWanted."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = FlowTableModel(self)
        self.setModel(self._model)
        self.setItemDelegate(LineDelegate(self))
        metrics = theme().metrics
        self.setAccessibleName("Flow between the tiers, as a table")
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(metrics.view_item)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setFixedHeight(metrics.table_header)
        self.horizontalHeader().setHighlightSections(False)
        self.setColumnWidth(1, metrics.px(110))
        self.activated.connect(self._on_activated)

    def show_flow(self, flow: TierFlow) -> None:
        """Show a flow."""
        row = self.currentIndex().row()
        self._model.show_flow(flow)
        if self._model.rowCount():
            self.setCurrentIndex(self._model.index(min(max(row, 0), self._model.rowCount() - 1), 0))

    def _on_activated(self, index: QModelIndex) -> None:
        line = self._model.line(index.row())
        if line is not None:
            self.wanted.emit(line.wanted)
