"""Bars a period on a time axis, made of stacked parts. A click picks a part of a bar, a drag brushes periods."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engramma.model.records import dataclass
from engramma.model.search import Mode
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.plots.plot import paint_bar
from engramma.ui.plots.plot_axes import (
    EDGE,
    Frame,
    framed,
    number_text,
    paint_rule,
    paint_values,
    value_ticks,
)
from engramma.ui.plots.plot_values import Cell, Moment, Picked, PlotTable, Rule, Series, totals
from engramma.ui.plots.span_plot import TIMES, Axis, SpanPlot

WIDEST, BAR_SHARE = 26, 0.80


@dataclass(frozen=True, slots=True)
class BarFigure:
    """`stops` are the edges of the periods: one more than each series has values. Parts are stacked in order.

    `top`: the highest value of the axis, None for what the bars need.
    """

    stops: tuple[int, ...]
    series: tuple[Series, ...]
    unit: str = ""
    rules: tuple[Rule, ...] = ()
    head: str = "Day"
    noun: str = ""
    top: float | None = None


class BarPlot(SpanPlot):
    """Shows a BarFigure."""

    def __init__(self, name: str, parent: QWidget | None = None, *, axis: Axis = TIMES) -> None:
        super().__init__(name, parent, axis=axis)
        self._figure = BarFigure((), ())
        self._ticks = _ticks(self._figure)

    @property
    def figure(self) -> BarFigure:
        """What is shown."""
        return self._figure

    @property
    def by_period(self) -> bool:
        """Bars stand between stops."""
        return True

    def show_figure(self, figure: BarFigure) -> None:
        """Show other values."""
        self._figure = figure
        self._ticks = _ticks(figure)
        self.set_stops(figure.stops)

    def frame(self, rect: QRectF) -> Frame:
        """Axis labels at the left and below."""
        kit, figure, ticks = current_kit(), self._figure, self._ticks
        return framed(rect, kit, stops=figure.stops, ticks=ticks, unit=figure.unit, right=kit.px(EDGE))

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Grid, bars, rules."""
        kit, figure, frame = current_kit(), self._figure, self.frame(rect)
        paint_values(painter, kit, frame, ticks=self._ticks, unit=figure.unit)
        if len(figure.stops) < 2:
            return
        self.axis.paint(painter, kit, frame)
        for number in range(len(figure.stops) - 1):
            for part, one in self._parts(kit, frame, number):
                paint_bar(painter, kit, part, token=one.token, look=one.look)
        for rule in figure.rules:
            paint_rule(painter, kit, frame, rule)

    def table(self) -> PlotTable:
        """A row a period that has anything."""
        figure = self._figure
        unit = f", {figure.unit}" if figure.unit else ""
        rows: list[tuple[Cell, ...]] = []
        for number, place in enumerate(figure.stops[:-1]):
            at: Cell = Moment(place) if self.axis.number is None else place
            rows.append((at, *(one.values[number] for one in figure.series)))
        heads = (figure.head, *(f"{one.name}{unit}" for one in figure.series))
        return PlotTable(self.accessibleName(), heads, tuple(rows))

    def stop_words(self, number: int) -> str:
        """The period and what it is made of."""
        figure = self._figure
        first, last = self.axis.words(figure.stops[number]), self.axis.words(figure.stops[number + 1] - 1)
        when = first if first == last else f"{first} to {last}"
        parts = [
            f"{one.name} {number_text(value, figure.unit)}"
            for one in figure.series
            if (value := one.values[number])
        ]
        if not parts:
            return f"{when}: none"
        total = (
            ""
            if figure.unit or len(parts) < 2
            else f"{totals(figure.series, number):,.0f} {figure.noun}, ".replace(" ,", ",")
        )
        return f"{when}: {total}{', '.join(parts)}"

    def pick_at(self, place: int, y: float, mode: Mode) -> Picked | None:
        """The part under the mouse; the whole bar beside its parts and by the keyboard."""
        number = self.number_at(place)
        if number < 0 or not totals(self._figure.series, number):
            return None
        frame = self.frame(QRectF(self.rect()))
        for part, one in self._parts(current_kit(), frame, number):
            if part.top() <= y <= part.bottom():
                return Picked(one.key, number, mode)
        return Picked("", number, mode)

    def _parts(self, kit: Kit, frame: Frame, number: int) -> list[tuple[QRectF, Series]]:
        """The parts of a bar from the bottom up, 1 px apart; nothing that is there is thinner than 1 px."""
        figure = self._figure
        left, right = frame.x(figure.stops[number]), frame.x(figure.stops[number + 1])
        width = min(max(1.0, (right - left) * BAR_SHARE), float(kit.px(WIDEST)))
        x, y = (left + right - width) / 2, frame.area.bottom()
        found = []
        for one in figure.series:
            value = one.values[number] or 0
            if value:
                height = max(1.5, frame.area.height() * value / frame.top)
                found.append((QRectF(x, y - height, width, max(1.0, height - 1)), one))
                y -= height
        return found


def _ticks(figure: BarFigure) -> tuple[float, ...]:
    if figure.top is not None:
        return value_ticks(figure.top)
    return value_ticks(
        max((totals(figure.series, number) for number in range(len(figure.stops) - 1)), default=0)
    )
