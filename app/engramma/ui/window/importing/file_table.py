"""The files of an import: chosen or not, what each was recognised as, and what would become of its content."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent

from engramma.ui.delegates.kit import RIGHT, Kit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, theme
from engramma.ui.window.importing.plan import FORMAT_ICONS, ImportPlan, PlannedFile, number_text
from engramma.ui.window.importing.row_table import Columns, RowDelegate, RowModel, TickTable, paint_check

COLUMNS = Columns(
    titles=("", "File", "Recognised as", "Read", "New", "Known", "Changed", "Skipped", "Secrets"),
    widths=(42, 220, 232, 66, 66, 66, 74, 80, 74),
    right=frozenset(range(3, 9)),
    stretch=1,
    height=40,
)
TIGHT_NUMBERS = (54, 54, 60, 68, 70, 66)
NAME, FORMAT, NUMBERS_FROM, NEW, SECRETS, NUMBER_PADDING = 1, 2, 3, 4, 8, 7
ENOUGH, LEAST_FORMAT, FORMAT_SHARE, MOST_ROWS = 900, 120, 0.42, 7


def fitting_widths(width: int) -> tuple[int, ...]:
    """The widths of all columns in a table of `width` px: the name keeps the larger part of what is left."""
    px = theme().metrics.px
    tight = width < px(ENOUGH)
    numbers = tuple(map(px, TIGHT_NUMBERS if tight else COLUMNS.widths[NUMBERS_FROM:]))
    left = max(0, width - px(COLUMNS.widths[0]) - sum(numbers))
    kind = max(px(LEAST_FORMAT), min(px(COLUMNS.widths[FORMAT]), round(left * FORMAT_SHARE)))
    return (px(COLUMNS.widths[0]), max(0, left - kind), kind, *numbers)


def cell_text(file: PlannedFile, column: int) -> str:
    """One cell in words."""
    report = file.report
    if column == 0:
        return "included" if file.chosen else "left out"
    if column == NAME:
        return file.path.name
    if column == FORMAT:
        return f"{file.title}, {file.detail}"
    if not file.readable:
        return ""
    if column == SECRETS:
        return file.secrets_text
    numbers = (report.read, report.new, report.known, report.changed, len(report.skipped))
    return number_text(numbers[column - NUMBERS_FROM])


def _tip(file: PlannedFile, column: int) -> str:
    if column == SECRETS and file.readable:
        return file.secrets_tip
    return f"{file.path}\n{file.detail}"


class FileDelegate(RowDelegate):
    """Two lines under "Recognised as", one elsewhere."""

    height = COLUMNS.height

    def paint_cell(self, painter: QPainter, kit: Kit, box: QRectF, row: object, *, column: int) -> None:
        """Paint what stands in a cell."""
        if not isinstance(row, PlannedFile):
            return
        if column == 0:
            paint_check(painter, kit, box, checked=row.chosen, enabled=row.readable)
        elif column == NAME:
            self._paint_name(painter, kit, box, row)
        elif column == FORMAT:
            self._paint_format(painter, kit, box, row)
        else:
            self._paint_number(painter, kit, box, row, column=column)

    def _paint_number(
        self, painter: QPainter, kit: Kit, box: QRectF, file: PlannedFile, *, column: int
    ) -> None:
        tokens = kit.tokens
        secret = column == SECRETS and file.secret_count > 0
        strong = secret or (column == NEW and file.report.new > 0)
        pen = kit.pen(TextRole.STRONG if strong else TextRole.BODY, tabular=True)
        plain = tokens.text if strong or column == NUMBERS_FROM else tokens.text_secondary
        colour = tokens.danger if secret else plain
        inner = box.adjusted(0, 0, -kit.px(NUMBER_PADDING), 0)
        used = kit.text(painter, cell_text(file, column), rect=inner, pen=pen, colour=colour, align=RIGHT)
        if secret:
            size = kit.metrics.icon_small
            at = QPointF(inner.right() - used - size - kit.px(4), inner.center().y() - size / 2)
            painter.drawPixmap(at, pixmap("key", size, colour, painter.device().devicePixelRatioF()))

    def _paint_name(self, painter: QPainter, kit: Kit, box: QRectF, file: PlannedFile) -> None:
        size = kit.metrics.icon_large
        name = FORMAT_ICONS.get(file.report.format.partition(":")[0], "file") if file.readable else "file-x"
        at = QPointF(box.left() + kit.px(6), box.center().y() - size / 2)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(at, pixmap(name, size, kit.tokens.text_secondary, ratio))
        room = box.adjusted(kit.px(30), 0, -kit.px(8), 0)
        ink = kit.tokens.text if file.readable else kit.tokens.text_muted
        text = single_line(file.path.name)
        kit.text(painter, text, rect=room, pen=kit.pen(TextRole.MEDIUM), colour=ink, middle=True)

    def _paint_format(self, painter: QPainter, kit: Kit, box: QRectF, file: PlannedFile) -> None:
        room = box.adjusted(kit.px(7), 0, -kit.px(7), 0)
        middle = box.center().y()
        first = QRectF(room.left(), middle - kit.px(16), room.width(), kit.px(16))
        second = QRectF(room.left(), middle, room.width(), kit.px(15))
        ink = kit.tokens.text if file.readable else kit.tokens.danger
        kit.text(painter, file.title, rect=first, pen=kit.pen(TextRole.SMALL), colour=ink)
        detail = single_line(file.detail)
        kit.text(painter, detail, rect=second, pen=kit.pen(TextRole.CAPTION), colour=kit.tokens.text_muted)


class FileTable(TickTable):
    """`toggled` and `current_changed` carry a row number as a frozen tuple of one; `fitted`: other widths."""

    fitted = Signal()

    def __init__(self) -> None:
        super().__init__(COLUMNS, "Files to import")
        self._rows = RowModel[PlannedFile](COLUMNS, cell_text, _tip, parent=self)
        self.start(self._rows, FileDelegate(self))

    def set_plan(self, plan: ImportPlan) -> None:
        """Show a plan; the same files with other choices keep the selection, the first is current if none was."""
        same = [item.report.path for item in plan.files] == [item.report.path for item in self._rows.rows]
        self._rows.set_rows(plan.files, same=same)
        self.keep_current()
        rows = min(max(len(plan.files), 1), MOST_ROWS)
        metrics = theme().metrics
        self.setFixedHeight(metrics.table_header + rows * metrics.px(COLUMNS.height) + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the numbers stand closer, and names keep their room."""
        super().resizeEvent(event)
        for column, width in enumerate(fitting_widths(self.viewport().width())):
            if column != COLUMNS.stretch:
                self.horizontalHeader().resizeSection(column, width)
        self.fitted.emit()

    @property
    def number_widths(self) -> tuple[int, ...]:
        """The widths of the columns of numbers in px, as they are now."""
        header = self.horizontalHeader()
        return tuple(header.sectionSize(column) for column in range(NUMBERS_FROM, len(COLUMNS.titles)))
