"""Lines, areas below them, or areas stacked on each other, with each series' name and last number at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from engramma.model.records import dataclass
from engramma.model.search import Mode
from engramma.ui.delegates.kit import LEFT, Kit, current_kit
from engramma.ui.plots.plot import area_colour, hatch
from engramma.ui.plots.plot_axes import (
    TEXT,
    Frame,
    framed,
    number_text,
    paint_rule,
    paint_values,
    value_ticks,
)
from engramma.ui.plots.plot_values import Cell, Look, Moment, Picked, PlotTable, Rule, Series
from engramma.ui.plots.span_plot import TIMES, Axis, SpanPlot
from engramma.ui.theme import TextRole, qcolor

WIDTH, AREA_SHARE = 1.8, 0.10
DASHES = {Look.HATCHED: [5 / WIDTH, 4 / WIDTH], Look.DOTTED: [2 / WIDTH, 2 / WIDTH]}


@dataclass(frozen=True, slots=True)
class LineFigure:
    """Values of series at places of the axis.

    `stacked`: the series are laid on each other, the first at the bottom. `over` are lines in front of them.
    `steps`: a value holds until the next place. `unit`: "" or "%". `head` heads the axis in the table.
    """

    stops: tuple[int, ...]
    series: tuple[Series, ...]
    over: tuple[Series, ...] = ()
    stacked: bool = False
    steps: bool = False
    unit: str = ""
    rules: tuple[Rule, ...] = ()
    head: str = "Day"
    top: float | None = None
    pickable: bool = False


class LinePlot(SpanPlot):
    """Shows a LineFigure. A click on a stacked area, when they can be picked, picks its series."""

    def __init__(self, name: str, parent: QWidget | None = None, *, axis: Axis = TIMES) -> None:
        super().__init__(name, parent, axis=axis)
        self._take(LineFigure((), ()))

    @property
    def figure(self) -> LineFigure:
        """What is shown."""
        return self._figure

    def show_figure(self, figure: LineFigure) -> None:
        """Show other values."""
        self._take(figure)
        self.set_stops(figure.stops)

    def _take(self, figure: LineFigure) -> None:
        self._figure = figure
        self._heights = _heights(figure)
        self._ticks = _ticks(figure, self._heights)

    def frame(self, rect: QRectF) -> Frame:
        """Axis labels at the left and below, names of series at the right."""
        kit, figure, ticks = current_kit(), self._figure, self._ticks
        right = self._room_right(kit)
        return framed(rect, kit, stops=figure.stops, ticks=ticks, unit=figure.unit, right=right)

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Grid, areas, lines, rules, names."""
        kit, figure, frame = current_kit(), self._figure, self.frame(rect)
        paint_values(painter, kit, frame, ticks=self._ticks, unit=figure.unit)
        if len(figure.stops) < 2:
            return
        self.axis.paint(painter, kit, frame)
        heights = self._heights
        if figure.stacked:
            self._paint_stack(painter, kit, frame, heights)
        for rule in figure.rules:
            paint_rule(painter, kit, frame, rule)
        for one in (*(() if figure.stacked else reversed(figure.series)), *figure.over):
            self._paint_line(painter, kit, frame, one)
        self._paint_names(painter, kit, frame, heights)

    def table(self) -> PlotTable:
        """A row a place."""
        figure = self._figure
        every = (*figure.series, *figure.over)
        unit = f", {figure.unit}" if figure.unit else ""
        rows: list[tuple[Cell, ...]] = []
        for number, place in enumerate(figure.stops):
            at: Cell = Moment(place) if self.axis.number is None else place
            rows.append((at, *(one.values[number] for one in every)))
        return PlotTable(
            self.accessibleName(), (figure.head, *(f"{one.name}{unit}" for one in every)), tuple(rows)
        )

    def stop_words(self, number: int) -> str:
        """The day and every series' number."""
        figure = self._figure
        parts = [
            f"{one.name} {number_text(value, figure.unit)}"
            for one in (*figure.series, *figure.over)
            if (value := one.values[number]) is not None
        ]
        return f"{self.axis.words(figure.stops[number])}: {', '.join(parts) or 'nothing'}"

    def pick_at(self, place: int, y: float, mode: Mode) -> Picked | None:
        """The area under the mouse; by the keyboard the topmost one."""
        figure, number = self._figure, self.number_at(place)
        if not figure.pickable or number < 0:
            return None
        if not figure.stacked:
            return self._nearest(number, y, mode)
        frame, heights = self.frame(QRectF(self.rect())), self._heights
        levels = [frame.y(level[number]) for level in heights]
        if math.isnan(y):
            return Picked(figure.series[-1].key, number, mode)
        for one, low, high in zip(figure.series, levels, levels[1:], strict=False):
            if high <= y <= low:
                return Picked(one.key, number, mode)
        return None

    def _nearest(self, number: int, y: float, mode: Mode) -> Picked | None:
        figure, frame = self._figure, self.frame(QRectF(self.rect()))
        near = [
            (abs(frame.y(value) - y) if not math.isnan(y) else 0.0, place, one.key)
            for place, one in enumerate(figure.series)
            if (value := one.values[number]) is not None
        ]
        return Picked(min(near)[2], number, mode) if near else None

    def _paint_stack(
        self, painter: QPainter, kit: Kit, frame: Frame, heights: Sequence[Sequence[float]]
    ) -> None:
        xs = [frame.x(place) for place in self._figure.stops]
        for one, low, high in zip(self._figure.series, heights, heights[1:], strict=False):
            path = QPainterPath(QPointF(xs[0], frame.y(low[0])))
            for x, value in zip(xs, high, strict=True):
                path.lineTo(x, frame.y(value))
            for x, value in zip(reversed(xs), reversed(low), strict=True):
                path.lineTo(x, frame.y(value))
            path.closeSubpath()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.fillPath(path, area_colour(kit, one.token))
            pattern = hatch(kit, one.look)
            if pattern is not None:
                painter.fillPath(path, pattern)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(qcolor(kit.tokens.base), 1))
            painter.drawPolyline([QPointF(x, frame.y(value)) for x, value in zip(xs, high, strict=True)])

    def _paint_line(self, painter: QPainter, kit: Kit, frame: Frame, one: Series) -> None:
        colour = getattr(kit.tokens, one.token)
        pen = QPen(qcolor(colour), WIDTH)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if one.look in DASHES:
            pen.setDashPattern(DASHES[one.look])
        for run in self._runs(frame, one):
            if one.area:
                path = QPainterPath(QPointF(run[0].x(), frame.area.bottom()))
                for point in run:
                    path.lineTo(point)
                path.lineTo(run[-1].x(), frame.area.bottom())
                painter.fillPath(path, area_colour(kit, one.token, share=AREA_SHARE))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen)
            if len(run) > 1:
                painter.drawPolyline(run)
            else:
                painter.drawPoint(run[0])

    def _runs(self, frame: Frame, one: Series) -> list[list[QPointF]]:
        """The line in pieces without gaps."""
        runs: list[list[QPointF]] = [[]]
        for place, value in zip(self._figure.stops, one.values, strict=True):
            if value is None:
                runs.append([])
                continue
            point = QPointF(frame.x(place), frame.y(value))
            if self._figure.steps and runs[-1]:
                runs[-1].append(QPointF(point.x(), runs[-1][-1].y()))
            runs[-1].append(point)
        return [run for run in runs if run]

    def _ends(self, heights: Sequence[Sequence[float]]) -> list[tuple[Series, float]]:
        """Each series with the height that its name stands at."""
        figure = self._figure
        found: list[tuple[Series, float]] = []
        for number, one in enumerate(figure.series):
            last = next((value for value in reversed(one.values) if value is not None), None)
            if last is None:
                continue
            if figure.stacked:
                last = (heights[number][-1] + heights[number + 1][-1]) / 2
            found.append((one, last))
        found += [(one, one.values[-1]) for one in figure.over if one.values and one.values[-1] is not None]
        return found

    def _end_text(self, one: Series) -> str:
        if one.label:
            return one.label
        last = next((value for value in reversed(one.values) if value is not None), 0)
        return number_text(last, self._figure.unit)

    def _room_right(self, kit: Kit) -> float:
        pen = kit.pen(TextRole.SECTION, tabular=True)
        texts = [self._end_text(one) for one in (*self._figure.series, *self._figure.over)]
        return max((pen.measures.horizontalAdvance(text) for text in texts), default=0.0) + kit.px(12)

    def _paint_names(
        self, painter: QPainter, kit: Kit, frame: Frame, heights: Sequence[Sequence[float]]
    ) -> None:
        pen = kit.pen(TextRole.SECTION, tabular=True)
        high = float(kit.px(TEXT))
        placed = sorted(
            ((frame.y(value), one) for one, value in self._ends(heights)), key=lambda item: item[0]
        )
        for y, one in zip(
            apart([y for y, _one in placed], high, frame.area.bottom() + high / 2),
            (one for _y, one in placed),
            strict=True,
        ):
            left = frame.area.right() + kit.px(7)
            box = QRectF(left, y - high / 2, kit.px(90), high)
            colour = getattr(kit.tokens, one.token)
            kit.text(painter, self._end_text(one), rect=box, pen=pen, colour=colour, align=LEFT)


def _heights(figure: LineFigure) -> list[list[float]]:
    """Where each stacked series begins, and where the last ends, at every place."""
    levels = [[0.0] * len(figure.stops)]
    for one in figure.series:
        levels.append([low + (value or 0) for low, value in zip(levels[-1], one.values, strict=True)])
    return levels


def _ticks(figure: LineFigure, heights: Sequence[Sequence[float]]) -> tuple[float, ...]:
    most = figure.top
    if most is None:
        sums = heights[-1] if figure.stacked else ()
        lines = [value for one in (*figure.series, *figure.over) for value in one.values if value is not None]
        most = max([*sums, *lines], default=0)
    return value_ticks(most)


def apart(places: Sequence[float], least: float, lowest: float) -> list[float]:
    """Places in rising order, moved so that they are `least` apart and none is below `lowest`."""
    moved = list(places)
    for number in range(1, len(moved)):
        moved[number] = max(moved[number], moved[number - 1] + least)
    limit = lowest
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - least
    return moved
