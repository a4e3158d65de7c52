"""The time axis of sessions: a lane for each agent or source, blocks from start to end, a range brushed over them.

Brushing is by mouse or keys and only asks: the range that is shown is the one that the view read from the search
text. Knows no store.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engramma.model.clock import DAY
from engramma.ui.delegates.kit import current_kit
from engramma.ui.views.rows import Chosen
from engramma.ui.views.rows.days import day_name, local_day, start_of
from engramma.ui.views.sessions.axis_ground import AxisGround
from engramma.ui.views.sessions.axis_painting import AxisPicture, paint_axis
from engramma.ui.views.sessions.brush import DayRange

EDGE_REACH, DRAG_STARTS = 5, 4
KEYS_SETTLE_MS = 400


@dataclass(frozen=True, slots=True)
class Drag:
    """A brush in the making: the day that stays, the day that moves, and where the mouse went down."""

    fixed: date
    moving: date
    pressed: QPointF
    moved: bool


class TimeAxis(AxisGround):
    """`brushed` carries a DayRange, `cleared` nothing, `session_chosen` a Chosen with a session's id."""

    brushed = Signal(object)
    cleared = Signal()
    session_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._range: DayRange | None = None
        self._drag: Drag | None = None
        self._cursor: date | None = None
        self._keyed: DayRange | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(KEYS_SETTLE_MS)
        self._settle.timeout.connect(self._send_keyed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Time axis of sessions")
        self._describe()

    @property
    def shown_range(self) -> DayRange | None:
        """The brushed days, also while they are being brushed."""
        if self._drag is not None and self._drag.moved:
            return DayRange.between(self._drag.fixed, self._drag.moving)
        return self._keyed or self._range

    def show_range(self, days: DayRange | None) -> None:
        """Show the range that the search text asks for."""
        self._range, self._keyed, self._drag = days, None, None
        self._settle.stop()
        self._describe()
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint lanes, grid, blocks, range, today and the keyboard's day."""
        super().paintEvent(event)
        if self._span is None:
            return
        picture = AxisPicture(
            plot=self._plot(),
            span=self._span,
            lanes=self._lanes,
            placed=self._placed(),
            current=self._current,
            days=self.shown_range,
            cursor=self._cursor if self.hasFocus() and self._is_in_view(self._cursor) else None,
            now=self._now,
        )
        paint_axis(self, picture)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a brush, or take hold of an edge of the present one."""
        if event.button() != Qt.MouseButton.LeftButton or self._span is None:
            super().mousePressEvent(event)
            return
        point = event.position()
        day = self._day_at(point.x())
        self._drag = Drag(self._edge_opposite(point.x()) or day, day, point, moved=False)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Brush on; without a button, show what can be done here."""
        point = event.position()
        if self._drag is None:
            on_edge = self._span is not None and self._edge_opposite(point.x()) is not None
            something = self._block_at(point) or self._bar_at(point)
            hand = Qt.CursorShape.PointingHandCursor if something else Qt.CursorShape.ArrowCursor
            self.setCursor(Qt.CursorShape.SizeHorCursor if on_edge else hand)
            return
        moved = self._drag.moved or abs(point.x() - self._drag.pressed.x()) >= DRAG_STARTS
        self._drag = Drag(self._drag.fixed, self._day_at(point.x()), self._drag.pressed, moved)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A brush asks for its range, a click on a block for its session."""
        drag, self._drag = self._drag, None
        if drag is None:
            super().mouseReleaseEvent(event)
            return
        if drag.moved:
            self._keyed = DayRange.between(drag.fixed, drag.moving)
            self._send_keyed()
        elif (block := self._block_at(event.position())) is not None:
            self.session_chosen.emit(Chosen(block.session.id))
        elif (bar := self._bar_at(event.position())) is not None:
            self._tell_zoom(self._window.to(bar.start, bar.end))
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel looks closer at where the mouse is; sideways or with Shift it moves along."""
        span = self._span
        if span is None:
            event.ignore()
            return
        delta = event.angleDelta()
        sideways = delta.x() if abs(delta.x()) > abs(delta.y()) else 0
        if not sideways and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways = delta.y()
        if sideways:
            self._tell_zoom(self._window.pan(round(-sideways / 120 * (span.end - span.start) / 8)))
        else:
            at = self._plot().instant(span, event.position().x())
            self._tell_zoom(self._window.by(delta.y() / 120, at))
        event.accept()

    def _edge_opposite(self, x: float) -> date | None:
        """The far end of the range when `x` is at one of its edges."""
        days = self._range
        if days is None:
            return None
        reach = current_kit().px(EDGE_REACH)
        if abs(x - self.x_of_day(days.first)) <= reach:
            return days.last
        if abs(x - self.x_of_day(days.last + timedelta(days=1))) <= reach:
            return days.first
        return None

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move a day's cursor, with Shift they brush; Enter asks, Escape clears; + and - zoom, 0 shows all."""
        if self._span is None:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -7, Qt.Key.Key_PageDown: 7}
        zooms = {Qt.Key.Key_Plus: 2, Qt.Key.Key_Equal: 2, Qt.Key.Key_Minus: -2, Qt.Key.Key_0: -1000}
        whole = self._window.whole or self._span
        first, last = local_day(whole.start), local_day(whole.end - 1)
        brushing = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in zooms:
            cursor = self._cursor if self._is_in_view(self._cursor) else None
            self.zoom_by(zooms[key], at=None if cursor is None else start_of(cursor) + DAY // 2)
        elif key in steps:
            start = self._cursor or first
            self._move_cursor(min(max(start + timedelta(days=steps[key]), first), last), brushing=brushing)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move_cursor(first if key == Qt.Key.Key_Home else last, brushing=brushing)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._keyed is None and self._cursor is not None:
                self._keyed = DayRange(self._cursor, self._cursor)
            self._send_keyed()
        elif key == Qt.Key.Key_Escape and (self.shown_range is not None):
            self._drag = self._keyed = None
            self._settle.stop()
            self.cleared.emit()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _move_cursor(self, day: date, *, brushing: bool) -> None:
        if brushing:
            shown = self._keyed or self._range
            start = self._cursor or day
            fixed = start
            if shown is not None and start in (shown.first, shown.last):
                fixed = shown.last if start == shown.first else shown.first
            self._keyed = DayRange.between(fixed, day)
            self._settle.start()
        self._cursor = day
        self._tell_zoom(self._window.follow(start_of(day), start_of(day + timedelta(days=1))))
        self._describe()
        self.update()

    def _send_keyed(self) -> None:
        self._settle.stop()
        if self._keyed is not None:
            self.brushed.emit(self._keyed)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard's day starts at the range, at the current session, or at the end."""
        super().focusInEvent(event)
        if self._cursor is None and self._span is not None:
            at = min(self._anchor(), self._span.end - DAY)
            self._cursor = self._range.last if self._range is not None else local_day(at)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard no day is marked."""
        super().focusOutEvent(event)
        self.update()

    def _describe(self) -> None:
        days = self.shown_range
        words = "No range is brushed."
        if days is not None:
            words = f"Brushed from {day_name(days.first)} to {day_name(days.last)}."
        cursor = "" if self._cursor is None else f" At {day_name(self._cursor)}."
        self.setAccessibleDescription(f"{words}{cursor} Shift and arrows brush, plus and minus zoom.")
