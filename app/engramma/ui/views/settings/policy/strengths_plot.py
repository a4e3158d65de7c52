"""How strong all memories are, in tenths: bars for after a change, a stepped line for now, the threshold dashed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, current_kit
from engramma.ui.theme import TextRole, qcolor

BAR_SHARE, DORMANT_SHARE = 0.80, 0.45
AXIS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


class StrengthsPlot(QWidget):
    """Painted, so that a slider can be dragged over it."""

    def __init__(self) -> None:
        super().__init__()
        self._before: tuple[int, ...] = ()
        self._after: tuple[int, ...] = ()
        self._threshold = (0.0, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Strength of all memories")

    def show_strengths(
        self, before: tuple[int, ...], after: tuple[int, ...], *, thresholds: tuple[float, float]
    ) -> None:
        """Counts by tenths of strength, faintest first; the threshold now and after."""
        self._before, self._after, self._threshold = before, after, thresholds
        told = ", ".join(
            f"{place / 10:.1f} to {(place + 1) / 10:.1f}: {then:,}, now {now:,}"
            for place, (now, then) in enumerate(zip(before, after, strict=True))
        )
        self.setAccessibleDescription(told)
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its pane."""
        return QSize(current_kit().px(280), current_kit().px(132))

    def minimumSizeHint(self) -> QSize:
        """May be narrow."""
        return QSize(current_kit().px(160), current_kit().px(132))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Grid, bars, line, threshold, axes."""
        if not self._after:
            return
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = _round_up(max(*self._before, *self._after, 1))
        pen = kit.pen(TextRole.CAPTION, tabular=True)
        left = max(pen.measures.horizontalAdvance(f"{top:,}"), kit.px(16)) + kit.px(8)
        area = QRectF(
            left, kit.px(8), self.width() - left - kit.px(6), self.height() - kit.px(8) - kit.px(22)
        )
        self._grid(painter, kit, area, top)
        step = area.width() / len(self._after)
        for place, count in enumerate(self._after):
            height = area.height() * count / top
            bar = QRectF(area.left() + place * step + 1, area.bottom() - height, step - 2, height)
            colour = qcolor(kit.tokens.accent)
            asleep = (place + 1) / len(self._after) <= self._threshold[1] + 1e-9
            colour.setAlphaF(DORMANT_SHARE if asleep else BAR_SHARE)
            painter.fillRect(bar, colour)
        painter.setPen(QPen(qcolor(kit.tokens.text), 1.4))
        painter.drawPolyline(self._steps(area, step, top))
        self._rule(painter, kit, area)

    def _grid(self, painter: QPainter, kit: Kit, area: QRectF, top: int) -> None:
        pen = kit.pen(TextRole.CAPTION, tabular=True)
        height = pen.height
        for share in (0.0, 1 / 3, 2 / 3, 1.0):
            y = area.bottom() - share * area.height()
            painter.setPen(QPen(qcolor(kit.tokens.grid), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            label = QRectF(0, y - height / 2, area.left() - kit.px(6), height)
            kit.text(
                painter,
                f"{round(top * share):,}",
                rect=label,
                pen=pen,
                colour=kit.tokens.text_muted,
                align=RIGHT,
            )
        for share in AXIS:
            x = area.left() + share * area.width()
            label = QRectF(x - kit.px(14), area.bottom() + kit.px(4), kit.px(28), height)
            label.moveRight(min(label.right(), float(self.width())))
            kit.text(painter, f"{share:g}", rect=label, pen=pen, colour=kit.tokens.text_muted, align=CENTRE)

    def _steps(self, area: QRectF, step: float, top: int) -> QPolygonF:
        line = QPolygonF()
        for place, count in enumerate(self._before):
            y = area.bottom() - area.height() * count / top
            line.append(QPointF(area.left() + place * step, y))
            line.append(QPointF(area.left() + (place + 1) * step, y))
        return line

    def _rule(self, painter: QPainter, kit: Kit, area: QRectF) -> None:
        pen = QPen(qcolor(kit.tokens.danger), 1.2)
        pen.setDashPattern([5 / 1.2, 4 / 1.2])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        x = area.left() + self._threshold[1] * area.width()
        painter.drawLine(QPointF(x, area.top() - kit.px(6)), QPointF(x, area.bottom()))


def _round_up(count: int) -> int:
    """The next number that three lines divide well."""
    size = 1
    while True:
        for factor in (3, 6, 9, 12, 15, 18, 24):
            if factor * size >= count:
                return factor * size
        size *= 10
