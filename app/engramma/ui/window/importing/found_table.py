"""What was found on this computer as a table: ticked or not, what it is and where, how much, and how new."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from engramma.engine.finding_memories import Found, FoundKind
from engramma.model.records import dataclass
from engramma.ui.delegates.kit import RIGHT, Kit, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.models.dates import exact_text, short_day_text
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.settings.file_sizes import size_text
from engramma.ui.window.importing.file_table import paint_check

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
COLUMNS = ("", "Found", "Recognised as", "Files", "Size", "Newest")
WIDTHS = (42, 300, 250, 66, 84, 110)
NUMBERS_FROM, ROW = 3, 44
KIND_ICONS = {
    FoundKind.SESSIONS: "chats",
    FoundKind.MEMORIES: "brain",
    FoundKind.INSTRUCTIONS: "notebook",
    FoundKind.EXPORT: "package",
}


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One find and the words for where it lies, whether it is ticked, and whether its folder is watched.

    `now` in UTC µs.
    """

    found: Found
    place: str
    ticked: bool
    watched: bool
    now: int

    @property
    def detail(self) -> str:
        """Where it lies, and whether it is watched."""
        return f"{self.place}, watched" if self.watched else self.place


class FoundModel(QAbstractTableModel):
    """One row for each find."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[FoundRow, ...] = ()

    def set_rows(self, rows: tuple[FoundRow, ...]) -> None:
        """Show finds; the same with other ticks keep the selection."""
        same = [row.found for row in rows] == [row.found for row in self._rows]
        if same and rows:
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """One for each find."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """Six."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section >= NUMBERS_FROM else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The row, or a cell in words."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            found = row.found
            return tooltip(f"{found.title}\n{found.place}\nchanged last {exact_text(found.newest)}")
        return None


def cell_text(row: FoundRow, column: int) -> str:
    """One cell in words."""
    found = row.found
    if column == 0:
        return "ticked" if row.ticked else "not ticked"
    if column == 1:
        return f"{found.title}, {row.detail}"
    if column == 2:
        return found.format_title
    if column == 3:
        return f"{found.count:,}"
    return size_text(found.bytes) if column == 4 else short_day_text(found.newest, row.now)


class FoundDelegate(QStyledItemDelegate):
    """Two lines under "Found", one elsewhere; fixed height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: object) -> QSize:
        """Fixed height."""
        return QSize(80, current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one cell."""
        kit, row = current_kit(), index.data(ROW_ROLE)
        tokens = kit.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(box, qcolor(tokens.selection if selected else tokens.base))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        column = index.column()
        if column == 0:
            paint_check(painter, kit, box, checked=row.ticked, enabled=True)
        elif column == 1:
            self._paint_find(painter, kit, box, row)
        else:
            number = column >= NUMBERS_FROM
            inner = box.adjusted(kit.px(7), 0, -kit.px(7), 0)
            pen = kit.pen(TextRole.BODY if number else TextRole.SMALL, tabular=number)
            colour = tokens.text if column == NUMBERS_FROM else tokens.text_secondary
            text = single_line(cell_text(row, column))
            if number:
                kit.text(painter, text, rect=inner, pen=pen, colour=colour, align=RIGHT)
            else:
                kit.text(painter, text, rect=inner, pen=pen, colour=colour)
        painter.restore()

    def _paint_find(self, painter: QPainter, kit: Kit, box: QRectF, row: FoundRow) -> None:
        size, tokens = kit.metrics.icon_large, kit.tokens
        at = QPointF(box.left() + kit.px(6), box.center().y() - size / 2)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(at, pixmap(KIND_ICONS[row.found.kind], size, tokens.text_secondary, ratio))
        room = box.adjusted(kit.px(32), 0, -kit.px(8), 0)
        middle = box.center().y()
        first = QRectF(room.left(), middle - kit.px(17), room.width(), kit.px(17))
        second = QRectF(room.left(), middle, room.width(), kit.px(15))
        title = single_line(row.found.title)
        kit.text(painter, title, rect=first, pen=kit.pen(TextRole.MEDIUM), colour=tokens.text)
        if row.watched:
            eye = kit.px(12)
            painter.drawPixmap(
                QPointF(second.left(), second.center().y() - eye / 2),
                pixmap("eye", eye, tokens.accent, ratio),
            )
            second = second.adjusted(eye + kit.px(4), 0, 0, 0)
        place = single_line(row.place)
        kit.text(painter, place, rect=second, pen=kit.pen(TextRole.CAPTION), colour=tokens.text_muted)


class FoundTable(QTableView):
    """`toggled` and `current_changed` carry a row number as a frozen tuple of one."""

    toggled = Signal(object)
    current_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        kit = current_kit()
        self._model = FoundModel(self)
        self.setModel(self._model)
        self.setItemDelegate(FoundDelegate(self))
        self.setAccessibleName("Found on this computer")
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(kit.px(ROW))
        self.verticalHeader().setDefaultSectionSize(kit.px(ROW))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(kit.px(30))
        for column, width in enumerate(WIDTHS):
            header.resizeSection(column, kit.px(width))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def set_rows(self, rows: tuple[FoundRow, ...]) -> None:
        """Show finds; the first is current if none was."""
        self._model.set_rows(rows)
        if rows and not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(0, 1))

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.current_changed.emit((current.row(),))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks, or takes the tick away."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.toggled.emit((self.currentIndex().row(),))
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the box does the same."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.column() == 0 and event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit((index.row(),))
