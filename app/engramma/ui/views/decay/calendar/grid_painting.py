"""Paints the calendar from a picture of it: weekdays, cells with their counts, the sums of weeks. Knows no mouse."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engramma.model.calendar import DayCounts
from engramma.model.records import dataclass
from engramma.ui.delegates.kit import CENTRE, LEFT, RIGHT, Kit, rounded
from engramma.ui.theme import TextRole, qcolor
from engramma.ui.views.decay.calendar.cells import COLUMNS, ROWS, Cell, Level
from engramma.ui.views.decay.calendar.fate_words import cell_label
from engramma.ui.views.decay.calendar.heat import heat
from engramma.ui.views.rows.days import day_name
from engramma.ui.views.sessions.brush import DayRange

GAP, HEAD, SIDE, SUMS = 3, 22, 52, 96
NARROW = 440
BAR, WIDEST_BAR = 5, 42


@dataclass(frozen=True, slots=True)
class GridPicture:
    """All that is to be seen. `cursor` is framed; `asked` are the days that the search names; `open` is opened."""

    level: Level
    cells: Sequence[Cell]
    counts: DayCounts
    today: date
    monday: int
    cursor: date | None
    asked: DayRange | None
    open: DayRange | None


@dataclass(frozen=True, slots=True)
class GridShape:
    """Where cells stand in a widget of some size."""

    area: QRectF
    level: Level
    gap: float
    sums: float

    @property
    def row_height(self) -> float:
        """The height of a cell, before it is brought onto whole pixels."""
        return (self.area.height() + self.gap) / ROWS[self.level] - self.gap

    def cell(self, row: int, column: int) -> QRectF:
        """The rectangle of a cell, on whole pixels."""
        wide = (self.area.width() + self.gap) / COLUMNS[self.level]
        high = (self.area.height() + self.gap) / ROWS[self.level]
        left, top = round(self.area.left() + column * wide), round(self.area.top() + row * high)
        right = round(self.area.left() + (column + 1) * wide - self.gap)
        bottom = round(self.area.top() + (row + 1) * high - self.gap)
        return QRectF(left, top, right - left, bottom - top)

    def place(self, point: QPointF) -> tuple[int, int] | None:
        """The row and column at a point, None beside the cells."""
        area = self.area
        if not area.adjusted(0, 0, 1, 1).contains(point):
            return None
        column = int((point.x() - area.left()) / (area.width() + self.gap) * COLUMNS[self.level])
        row = int((point.y() - area.top()) / (area.height() + self.gap) * ROWS[self.level])
        return min(row, ROWS[self.level] - 1), min(column, COLUMNS[self.level] - 1)


def shape_of(kit: Kit, width: float, height: float, level: Level) -> GridShape:
    """The shape for a size: a narrow calendar has no sums, months have no heads."""
    px = kit.px
    days, wide = level is Level.DAYS, width >= px(NARROW)
    left = px(SIDE) if days and wide else 0
    sums = px(SUMS) if days and wide else 0
    top = px(HEAD) if days else 0
    return GridShape(
        QRectF(left, top, max(1, width - left - sums), max(1, height - top)), level, px(GAP), sums
    )


def paint_grid(painter: QPainter, kit: Kit, shape: GridShape, picture: GridPicture) -> None:
    """Paint it all; expects antialiasing."""
    most = max((_count(picture, cell) for cell in picture.cells), default=0)
    if picture.level is Level.DAYS:
        _paint_weekdays(painter, kit, shape, picture)
        _paint_weeks(painter, kit, shape, picture)
    for number, cell in enumerate(picture.cells):
        _paint_cell(painter, kit, shape, picture, cell, most=most, first=not number)


def _count(picture: GridPicture, cell: Cell) -> int:
    return picture.counts.between(cell.days.first, cell.days.last)


def _paint_weekdays(painter: QPainter, kit: Kit, shape: GridShape, picture: GridPicture) -> None:
    pen = kit.pen(TextRole.SMALL)
    for column in range(COLUMNS[picture.level]):
        weekday = (picture.monday - 1 + column) % 7 + 1
        box = shape.cell(0, column)
        box.setRect(box.left(), 0, box.width(), shape.area.top() - kit.px(4))
        name = QLocale().standaloneDayName(weekday, QLocale.FormatType.ShortFormat)
        kit.text(painter, name, rect=box, pen=pen, colour=kit.tokens.text_secondary, align=CENTRE)
    if shape.sums:
        left = shape.area.right() + kit.px(12)
        box = QRectF(left, 0, shape.sums - kit.px(12), shape.area.top() - kit.px(4))
        kit.text(painter, "week", rect=box, pen=pen, colour=kit.tokens.text_secondary)


def _paint_weeks(painter: QPainter, kit: Kit, shape: GridShape, picture: GridPicture) -> None:
    """The first day of each week at the left; at the right a bar and the sum."""
    if not shape.sums:
        return
    pen = kit.pen(TextRole.SMALL, tabular=True)
    weeks = [picture.cells[row * 7 : row * 7 + 7] for row in range(ROWS[Level.DAYS])]
    sums = [picture.counts.between(week[0].days.first, week[-1].days.last) for week in weeks]
    most = max(sums, default=0)
    for row, (week, total) in enumerate(zip(weeks, sums, strict=True)):
        box = shape.cell(row, 0)
        box.setRect(0, box.top(), shape.area.left() - kit.px(8), box.height())
        label = day_name(week[0].days.first, today=week[0].days.first)
        kit.text(painter, label, rect=box, pen=pen, colour=kit.tokens.text_secondary, align=RIGHT)
        if not total:
            continue
        left, middle = shape.area.right() + kit.px(12), box.center().y()
        bar = QRectF(left, middle - kit.px(BAR) / 2, max(3.0, kit.px(WIDEST_BAR) * total / most), kit.px(BAR))
        rounded(painter, bar, radius=kit.px(BAR) / 2, colour=qcolor(kit.tokens.short_term))
        text = QRectF(left, box.top(), shape.sums - kit.px(12), box.height())
        kit.text(painter, f"{total:,}", rect=text, pen=pen, colour=kit.tokens.text_secondary, align=RIGHT)


def _paint_cell(
    painter: QPainter,
    kit: Kit,
    shape: GridShape,
    picture: GridPicture,
    cell: Cell,
    *,
    most: int,
    first: bool,
) -> None:
    tokens, days, count = kit.tokens, cell.days, _count(picture, cell)
    box = shape.cell(cell.row, cell.column)
    past = days.last < picture.today
    radius = kit.metrics.radius_tag
    rounded(painter, box, radius=radius, colour=qcolor(tokens.panel if past else heat(tokens, count, most)))
    inner = box.adjusted(kit.px(6), kit.px(3), -kit.px(7), -kit.px(4))
    label = cell_label(picture.level, days, first_cell=first)
    quiet = tokens.text_muted if past or not count else tokens.text
    small = kit.pen(TextRole.CAPTION, tabular=True)
    number = kit.pen(TextRole.STRONG, tabular=True)
    flat = shape.row_height < small.height + number.height + kit.px(6)
    top = inner if flat else QRectF(inner.left(), inner.top(), inner.width(), small.height)
    kit.text(painter, label, rect=top, pen=small, colour=quiet, align=LEFT)
    if count and not past:
        bottom = inner
        if not flat:
            bottom = QRectF(inner.left(), inner.bottom() - number.height, inner.width(), number.height)
        kit.text(painter, f"{count:,}", rect=bottom, pen=number, colour=tokens.text, align=RIGHT)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inside = box.adjusted(0.5, 0.5, -0.5, -0.5)
    if days.first <= picture.today <= days.last:
        painter.setPen(QPen(qcolor(tokens.text_secondary), 1))
        painter.drawRoundedRect(inside, radius, radius)
    opened = _overlaps(picture.open, days)
    if opened or _overlaps(picture.asked, days):
        # One opened cell stands out; a frame as wide around each of many would hide them.
        wide = 3.0 if opened and picture.open is not None and cell.days.days >= picture.open.days else 2.0
        painter.setPen(QPen(qcolor(tokens.accent), wide))
        inset = wide / 2
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius, radius)
    if picture.cursor is not None and days.first <= picture.cursor <= days.last:
        painter.setPen(QPen(qcolor(tokens.accent), 1.5, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), radius + 1, radius + 1)


def _overlaps(shown: DayRange | None, days: DayRange) -> bool:
    return shown is not None and shown.first <= days.last and days.first <= shown.last
