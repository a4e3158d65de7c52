"""The geometry of a list whose rows have any height and of which only the visible ones are laid out.

Exists because a QListView asks every row for its size: a session of 10,000 texts would take seconds. It stays
a QListView for selection, keyboard and screen readers, and does all geometry itself. Must not know what rows
show.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from engramma.ui.delegates.kit import current_kit
from engramma.ui.views.rows.aim import Aim, least_move
from engramma.ui.views.rows.heights import RowHeights
from engramma.ui.views.rows.parts import Chosen, LaidRow, RowLayouter

Index = QModelIndex | QPersistentModelIndex
KEPT_ROWS = 160
MOST_ROUNDS = 16


class RowGeometry(QListView):
    """Measures rows as they come into view, and keeps place and current row by key whatever the model does.

    `chosen` carries a Chosen when a person, not a program, moved to a row; `near_end` says that the last rows
    are close.
    """

    chosen = Signal(object)
    near_end = Signal()

    def __init__(self, layouter: RowLayouter, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layouter = layouter
        self._heights = RowHeights()
        self._laid: OrderedDict[Hashable, tuple[int, LaidRow]] = OrderedDict()
        self._anchor: tuple[Hashable, int] | None = None
        self._pinned: Hashable | None = None
        # A row that was to be shown before its height was known, and how: done again when it is.
        self._owed: tuple[Hashable, Aim] | None = None
        self._current_key: Hashable | None = None
        self._width = -1
        self._settling = False
        self._by_person = False
        self._focused_target = -1
        self.setAccessibleName(accessible_name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there, so that its coming and going never wraps every row anew.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAutoScroll(False)
        self.setFrameShape(QListView.Shape.NoFrame)

    @property
    def laid_out(self) -> int:
        """How many rows are held laid out; bounded, however many there are."""
        return len(self._laid)

    @property
    def current_key(self) -> Hashable | None:
        """Key of the current row."""
        return self._current_key

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show another model."""
        super().setModel(model)
        if model is not None:
            model.rowsRemoved.connect(self._rows_removed)
        self._forget_rows()

    # Places

    def start_over(self) -> None:
        """Forget place and current row: what comes is something else."""
        self._anchor = self._pinned = self._owed = self._current_key = None
        self._focused_target = -1
        self.verticalScrollBar().setValue(0)

    def choose(self, key: Hashable, *, aim: Aim = Aim.SEEN) -> bool:
        """Make a row current and bring it into view; False if there is no such row."""
        row = self._layouter.row_of(key)
        if row < 0:
            return False
        self._current_key = key
        self._focused_target = -1
        index = self.model().index(row, 0)
        if index != self.currentIndex():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._pinned = key
        self._bring(row, aim)
        return True

    def place(self) -> tuple[Hashable, int] | None:
        """Key of the row at the top and its offset in px, to be given to `restore_place`."""
        return self._anchor

    def restore_place(self, place: tuple[Hashable, int]) -> None:
        """Scroll to where `place` was taken."""
        if self._layouter.row_of(place[0]) >= 0:
            self._anchor = place
            self._settle()

    def show_at_top(self, key: Hashable) -> None:
        """Scroll so that a row is the first one in view."""
        if self._layouter.row_of(key) >= 0:
            self._anchor = (key, 0)
            self._settle()

    def bring_part(self, key: Hashable, y: int) -> None:
        """Bring a place within a row into view, `y` px below its top."""
        row = self._layouter.row_of(key)
        if row < 0:
            return
        place = self._heights.top(row) + y - self.verticalOffset()
        room, margin = self.viewport().height(), current_kit().px(40)
        if not 0 <= place <= room - margin:
            self._anchor = (key, room // 3 - y)
            self._settle()

    def row_changed(self, key: Hashable) -> None:
        """A row looks different now; its place on the screen stays."""
        row = self._layouter.row_of(key)
        self._laid.pop(key, None)
        if 0 <= row < len(self._heights):
            self._heights.doubt(row, row)
            self._settle()

    def relayout(self) -> None:
        """Every row may look different now."""
        self._laid.clear()
        self._heights.doubt()
        self._settle()

    def laid_row(self, row: int) -> LaidRow | None:
        """A row as it is laid out for the present width."""
        key = self._layouter.key(row)
        kept = self._laid.get(key)
        if kept is not None and kept[0] == self._width:
            self._laid.move_to_end(key)
            return kept[1]
        laid = self._layouter.lay_out(row, self._width)
        if laid is not None:
            self._laid[key] = (self._width, laid)
            while len(self._laid) > KEPT_ROWS:
                self._laid.popitem(last=False)
        return laid

    # Geometry, as the item view asks for it

    def visualRect(self, index: Index) -> QRect:
        """Where a row is in the viewport."""
        row = index.row()
        if not 0 <= row < len(self._heights):
            return QRect()
        top = self._heights.top(row) - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), self._heights.height(row))

    def indexAt(self, point: QPoint) -> QModelIndex:
        """The row at a point of the viewport."""
        y = point.y() + self.verticalOffset()
        model = self.model()
        if model is None or not 0 <= y < self._heights.total:
            return QModelIndex()
        return model.index(self._heights.row_at(y), 0)

    def verticalOffset(self) -> int:
        """How far it is scrolled."""
        return self.verticalScrollBar().value()

    def horizontalOffset(self) -> int:
        """It never scrolls sideways."""
        return 0

    def isIndexHidden(self, index: Index) -> bool:
        """No row is hidden."""
        return False

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a row into view."""
        if index.isValid():
            centre = hint == QAbstractItemView.ScrollHint.PositionAtCenter
            self._bring(index.row(), Aim.CENTRE if centre else Aim.SEEN)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the row at the corner where the mouse is."""
        index = self.indexAt(rect.topLeft())
        if index.isValid() and self._layouter.can_choose(index.row()):
            self.selectionModel().select(index, command)

    def visualRegionForSelection(self, selection: object) -> QRegion:
        """The area to paint again when the selection changes."""
        return QRegion(self.viewport().rect())

    def updateGeometries(self) -> None:
        """The scroll bar follows in `_settle`."""

    def doItemsLayout(self) -> None:
        """Settle now what changes of the model asked for."""
        model = self.model()
        if model is not None and model.rowCount() != len(self._heights):
            self._forget_rows()
        self._settle()
        self._restore_current()
        if self._owed is not None and (row := self._layouter.row_of(self._owed[0])) >= 0:
            self._bring(row, self._owed[1])

    # Changes of the model

    def reset(self) -> None:
        """Other rows: what is known of them is forgotten, place and current row are kept by key."""
        key = self._current_key
        super().reset()
        self._current_key = key
        self._forget_rows()
        self.scheduleDelayedItemsLayout()

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        """New rows keep the others in place."""
        if len(self._heights) == self.model().rowCount() - (end - start + 1):
            self._heights.insert(start, self._layouter.estimates(start, end - start + 1))
        self.scheduleDelayedItemsLayout()

    def _rows_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        if last < len(self._heights):
            self._heights.remove(first, last)
        self.scheduleDelayedItemsLayout()

    def dataChanged(self, top: Index, bottom: Index, roles: Sequence[int] = ()) -> None:
        """Rows with other content are laid out again."""
        for row in range(top.row(), min(bottom.row() + 1, len(self._heights))):
            self._laid.pop(self._layouter.key(row), None)
        self._heights.doubt(top.row(), bottom.row())
        self.scheduleDelayedItemsLayout()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Remember the current row by key, and tell if a person chose it."""
        super().currentChanged(current, previous)
        if not current.isValid():
            return
        self._current_key = self._layouter.key(current.row())
        self._focused_target = -1
        self.viewport().update()
        if self._by_person:
            self.chosen.emit(Chosen(self._current_key))

    # Settling: measure what is seen, keep the anchor where it is

    def _forget_rows(self) -> None:
        count = self.model().rowCount() if self.model() is not None else 0
        self._heights.reset(self._layouter.estimates(0, count))
        self._laid.clear()

    def _settle(self) -> None:
        if self._settling or self.model() is None or len(self._heights) != self.model().rowCount():
            return
        self._settling = True
        try:
            width = self.viewport().width()
            if width != self._width:
                self._width = width
                self._heights.doubt()
            if len(self._heights):
                self._settle_around(*self._fixed_row())
            else:
                self.verticalScrollBar().setRange(0, 0)
                self._anchor = None
        finally:
            self._settling = False
        self.viewport().update()
        if self._heights.total - self.verticalOffset() < 2 * self.viewport().height():
            self.near_end.emit()

    def _fixed_row(self) -> tuple[int, int]:
        """The row that must not move, and where it is in the viewport."""
        if self._anchor is not None and (row := self._layouter.row_of(self._anchor[0])) >= 0:
            return row, self._anchor[1]
        y = self.verticalOffset()
        row = self._heights.row_at(y)
        return row, self._heights.top(row) - y

    def _settle_around(self, row: int, offset: int) -> None:
        height = self.viewport().height()
        value = 0
        for _ in range(MOST_ROUNDS):
            most = max(0, self._heights.total - height)
            value = min(max(0, self._heights.top(row) - offset), most)
            if not self._measure(value, value + height):
                break
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._heights.total - height))
        bar.setPageStep(max(1, height))
        bar.setSingleStep(current_kit().px(20))
        bar.setValue(value)
        self._remember_place()

    def _measure(self, top: int, bottom: int) -> bool:
        """Measure the rows between two heights; True if that moved any of them."""
        moved = False
        row = self._heights.row_at(top)
        while row < len(self._heights) and self._heights.top(row) < bottom:
            if not self._heights.is_measured(row):
                laid = self.laid_row(row)
                if laid is not None:
                    moved |= self._heights.measure(row, laid.height)
            row += 1
        return moved

    def _remember_place(self) -> None:
        """The anchor is the chosen row while it is seen, else the first row that begins in view."""
        value, height = self.verticalOffset(), self.viewport().height()
        if self._pinned is not None and (row := self._layouter.row_of(self._pinned)) >= 0:
            top = self._heights.top(row) - value
            if -self._heights.height(row) < top < height:
                self._anchor = (self._pinned, top)
                return
        row = self._heights.row_at(value)
        top = self._heights.top(row)
        if top < value and row + 1 < len(self._heights) and top + self._heights.height(row) < value + height:
            row, top = row + 1, top + self._heights.height(row)
        self._anchor = (self._layouter.key(row), top - value)

    def _bring(self, row: int, aim: Aim) -> None:
        if not 0 <= row < len(self._heights):
            return
        laid = None if self._width < 0 else self.laid_row(row)
        self._owed = (self._layouter.key(row), aim) if laid is None else None
        if laid is not None:
            self._heights.measure(row, laid.height)
        room, tall = self.viewport().height(), self._heights.height(row)
        offset = self._heights.top(row) - self.verticalOffset()
        match aim:
            case Aim.CENTRE:
                offset = max(0, (room - tall) // 2)
            case Aim.END:
                offset = room - tall
            case Aim.SEEN:
                offset = least_move(offset, tall, room)
        self._anchor = (self._layouter.key(row), offset)
        self._settle()

    def _restore_current(self) -> None:
        if self._current_key is None or self.currentIndex().isValid():
            return
        row = self._layouter.row_of(self._current_key)
        if row >= 0:
            index = self.model().index(row, 0)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Lay out what comes into view; a place that a person scrolled to is the new anchor."""
        if self._settling or not len(self._heights):
            return
        self._pinned = self._owed = None
        self._remember_place()
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again; the anchor stays."""
        QAbstractItemView.resizeEvent(self, event)
        self._settle()

    def changeEvent(self, event: QEvent) -> None:
        """Colours, fonts and sizes are part of laid out rows."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._laid.clear()
            self._heights.doubt()
            self.scheduleDelayedItemsLayout()
