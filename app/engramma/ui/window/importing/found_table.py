"""What was found on this computer as a table: ticked or not, what it is and where, how much, and how new."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.engine.finding_memories import Found, FoundKind
from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, RIGHT, Kit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import exact_text, short_day_text
from engramma.ui.theme import TextRole, pixmap
from engramma.ui.views.settings.file_sizes import size_text
from engramma.ui.window.importing.row_table import Columns, RowDelegate, RowModel, TickTable, paint_check

COLUMNS = Columns(
    titles=("", "Found", "Recognised as", "Files", "Size", "Newest"),
    widths=(42, 300, 250, 66, 84, 110),
    right=frozenset({3, 4, 5}),
    stretch=1,
    height=44,
)
FILES = 3
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


def _tip(row: FoundRow, _column: int) -> str:
    found = row.found
    return f"{found.title}\n{found.place}\nchanged last {exact_text(found.newest)}"


class FoundDelegate(RowDelegate):
    """Two lines under "Found", one elsewhere."""

    height = COLUMNS.height

    def paint_cell(self, painter: QPainter, kit: Kit, box: QRectF, row: object, *, column: int) -> None:
        """Paint what stands in a cell."""
        if not isinstance(row, FoundRow):
            return
        if column == 0:
            paint_check(painter, kit, box, checked=row.ticked, enabled=True)
        elif column == 1:
            self._paint_find(painter, kit, box, row)
        else:
            number = column in COLUMNS.right
            inner = box.adjusted(kit.px(7), 0, -kit.px(7), 0)
            pen = kit.pen(TextRole.BODY if number else TextRole.SMALL, tabular=number)
            colour = kit.tokens.text if column == FILES else kit.tokens.text_secondary
            text = single_line(cell_text(row, column))
            kit.text(painter, text, rect=inner, pen=pen, colour=colour, align=RIGHT if number else LEFT)

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


class FoundTable(TickTable):
    """`toggled` and `current_changed` carry a row number as a frozen tuple of one."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, "Found on this computer")
        self._rows = RowModel[FoundRow](COLUMNS, cell_text, _tip, parent=self)
        self.start(self._rows, FoundDelegate(self))

    def set_rows(self, rows: tuple[FoundRow, ...]) -> None:
        """Show finds, the same with other ticks where they stand; the first is current if none was."""
        same = [row.found for row in rows] == [row.found for row in self._rows.rows]
        self._rows.set_rows(rows, same=same)
        self.keep_current()
