"""The lives of a card's memories on one axis of time: birth, rehearsals, today, and when each fades."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.engine.memories.values import MemoryDetails
from engramma.model.clock import DAY
from engramma.ui.delegates.kit import CENTRE, Kit, current_kit
from engramma.ui.models.dates import day_text
from engramma.ui.plots.date_ticks import date_ticks
from engramma.ui.theme import TextRole, qcolor, set_surface

ROW, AXIS, LABEL, PADDING = 26, 24, 96, 14
REHEARSED = ("rehearsed", "edited", "corrected", "revived", "restored")


class LifeStrip(QWidget):
    """A row for each memory; not for interaction."""

    def __init__(self, sides: tuple[MemoryDetails, ...], now: int) -> None:
        super().__init__()
        set_surface(self, "card")
        self._sides, self._now = sides, now
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        words = "; ".join(
            f"{side.memory.label} from {day_text(side.memory.created_at)}, recalls: {side.memory.recalls}"
            for side in sides
        )
        self.setAccessibleName(f"Lives: {words}")

    def sizeHint(self) -> QSize:
        """A row for each and the axis."""
        kit = current_kit()
        return QSize(kit.px(400), kit.px(ROW * len(self._sides) + AXIS + 12))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axis, today, lives."""
        super().paintEvent(event)
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first = min(side.memory.created_at for side in self._sides)
        last = self._end()
        area = QRectF(self.rect()).adjusted(
            kit.px(PADDING + LABEL), kit.px(8), -kit.px(PADDING + 10), -kit.px(AXIS)
        )
        span = max(DAY, last - first)

        def x(at: int) -> float:
            return area.left() + area.width() * min(1.0, max(0.0, (at - first) / span))

        self._paint_axis(painter, kit, area, first, last, x)
        for place, side in enumerate(self._sides):
            y = area.top() + kit.px(ROW) * (place + 0.5)
            self._paint_life(painter, kit, side, place, y, x)

    def _end(self) -> int:
        latest = [self._now + 14 * DAY]
        for side in self._sides:
            fades = side.memory.fades_at
            if fades is not None and fades > self._now:
                latest.append(fades)
        first = min(side.memory.created_at for side in self._sides)
        # What lies ahead takes at most half of the strip.
        return min(max(latest), self._now + max(14 * DAY, self._now - first))

    def _paint_axis(
        self, painter: QPainter, kit: Kit, area: QRectF, first: int, last: int, x: Callable[[int], float]
    ) -> None:
        tokens, caption = kit.tokens, kit.pen(TextRole.CAPTION)
        below = area.bottom() + kit.px(3)
        today = x(self._now)
        for tick in date_ticks(first, last, max(2, int(area.width() // kit.px(90)))):
            at = round(x(tick.at)) + 0.5
            painter.setPen(QPen(qcolor(tokens.grid), 1))
            painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
            if abs(at - today) < kit.px(44) or at > area.right() - kit.px(10):
                continue
            place = QRectF(at - kit.px(30), below, kit.px(60), kit.px(16))
            kit.text(painter, tick.label, rect=place, pen=caption, colour=tokens.text_muted, align=CENTRE)
        painter.setPen(QPen(qcolor(tokens.text_secondary), 1.2))
        painter.drawLine(QPointF(today, area.top()), QPointF(today, area.bottom()))
        place = QRectF(today - kit.px(30), below, kit.px(60), kit.px(16))
        kit.text(painter, "today", rect=place, pen=caption, colour=tokens.text, align=CENTRE)

    def _paint_life(
        self,
        painter: QPainter,
        kit: Kit,
        side: MemoryDetails,
        place: int,
        y: float,
        x: Callable[[int], float],
    ) -> None:
        tokens, memory = kit.tokens, side.memory
        colour = qcolor(tokens.tier(str(memory.tier)))
        name = f"{place + 1} {memory.label}" if len(self._sides) > 1 else memory.label
        label = QRectF(kit.px(PADDING), y - kit.px(9), kit.px(LABEL - 8), kit.px(18))
        kit.text(painter, name, rect=label, pen=kit.pen(TextRole.SMALL), colour=tokens.text_secondary)
        born, today = x(memory.created_at), x(self._now)
        end = today if memory.fades_at is None or memory.fades_at > self._now else x(memory.fades_at)
        painter.setPen(QPen(colour, 1.8))
        painter.drawLine(QPointF(born, y), QPointF(max(born, end), y))
        ahead = self._end() if memory.fades_at is None else memory.fades_at
        if ahead > self._now:
            dashed = QPen(colour, 1.6)
            dashed.setDashPattern([4, 3])
            painter.setPen(dashed)
            painter.drawLine(QPointF(today, y), QPointF(x(ahead), y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        half = kit.px(7) / 2
        painter.drawRect(QRectF(born - half, y - half, 2 * half, 2 * half))
        painter.setPen(QPen(colour, 1.8))
        painter.setBrush(qcolor(tokens.raised))
        for segment in side.segments:
            if segment.reason in REHEARSED:
                painter.drawEllipse(QPointF(x(segment.t0), y), half, half)
