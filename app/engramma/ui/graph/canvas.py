"""The widget that shows a graph and is worked with: dragged, zoomed, picked, lassoed, walked through by arrows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.graph.events import EdgeClicked, Lassoed, MenuWanted, NodeClicked, NodeMoved
from engramma.ui.graph.finding import edge_at, inside, next_in_direction, node_at
from engramma.ui.graph.painting import node_scale, radii_of
from engramma.ui.graph.surface import GraphSurface
from engramma.ui.theme import theme

REACH, LINE_REACH = 5.0, 4.0
"""How near to a node, and to a line, a click must be, px."""
ZOOM_STEP = 1.25
LOOP_SHARE = 0.11


class GraphCanvas(GraphSurface):
    """`clicked` carries NodeClicked, `line_clicked` EdgeClicked, `opened` the key of a node (Enter, double click),
    `hovered` a key or None, `moved` NodeMoved, `lassoed` Lassoed, `menu_wanted` MenuWanted.
    """

    clicked = Signal(object)
    line_clicked = Signal(object)
    opened = Signal(object)
    hovered = Signal(object)
    moved = Signal(object)
    lassoed = Signal(object)
    menu_wanted = Signal(object)
    lasso_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: QPointF | None = None
        self._panned = False
        self._lasso_on = False
        self._loop: list[QPointF] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # Lasso

    @property
    def lasso_on(self) -> bool:
        """Whether a drag draws a loop."""
        return self._lasso_on

    def set_lasso(self, on: bool) -> None:
        """Let a drag draw a loop, or move the picture."""
        if on == self._lasso_on:
            return
        self._lasso_on = on
        self._loop = []
        self.setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor)
        self.lasso_changed.emit(on)
        self.update()

    def paint_over(self, painter: QPainter) -> None:
        """The loop that is drawn."""
        super().paint_over(painter)
        if len(self._loop) < 2:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme().colour("accent"), 1.5)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        ground = QColor(theme().colour("accent"))
        ground.setAlphaF(LOOP_SHARE)
        painter.setBrush(ground)
        painter.drawPolygon(QPolygonF(self._loop))

    # Mouse

    def _at(self, point: QPointF) -> int | None:
        points = self.viewport.to_screen(self.positions)
        scale = node_scale(self._spacing * self.viewport.zoom, theme().metrics.scale)
        radii = radii_of(self.picture, scale)
        return node_at(points, radii, x=point.x(), y=point.y(), reach=REACH)

    def _line_at(self, point: QPointF) -> tuple[int, int] | None:
        """The keys at both ends of the line under a point."""
        points = self.viewport.to_screen(self.positions)
        row = edge_at(points, self.picture.ends, x=point.x(), y=point.y(), reach=LINE_REACH)
        if row is None:
            return None
        one, other = self.picture.keys[self.picture.ends[row]].tolist()
        return one, other

    def _point(self, at: QPointF) -> None:
        """Light the node under the mouse; the hand says what can be clicked."""
        row = self._at(at)
        self._hover(row)
        if not self._lasso_on:
            over = row is not None or self._line_at(at) is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def _hover(self, row: int | None) -> None:
        if row == self._hovered:
            return
        self._hovered = row
        self.hovered.emit(self._key_of(row))
        self._repaint()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag of a node, of the picture, or a loop."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = event.position()
        self._panned = False
        if self._lasso_on:
            self._hover(None)
            self._loop = [event.position()]
        else:
            self._dragged = self._at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or light what is under the mouse."""
        if self._pressed is None:
            self._point(event.position())
            return
        if self._lasso_on:
            self._loop.append(event.position())
            self.update()
            return
        moved = event.position() - self._pressed
        if not self._panned and moved.manhattanLength() < 4:
            return
        self._panned = True
        if self._dragged is not None:
            self._drag_node(event.position(), done=False)
            return
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self.pan_by(moved.x(), moved.y())
        self._pressed = event.position()

    def _drag_node(self, point: QPointF, *, done: bool) -> None:
        row = self._dragged
        if row is None:
            return
        x, y = self.viewport.to_world(point.x(), point.y())
        self._follows_fit = False
        self.positions = self.positions.copy()
        self.positions[row] = (x, y)
        self.moved.emit(NodeMoved(int(self.picture.keys[row]), x, y, done))
        self._repaint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go: a click where nothing was dragged."""
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        if self._lasso_on:
            self._end_loop()
        elif self._panned:
            self._drag_node(event.position(), done=True)
            self.setCursor(Qt.CursorShape.ArrowCursor)
        else:
            held = event.modifiers() & (
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
            )
            self._click(event.position(), add=bool(held))
        self._dragged = None

    def _click(self, point: QPointF, *, add: bool) -> None:
        row = self._at(point)
        line = self._line_at(point) if row is None and not add else None
        if line is not None:
            self.line_clicked.emit(EdgeClicked(*line))
        else:
            self.clicked.emit(NodeClicked(self._key_of(row), add))

    def _end_loop(self) -> None:
        loop = np.array([(point.x(), point.y()) for point in self._loop]).reshape(-1, 2)
        self._loop = []
        rows = inside(self.viewport.to_screen(self.positions), loop)
        self.set_lasso(False)
        if len(rows):
            self.lassoed.emit(Lassoed(tuple(int(key) for key in self.picture.keys[rows])))
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open what was clicked."""
        row = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and row is not None and not self._lasso_on:
            self.opened.emit(int(self.picture.keys[row]))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse."""
        steps = event.angleDelta().y() / 120
        if steps:
            self.zoom_by(ZOOM_STEP**steps, event.position())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse."""
        self._hover(None)
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """A menu for what is under the mouse, or current."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = None if self.emphasis.current is None else self.place_of(self.emphasis.current)
            point = self.mapToGlobal(place.toPoint()) if place is not None else event.globalPos()
            self.menu_wanted.emit(MenuWanted(self.emphasis.current, point))
            return
        row = self._at(QPointF(event.pos()))
        key = None if row is None else int(self.picture.keys[row])
        self.menu_wanted.emit(MenuWanted(key, event.globalPos()))

    def event(self, event: QEvent) -> bool:
        """Tell what is under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self._words_at(QPointF(event.pos()))
            if words:
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def _words_at(self, point: QPointF) -> str:
        """What is told of the node or the line under a point."""
        key = self._key_of(self._at(point))
        if key is not None:
            return self._words_of(key)
        line = self._line_at(point)
        return "" if line is None or self.line_tip is None else self.line_tip(*line)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, open, zoom."""
        key = Qt.Key(event.key())
        step = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }.get(key)
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if held:
            super().keyPressEvent(event)
        elif step is not None:
            self._walk(*step, add=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.emphasis.current is not None:
            self.opened.emit(self.emphasis.current)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(ZOOM_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / ZOOM_STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Escape and self._lasso_on:
            self.set_lasso(False)
        else:
            super().keyPressEvent(event)

    def _walk(self, dx: int, dy: int, *, add: bool) -> None:
        if not self.picture.count:
            return
        row = self.picture.row(self.emphasis.current)
        if row is None:
            found: int | None = int(np.argmax(self.picture.sizes))
        else:
            points = self.viewport.to_screen(self.positions)
            found = next_in_direction(points, row, dx=dx, dy=dy, linked=self.picture.neighbours(row))
        if found is None:
            return
        key = int(self.picture.keys[found])
        self.clicked.emit(NodeClicked(key, add))
        self.bring_into_view(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A frame shows who has the keys."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No frame."""
        super().focusOutEvent(event)
        self.update()
