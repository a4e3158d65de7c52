"""The widget on which a graph is drawn: what is shown of it, how near, and when it is painted anew.

What is painted is in `painting`, when it is painted anew in `frame_cache`, what a person does in `canvas`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from engramma.ui.graph.frame_cache import FrameCache
from engramma.ui.graph.painting import Frame, paint_frame
from engramma.ui.graph.picture import PLAIN, Emphasis, Floats, GraphPicture, Mask, empty_picture
from engramma.ui.graph.viewport import LEAST, MOST, Viewport, fitting, spacing
from engramma.ui.theme import set_surface, theme

STILL_AFTER = 120
"""ms without movement after which a frame is painted finely."""
KEYS = "Arrows go to the next node in that direction, Enter opens it, plus and minus zoom, 0 fits."
Margins = tuple[float, float, float, float]


class GraphSurface(QWidget):
    """`zoomed` carries the zoom, 1 where everything fits."""

    zoomed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture: GraphPicture = empty_picture()
        self.positions: Floats = np.empty((0, 2))
        self.emphasis: Emphasis = PLAIN
        self.viewport = Viewport()
        self.margins: Margins = (30.0, 30.0, 30.0, 30.0)
        self.tip: Callable[[int], str] | None = None
        self.line_tip: Callable[[int, int], str] | None = None
        self.frames = FrameCache()
        self._fit_zoom = self._spacing = 1.0
        self._follows_fit = True
        self._hovered: int | None = None
        self._moving = False
        self._dragged: int | None = None
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.setInterval(STILL_AFTER)
        self._still.timeout.connect(self._on_still)
        set_surface(self, "base")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Graph of memories")
        self.setAccessibleDescription(KEYS)

    # What is shown

    def show_picture(self, picture: GraphPicture, positions: Floats) -> None:
        """Show another graph; `positions` (n, 2) of the world. Nothing stands out in it until that is said anew."""
        hovered, dragged = self._key_of(self._hovered), self._key_of(self._dragged)
        self.picture = picture
        self.emphasis = PLAIN
        self._hovered, self._dragged = picture.row(hovered), picture.row(dragged)
        self.set_positions(positions)

    def _key_of(self, row: int | None) -> int | None:
        return None if row is None else int(self.picture.keys[row])

    def set_positions(self, positions: Floats) -> None:
        """The nodes stand elsewhere."""
        self.positions = np.asarray(positions, dtype=np.float64)
        self._spacing = spacing(self.positions)
        if self._follows_fit:
            self._fit()
        self._repaint()

    def set_emphasis(self, emphasis: Emphasis) -> None:
        """Other things stand out."""
        if emphasis.current != self.emphasis.current and emphasis.current is not None:
            self.setAccessibleDescription(f"{self._words_of(emphasis.current)} {KEYS}")
        self.emphasis = emphasis
        self._repaint()

    @property
    def zoom(self) -> float:
        """The zoom, 1 where everything fits."""
        return self.viewport.zoom / self._fit_zoom

    def fit(self) -> None:
        """Show everything, and go on doing so until somebody drags or zooms."""
        self._follows_fit = True
        self._fit()
        self._repaint()
        self.zoomed.emit(self.zoom)

    def set_margins(self, margins: Margins) -> None:
        """Keep other room free around everything (left, top, right, bottom px)."""
        self.margins = margins
        if self._follows_fit:
            self._fit()
            self._repaint()

    def _fit(self) -> None:
        self.viewport = fitting(
            self.positions, width=self.width(), height=self.height(), margins=self.margins
        )
        self._fit_zoom = self.viewport.zoom

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Nearer or farther around a point, the middle by default."""
        at = at or QPointF(self.width() / 2, self.height() / 2)
        factor = min(MOST / self.zoom, max(LEAST / self.zoom, factor))
        self._follows_fit = False
        self.viewport = self.viewport.zoomed(factor, at.x(), at.y())
        self._move()
        self.zoomed.emit(self.zoom)

    def pan_by(self, dx: float, dy: float) -> None:
        """Drag the picture by so many px."""
        self._follows_fit = False
        self.viewport = self.viewport.moved(dx, dy)
        self._move()

    def bring_into_view(self, key: int) -> None:
        """Pan so that a node is seen, if it is not."""
        row = self.picture.row(key)
        if row is None:
            return
        x, y = self.viewport.to_screen(self.positions[row : row + 1])[0]
        left, top, right, bottom = self.margins
        dx = min(0.0, self.width() - right - x) + max(0.0, left - x)
        dy = min(0.0, self.height() - bottom - y) + max(0.0, top - y)
        if dx or dy:
            self.pan_by(dx, dy)

    def place_of(self, key: int) -> QPointF | None:
        """Where a node stands, in px of the widget."""
        row = self.picture.row(key)
        if row is None:
            return None
        return QPointF(*self.viewport.to_screen(self.positions[row : row + 1])[0])

    # Frames

    def _repaint(self) -> None:
        self.frames.forget()
        self.update()

    def _move(self) -> None:
        self._moving = True
        self._still.start()
        self.update()

    def _on_still(self) -> None:
        self._moving = False
        if not self.frames.is_final(self.viewport):
            self._repaint()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme is painted anew."""
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._repaint()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The middle stays where it is, or everything still fits."""
        self.viewport = self.viewport.resized(self.width(), self.height())
        if self._follows_fit:
            self._fit()
        self._repaint()
        super().resizeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Show the frame and what stands over it."""
        painter = QPainter(self)
        try:
            if self._moving:
                painter.fillRect(self.rect(), theme().colour("base"))
            self.frames.show(
                painter,
                self.viewport,
                ratio=self.devicePixelRatioF(),
                moving=self._moving,
                paint=self._paint_frame,
                ground=QRectF(self.rect()),
            )
            self.paint_over(painter)
        finally:
            painter.end()

    def paint_over(self, painter: QPainter) -> None:
        """What stands over the frame: who has the keys."""
        if self.hasFocus() and self.emphasis.current is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().colour("accent"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_frame(self, painter: QPainter, spare_x: float, spare_y: float, fine: bool) -> None:
        ratio, device = self.devicePixelRatioF(), painter.device()
        size = (device.width(), device.height())
        painter.fillRect(QRectF(0, 0, *size), theme().colour("base"))
        points = (self.viewport.to_screen(self.positions) + np.array([spare_x, spare_y])) * ratio
        paint_frame(painter, self._frame(points, size, ratio, fine=fine))

    def _frame(self, points: Floats, size: tuple[int, int], ratio: float, *, fine: bool) -> Frame:
        return Frame(
            theme=theme(),
            picture=self.picture,
            points=points,
            emphasis=self._with_hover(),
            size=size,
            ratio=ratio,
            apart=self._spacing * self.viewport.zoom * ratio,
            hovered=self._hovered,
            fine=fine,
        )

    def _with_hover(self) -> Emphasis:
        """What stands out while the mouse is over a node: it and its neighbours."""
        row, emphasis = self._hovered, self.emphasis
        if row is None or self._dragged is not None:
            return emphasis
        lit: Mask = np.zeros(self.picture.count, np.bool_)
        lit[row] = True
        lit[self.picture.neighbours(row)] = True
        ends = self.picture.ends
        return replace(emphasis, lit=lit, strong=(ends[:, 0] == row) | (ends[:, 1] == row))

    def _words_of(self, key: int) -> str:
        """What is told of a node: by the owner, or else its label."""
        if self.tip is not None:
            return self.tip(key)
        row = self.picture.row(key)
        return "" if row is None else self.picture.labels[row]
