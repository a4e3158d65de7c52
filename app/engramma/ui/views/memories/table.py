"""The table widget of the Memories view: rows of fixed height, keys, clicks, and "all results" as a state.

It turns what a person does into signals and decides nothing about stores. Ctrl+A never touches the selection model: a
million selected rows would stop the window for seconds.
"""

from __future__ import annotations

from re import Pattern

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.model.records import dataclass
from engramma.ui.delegates import Column
from engramma.ui.delegates.memory_row_delegate import MemoryRowDelegate
from engramma.ui.models.memory_table import COLUMNS, MemoryTableModel
from engramma.ui.views.memories.table_head import TableHead

Index = QModelIndex | QPersistentModelIndex

EDIT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
COMMAND_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


@dataclass(frozen=True, slots=True)
class ScrollAnchor:
    """The memory at the top of the view and how far its row is cut off, in px."""

    memory_id: int
    offset: int


class ResultsDelegate(MemoryRowDelegate):
    """Paints every row as selected while all results are."""

    all_selected = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        if self.all_selected:
            option.state |= QStyle.StateFlag.State_Selected
        super().paint(painter, option, index)


class MemoryTable(QTableView):
    """Shows a `MemoryTableModel`.

    `all_requested`: Ctrl+A; `escape_pressed`; `edit_requested`: Enter, F2 or a double click on the current row;
    `typed` carries text that belongs into the search bar; `menu_requested` a global position; `width_changed` when
    columns may have to come or go; `picked` after a click or key that may have selected something.
    """

    all_requested = Signal()
    escape_pressed = Signal()
    edit_requested = Signal()
    typed = Signal(str)
    menu_requested = Signal(object)
    width_changed = Signal()
    scrolled = Signal()
    picked = Signal()

    def __init__(self, model: MemoryTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._compact = False
        self.head = TableHead(self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.setObjectName("memories-table")
        self.setAccessibleName("Memories")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self._delegate = ResultsDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_compact(False)
        self.doubleClicked.connect(self._on_double_click)
        self.verticalScrollBar().valueChanged.connect(self._on_scroll)

    @property
    def compact(self) -> bool:
        """Whether rows have one line."""
        return self._compact

    def set_compact(self, compact: bool) -> None:
        """Rows of one line or two, staying at the same memory."""
        anchor = self.scroll_anchor()
        self._compact = compact
        # Qt would say of each of a million rows that it was resized.
        with QSignalBlocker(self.verticalHeader()):
            self._delegate.set_compact(compact=compact)
        self.updateGeometries()
        self.verticalScrollBar().setSingleStep(self._delegate.row_height)
        self.scroll_to_anchor(anchor)

    @property
    def row_height(self) -> int:
        """Height of every row in px."""
        return self._delegate.row_height

    @property
    def all_selected(self) -> bool:
        """Whether every row is painted as selected."""
        return self._delegate.all_selected

    def set_all_selected(self, everything: bool) -> None:
        """Paint all rows as selected, or only those that are."""
        if self._delegate.all_selected != everything:
            self._delegate.all_selected = everything
            self.viewport().update()

    def set_columns(self, columns: frozenset[Column]) -> None:
        """Say to the rows which columns show."""
        self._delegate.set_columns(columns)

    def mark(self, pattern: Pattern[str] | None) -> None:
        """Mark the words that are searched for in the rows."""
        self._delegate.set_searched(pattern)

    def selected_runs(self) -> list[tuple[int, int]]:
        """First and last row of each run of selected rows, in order; costs nothing per row."""
        selection = self.selectionModel().selection()
        parts = [selection.at(place) for place in range(selection.count())]
        runs = sorted((part.top(), part.bottom()) for part in parts)
        merged: list[tuple[int, int]] = []
        for first, last in runs:
            if merged and first <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(merged[-1][1], last))
            else:
                merged.append((first, last))
        return merged

    def select_runs(self, runs: list[tuple[int, int]], *, current: int | None) -> None:
        """Select these runs of rows and stand on `current`, which may lie outside of them."""
        selection = QItemSelection()
        last_column = len(COLUMNS) - 1
        for first, last in runs:
            selection.select(self._model.index(first, 0), self._model.index(last, last_column))
        chosen = self.selectionModel()
        if current is not None:
            chosen.setCurrentIndex(self._model.index(current, 1), QItemSelectionModel.SelectionFlag.NoUpdate)
        chosen.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def scroll_anchor(self) -> ScrollAnchor | None:
        """Where the view stands, by memory."""
        position = self.verticalScrollBar().value()
        row = self.rowAt(0)
        memory_id = self._model.id_at(row)
        if memory_id is None or position == 0:
            return None
        return ScrollAnchor(memory_id, -self.rowViewportPosition(row))

    def scroll_to_anchor(self, anchor: ScrollAnchor | None) -> bool:
        """Go back to where an anchor was taken; False when its memory is not there."""
        row = self._model.row_of(anchor.memory_id) if anchor is not None else None
        if anchor is None or row is None:
            return False
        self.updateGeometries()
        self.verticalScrollBar().setValue(row * self.row_height + anchor.offset)
        return True

    def show_row(self, row: int, *, centred: bool = False) -> None:
        """Scroll until a row shows, also one of those that came only now."""
        self.updateGeometries()
        hint = QAbstractItemView.ScrollHint
        self.scrollTo(self._model.index(row, 1), hint.PositionAtCenter if centred else hint.EnsureVisible)

    def visible_rows(self) -> range:
        """Rows that show at least in part."""
        first = self.rowAt(0)
        if first < 0:
            return range(0)
        last = self.rowAt(self.viewport().height() - 1)
        return range(first, (last if last >= 0 else self._model.rowCount() - 1) + 1)

    def selectAll(self) -> None:
        """Ask for all results; the selection model is left alone."""
        self.all_requested.emit()

    def keyboardSearch(self, search: str) -> None:
        """Qt's own search would read every row: the text goes to the search bar instead."""
        if search.strip():
            self.typed.emit(search)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the first and last row, Space toggles, Enter edits; the rest is Qt's."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        plain = not modifiers & COMMAND_MODIFIERS
        if plain and key in EDIT_KEYS:
            self.edit_requested.emit()
        elif key == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        elif plain and key == Qt.Key.Key_Space:
            self._toggle_current()
        elif plain and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row = 0 if key == Qt.Key.Key_Home else self._model.rowCount() - 1
            self._go_to(row, extend=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)
            if self.selectionModel().hasSelection() and key not in (Qt.Key.Key_Control, Qt.Key.Key_Shift):
                self._say_picked(key)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click takes back "all results"."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Coming by key where nothing is selected: stand on a row, so that the next key has something to act on."""
        here = self.currentIndex().row()
        super().focusInEvent(event)
        chosen = self.all_selected or self.selectionModel().hasSelection()
        if event.reason() in BY_KEY and not chosen and self._model.rowCount():
            self._go_to(max(0, here), extend=False)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of what is selected, at the mouse or at the current row."""
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            rect = self.visualRect(self.currentIndex())
            position = self.viewport().mapToGlobal(QPoint(rect.left() + 40, rect.center().y()))
        self.menu_requested.emit(position)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns depend on the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.width_changed.emit()

    def _toggle_current(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(index, flags.Toggle | flags.Rows)
            self.picked.emit()

    def _go_to(self, row: int, *, extend: bool) -> None:
        if row < 0:
            return
        target = self._model.index(row, 1)
        flags = QItemSelectionModel.SelectionFlag
        if extend and self.currentIndex().isValid():
            here = self.currentIndex().row()
            self.select_runs([(min(here, row), max(here, row))], current=row)
        else:
            self.selectionModel().setCurrentIndex(target, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(target)
        self.picked.emit()

    def _say_picked(self, key: Qt.Key) -> None:
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.picked.emit()

    def _on_double_click(self, _index: QModelIndex) -> None:
        self.edit_requested.emit()

    def _on_scroll(self, _value: int) -> None:
        self.scrolled.emit()
