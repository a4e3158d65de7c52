"""The strength curve of one memory: solid until today, dashed from then on, with the threshold and what happened.

Imports pyqtgraph: import this module on first use only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engramma.model.clock import SECOND
from engramma.ui.models.dates import day_text, exact_text
from engramma.ui.plots import style
from engramma.ui.plots.date_axis import DateAxis, seconds
from engramma.ui.plots.decay_curve import DecayCurve, Mark
from engramma.ui.theme import TextRole, theme

TOP, BOTTOM, MARGIN = 1.06, 0.0, 0.015
WORD_LEVEL = 10.0
AXIS_LEFT, AXIS_BOTTOM = 28, 18


class DecayPlot(pg.PlotWidget):  # type: ignore[misc]
    """Shows a `DecayCurve`. `hovered` carries the text under the mouse, empty when it leaves."""

    hovered = Signal(str)
    # Set on the class because Qt sends change events while the base class is still being made.
    _curve: DecayCurve | None = None
    _cursor: Any = None
    _dot: Any = None
    _ratio = 0.0

    def __init__(self, parent: QWidget | None = None, *, surface: str = "base") -> None:
        super().__init__(parent, axisItems={"bottom": DateAxis("bottom")})
        self._surface = surface
        self.setAccessibleName("Strength over time")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # pyqtgraph makes this menu without a parent, so it would outlive the plot as a window of its own.
        menu = self.getPlotItem().ctrlMenu
        menu.setParent(self, menu.windowFlags())
        box = self.getPlotItem().getViewBox()
        box.setMouseEnabled(x=False, y=False)
        box.setDefaultPadding(0.0)
        self.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.getPlotItem().getAxis("left").setTicks([[(0.0, "0"), (0.5, "0.5"), (1.0, "1")]])
        self.apply_theme()

    @property
    def curve(self) -> DecayCurve | None:
        """What is shown."""
        return self._curve

    def set_curve(self, curve: DecayCurve | None) -> None:
        """Show another curve, or nothing."""
        self._curve = curve
        self._draw()

    def apply_theme(self) -> None:
        """Draw everything anew in the colours of the theme in force."""
        style.apply_to_plot(self, surface=self._surface)
        metrics = theme().metrics
        item = self.getPlotItem()
        item.getAxis("left").setWidth(metrics.px(AXIS_LEFT))
        item.getAxis("bottom").setHeight(metrics.px(AXIS_BOTTOM))
        self._draw()

    def reading(self, moment: int) -> str:
        """What the curve says at a moment: "0.74 on 28 May 2026"; empty outside of it."""
        strength = self._curve.at(moment) if self._curve is not None else None
        return "" if strength is None else f"{strength:.2f} on {day_text(moment)}"

    def to_image(self, width: int, height: int, *, ratio: float = 2.0) -> QImage:
        """The plot as a picture of `width` by `height` logical px, for export."""
        image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(theme().colour(self._surface))
        before = self.size()
        self._ratio = ratio
        self.resize(width, height)
        self._draw()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.render(painter, QRectF(0, 0, width, height), self.viewport().rect())
        painter.end()
        self._ratio = 0.0
        self.resize(before)
        self._draw()
        return image

    def event(self, event: QEvent) -> bool:
        """Lines keep their width on a screen of another pixel ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._dot is not None:
            self._draw()
        return bool(super().event(event))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a live switch of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._dot is not None:
            self.apply_theme()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is gone: no cursor."""
        super().leaveEvent(event)
        self._show_cursor(None)

    def _draw(self) -> None:
        item, curve = self.getPlotItem(), self._curve
        item.clear()
        self._cursor = self._dot = None
        if curve is None:
            return
        margin = (curve.end - curve.start) * MARGIN
        item.setXRange(seconds(curve.start - margin), seconds(curve.end), padding=0.0)
        item.setYRange(BOTTOM, TOP, padding=0.0)
        for level in (0.0, 0.5, 1.0):
            item.addItem(pg.InfiniteLine(level, angle=0, pen=self._pen("grid")))
        self._draw_threshold(curve)
        self._draw_curve(curve)
        self._draw_today(curve)
        self._draw_marks(curve)
        self._make_cursor(curve)

    def _pen(self, token: str, width: float = 1.0, *, dashed: bool = False) -> QPen:
        return style.pen(token, width, ratio=self._ratio or self.devicePixelRatioF(), dashed=dashed)

    def _draw_threshold(self, curve: DecayCurve) -> None:
        span = [seconds(2 * curve.start - curve.end), seconds(curve.end)]
        line = pg.PlotDataItem(
            span,
            [curve.threshold] * 2,
            pen=self._pen("danger", style.RULE, dashed=True),
            fillLevel=0.0,
            fillBrush=style.wash("danger", style.BAND_SHARE),
        )
        self.getPlotItem().addItem(line)

    def _draw_curve(self, curve: DecayCurve) -> None:
        token = style.tier_token(curve.tier, quiet=curve.quiet)
        past = pg.PlotDataItem(
            seconds(curve.past_times),
            curve.past,
            pen=self._pen(token, style.SOLID),
            fillLevel=0.0,
            fillBrush=style.wash(token, style.AREA_SHARE),
        )
        future = pg.PlotDataItem(
            seconds(curve.future_times), curve.future, pen=self._pen(token, style.DASHED, dashed=True)
        )
        for drawn in (past, future):
            self.getPlotItem().addItem(drawn)

    def _draw_today(self, curve: DecayCurve) -> None:
        item = self.getPlotItem()
        item.addItem(
            pg.InfiniteLine(seconds(curve.now), angle=90, pen=self._pen("text_secondary", style.RULE))
        )
        late = (curve.now - curve.start) > 0.8 * (curve.end - curve.start)
        anchor = (1.0, 0.0) if late else (0.0, 0.0)
        # On the ground of the plot, over the curve: where they meet the word is to be read.
        label = pg.TextItem(
            "today", color=theme().colour("text_secondary"), anchor=anchor, fill=style.fill(self._surface)
        )
        label.setZValue(WORD_LEVEL)
        label.setFont(theme().font(TextRole.CAPTION))
        label.setPos(seconds(curve.now), TOP)
        item.addItem(label)

    def _draw_marks(self, curve: DecayCurve) -> None:
        token = style.tier_token(curve.tier, quiet=curve.quiet)
        if curve.birth is not None:
            self._scatter([curve.birth], "s", style.BIRTH_SIZE, line=token, filled=token)
        self._scatter(curve.rehearsals, "o", style.RING_SIZE, line=token, filled=self._surface)
        if curve.fades_at is not None and curve.start <= curve.fades_at <= curve.end:
            at = Mark(curve.fades_at, curve.threshold, "fades")
            self._scatter([at], "o", style.FORGETTING_SIZE, line=self._surface, filled="danger")

    def _scatter(self, marks: Sequence[Mark], symbol: str, size: int, *, line: str, filled: str) -> None:
        if not marks:
            return
        points = pg.ScatterPlotItem(
            [seconds(mark.at) for mark in marks],
            [mark.strength for mark in marks],
            symbol=symbol,
            size=theme().metrics.px(size),
            pen=self._pen(line, 1.4),
            brush=style.fill(filled),
            pxMode=True,
            # Cached symbols are drawn for one device pixel ratio: https://github.com/pyqtgraph/pyqtgraph/issues/2960
            useCache=False,
        )
        points.setZValue(10)
        self.getPlotItem().addItem(points)

    def _make_cursor(self, curve: DecayCurve) -> None:
        self._cursor = pg.InfiniteLine(0.0, angle=90, pen=self._pen("text_muted"))
        self._dot = pg.ScatterPlotItem(
            [],
            [],
            size=theme().metrics.px(7),
            pen=self._pen(self._surface, 1.0),
            brush=style.fill("text"),
            useCache=False,
        )
        for shown in (self._cursor, self._dot):
            shown.setZValue(20)
            shown.setVisible(False)
            self.getPlotItem().addItem(shown, ignoreBounds=True)

    def _on_mouse_moved(self, position: QPointF) -> None:
        box = self.getPlotItem().getViewBox()
        if self._curve is None or not box.sceneBoundingRect().contains(position):
            self._show_cursor(None)
            return
        self._show_cursor(round(box.mapSceneToView(position).x() * SECOND))

    def _show_cursor(self, moment: int | None) -> None:
        curve = self._curve
        strength = curve.at(moment) if curve is not None and moment is not None else None
        shown = strength is not None
        if self._cursor is not None:
            self._cursor.setVisible(shown)
            self._dot.setVisible(shown)
        if moment is None or strength is None:
            self.hovered.emit("")
            return
        self._cursor.setPos(seconds(moment))
        self._dot.setData([seconds(moment)], [strength])
        self.setToolTip(exact_text(moment))
        self.hovered.emit(self.reading(moment))
