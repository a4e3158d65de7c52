"""Gains upwards, losses downwards, a bar a period. A click or Enter searches for what moved in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.clock import DAY
from engramma.model.flow import GAINS, LOSSES, Period, Stream, TierFlow
from engramma.model.records import dataclass
from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.models.dates import short_day_text
from engramma.ui.theme import TextRole, qcolor, set_surface
from engramma.ui.views.activity.day_bars import nice_top
from engramma.ui.views.tiers.painting import stream_colour

LEFT, TOP, AXIS, LEGEND = 40, 8, 20, 40
NAMES = {
    Stream.KEPT: "kept",
    Stream.WRITTEN: "written",
    Stream.PROMOTED: "promoted",
    Stream.DORMANT: "dormant",
    Stream.SUPERSEDED: "superseded",
    Stream.TRASHED: "trashed",
}
UPWARDS = (Stream.PROMOTED, Stream.KEPT, Stream.WRITTEN)


@dataclass(frozen=True, slots=True)
class PeriodWanted:
    """A person asks for what moved in a stream in a period."""

    period: Period
    stream: Stream


def width_words(flow: TierFlow) -> str:
    """What one bar covers: "a day", "3 days", "a week"."""
    days = round((flow.periods[0].end - flow.periods[0].start) / DAY) if flow.periods else 1
    return {1: "a day", 7: "a week"}.get(days, f"{days // 7} weeks" if days % 7 == 0 else f"{days} days")


def bar_words(flow: TierFlow) -> str:
    """ "a bar a week", "3 days a bar"."""
    words = width_words(flow)
    return f"a bar {words}" if words.startswith("a ") else f"{words} a bar"


def period_words(period: Period, now: int) -> str:
    """ "12 Sep to 18 Sep: 7 kept, 3 promoted; 2 dormant"."""
    gains = [f"{period.count(stream):,} {NAMES[stream]}" for stream in GAINS if period.count(stream)]
    losses = [f"{period.count(stream):,} {NAMES[stream]}" for stream in LOSSES if period.count(stream)]
    first, last = short_day_text(period.start, now), short_day_text(period.end - 1, now)
    when = first if first == last else f"{first} to {last}"
    return f"{when}: {'; '.join(filter(None, (', '.join(gains), ', '.join(losses)))) or 'nothing moved'}"


class FlowBars(QWidget):
    """`wanted` carries a PeriodWanted."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow: TierFlow | None = None
        self._current = -1
        self._parts: list[tuple[QRectF, int, Stream]] = []
        set_surface(self, "base")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Promotions and losses over time")

    def show_flow(self, flow: TierFlow) -> None:
        """Show the periods of a flow."""
        self._flow = flow
        self._current = min(self._current, len(flow.periods) - 1)
        gains, losses = (sum(p.count(s) for p in flow.periods for s in part) for part in (GAINS, LOSSES))
        self.setAccessibleDescription(
            f"{gains:,} gained and {losses:,} lost in {len(flow.periods)} bars of {width_words(flow)}. "
            "Arrows choose a bar, Enter searches for what was promoted in it."
        )
        self.update()

    def sizeHint(self) -> QSize:
        """A small chart."""
        return QSize(current_kit().px(272), current_kit().px(240))

    def _area(self) -> QRectF:
        px = current_kit().px
        return QRectF(
            px(LEFT), px(TOP), self.width() - px(LEFT + 14), self.height() - px(TOP + AXIS + LEGEND)
        )

    def _slot(self, number: int) -> QRectF:
        area, count = self._area(), len(self._flow.periods) if self._flow is not None else 1
        width = area.width() / max(1, count)
        return QRectF(area.left() + number * width, area.top(), width, area.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axis, bars, dates, legend."""
        super().paintEvent(event)
        flow = self._flow
        if flow is None:
            return
        kit = current_kit()
        painter = QPainter(self)
        up = nice_top(max((sum(p.count(s) for s in GAINS) for p in flow.periods), default=0))
        down = nice_top(max((sum(p.count(s) for s in LOSSES) for p in flow.periods), default=0))
        area = self._area()
        zero = round(area.top() + area.height() * up / (up + down))
        unit = area.height() / (up + down)
        for value in (up, up // 2, 0, -down):
            y = round(zero - value * unit)
            painter.fillRect(QRectF(area.left(), y, area.width(), 1), qcolor(kit.tokens.grid))
            box = QRectF(0, y - kit.px(7), area.left() - kit.px(6), kit.px(14))
            words = f"{value:,}".replace("-", "−")
            pen = kit.pen(TextRole.CAPTION, tabular=True)
            kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.text_muted, align=RIGHT)
        self._parts = []
        for number, period in enumerate(flow.periods):
            self._paint_period(painter, kit, number, period, zero=zero, unit=unit)
        painter.fillRect(QRectF(area.left(), zero, area.width(), 1), qcolor(kit.tokens.text_muted))
        self._paint_dates(painter, kit, flow)
        self._paint_legend(painter, kit)
        if self.hasFocus() and 0 <= self._current < len(flow.periods):
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._slot(self._current).adjusted(1, -3, -1, 3), 4, 4)

    def _paint_period(
        self, painter: QPainter, kit: Kit, number: int, period: Period, *, zero: float, unit: float
    ) -> None:
        slot = self._slot(number)
        width = min(slot.width() * 0.78, float(kit.px(24)))
        left = slot.center().x() - width / 2
        y = float(zero)
        for stream in UPWARDS:
            count = period.count(stream)
            if count:
                high = max(1.5, count * unit)
                rect = QRectF(left, y - high, width, max(1.0, high - 1))
                self._paint_part(painter, kit, rect, stream, number)
                y -= high
        y = zero + 1.0
        for stream in LOSSES:
            count = period.count(stream)
            if count:
                high = max(1.5, count * unit)
                rect = QRectF(left, y + 1, width, max(1.0, high - 1))
                self._paint_part(painter, kit, rect, stream, number)
                y += high

    def _paint_part(self, painter: QPainter, kit: Kit, rect: QRectF, stream: Stream, number: int) -> None:
        paint_stream(painter, kit, rect, stream)
        self._parts.append((rect, number, stream))

    def _paint_dates(self, painter: QPainter, kit: Kit, flow: TierFlow) -> None:
        pen, count = kit.pen(TextRole.CAPTION), len(flow.periods)
        widest = pen.measures.horizontalAdvance("30 Nov 2026") + kit.px(6)
        area = self._area()
        every = max(1, -(-int(widest) // max(1, int(area.width() / max(1, count)))))
        for number in range(count - 1, -1, -every):
            slot = self._slot(number)
            words = short_day_text(flow.periods[number].start, flow.end)
            wide = pen.measures.horizontalAdvance(words)
            left = min(max(slot.center().x() - wide / 2, area.left() - kit.px(8)), self.width() - wide - 4)
            box = QRectF(left, area.bottom() + kit.px(5), wide + 2, kit.px(14))
            kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.text_muted, align=CENTRE)

    def _paint_legend(self, painter: QPainter, kit: Kit) -> None:
        pen = kit.pen(TextRole.CAPTION)
        side = kit.px(9)
        for line, streams in enumerate((GAINS, LOSSES)):
            x = float(kit.px(14))
            y = self.height() - kit.px(LEGEND) + kit.px(6) + line * kit.px(17)
            for stream in streams:
                paint_stream(painter, kit, QRectF(x, y + kit.px(3), side, side), stream)
                box = QRectF(x + side + kit.px(4), y, self.width(), kit.px(15))
                wide = kit.text(painter, NAMES[stream], rect=box, pen=pen, colour=kit.tokens.text_secondary)
                x += side + kit.px(4) + wide + kit.px(10)

    def _part_at(self, x: float, y: float) -> tuple[int, Stream] | None:
        for rect, number, stream in self._parts:
            if rect.adjusted(-2, -1, 2, 1).contains(x, y):
                return number, stream
        return None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Search for what was clicked."""
        found = self._part_at(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and found is not None and self._flow is not None:
            self._current = found[0]
            self.wanted.emit(PeriodWanted(self._flow.periods[found[0]], found[1]))
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose a bar, Enter searches for its promotions, or else for the largest part of it."""
        periods = self._flow.periods if self._flow is not None else ()
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step and self._flow is not None and periods:
            self._current = min(max(self._current + step, 0), len(periods) - 1)
            self.setAccessibleDescription(period_words(periods[self._current], self._flow.end))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._current < len(periods):
            period = periods[self._current]
            most = max((*UPWARDS, *LOSSES), key=period.count)
            stream = Stream.PROMOTED if period.count(Stream.PROMOTED) else most
            if period.count(stream):
                self.wanted.emit(PeriodWanted(period, stream))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The newest bar first."""
        super().focusInEvent(event)
        if self._current < 0 and self._flow is not None:
            self._current = len(self._flow.periods) - 1
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard no bar is framed."""
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Tell of the bar under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._flow is not None:
            area, count = self._area(), len(self._flow.periods)
            if area.left() <= event.pos().x() < area.right() and count:
                number = min(count - 1, int((event.pos().x() - area.left()) / area.width() * count))
                words = period_words(self._flow.periods[number], self._flow.end)
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


def paint_stream(painter: QPainter, kit: Kit, rect: QRectF, stream: Stream) -> None:
    """A part of a bar: colour, and hatching where colours alone would be too near to each other."""
    colour = qcolor(stream_colour(kit.tokens, stream))
    painter.fillRect(rect, colour)
    if stream in (Stream.WRITTEN, Stream.SUPERSEDED):
        painter.fillRect(rect, QBrush(qcolor(kit.tokens.base), Qt.BrushStyle.BDiagPattern))
