"""Editing in place: the text editor laid over a row of the table, kept there by the memory's id while rows move."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.ui.delegates import Column
from engramma.ui.inspector.editing import EditOutcome, EditTarget, read_target
from engramma.ui.inspector.text_editor import TextEditor
from engramma.ui.models.memory_table import COLUMNS, MemoryTableModel
from engramma.ui.theme import set_surface, theme
from engramma.ui.views.memories.table import MemoryTable

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

LEAST_WIDTH = 420


class RowEditor(QWidget):
    """One for a table. Survives resets of the model and scrolling; `closed` comes when it is done."""

    closed = Signal()

    def __init__(self, context: WindowContext, table: MemoryTable, model: MemoryTableModel) -> None:
        super().__init__(table.viewport())
        metrics = theme().metrics
        self._context, self._table, self._model = context, table, model
        self._memory_id: int | None = None
        self._row = 0
        set_surface(self, "card")
        self._editor = TextEditor(context, self)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_6, metrics.space_6, metrics.space_6, metrics.space_6)
        column.addWidget(self._editor)
        self.setFocusProxy(self._editor)
        self._editor.finished.connect(self._on_finished)
        self._editor.height_changed.connect(self.place)
        table.scrolled.connect(self.place)
        table.width_changed.connect(self.place)
        model.modelReset.connect(self.place)
        model.layoutChanged.connect(self.place)
        self.hide()

    @property
    def memory_id(self) -> int | None:
        """The memory that is edited, None while closed."""
        return self._memory_id

    @property
    def editor(self) -> TextEditor:
        """The text editor inside."""
        return self._editor

    def open(self, memory_id: int) -> None:
        """Read the whole text of a memory and edit it over its row."""
        store = self._context.store
        if store is None or store.read_only or memory_id == self._memory_id:
            return
        self._context.jobs.read(
            "Read a text", partial(read_target, store, memory_id), self._show, key="memories.edit"
        )

    def close_editor(self) -> None:
        """Close without saving; what was typed waits as a draft."""
        self._editor.put_aside()
        self._memory_id = None
        self.hide()

    def place(self) -> None:
        """Stand over the row of the memory, wherever that is now; a row that is gone keeps the last place.

        While the row shows, all of the editor does.
        """
        if self._memory_id is None:
            return
        row = self._model.row_of(self._memory_id)
        self._row = row if row is not None else min(self._row, max(0, self._model.rowCount() - 1))
        left = self._table.columnViewportPosition(COLUMNS.index(Column.MEMORY))
        width = self._table.columnWidth(COLUMNS.index(Column.MEMORY))
        room = self._table.viewport().width() - left - theme().metrics.space_6
        width = max(min(theme().metrics.px(LEAST_WIDTH), room), width)
        top = self._table.rowViewportPosition(self._row)
        self._editor.updateGeometry()  # Qt tells this layout of a new height of the field only later
        wraps = self._column.hasHeightForWidth()
        height = self._column.totalHeightForWidth(width) if wraps else self._column.sizeHint().height()
        bottom = self._table.viewport().height()
        if 0 <= top < bottom:
            top = max(0, min(top, bottom - height))
        self.setGeometry(QRect(QPoint(left, top), QPoint(left + width - 1, top + height - 1)))

    def _show(self, target: EditTarget) -> None:
        self._memory_id = target.memory.id
        row = self._model.row_of(target.memory.id)
        if row is not None:
            self._row = row
            self._table.show_row(row)
        self.show()
        self.raise_()
        self._editor.begin(target)
        self.place()

    def _on_finished(self, _outcome: EditOutcome) -> None:
        self.close_editor()
        self._table.setFocus()
        self.closed.emit()
