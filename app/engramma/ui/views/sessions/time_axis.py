"""The time axis of sessions: a lane for each agent or source, blocks from start to end, a range brushed over them.

Brushing is by mouse or keys and only asks: the range that is shown is the one that the view read from the search
text. Knows no store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.clock import DAY
from engramma.model.session import Session
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, set_edge, set_surface
from engramma.ui.views.rows import Chosen
from engramma.ui.views.rows.days import day_name, local_day, start_of
from engramma.ui.views.sessions.axis_blocks import Block, Plot, blocks_of
from engramma.ui.views.sessions.axis_painting import AxisPicture, paint_axis
from engramma.ui.views.sessions.brush import DayRange
from engramma.ui.views.sessions.time_scale import Lane, Span, Zoom, lanes_of, whole_span, zoomed_span
from engramma.ui.views.sessions.turn_words import count_of, session_title, session_when

NARROWEST_LABELS, WIDEST_LABELS, AXIS, TOP = 72, 140, 24, 10
PITCH, PITCH_DENSE, FEW_LANES = 29, 19, 4
EDGE_REACH, DRAG_STARTS = 5, 4
KEYS_SETTLE_MS = 400


@dataclass(frozen=True, slots=True)
class Drag:
    """A brush in the making: the day that stays, the day that moves, and where the mouse went down."""

    fixed: date
    moving: date
    pressed: QPointF
    moved: bool


class TimeAxis(QWidget):
    """`brushed` carries a DayRange, `cleared` nothing, `session_chosen` a Chosen with a session's id."""

    brushed = Signal(object)
    cleared = Signal()
    session_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes: tuple[Lane, ...] = ()
        self._matching: frozenset[int] = frozenset()
        self._whole: Span | None = None
        self._span: Span | None = None
        self._now = 0
        self._zoom = Zoom.ALL
        self._range: DayRange | None = None
        self._current: int | None = None
        self._drag: Drag | None = None
        self._cursor: date | None = None
        self._keyed: DayRange | None = None
        self._blocks: tuple[Block, ...] | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(KEYS_SETTLE_MS)
        self._settle.timeout.connect(self._send_keyed)
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Time axis of sessions")
        self._describe()

    @property
    def zoom(self) -> Zoom:
        """How much time is shown."""
        return self._zoom

    @property
    def shown_range(self) -> DayRange | None:
        """The brushed days, also while they are being brushed."""
        if self._drag is not None and self._drag.moved:
            return DayRange.between(self._drag.fixed, self._drag.moving)
        return self._keyed or self._range

    def show_sessions(self, every: Sequence[Session], matching: frozenset[int], *, now: int) -> None:
        """Show these sessions; those that do not match the search are pale."""
        self._lanes = lanes_of(every)
        self._matching = matching
        self._now = now
        self._whole = whole_span(every, now)
        self._zoom_in()
        self.updateGeometry()

    def show_range(self, days: DayRange | None) -> None:
        """Show the range that the search text asks for."""
        self._range, self._keyed, self._drag = days, None, None
        self._settle.stop()
        self._describe()
        self.update()

    def show_current(self, session_id: int | None) -> None:
        """Mark a session."""
        self._current = session_id
        if self._zoom is not Zoom.ALL:
            self._zoom_in()
        self.update()

    def set_zoom(self, zoom: Zoom) -> None:
        """Show a week or a month around the current session, or everything."""
        self._zoom = zoom
        self._zoom_in()

    def sizeHint(self) -> QSize:
        """As high as its lanes."""
        lanes = max(1, len(self._lanes))
        px = current_kit().px
        return QSize(400, round(px(TOP) + lanes * self._pitch() + px(AXIS)))

    def minimumSizeHint(self) -> QSize:
        """Its height is its height."""
        return QSize(current_kit().px(200), self.sizeHint().height())

    def block_rect(self, session_id: int) -> QRectF | None:
        """Where a session is, if it is on the axis by itself."""
        return next((item.rect for item in self._placed() if item.session.id == session_id), None)

    def x_of_day(self, day: date) -> float:
        """Where a day starts."""
        span = self._span
        return 0.0 if span is None else self._plot().x(span, start_of(day))

    # Geometry

    def _pitch(self) -> int:
        return current_kit().px(PITCH if len(self._lanes) <= FEW_LANES else PITCH_DENSE)

    def _labels_width(self) -> int:
        kit = current_kit()
        measures = kit.pen(TextRole.SMALL).measures
        widest = max((measures.horizontalAdvance(lane.name[:40]) for lane in self._lanes), default=0.0)
        widest = min(max(widest, kit.px(NARROWEST_LABELS)), kit.px(WIDEST_LABELS))
        return round(widest) + kit.px(22)

    def _plot(self) -> Plot:
        px = current_kit().px
        left = self._labels_width()
        area = QRectF(left, px(TOP), max(1, self.width() - left - px(22)), self.height() - px(TOP) - px(AXIS))
        return Plot(area, self._pitch(), px(11), px(4))

    def _zoom_in(self) -> None:
        if self._whole is None:
            return
        self._span = zoomed_span(self._zoom, self._whole, self._anchor())
        self._forget_blocks()

    def _anchor(self) -> int:
        for lane in self._lanes:
            for session in lane.sessions:
                if session.id == self._current and session.started_at is not None:
                    return session.started_at
        return self._whole.end if self._whole is not None else self._now

    def _forget_blocks(self) -> None:
        self._blocks = None
        self.update()

    def _placed(self) -> tuple[Block, ...]:
        if self._blocks is None:
            span = self._span
            self._blocks = () if span is None else blocks_of(self._plot(), span, self._lanes, self._matching)
        return self._blocks

    def _day_at(self, x: float) -> date:
        assert self._span is not None
        last = local_day(self._span.end - 1)
        return min(local_day(self._plot().instant(self._span, x)), last)

    def _block_at(self, point: QPointF) -> Block | None:
        reach = current_kit().px(3)
        for item in self._placed():
            if item.rect.adjusted(-reach, -reach, reach, reach).contains(point):
                return item
        return None

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
            blocks=self._placed(),
            current=self._current,
            days=self.shown_range,
            cursor=self._cursor if self.hasFocus() else None,
            now=self._now,
        )
        paint_axis(self, picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Blocks are in pixels."""
        super().resizeEvent(event)
        self._forget_blocks()

    def changeEvent(self, event: QEvent) -> None:
        """Sizes scale with the theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self.updateGeometry()
            self._forget_blocks()

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
            hand = Qt.CursorShape.PointingHandCursor if self._block_at(point) else Qt.CursorShape.ArrowCursor
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
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A week or a month scrolls along the whole time."""
        if self._zoom is Zoom.ALL or self._span is None:
            event.ignore()
            return
        delta = event.angleDelta()
        steps = (delta.x() or delta.y()) / 120
        self._scroll(round(-steps * (self._span.end - self._span.start) / 8))
        event.accept()

    def _scroll(self, by: int) -> None:
        assert self._span is not None
        assert self._whole is not None
        by = min(max(by, self._whole.start - self._span.start), self._whole.end - self._span.end)
        self._span = self._span.shifted(by)
        self._forget_blocks()

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

    def event(self, event: QEvent) -> bool:
        """Tell of the session under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, at: QPoint, place: QPoint) -> None:
        block = self._block_at(QPointF(at))
        if block is None:
            QToolTip.hideText()
            return
        session = block.session
        numbers = f"{count_of(session.events, 'turn')}, {count_of(session.memories, 'memory')}"
        text = f"{session_title(session)}\n{session_when(session)}\n{numbers}"
        QToolTip.showText(place, tooltip(text), self)

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move a day's cursor, with Shift they brush; Enter asks at once, Escape clears."""
        if self._span is None:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -7, Qt.Key.Key_PageDown: 7}
        first, last = local_day(self._span.start), local_day(self._span.end - 1)
        brushing = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in steps:
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
        self.setAccessibleDescription(f"{words}{cursor} Shift and arrows brush, Escape clears.")
