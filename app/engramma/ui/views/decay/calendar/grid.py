"""The calendar as a heat map: a click or a drag picks days, Enter opens them, arrows and Page keys move.

Knows no store and only asks: the days that are framed as picked are those that the pane read from the search text.
"""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.calendar import DayCounts
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import set_surface
from engramma.ui.views.decay.calendar.cells import (
    Cell,
    Level,
    cells_of,
    page_start,
    stepped,
    turned,
    whole_cells,
)
from engramma.ui.views.decay.calendar.fate_words import cell_words, heading
from engramma.ui.views.decay.calendar.grid_painting import (
    GridPicture,
    GridShape,
    paint_grid,
    shape_of,
)
from engramma.ui.views.sessions.brush import DayRange

KEYS_SETTLE_MS, NOTCH = 400, 120
ARROWS = {
    Qt.Key.Key_Left: (-1, 0, 0),
    Qt.Key.Key_Right: (1, 0, 0),
    Qt.Key.Key_Up: (0, -1, 0),
    Qt.Key.Key_Down: (0, 1, 0),
    Qt.Key.Key_PageUp: (0, 0, -1),
    Qt.Key.Key_PageDown: (0, 0, 1),
}


class CalendarGrid(QWidget):
    """`picked` and `opened` carry a DayRange, `cleared` nothing; `turned`: other days are shown."""

    picked = Signal(object)
    opened = Signal(object)
    cleared = Signal()
    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: DayCounts | None = None
        self._level = Level.DAYS
        self._start: date | None = None
        self._cursor: date | None = None
        self._anchor: date | None = None
        self._pressed: date | None = None
        self._wheel = 0
        self._held: DayRange | None = None
        self._asked: DayRange | None = None
        self._open: DayRange | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(KEYS_SETTLE_MS)
        self._settle.timeout.connect(self._send_held)
        set_surface(self, "base")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Forgetting calendar")

    # What is shown

    def show_counts(self, counts: DayCounts | None) -> None:
        """Show counts from today on; None for none yet."""
        other = counts is None or self._counts is None or counts.first != self._counts.first
        self._counts = counts
        if other:
            self._start = (
                None if counts is None else page_start(self._level, counts.first, monday=first_weekday())
            )
            self._cursor = None if counts is None else self._within(self._cursor or counts.first)
            self.turned.emit()
        self._describe()
        self.update()

    def show_days(self, *, asked: DayRange | None, opened: DayRange | None) -> None:
        """Frame the days that the search asks for, and those that are open."""
        self._asked, self._open = asked, opened
        self._describe()
        self.update()

    @property
    def counts(self) -> DayCounts | None:
        """What is counted."""
        return self._counts

    @property
    def level(self) -> Level:
        """What a cell stands for."""
        return self._level

    def set_level(self, level: Level) -> None:
        """Let cells stand for days, weeks or months; the day of the keyboard stays in sight."""
        self._level = level
        if self._counts is not None and self._cursor is not None:
            self._start = page_start(level, self._cursor, monday=first_weekday())
            self.turned.emit()
        self._describe()
        self.update()

    @property
    def cursor_day(self) -> date | None:
        """The day on which the keyboard stands."""
        return self._cursor

    @property
    def page(self) -> DayRange | None:
        """From the first to the last day that is in sight."""
        cells = self._cells()
        return DayRange(cells[0].days.first, cells[-1].days.last) if cells else None

    def go_to(self, day: date) -> None:
        """Stand on a day, and turn to it if it is out of sight."""
        if self._counts is None:
            return
        self._cursor = self._within(day)
        page = self.page
        if page is not None and not page.first <= self._cursor <= page.last:
            self._start = page_start(self._level, self._cursor, monday=first_weekday())
            self.turned.emit()
        self._describe()
        self.update()

    def turn(self, pages: int) -> None:
        """Show later days, or earlier ones."""
        if self._counts is None or self._start is None or not self.can_turn(pages):
            return
        first = page_start(self._level, self._counts.first, monday=first_weekday())
        self._start = max(first, turned(self._level, self._start, pages))
        page = self.page
        if page is not None and self._cursor is not None:
            self._cursor = self._within(min(max(self._cursor, page.first), page.last))
        self.turned.emit()
        self._describe()
        self.update()

    def can_turn(self, pages: int) -> bool:
        """Whether there are counted days that way."""
        page = self.page
        if page is None or self._counts is None:
            return False
        return page.first > self._counts.first if pages < 0 else page.last < self._counts.last

    def cell_rect(self, day: date) -> QRectF | None:
        """Where the cell of a day is, if it is in sight."""
        shape = self._shape()
        return next(
            (
                shape.cell(cell.row, cell.column)
                for cell in self._cells()
                if cell.days.first <= day <= cell.days.last
            ),
            None,
        )

    def sizeHint(self) -> QSize:
        """Six weeks in which two lines fit."""
        px = current_kit().px
        return QSize(px(540), px(300))

    def minimumSizeHint(self) -> QSize:
        """Six weeks in which one line fits."""
        px = current_kit().px
        return QSize(px(260), px(150))

    def _within(self, day: date) -> date:
        assert self._counts is not None
        return min(max(day, self._counts.first), self._counts.last)

    def _shape(self) -> GridShape:
        return shape_of(current_kit(), self.width() - 2, self.height() - 2, self._level)

    def _cells(self) -> tuple[Cell, ...]:
        return () if self._start is None else cells_of(self._level, self._start)

    def _cell_of(self, day: date) -> Cell | None:
        return next((cell for cell in self._cells() if cell.days.first <= day <= cell.days.last), None)

    def _cell_at(self, point: QPointF) -> Cell | None:
        place = self._shape().place(point)
        return next((cell for cell in self._cells() if (cell.row, cell.column) == place), None)

    def _days_of(self, one: date, other: date | None = None) -> DayRange | None:
        """The counted days of the cells from one day to another."""
        if self._counts is None:
            return None
        whole = whole_cells(self._level, DayRange.between(one, other or one), monday=first_weekday())
        first, last = max(whole.first, self._counts.first), min(whole.last, self._counts.last)
        return DayRange(first, last) if first <= last else None

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the page."""
        super().paintEvent(event)
        if self._counts is None or self._start is None:
            return
        picture = GridPicture(
            level=self._level,
            cells=self._cells(),
            counts=self._counts,
            today=self._counts.first,
            monday=first_weekday(),
            cursor=self._cursor if self.hasFocus() else None,
            asked=self._held or self._asked,
            open=self._open,
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(1, 1)
        paint_grid(painter, current_kit(), self._shape(), picture)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pick days."""
        cell = self._cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or cell is None or self._counts is None:
            super().mousePressEvent(event)
            return
        if cell.days.last >= self._counts.first:
            self._pressed = self._cursor = self._within(cell.days.first)
            self._held = self._days_of(self._pressed)
            self._describe()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pick on."""
        cell = self._cell_at(event.position())
        if self._pressed is not None and cell is not None:
            self._cursor = self._within(cell.days.last)
            self._held = self._days_of(self._pressed, self._cursor)
            self.update()
        self.setCursor(Qt.CursorShape.ArrowCursor if cell is None else Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the days; the days that are picked already are let go by a click."""
        if self._pressed is None:
            super().mouseReleaseEvent(event)
            return
        self._pressed = None
        self._send_held(again=True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the cell."""
        cell = self._cell_at(event.position())
        days = None if cell is None else self._days_of(cell.days.last)
        if event.button() == Qt.MouseButton.LeftButton and days is not None:
            self.opened.emit(days)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn."""
        self._wheel += event.angleDelta().y()
        notches = int(self._wheel / NOTCH)
        if notches:
            self._wheel -= notches * NOTCH
            self.turn(-1 if notches > 0 else 1)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Tell of the cell under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._counts is not None:
            cell = self._cell_at(QPointF(event.pos()))
            if cell is None:
                QToolTip.hideText()
            else:
                words = cell_words(self._counts, cell.days, today=self._counts.first)
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            return True
        return super().event(event)

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and Page keys move, with Shift they pick; Space picks, Enter opens, Escape lets go."""
        key = Qt.Key(event.key())
        if self._counts is None or self._cursor is None:
            super().keyPressEvent(event)
            return
        picking = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in ARROWS:
            right, down, pages = ARROWS[key]
            self._move(
                stepped(self._level, self._cursor, right=right, down=down, pages=pages), picking=picking
            )
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            page = self.page
            end = self._counts.last if page is None else page.last
            self._move(self._counts.first if key == Qt.Key.Key_Home else end, picking=picking)
        elif key == Qt.Key.Key_Space:
            self._held = self._days_of(self._cursor)
            self._send_held(again=True)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_cursor()
        elif key == Qt.Key.Key_Escape and (self._held is not None or self._asked is not None):
            self._held = None
            self._settle.stop()
            self.cleared.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _open_cursor(self) -> None:
        assert self._cursor is not None
        picked = self._held or self._asked
        whole = picked is not None and picked.first <= self._cursor <= picked.last
        days = picked if whole else self._days_of(self._cursor)
        self._send_held()
        if days is not None:
            self.opened.emit(days)

    def _move(self, day: date, *, picking: bool) -> None:
        before = self._cursor
        self.go_to(day)
        if picking and before is not None:
            self._anchor = self._anchor or before
            self._held = self._days_of(self._anchor, self._cursor)
            self._settle.start()
        else:
            self._anchor = None
        self._describe()
        self.update()

    def _send_held(self, *, again: bool = False) -> None:
        self._settle.stop()
        held, self._held = self._held, None
        if held is None:
            return
        if again and held == self._asked:
            self.cleared.emit()
        else:
            self._asked = held
            self.picked.emit(held)
        self._describe()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard's day is framed."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard it is not."""
        super().focusOutEvent(event)
        self.update()

    def _describe(self) -> None:
        counts = self._counts
        if counts is None or self._cursor is None:
            self.setAccessibleDescription("Nothing is counted yet.")
            return
        cell = self._cell_of(self._cursor)
        here = cell_words(
            counts, cell.days if cell else DayRange(self._cursor, self._cursor), today=counts.first
        )
        picked = self._held or self._asked
        words = "" if picked is None else f" Picked: {heading(picked, today=counts.first)}."
        self.setAccessibleDescription(
            f"{here}.{words} Arrows move, Space picks, Shift with arrows picks several, Enter opens."
        )


def first_weekday() -> int:
    """The weekday with which weeks begin here, 1 for Monday."""
    return QLocale().firstDayOfWeek().value
