"""A plot along an axis of times or numbers: cursor, brush and keys over whatever is drawn on it.

The axis has `stops`, the places that a cursor can stand at. Brushing only asks: what is marked is what its owner
read from the search text, given to `show_brush`.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engramma.model.records import dataclass
from engramma.model.search import Mode
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.models.dates import day_text
from engramma.ui.plots.plot import Plot, mode_of
from engramma.ui.plots.plot_axes import Frame, paint_dates, paint_numbers
from engramma.ui.plots.plot_values import Brushed, Picked
from engramma.ui.theme import qcolor

DRAG_STARTS, BIG_STEP, NEAR = 4, 7, 2.0
WASH = 38


@dataclass(frozen=True, slots=True)
class Axis:
    """The horizontal axis: of times in µs, or of numbers with their words."""

    number: Callable[[int], str] | None = None

    def words(self, place: int) -> str:
        """A place in words: a local day, or the number."""
        return day_text(place) if self.number is None else self.number(place)

    def paint(self, painter: QPainter, kit: Kit, frame: Frame) -> None:
        """Its lines and labels."""
        if self.number is None:
            paint_dates(painter, kit, frame)
        else:
            paint_numbers(painter, kit, frame, label=self.number)


TIMES = Axis()


@dataclass(frozen=True, slots=True)
class Drag:
    """A brush in the making: the stop that stays, the one that moves, where the mouse went down."""

    fixed: int
    moving: int
    pressed: float
    moved: bool = False


class SpanPlot(Plot):
    """A drag, or Shift with arrows and Enter, brushes from stop to stop; a click or Enter picks."""

    def __init__(self, name: str, parent: QWidget | None = None, *, axis: Axis = TIMES) -> None:
        super().__init__(name, parent)
        self.axis = axis
        self.stops: tuple[int, ...] = ()
        self._drag: Drag | None = None
        self._brush: tuple[int, int] | None = None
        self._hover: int | None = None
        self._cursor: int | None = None
        self._keyed: tuple[int, int] | None = None

    @abstractmethod
    def frame(self, rect: QRectF) -> Frame:
        """Where values stand when the plot fills `rect`."""
        raise NotImplementedError

    @abstractmethod
    def stop_words(self, number: int) -> str:
        """What the plot says at a stop."""
        raise NotImplementedError

    def pick_at(self, place: int, y: float, mode: Mode) -> Picked | None:
        """What a click picks; None: nothing."""
        return None

    @property
    def by_period(self) -> bool:
        """Whether values belong to the periods between stops, not to the stops."""
        return False

    def show_brush(self, span: tuple[int, int] | None) -> None:
        """Mark a span of the axis, or none."""
        if span != self._brush:
            self._brush, self._keyed = span, None
            self.update()

    def set_stops(self, stops: tuple[int, ...]) -> None:
        """Other places. What is held is let go, unless only the last place, now, moved on."""
        if len(stops) != len(self.stops) or stops[:-1] != self.stops[:-1]:
            self._drag, self._keyed, self._hover = None, None, None
        self.stops = stops
        last = self._last_number()
        self._cursor = None if self._cursor is None or last < 0 else min(self._cursor, last)
        self.renew()

    @property
    def brushed_now(self) -> tuple[int, int] | None:
        """The span that is marked, also while it is being brushed."""
        drag = self._drag
        if drag is not None and drag.moved and drag.fixed != drag.moving:
            return min(drag.fixed, drag.moving), max(drag.fixed, drag.moving)
        return self._keyed or self._brush

    def number_at(self, place: int) -> int:
        """The period that holds a place, or the stop nearest to it; -1 without stops."""
        if self._last_number() < 0:
            return -1
        if self.by_period:
            return min(max(bisect_right(self.stops, place) - 1, 0), len(self.stops) - 2)
        after = min(bisect_left(self.stops, place), len(self.stops) - 1)
        before = max(after - 1, 0)
        return before if place - self.stops[before] < self.stops[after] - place else after

    def words_at(self, x: float, y: float) -> str:
        """The numbers at the stop under the mouse."""
        frame = self.frame(QRectF(self.rect()))
        if not self.stops or not frame.area.adjusted(-4, 0, 4, 0).contains(x, y):
            return ""
        return self.stop_words(self.number_at(frame.at(x)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a brush."""
        frame = self.frame(QRectF(self.rect()))
        x = event.position().x()
        inside = frame.area.adjusted(-4, 0, 4, 0).contains(event.position())
        if event.button() != Qt.MouseButton.LeftButton or len(self.stops) < 2 or not inside:
            super().mousePressEvent(event)
            return
        stop = self._edge(frame.at(x))
        self._drag = Drag(stop, stop, x)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Brush on, or follow the mouse with the cursor."""
        frame, x = self.frame(QRectF(self.rect())), event.position().x()
        before = self._drag, self._hover
        if self._drag is not None:
            moved = self._drag.moved or abs(x - self._drag.pressed) >= DRAG_STARTS
            fixed = self._drag.fixed
            if moved and not self._drag.moved:
                fixed = self._edge(frame.at(self._drag.pressed), outward=-1 if x > self._drag.pressed else 1)
            outward = 1 if x > self._drag.pressed else -1
            moving = self._edge(frame.at(x), outward=outward) if moved else fixed
            self._drag = Drag(fixed, moving, self._drag.pressed, moved)
        inside = self.stops and frame.area.contains(event.position())
        self._hover = self.number_at(frame.at(x)) if inside else None
        if (self._drag, self._hover) != before:
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A drag asks for its span, a click for what it hit."""
        drag, span = self._drag, self.brushed_now
        self._drag = None
        mode = mode_of(event.modifiers())
        if drag is None:
            super().mouseReleaseEvent(event)
        elif drag.moved and span is not None and drag.fixed != drag.moving:
            self._brush = span
            self.brushed.emit(Brushed(*span, Mode.SWAP if mode is Mode.REPLACE else mode))
        elif not drag.moved:
            frame = self.frame(QRectF(self.rect()))
            picked = self.pick_at(frame.at(event.position().x()), event.position().y(), mode)
            if picked is not None:
                self.picked.emit(picked)
        self.update()

    def leaveEvent(self, event: object) -> None:
        """The mouse is gone."""
        self._hover = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move, with Shift they brush, Enter asks for the brush or the place, Escape lets go."""
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -BIG_STEP}
        steps |= {
            Qt.Key.Key_PageDown: BIG_STEP,
            Qt.Key.Key_Home: -len(self.stops),
            Qt.Key.Key_End: len(self.stops),
        }
        if self._last_number() < 0:
            super().keyPressEvent(event)
        elif key in steps:
            brushing = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._move(steps[key], brushing=brushing)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._ask(mode_of(event.modifiers()))
        elif key == Qt.Key.Key_Escape and self._keyed is not None:
            self._keyed = None
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The newest place first."""
        super().focusInEvent(event)
        if self._cursor is None and self._last_number() >= 0:
            self._cursor = self._last_number()
        self._describe()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard no place is marked."""
        super().focusOutEvent(event)
        self.update()

    def paint_over(self, painter: QPainter) -> None:
        """The brushed span and the cursor."""
        if len(self.stops) < 2:
            return
        kit, frame = current_kit(), self.frame(QRectF(self.rect()))
        area, span = frame.area, self.brushed_now
        if span is not None and span[1] > frame.first and span[0] < frame.last:
            left, right = (frame.x(min(max(place, frame.first), frame.last)) for place in span)
            wash = QRectF(left, area.top(), max(1.0, right - left), area.height())
            colour = qcolor(kit.tokens.accent).toRgb()
            colour.setAlpha(WASH)
            painter.fillRect(wash, colour)
            for x in (left, right):
                painter.fillRect(QRectF(x - 0.5, area.top(), 1, area.height()), qcolor(kit.tokens.accent))
        number = self._cursor if self.hasFocus() else self._hover
        if number is not None and 0 <= number <= self._last_number():
            self._paint_cursor(painter, kit, frame, number)

    def _paint_cursor(self, painter: QPainter, kit: Kit, frame: Frame, number: int) -> None:
        area = frame.area
        x, end = frame.x(self.stops[number]), frame.x(self.stops[min(number + 1, len(self.stops) - 1)])
        if not self.by_period:
            painter.setPen(QPen(qcolor(kit.tokens.text_muted), 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        if self.hasFocus():
            half = kit.px(3)
            frame_rect = QRectF(x, area.top(), max(2.0, end - x), area.height())
            if not self.by_period:
                frame_rect = QRectF(x - half, area.top(), 2 * half, area.height())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1.5))
            painter.drawRoundedRect(frame_rect.adjusted(-1, -2, 1, 2), 3, 3)

    def _last_number(self) -> int:
        return len(self.stops) - (2 if self.by_period else 1) if len(self.stops) > 1 else -1

    def _edge(self, place: int, *, outward: int = 0) -> int:
        """The stop nearest to a place; of bars the one beside it in a direction, unless one is very near."""
        after = min(bisect_left(self.stops, place), len(self.stops) - 1)
        before = max(bisect_right(self.stops, place) - 1, 0)
        nearest = before if place - self.stops[before] < self.stops[after] - place else after
        frame = self.frame(QRectF(self.rect()))
        reach = NEAR * (frame.last - frame.first) / max(1.0, frame.area.width())
        if outward and self.by_period and abs(self.stops[nearest] - place) > reach:
            return self.stops[after if outward > 0 else before]
        return self.stops[nearest]

    def _move(self, by: int, *, brushing: bool) -> None:
        last = self._last_number()
        start = last if self._cursor is None else self._cursor
        self._cursor = min(max(start + by, 0), last)
        wide = 1 if self.by_period else 0
        if brushing:
            first, end = self.stops[start], self.stops[start + wide]
            if self._keyed is not None and start == self.number_at(self._keyed[0]):
                first = end = self._keyed[1]
            elif self._keyed is not None:
                first = end = self._keyed[0]
            here, beyond = self.stops[self._cursor], self.stops[self._cursor + wide]
            self._keyed = (min(first, here), max(end, beyond))
        else:
            self._keyed = None
        self._describe()
        self.update()

    def _ask(self, mode: Mode) -> None:
        if self._keyed is not None and self._keyed[0] < self._keyed[1]:
            span, self._keyed = self._keyed, None
            self._brush = span
            self.brushed.emit(Brushed(*span, Mode.SWAP if mode in (Mode.REPLACE, Mode.OR) else mode))
        elif self._cursor is not None:
            picked = self.pick_at(self.stops[self._cursor], float("nan"), mode)
            if picked is not None:
                self.picked.emit(picked)

    def _describe(self) -> None:
        words = "" if self._cursor is None or self._last_number() < 0 else self.stop_words(self._cursor)
        span = self._keyed
        if span is not None:
            words += (
                f" Brushed from {self.axis.words(span[0])} to {self.axis.words(span[1])}: Enter searches."
            )
        self.setAccessibleDescription(
            words or "Arrows read the plot, Shift and arrows brush, Enter searches."
        )
