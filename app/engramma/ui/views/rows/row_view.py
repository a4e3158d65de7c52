"""A list of rows of any height: painting, mouse and keyboard on top of its geometry.

A row is painted by what the layouter made of it; its targets light up, are reached by the arrow keys and ask
for actions. Must not know what rows show.
"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import qcolor
from engramma.ui.views.rows.aim import Aim
from engramma.ui.views.rows.parts import Activation, LaidRow, RowLayouter, RowState, Target
from engramma.ui.views.rows.row_geometry import RowGeometry

LINES_A_STEP = 3


class RowView(RowGeometry):
    """Shows the rows of a model as a layouter lays them out. `activated_target` carries an Activation."""

    activated_target = Signal(object)

    def __init__(self, layouter: RowLayouter, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(layouter, accessible_name, parent)
        self._hovered_row = -1
        self._hovered_target = -1
        self._pressed: tuple[Hashable, object] | None = None
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Other rows come under the mouse."""
        super().scrollContentsBy(dx, dy)
        self._light_target_at(self.viewport().mapFromGlobal(self.cursor().pos()))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows that are seen."""
        painter = QPainter(self.viewport())
        kit = current_kit()
        area = event.rect()
        painter.fillRect(area, qcolor(kit.tokens.base))
        if not len(self._heights) or self._width < 0:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        offset = self.verticalOffset()
        row = self._heights.row_at(area.top() + offset)
        while row < len(self._heights):
            top = self._heights.top(row) - offset
            if top > area.bottom():
                break
            self._paint_row(painter, row, top, area)
            row += 1

    def _paint_row(self, painter: QPainter, row: int, top: int, area: QRect) -> None:
        kit = current_kit()
        laid = self.laid_row(row)
        box = QRectF(0, 0, self._width, self._heights.height(row))
        painter.save()
        painter.translate(0, top)
        painter.setClipRect(box)
        if laid is None:
            bar = QRectF(kit.px(76), kit.px(12), min(kit.px(240), self._width / 2), kit.px(8))
            painter.fillRect(bar, qcolor(kit.tokens.fill))
        else:
            laid.paint(painter, kit, self._state(row, QRectF(area.translated(0, -top)).intersected(box)))
        painter.restore()

    def _state(self, row: int, clip: QRectF) -> RowState:
        current = row == self.currentIndex().row()
        target = self._hovered_target if row == self._hovered_row else -1
        if current and self.hasFocus() and self._focused_target >= 0:
            target = self._focused_target
        return RowState(
            selected=self.selectionModel().isRowSelected(row, QModelIndex()),
            current=current,
            focused=self.hasFocus(),
            hovered=row == self._hovered_row,
            target=target,
            clip=clip,
            ratio=self.devicePixelRatioF(),
        )

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the target under the mouse."""
        self._light_target_at(event.position().toPoint())
        if event.buttons() == Qt.MouseButton.NoButton:
            super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the row current, and remember the target that was pressed."""
        point = event.position().toPoint()
        self._light_target_at(point)
        self._pressed = self._action_at(point) if event.button() == Qt.MouseButton.LeftButton else None
        index = self.indexAt(point)
        if index.isValid() and not self._layouter.can_choose(index.row()):
            event.accept()
            return
        self._by_person = True
        try:
            super().mousePressEvent(event)
        finally:
            self._by_person = False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Act if the mouse is still over the target that was pressed."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._action_at(event.position().toPoint()):
            self.activated_target.emit(Activation(*pressed))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of two is a click."""
        self.mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is lit without the mouse."""
        super().leaveEvent(event)
        self._light(-1, -1)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of the target under the mouse, as plain text."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._target_at(event.pos())
            text = "" if found is None else found[1].tip
            if text:
                QToolTip.showText(event.globalPos(), tooltip(text), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _target_at(self, point: QPoint) -> tuple[int, Target, int] | None:
        index = self.indexAt(point)
        laid = self.laid_row(index.row()) if index.isValid() and self._width >= 0 else None
        if laid is None:
            return None
        inside = QPointF(point.x(), point.y() - self.visualRect(index).top())
        for number, target in enumerate(laid.targets):
            if target.rect.contains(inside):
                return index.row(), target, number
        return None

    def _action_at(self, point: QPoint) -> tuple[Hashable, object] | None:
        found = self._target_at(point)
        if found is None or found[1].action is None:
            return None
        return self._layouter.key(found[0]), found[1].action

    def _light_target_at(self, point: QPoint) -> None:
        inside = self.viewport().rect().contains(point) and self.underMouse()
        found = self._target_at(point) if inside else None
        row = self.indexAt(point).row() if inside else -1
        clickable = found is not None and found[1].action is not None
        self._light(row, found[2] if found is not None and clickable else -1)

    def _light(self, row: int, target: int) -> None:
        if (row, target) == (self._hovered_row, self._hovered_target):
            return
        self._hovered_row, self._hovered_target = row, target
        hand = Qt.CursorShape.PointingHandCursor if target >= 0 else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(hand)
        self.viewport().update()

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move between rows and, sideways, between the targets of a row; Enter and Space act."""
        key = Qt.Key(event.key())
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif not plain or not self._handles(key):
            event.ignore()
            return
        event.accept()

    def _handles(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                return self._walk_targets(forward=key == Qt.Key.Key_Right)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                return self._act(key)
            case Qt.Key.Key_Escape if self._focused_target >= 0:
                self._focused_target = -1
                self.viewport().update()
                return True
            case _:
                return self._moves(key)

    def _moves(self, key: Qt.Key) -> bool:
        page = max(1, self.viewport().height() - current_kit().px(40))
        match key:
            case Qt.Key.Key_Down:
                self._step(1)
            case Qt.Key.Key_Up:
                self._step(-1)
            case Qt.Key.Key_PageDown:
                self._leap(page)
            case Qt.Key.Key_PageUp:
                self._leap(-page)
            case Qt.Key.Key_Home:
                self._go_to(self._next_choosable(0, 1))
            case Qt.Key.Key_End:
                self._go_to(self._next_choosable(len(self._heights) - 1, -1), aim=Aim.END)
            case _:
                return False
        return True

    def _step(self, by: int) -> None:
        """To the next row; within a row that is taller than the view, a few lines on."""
        row = self.currentIndex().row()
        if row < 0:
            self._go_to(self._next_choosable(0, 1))
            return
        area = self.visualRect(self.currentIndex())
        hidden = area.bottom() - self.viewport().height() + 1 if by > 0 else -area.top()
        seen = area.bottom() > 0 and area.top() < self.viewport().height()
        if seen and hidden > 0 and area.height() > self.viewport().height():
            step = min(hidden, LINES_A_STEP * current_kit().px(18))
            self.verticalScrollBar().setValue(self.verticalOffset() + by * step)
            return
        self._go_to(self._next_choosable(row + by, by))

    def _leap(self, distance: int) -> None:
        """A page on, and to the row that is then where the current one was."""
        area = self.visualRect(self.currentIndex()) if self.currentIndex().isValid() else QRect()
        y = min(max(area.top(), 0), max(0, self.viewport().height() - 1)) if area.isValid() else 0
        before = self.verticalOffset()
        self.verticalScrollBar().setValue(before + distance)
        if self.verticalOffset() == before:
            y = self.viewport().height() - 1 if distance > 0 else 0
        row = self._heights.row_at(self.verticalOffset() + y)
        found = self._next_choosable(row, 1 if distance > 0 else -1)
        self._go_to(found if found >= 0 else self._next_choosable(row, -1 if distance > 0 else 1))

    def _next_choosable(self, row: int, by: int) -> int:
        while 0 <= row < len(self._heights):
            if self._layouter.can_choose(row):
                return row
            row += by
        return -1

    def _go_to(self, row: int, *, aim: Aim = Aim.SEEN) -> None:
        if row < 0:
            return
        self._by_person = True
        try:
            self.choose(self._layouter.key(row), aim=aim)
        finally:
            self._by_person = False

    def _walk_targets(self, *, forward: bool) -> bool:
        laid = self._current_laid()
        places = [n for n, target in enumerate(laid.targets) if target.action is not None] if laid else []
        if not places:
            return False
        if self._focused_target not in places:
            self._focused_target = places[0 if forward else -1]
        else:
            step = 1 if forward else -1
            self._focused_target = places[(places.index(self._focused_target) + step) % len(places)]
        self.setAccessibleDescription(laid.targets[self._focused_target].name if laid else "")
        self.viewport().update()
        return True

    def _act(self, key: Qt.Key) -> bool:
        laid = self._current_laid()
        if laid is None:
            return False
        focused = self._focused_target
        if 0 <= focused < len(laid.targets) and laid.targets[focused].action is not None:
            action = laid.targets[focused].action
        else:
            action = laid.space_action if key == Qt.Key.Key_Space else laid.enter_action
        if action is None:
            return False
        self.activated_target.emit(Activation(self._layouter.key(self.currentIndex().row()), action))
        return True

    def _current_laid(self) -> LaidRow | None:
        row = self.currentIndex().row()
        return self.laid_row(row) if 0 <= row < len(self._heights) and self._width >= 0 else None

    def _copy(self) -> None:
        if self.currentIndex().isValid():
            text = self._layouter.copy_text(self.currentIndex().row())
            QGuiApplication.clipboard().setText(text)
