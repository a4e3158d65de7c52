"""The calendar as a heat map: a click or a drag picks days, Enter opens them, arrows and Page keys move.

Knows no store and only asks: the days that are framed as picked are those that the pane read from the search text.
"""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.calendar import DayCounts
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import set_surface
from engramma.ui.views.decay.calendar.cells import Cell, Level, stepped
from engramma.ui.views.decay.calendar.fate_words import cell_words, heading
from engramma.ui.views.decay.calendar.grid_painting import (
    GridPicture,
    GridShape,
    paint_grid,
    shape_of,
)
from engramma.ui.views.decay.calendar.paging import Paging
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
        self._paging: Paging | None = None
        self._level = Level.DAYS
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
        if counts is None:
            self._paging = None
        elif self._paging is None or self._paging.counts.first != counts.first:
            cursor = None if self._paging is None else self._paging.cursor
            self._paging = Paging(counts, self._level, monday=first_weekday(), cursor=cursor)
        else:
            self._paging.counts = counts
            self._tell()
            return
        self._tell(turned=True)

    def show_days(self, *, asked: DayRange | None, opened: DayRange | None) -> None:
        """Frame the days that the search asks for, and those that are open."""
        self._asked, self._open = asked, opened
        self._tell()

    @property
    def counts(self) -> DayCounts | None:
        """What is counted."""
        return None if self._paging is None else self._paging.counts

    @property
    def level(self) -> Level:
        """What a cell stands for."""
        return self._level

    def set_level(self, level: Level) -> None:
        """Let cells stand for days, weeks or months; the day of the keyboard stays in sight."""
        self._level = level
        if self._paging is not None:
            self._paging.set_level(level)
        self._tell(turned=True)

    @property
    def cursor_day(self) -> date | None:
        """The day on which the keyboard stands."""
        return None if self._paging is None else self._paging.cursor

    @property
    def page(self) -> DayRange | None:
        """From the first to the last day that is in sight."""
        return None if self._paging is None else self._paging.days

    def go_to(self, day: date) -> None:
        """Stand on a day, and turn to it if it is out of sight."""
        if self._paging is not None:
            self._tell(turned=self._paging.go_to(day))

    def turn(self, pages: int) -> None:
        """Show later days, or earlier ones."""
        if self._paging is not None:
            self._tell(turned=self._paging.turn(pages))

    def can_turn(self, pages: int) -> bool:
        """Whether there are counted days that way."""
        return self._paging is not None and self._paging.can_turn(pages)

    def _tell(self, *, turned: bool = False) -> None:
        if turned:
            self.turned.emit()
        self._describe()
        self.update()

    def cell_rect(self, day: date) -> QRectF | None:
        """Where the cell of a day is, if it is in sight."""
        cell = None if self._paging is None else self._paging.cell_of(day)
        return None if cell is None else self._shape().cell(cell.row, cell.column)

    def sizeHint(self) -> QSize:
        """Six weeks in which two lines fit."""
        px = current_kit().px
        return QSize(px(540), px(300))

    def minimumSizeHint(self) -> QSize:
        """Six weeks in which one line fits."""
        px = current_kit().px
        return QSize(px(260), px(150))

    def _shape(self) -> GridShape:
        return shape_of(current_kit(), self.width() - 2, self.height() - 2, self._level)

    def _cell_at(self, point: QPointF) -> Cell | None:
        place = self._shape().place(point)
        cells = () if self._paging is None else self._paging.cells
        return next((cell for cell in cells if (cell.row, cell.column) == place), None)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the page."""
        super().paintEvent(event)
        paging = self._paging
        if paging is None:
            return
        picture = GridPicture(
            level=self._level,
            cells=paging.cells,
            counts=paging.counts,
            today=paging.counts.first,
            monday=paging.monday,
            cursor=paging.cursor if self.hasFocus() else None,
            asked=self._held or self._asked,
            open=self._open,
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(1, 1)
        paint_grid(painter, current_kit(), self._shape(), picture)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pick days; beside the cells, pick a week."""
        paging, cell = self._paging, self._cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or paging is None:
            super().mousePressEvent(event)
        elif cell is None:
            self._pick_week(paging, event.position())
        elif cell.days.last >= paging.counts.first:
            self._pressed = paging.cursor = paging.within(cell.days.first)
            self._held = paging.days_of(self._pressed)
            self._tell()

    def _pick_week(self, paging: Paging, point: QPointF) -> None:
        first = self._cell_at(QPointF(self._shape().area.left() + 1, point.y()))
        if self._level is Level.DAYS and first is not None:
            self._held = paging.days_of(first.days.first, first.days.first + timedelta(days=6))
            self._send_held(again=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pick on."""
        paging, cell = self._paging, self._cell_at(event.position())
        if self._pressed is not None and paging is not None and cell is not None:
            paging.cursor = paging.within(cell.days.last)
            self._held = paging.days_of(self._pressed, paging.cursor)
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
        days = None if cell is None or self._paging is None else self._paging.days_of(cell.days.last)
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
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.counts is not None:
            cell = self._cell_at(QPointF(event.pos()))
            if cell is None:
                QToolTip.hideText()
            else:
                words = cell_words(self.counts, cell.days, today=self.counts.first)
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            return True
        return super().event(event)

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and Page keys move, with Shift they pick; Space picks, Enter opens, Escape lets go."""
        paging, key = self._paging, Qt.Key(event.key())
        if paging is None:
            super().keyPressEvent(event)
            return
        picking = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in ARROWS:
            right, down, pages = ARROWS[key]
            day = stepped(self._level, paging.cursor, right=right, down=down, pages=pages)
            self._move(paging, day, picking=picking)
        elif key == Qt.Key.Key_Home:
            self._move(paging, paging.counts.first, picking=picking)
        elif key == Qt.Key.Key_End:
            self._move(paging, paging.days.last, picking=picking)
        elif key == Qt.Key.Key_Space:
            self._held = paging.days_of(paging.cursor)
            self._send_held(again=True)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_cursor(paging)
        elif key == Qt.Key.Key_Escape and (self._held is not None or self._asked is not None):
            self._held = None
            self._settle.stop()
            self.cleared.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _open_cursor(self, paging: Paging) -> None:
        picked = self._held or self._asked
        whole = picked is not None and picked.first <= paging.cursor <= picked.last
        days = picked if whole else paging.days_of(paging.cursor)
        self._send_held()
        if days is not None:
            self.opened.emit(days)

    def _move(self, paging: Paging, day: date, *, picking: bool) -> None:
        before = paging.cursor
        turned = paging.go_to(day)
        if picking:
            self._anchor = self._anchor or before
            self._held = paging.days_of(self._anchor, paging.cursor)
            self._settle.start()
        else:
            self._anchor = None
        self._tell(turned=turned)

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
        self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard's day is framed."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard it is not."""
        super().focusOutEvent(event)
        self.update()

    def _describe(self) -> None:
        paging = self._paging
        if paging is None:
            self.setAccessibleDescription("Nothing is counted yet.")
            return
        counts, cell = paging.counts, paging.cell_of(paging.cursor)
        days = DayRange(paging.cursor, paging.cursor) if cell is None else cell.days
        here = cell_words(counts, days, today=counts.first)
        picked = self._held or self._asked
        words = "" if picked is None else f" Picked: {heading(picked, today=counts.first)}."
        self.setAccessibleDescription(
            f"{here}.{words} Arrows move, Space picks, Shift with arrows picks several, Enter opens."
        )


def first_weekday() -> int:
    """The weekday with which weeks begin here, 1 for Monday."""
    return QLocale().firstDayOfWeek().value
