"""Keeps the table's selection and the window's one and the same: ids on one side, runs of rows on the other.

Never walks a million rows: it reads ranges, and "all results" stays a state of the window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QItemSelection, QObject

from engramma.ui.bridge import Selection
from engramma.ui.models.memory_table import MemoryTableModel
from engramma.ui.views.memories.table import MemoryTable

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

MOST_SELECTED = 20_000
MOST_RUNS = 2_000


class SelectionLink(QObject):
    """Links a table to `context.selection`, both ways."""

    def __init__(self, context: WindowContext, table: MemoryTable, model: MemoryTableModel) -> None:
        super().__init__(table)
        self._context, self._table, self._model = context, table, model
        self._applying = False
        self._shown: Selection | None = None
        self._lost = False
        table.selectionModel().selectionChanged.connect(self._on_table_changed)
        table.all_requested.connect(self.select_all)
        table.picked.connect(self._on_picked)
        context.selection_changed.connect(self.apply)

    def select_all(self) -> None:
        """Select every result of the present search, as a search and not as rows."""
        if self._model.rowCount():
            current = self._model.id_at(self._table.currentIndex().row())
            self._context.select(Selection("memory", (), True, current))

    def apply(self, *, reveal: bool = True) -> None:
        """Show the window's selection in the table; `reveal` scrolls to its current memory."""
        selection = self._context.selection
        self._table.set_all_selected(selection.kind == "memory" and selection.all_results)
        if self._applying:
            return
        if selection.kind == "none":
            self._select_nothing()
            return
        if selection.kind != "memory":
            return
        if selection.all_results:
            self._shown = selection
            return
        if reveal and selection == self._shown:
            return
        rows = self._rows_of(selection.ids)
        current = self._model.row_of(selection.current) if selection.current is not None else None
        hidden = current not in self._table.visible_rows()
        self._applying = True
        try:
            self._table.select_runs(_runs(rows), current=current)
        finally:
            self._applying = False
        self._shown = selection
        if reveal and current is not None:
            self._table.show_row(current, centred=hidden)

    def restore(self, *, next_row: int | None) -> None:
        """After the rows were put in another order: select the same memories again.

        When all of them are gone from the results, the memory at `next_row` follows; None: nothing does.
        """
        selection = self._context.selection
        if selection.kind != "memory" or selection.all_results:
            return
        self.apply(reveal=False)
        gone = bool(selection.ids) and not self._table.selectionModel().hasSelection()
        if gone and next_row is not None and next_row >= 0 and self._model.rowCount():
            self._pick_row(min(next_row, self._model.rowCount() - 1))

    def finish(self, *, reveal: bool) -> None:
        """More rows came below the first ones: select what is among them, and go there if nobody has scrolled."""
        bar = self._table.verticalScrollBar()
        place = bar.value()
        self.restore(next_row=None)
        if reveal and place == 0:
            self.reveal()
        else:
            bar.setValue(place)

    def leave_hidden(self) -> None:
        """Stand on the first result when no row shows anything of what is selected.

        A key that edits or trashes must not reach a memory that the search hides.
        """
        selection = self._context.selection
        chosen = selection.kind == "memory" and not selection.all_results
        if not self._model.rowCount():
            if selection.kind == "memory":
                self._lost = True
                self._context.select(Selection())
        elif (chosen and not self._rows_of(selection.ids)) or (self._lost and selection.kind == "none"):
            self._lost = False
            self._pick_row(0)

    def reveal(self) -> None:
        """Scroll to the current memory if it is among the results, else to the top."""
        current = self._context.selection.current
        row = self._model.row_of(current) if current is not None else None
        if row is None:
            self._table.scrollToTop()
        else:
            self._table.show_row(row, centred=True)

    def pick_first(self) -> None:
        """Stand on the first result where nothing is selected, so that a new window shows something."""
        if self._context.selection.kind == "none" and self._model.rowCount():
            self._pick_row(0)
        elif self._context.selection.kind == "memory":
            self.reveal()

    def push(self) -> None:
        """Make the table's selection the window's."""
        runs = self._table.selected_runs()
        ids: list[int] = []
        for first, last in runs:
            room = MOST_SELECTED - len(ids)
            if last - first + 1 > room:
                self._context.toast(
                    f"Only {MOST_SELECTED:,} can be selected one by one; Ctrl+A takes all results"
                )
                ids.extend(self._model.ids[first : first + room].tolist())
                break
            ids.extend(self._model.ids[first : last + 1].tolist())
        current = self._model.id_at(self._table.currentIndex().row())
        if not ids:
            self._shown = Selection()
        else:
            self._shown = Selection("memory", tuple(ids), False, current if current in set(ids) else ids[-1])
        self._context.select(self._shown)

    def _select_nothing(self) -> None:
        self._applying = True
        try:
            self._table.clearSelection()
        finally:
            self._applying = False
        self._shown = self._context.selection

    def _pick_row(self, row: int) -> None:
        self._table.select_runs([(row, row)], current=row)

    def _rows_of(self, ids: tuple[int, ...]) -> list[int]:
        if len(ids) == 1:
            row = self._model.row_of(ids[0])
            return [] if row is None else [row]
        wanted = np.array(ids, dtype=np.int64)
        rows: list[int] = np.flatnonzero(np.isin(self._model.ids, wanted)).tolist()
        return rows

    def _on_table_changed(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        if not self._applying:
            self.push()

    def _on_picked(self) -> None:
        if self._context.selection.all_results or self._context.selection.kind != "memory":
            self.push()


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], row)
        elif len(runs) < MOST_RUNS:
            runs.append((row, row))
    return runs
