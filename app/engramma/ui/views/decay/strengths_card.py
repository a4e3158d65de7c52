"""The strengths of the search, tenth by tenth: tiers stacked, dormant ones hatched, the threshold dotted.

A drag or a click asks for a range of strength; what is marked is what the search text says.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from engramma.model.policy_effect import PolicyEffect
from engramma.model.strengths import StrengthSpread
from engramma.ui.delegates.kit import current_kit
from engramma.ui.plots.bars import BarFigure, BarPlot
from engramma.ui.plots.plot_card import PlotCard
from engramma.ui.plots.plot_legend import Entry
from engramma.ui.plots.plot_values import Brushed, Cell, Look, Picked, PlotTable, Rule, Series
from engramma.ui.plots.span_plot import Axis
from engramma.ui.theme import qcolor, theme
from engramma.ui.views.decay.brush import StrengthRange, brushed_range
from engramma.ui.views.decay.reading import SpreadRead

WHOLE, ROOMY = 100, 264
PARTS = (
    ("long_term", "Long-term", "long_term", Look.PLAIN),
    ("long_term_dormant", "Long-term, dormant", "long_term", Look.HATCHED),
    ("short_term", "Short-term", "short_term", Look.PLAIN),
    ("short_term_dormant", "Short-term, dormant", "short_term", Look.HATCHED),
)


class StrengthBars(BarPlot):
    """Bars whose table names each tenth and counts the dormant apart."""

    _spread: StrengthSpread | None = None
    _after: tuple[int, ...] = ()

    @property
    def spread(self) -> StrengthSpread | None:
        """What is shown."""
        return self._spread

    @property
    def after(self) -> tuple[int, ...]:
        """What the tenths would be by another policy; empty for none."""
        return self._after

    def show_spread(
        self, spread: StrengthSpread | None, after: tuple[int, ...] = (), *, tried: float | None = None
    ) -> None:
        """Show these counts, and as a stepped line what they would be; `tried`: a threshold other than today's."""
        self._spread, self._after = spread, after
        self.show_figure(BarFigure((), ()) if spread is None else figure_of(spread, after, tried=tried))

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """The bars, and the line over them."""
        super().draw(painter, rect)
        if not self._after:
            return
        frame, line = self.frame(rect), QPolygonF()
        for place, count in enumerate(self._after):
            for stop in (self.stops[place], self.stops[place + 1]):
                line.append(QPointF(frame.x(stop), frame.y(count)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(qcolor(current_kit().tokens.accent), 2.0))
        painter.drawPolyline(line)

    def table(self) -> PlotTable:
        """A row for each tenth."""
        tenths = self._spread.tenths if self._spread is not None else ()
        heads = ("Strength", "Short", "Long", "Dormant", *(("After",) if self._after else ()))
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                f"{tenth.low:g}–{tenth.high:g}",
                *(tenth.short_term, tenth.long_term, tenth.dormant),
                *self._after[place : place + 1],
            )
            for place, tenth in enumerate(tenths)
        )
        return PlotTable(self.accessibleName(), heads, rows)


class StrengthsCard(PlotCard):
    """`range_wanted` carries a StrengthRange, or None for all strengths."""

    range_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.bars = StrengthBars("Strength now", axis=Axis(hundredths))
        self._range: StrengthRange | None = None
        self._read: SpreadRead | None = None
        self._effect: PolicyEffect | None = None
        self._tried: float | None = None
        super().__init__("Strength", self.bars, framed=False, parent=parent)
        # The pane is narrow: columns are as wide as their words.
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.bars.brushed.connect(self._on_brushed)
        self.bars.picked.connect(self._on_picked)

    def show_spread(self, read: SpreadRead | None) -> None:
        """Show the strengths, or nothing."""
        self._read = read
        self._show()

    def show_after(self, effect: PolicyEffect | None, *, threshold: float | None) -> None:
        """Show a tried threshold, and what the policy would make of the store; of a search that is not known."""
        if (effect, threshold) != (self._effect, self._tried):
            self._effect, self._tried = effect, threshold
            self._show()

    def _show(self) -> None:
        read = self._read
        if read is None or not read.spread.count:
            self.bars.show_spread(None)
            self.set_legend()
            self.set_caption("")
            self.set_empty("No memory is found." if read is not None else "")
            return
        spread, marked = read.spread, brushed_range(read.query)
        self._range = marked
        # The effect counts all active memories, so it stands beside those only.
        effect = self._effect
        if effect is not None and sum(effect.after.strengths) != spread.count:
            effect = None
        tried = None if self._tried == spread.threshold else self._tried
        self.set_empty("")
        self.bars.show_spread(spread, () if effect is None else effect.after.strengths, tried=tried)
        span = None if marked is None else (round(marked.low * WHOLE), round(marked.high * WHOLE))
        self.bars.show_brush(span)
        self._show_legend(spread)
        hint = "Click again for all." if marked else "Drag to filter."
        if self.bars.after:
            hint = "Line: after."
        words = f"{spread.dormant:,} below {spread.threshold:.2f} dormant."
        if tried is not None:
            after = "" if effect is None else f", {effect.after.dormant:,} below {tried:.2f}"
            words = f"{spread.dormant:,} dormant now{after}."
        elif spread.held:
            words = f"{spread.dormant:,} dormant, {spread.held:,} awake in conflict."
        self.set_caption(f"{words} {hint}")
        self.refresh_table()

    def _show_legend(self, spread: StrengthSpread) -> None:
        # Where there is no room for the words, the tips of the bars say them.
        words = (" short", " long") if self.width() >= theme().metrics.px(ROOMY) else ("", "")
        self.set_legend(
            Entry(f"{spread.of_tier('short_term'):,}{words[0]}", "short_term"),
            Entry(f"{spread.of_tier('long_term'):,}{words[1]}", "long_term"),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The legend has words where there is room."""
        super().resizeEvent(event)
        if self.bars.spread is not None:
            self._show_legend(self.bars.spread)

    def _on_brushed(self, brushed: Brushed) -> None:
        wanted = StrengthRange(brushed.start / WHOLE, brushed.end / WHOLE)
        everything = wanted.low <= 0.0 and wanted.high >= 1.0
        self.range_wanted.emit(None if everything else wanted)

    def _on_picked(self, picked: Picked) -> None:
        stops = self.bars.stops
        wanted = StrengthRange(stops[picked.number] / WHOLE, stops[picked.number + 1] / WHOLE)
        self.range_wanted.emit(None if wanted == self._range else wanted)


def figure_of(
    spread: StrengthSpread, after: tuple[int, ...] = (), *, tried: float | None = None
) -> BarFigure:
    """The bars of these counts, dormant parts only where there are any, with room for other counts over them.

    Both thresholds are ruled where another is tried, the one in force muted.
    """
    rules = [Rule(round(spread.threshold * WHOLE), "", "danger" if tried is None else "text_muted")]
    if tried is not None:
        rules.append(Rule(round(tried * WHOLE), "", "danger"))
    series = (
        Series(key, name, token, tuple(getattr(tenth, key) for tenth in spread.tenths), look)
        for key, name, token, look in PARTS
    )
    return BarFigure(
        stops=(*(round(tenth.low * WHOLE) for tenth in spread.tenths), WHOLE),
        series=tuple(one for one in series if one.look is Look.PLAIN or any(one.values)),
        rules=tuple(rules),
        head="Strength from",
        noun="memories",
        top=max((*(tenth.count for tenth in spread.tenths), *after)) or 1,
    )


def hundredths(place: int) -> str:
    """A place of the axis in words: "0.25"."""
    return f"{place / WHOLE:g}"
