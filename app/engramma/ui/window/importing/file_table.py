"""The files of an import: chosen or not, what each was recognised as, and what would become of its content."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.ui.delegates.kit import RIGHT, Kit, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor, theme
from engramma.ui.window.importing.plan import FORMAT_ICONS, ImportPlan, PlannedFile, number_text

FILE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
COLUMNS = ("", "File", "Recognised as", "Read", "New", "Known", "Changed", "Skipped")
WIDTHS = (42, 220, 232, 66, 66, 66, 74, 80)
NUMBERS_FROM, NUMBER_PADDING, ROW = 3, 7, 40


class FileModel(QAbstractTableModel):
    """One row for each file, in the plan's order."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._files: tuple[PlannedFile, ...] = ()

    def set_plan(self, plan: ImportPlan) -> None:
        """Show a plan; the same files with other choices keep the selection."""
        same = [item.report.path for item in plan.files] == [item.report.path for item in self._files]
        if same and self._files:
            self._files = plan.files
            last = self.index(len(self._files) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._files = plan.files
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """One for each file."""
        return 0 if parent.isValid() else len(self._files)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """Eight."""
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
        """The file, or a cell in words."""
        if not index.isValid():
            return None
        file = self._files[index.row()]
        if role == FILE_ROLE:
            return file
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_text(file, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{file.path}\n{file.detail}")
        return None


def cell_text(file: PlannedFile, column: int) -> str:
    """One cell in words."""
    report = file.report
    if column == 0:
        return "included" if file.chosen else "left out"
    if column == 1:
        return file.path.name
    if column == 2:
        return f"{file.title}, {file.detail}"
    numbers = (report.read, report.new, report.known, report.changed, len(report.skipped))
    return number_text(numbers[column - NUMBERS_FROM]) if file.readable else ""


class FileDelegate(QStyledItemDelegate):
    """Two lines under "Recognised as", one elsewhere; fixed height 40."""

    def sizeHint(self, option: QStyleOptionViewItem, index: object) -> QSize:
        """Fixed height."""
        return QSize(80, current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one cell."""
        kit, file = current_kit(), index.data(FILE_ROLE)
        tokens = kit.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(box, qcolor(tokens.selection if selected else tokens.base))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        column = index.column()
        if column == 0:
            paint_check(painter, kit, box, checked=file.chosen, enabled=file.readable)
        elif column == 1:
            self._paint_name(painter, kit, box, file)
        elif column == 2:
            self._paint_format(painter, kit, box, file)
        else:
            strong = column == 4 and file.report.new > 0
            pen = kit.pen(TextRole.STRONG if strong else TextRole.BODY, tabular=True)
            colour = tokens.text if strong or column == 3 else tokens.text_secondary
            inner = box.adjusted(0, 0, -kit.px(NUMBER_PADDING), 0)
            kit.text(painter, cell_text(file, column), rect=inner, pen=pen, colour=colour, align=RIGHT)
        painter.restore()

    def _paint_name(self, painter: QPainter, kit: Kit, box: QRectF, file: PlannedFile) -> None:
        size = kit.metrics.icon_large
        name = FORMAT_ICONS.get(file.report.format.partition(":")[0], "file") if file.readable else "file-x"
        at = QPointF(box.left() + kit.px(6), box.center().y() - size / 2)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(at, pixmap(name, size, kit.tokens.text_secondary, ratio))
        room = box.adjusted(kit.px(30), 0, -kit.px(8), 0)
        ink = kit.tokens.text if file.readable else kit.tokens.text_muted
        text = single_line(file.path.name)
        kit.text(painter, text, rect=room, pen=kit.pen(TextRole.MEDIUM), colour=ink)

    def _paint_format(self, painter: QPainter, kit: Kit, box: QRectF, file: PlannedFile) -> None:
        room = box.adjusted(kit.px(7), 0, -kit.px(7), 0)
        middle = box.center().y()
        first = QRectF(room.left(), middle - kit.px(16), room.width(), kit.px(16))
        second = QRectF(room.left(), middle, room.width(), kit.px(15))
        ink = kit.tokens.text if file.readable else kit.tokens.danger
        kit.text(painter, file.title, rect=first, pen=kit.pen(TextRole.SMALL), colour=ink)
        detail = single_line(file.detail)
        kit.text(painter, detail, rect=second, pen=kit.pen(TextRole.CAPTION), colour=kit.tokens.text_muted)


def paint_check(painter: QPainter, kit: Kit, box: QRectF, *, checked: bool, enabled: bool) -> None:
    """Paint a check box into the middle of `box`."""
    tokens, size = kit.tokens, kit.px(15)
    square = QRectF(box.center().x() - size / 2, box.center().y() - size / 2, size, size)
    edge = tokens.line if not enabled else tokens.accent if checked else tokens.field_border
    painter.setPen(QPen(qcolor(edge), 1))
    painter.setBrush(qcolor(tokens.accent if checked else tokens.base if enabled else tokens.fill))
    radius = kit.metrics.radius_tag
    painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if checked:
        inner = kit.px(11)
        at = square.center() - QPointF(inner / 2, inner / 2)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(at, pixmap("check", inner, tokens.on_accent, ratio))


class FileTable(QTableView):
    """`choice_toggled` and `current_changed` carry a row number as a frozen tuple of one."""

    choice_toggled = Signal(object)
    current_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kit = current_kit()
        self._model = FileModel(self)
        self.setModel(self._model)
        self.setItemDelegate(FileDelegate(self))
        self.setAccessibleName("Files to import")
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

    def set_plan(self, plan: ImportPlan) -> None:
        """Show a plan; the first file is current if none was."""
        self._model.set_plan(plan)
        if plan.files and not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(0, 1))
        rows = min(max(len(plan.files), 1), 7)
        metrics = theme().metrics
        self.setFixedHeight(metrics.table_header + rows * metrics.px(ROW) + 1)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.current_changed.emit((current.row(),))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space chooses or leaves out."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.choice_toggled.emit((self.currentIndex().row(),))
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the box chooses or leaves out."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.column() == 0 and event.button() == Qt.MouseButton.LeftButton:
            self.choice_toggled.emit((index.row(),))
