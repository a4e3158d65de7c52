"""Where values stand in a plot and how its grid is drawn: hairlines, no frame, axis text of 11 px in muted.

Works on any painter, so that a picture in a file is drawn by the same strokes. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import CENTRE, LEFT, RIGHT, Kit
from engramma.ui.plots.date_ticks import date_ticks
from engramma.ui.plots.plot_values import Rule
from engramma.ui.theme import TextRole, qcolor

STEPS = (1, 2, 2.5, 5, 10)
LABEL_ROOM, TOP, AXIS, GAP, TEXT, EDGE = 46, 7, 22, 8, 14, 6
PERCENT = "%"


@dataclass(frozen=True, slots=True)
class Frame:
    """The area that values are drawn in: x from `first` to `last`, y from 0 to `top`."""

    area: QRectF
    first: int
    last: int
    top: float

    def x(self, value: float) -> float:
        """Where a place of the axis is, px."""
        return self.area.left() + self.area.width() * (value - self.first) / max(1, self.last - self.first)

    def y(self, value: float) -> float:
        """Where a value is, px."""
        return self.area.bottom() - self.area.height() * value / self.top

    def at(self, x: float) -> int:
        """The place of the axis under a px, within the axis."""
        share = (x - self.area.left()) / max(1.0, self.area.width())
        return self.first + round(min(max(share, 0.0), 1.0) * (self.last - self.first))


def framed(
    rect: QRectF, kit: Kit, *, stops: Sequence[int], ticks: Sequence[float], unit: str, right: float
) -> Frame:
    """The frame in `rect` with axis labels at the left and below, and `right` px kept free."""
    left = room_left(kit, ticks, unit)
    area = QRectF(
        rect.left() + left,
        rect.top() + kit.px(TOP),
        max(1.0, rect.width() - left - right),
        max(1.0, rect.height() - kit.px(TOP + AXIS)),
    )
    first, last = (stops[0], stops[-1]) if stops else (0, 1)
    return Frame(area, first, max(last, first + 1), ticks[-1])


def value_ticks(most: float, *, about: int = 4, whole: bool = True) -> tuple[float, ...]:
    """Round values from 0 to at least `most`, about so many steps; whole numbers when `whole`."""
    least = max(most, 1.0 if whole else 1e-9) / about
    size = 1.0 if whole else 1e-9
    while True:
        for factor in STEPS:
            step = factor * size
            if step >= least and (not whole or step == int(step)):
                count = max(1, -int(-max(most, step) // step))
                return tuple(number * step for number in range(count + 1))
        size *= 10


def number_text(value: float, unit: str = "") -> str:
    """A number of an axis or label: "1,500", "75 %", "0.25"."""
    if unit == PERCENT:
        return f"{value:.0f} %"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}".rstrip("0")


def room_left(kit: Kit, ticks: Sequence[float], unit: str) -> float:
    """How wide the labels of the value axis are, with their distance, px."""
    measures = kit.pen(TextRole.CAPTION, tabular=True).measures
    return max(measures.horizontalAdvance(number_text(tick, unit)) for tick in ticks) + kit.px(GAP)


def paint_values(painter: QPainter, kit: Kit, frame: Frame, *, ticks: Sequence[float], unit: str) -> None:
    """Lines and labels of the value axis."""
    pen = kit.pen(TextRole.CAPTION, tabular=True)
    for tick in ticks:
        y = round(frame.y(tick))
        painter.fillRect(QRectF(frame.area.left(), y, frame.area.width(), 1), qcolor(kit.tokens.grid))
        width = frame.area.left() - kit.px(GAP)
        box = QRectF(0, y - kit.px(TEXT) / 2, width + 1, kit.px(TEXT))
        text = number_text(tick, unit)
        box.setLeft(min(0.0, box.right() - pen.measures.horizontalAdvance(text) - 2))
        kit.text(painter, text, rect=box, pen=pen, colour=kit.tokens.text_muted, align=RIGHT)


def paint_dates(painter: QPainter, kit: Kit, frame: Frame) -> None:
    """Upright lines and labels at round local times."""
    most = max(1, int(frame.area.width() / kit.px(LABEL_ROOM)))
    for tick in date_ticks(frame.first, frame.last, most):
        _paint_place(painter, kit, frame, tick.at, tick.label)


def paint_numbers(painter: QPainter, kit: Kit, frame: Frame, *, label: Callable[[int], str]) -> None:
    """Upright lines and labels at round numbers; `label` words them."""
    for tick in value_ticks(frame.last - frame.first):
        if tick <= frame.last - frame.first:
            _paint_place(painter, kit, frame, frame.first + int(tick), label(frame.first + int(tick)))


def paint_rule(painter: QPainter, kit: Kit, frame: Frame, rule: Rule) -> None:
    """A dotted upright with its word at the top, at the side that has room."""
    colour = getattr(kit.tokens, rule.token)
    line = QPen(qcolor(colour), 1.2)
    line.setDashPattern([2, 2])
    line.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(line)
    x = frame.x(rule.at)
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
    pen = kit.pen(TextRole.CAPTION)
    wide = pen.measures.horizontalAdvance(rule.label) + 2
    left = x + kit.px(5)
    if left + wide > frame.area.right():
        left = x - kit.px(5) - wide
    box = QRectF(left, frame.area.top(), wide, kit.px(TEXT))
    kit.text(painter, rule.label, rect=box, pen=pen, colour=colour, align=LEFT)


def _paint_place(painter: QPainter, kit: Kit, frame: Frame, at: int, text: str) -> None:
    pen = kit.pen(TextRole.CAPTION, tabular=True)
    x = round(frame.x(at))
    painter.fillRect(QRectF(x, frame.area.top(), 1, frame.area.height()), qcolor(kit.tokens.grid))
    wide = pen.measures.horizontalAdvance(text) + 2
    left = max(min(x - wide / 2, frame.area.right() + kit.px(EDGE) - wide), 0.0)
    box = QRectF(left, frame.area.bottom() + kit.px(5), wide, kit.px(TEXT))
    kit.text(painter, text, rect=box, pen=pen, colour=kit.tokens.text_muted, align=CENTRE)
