"""The ground of the time axis: its lanes, what stands on them, how much time is shown, and words on hover.

Knows nothing of brushes and no store.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.session import Session
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, set_edge, set_surface
from engramma.ui.views.rows.days import local_day, start_of
from engramma.ui.views.sessions.axis_blocks import Bar, Block, LaneTimes, Placed, Plot, place, times_of
from engramma.ui.views.sessions.axis_words import bar_words, block_words
from engramma.ui.views.sessions.axis_zoom import AxisZoom
from engramma.ui.views.sessions.time_scale import Lane, Span, Zoom, lanes_of, whole_span

NARROWEST_LABELS, WIDEST_LABELS, AXIS, TOP = 72, 140, 24, 10
PITCH, PITCH_DENSE, FEW_LANES = 29, 19, 4


class AxisGround(QWidget):
    """`zoomed` carries the Zoom when somebody moved or changed what is shown."""

    zoomed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lanes: tuple[Lane, ...] = ()
        self._matching: frozenset[int] = frozenset()
        self._times: tuple[LaneTimes, ...] = ()
        self._window = AxisZoom()
        self._now = 0
        self._current: int | None = None
        self._blocks: Placed | None = None
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def zoom(self) -> Zoom:
        """How much time is shown."""
        return self._window.zoom

    @property
    def _span(self) -> Span | None:
        return self._window.span

    def show_sessions(self, every: Sequence[Session], matching: frozenset[int], *, now: int) -> None:
        """Show these sessions; those that do not match the search are pale."""
        self._lanes = lanes_of(every)
        self._matching = matching
        self._times = tuple(times_of(lane, matching) for lane in self._lanes)
        self._now = now
        self._window.take(whole_span(every, now), self._anchor())
        self._forget_blocks()
        self.updateGeometry()

    def show_current(self, session_id: int | None) -> None:
        """Mark a session."""
        if session_id != self._current:
            self._current = session_id
            if self.zoom is Zoom.FREE:
                self._window.follow(self._anchor(), self._anchor())
            elif self.zoom is not Zoom.ALL:
                self._window.choose(self.zoom, self._anchor())
        self._forget_blocks()

    def set_zoom(self, zoom: Zoom) -> None:
        """Show a week or a month around the current session, or everything."""
        self._window.choose(zoom, self._anchor())
        self._forget_blocks()

    def zoom_by(self, steps: float, *, at: int | None = None) -> None:
        """Look closer by steps, or from further away by negative ones, around a moment."""
        span = self._span
        if span is not None:
            inside = at if at is not None else self._anchor()
            middle = (span.start + span.end) // 2
            self._tell_zoom(self._window.by(steps, inside if span.start <= inside <= span.end else middle))

    def _tell_zoom(self, changed: bool) -> None:
        if changed:
            self._forget_blocks()
            self.zoomed.emit(self.zoom)

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
        return next((item.rect for item in self._placed().blocks if item.session.id == session_id), None)

    def x_of_day(self, day: date) -> float:
        """Where a day starts."""
        span = self._span
        return 0.0 if span is None else self._plot().x(span, start_of(day))

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

    def _anchor(self) -> int:
        for lane in self._lanes:
            for session in lane.sessions:
                if session.id == self._current and session.started_at is not None:
                    return session.started_at
        whole = self._window.whole
        return whole.end if whole is not None else self._now

    def _forget_blocks(self) -> None:
        self._blocks = None
        self.update()

    def _placed(self) -> Placed:
        if self._blocks is None:
            span = self._span
            self._blocks = (
                Placed() if span is None else place(self._plot(), span, self._times, self._matching)
            )
        return self._blocks

    def _day_at(self, x: float) -> date:
        assert self._span is not None
        last = local_day(self._span.end - 1)
        return min(local_day(self._plot().instant(self._span, x)), last)

    def _block_at(self, point: QPointF) -> Block | None:
        reach = current_kit().px(3)
        for item in self._placed().blocks:
            if item.rect.adjusted(-reach, -reach, reach, reach).contains(point):
                return item
        return None

    def _bar_at(self, point: QPointF) -> Bar | None:
        """The bar below or above a point in its lane."""
        reach = self._pitch() / 2
        for bar in self._placed().bars:
            foot = bar.rect.bottom()
            if bar.rect.left() <= point.x() <= bar.rect.right() + 1 and foot - 2 * reach <= point.y() <= foot:
                return bar
        return None

    def _is_in_view(self, day: date | None) -> bool:
        span = self._span
        return span is not None and day is not None and span.start <= start_of(day) <= span.end

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

    def event(self, event: QEvent) -> bool:
        """Tell of the session under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, at: QPoint, where: QPoint) -> None:
        block, bar = self._block_at(QPointF(at)), self._bar_at(QPointF(at))
        if block is not None:
            QToolTip.showText(where, tooltip(block_words(block)), self)
        elif bar is not None:
            QToolTip.showText(where, tooltip(bar_words(bar)), self)
        else:
            QToolTip.hideText()
