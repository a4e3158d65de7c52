"""The list of what a change would touch: Space ticks, A ticks all, N none, Enter opens the one the keys are on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from engramma.ui.views.replace.tick_delegate import HEIGHT, TickDelegate, on_tick
from engramma.ui.views.replace.tick_model import TickModel, TickRow
from engramma.ui.widgets.row_list import RowList

KEYS = (("Space", "tick"), ("A", "all"), ("N", "none"), ("Enter", "open"))


class TickList(RowList):
    """`ticks_changed` says that other rows are ticked; `opened` carries a place in a tuple of one."""

    ticks_changed = Signal()
    opened = Signal(object)

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(accessible_name, height=HEIGHT, parent=parent)
        self.rows = TickModel(self)
        self._usual = bytearray()
        self.start(self.rows, TickDelegate(self))

    def show_rows(
        self, count: int, make: Callable[[int], TickRow], ticks: bytearray, *, usual: bytes = b""
    ) -> None:
        """Show others; `usual` are the ticks that A gives back, the first ones if it is not given."""
        place = max(0, self.currentIndex().row())
        self._usual = bytearray(usual or ticks)
        self.rows.show(count, make, ticks)
        if count:
            self.setCurrentIndex(self.rows.index(min(place, count - 1)))

    def tick_usual(self) -> None:
        """Tick all but those that are only ticked one by one, or by `tick_places`."""
        self._set_ticks(bytearray(self._usual))

    def tick_places(self, places: tuple[int, ...], *, on: bool) -> None:
        """Tick some rows, or not."""
        ticks = bytearray(self.rows.ticks)
        for place in places:
            ticks[place] = on
        self._set_ticks(ticks)

    def _set_ticks(self, ticks: bytearray) -> None:
        self.rows.set_ticks(ticks)
        self.viewport().update()
        self.ticks_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the list."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        place = self.place
        match Qt.Key(event.key()):
            case Qt.Key.Key_Space if place >= 0:
                self._flip(place)
            case Qt.Key.Key_A:
                self.tick_usual()
            case Qt.Key.Key_N:
                self._set_ticks(bytearray(self.rows.rowCount()))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if place >= 0:
                self.opened.emit((place,))
            case _:
                super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a tick ticks."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if (
            index.isValid()
            and event.button() == Qt.MouseButton.LeftButton
            and on_tick(QRectF(self.visualRect(index)), QPointF(event.position()))
        ):
            self._flip(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Opens what it is about."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not on_tick(QRectF(self.visualRect(index)), QPointF(event.position())):
            self.opened.emit((index.row(),))

    def _flip(self, place: int) -> None:
        self.rows.set_ticked(place, on=not self.rows.is_ticked(place))
        self.ticks_changed.emit()
