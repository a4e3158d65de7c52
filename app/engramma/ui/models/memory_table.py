"""The table of memories: an ordered array of ids in front of a cache of rows that jobs fill as they are painted.

Holds a million rows as eight megabytes and reads what is painted. Never sorts, filters or counts; never overrides
`flags`, since Qt would ask a million times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from engramma.model.progress import CancelToken, Report
from engramma.ui.delegates import COLUMN_ROLE, COLUMN_TITLES, ROW_ROLE, Column, MemoryRow, header_alignment
from engramma.ui.delegates.cell_text import cell_accessible_text, cell_text
from engramma.ui.models.memory_rows import LoadedRow, read_rows
from engramma.ui.models.results import Ids, Results
from engramma.ui.models.row_cache import RowCache

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.ui.bridge import WindowContext

Index = QModelIndex | QPersistentModelIndex

COLUMNS = tuple(Column)
PAGE, NEAR, AROUND = 96, 8, 64
FEW = 16
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
LOADING = "Loading"
NOWHERE = QModelIndex()


class MemoryTableModel(QAbstractTableModel):
    """Rows by position, columns by `Column`. `rows_read` comes whenever a page of rows has arrived.

    Call `set_results` with what a `ResultsLoader` delivers and `mark_changed` when somebody wrote.
    """

    rows_read = Signal()

    def __init__(self, context: WindowContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._ids: Ids = np.empty(0, dtype=np.int64)
        self._cache = RowCache()
        self._wanted: dict[int, None] = {}
        self._place = (0, 0)
        self._reading = False
        self._token = 0
        self._marked: frozenset[int] = frozenset()
        context.drafts.changed.connect(self._mark_drafts)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._read_wanted)
        self.jobs_started = 0

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Number of results that are known so far."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """All columns; the view hides some."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """The row value, the column, or the words of a cell; None while the row is being read."""
        if not index.isValid():
            return None
        if role == ROW_ROLE:
            return self.row(index.row())
        column = COLUMNS[index.column()]
        if role == COLUMN_ROLE:
            return column
        if role not in (DISPLAY, ACCESSIBLE):
            return None
        row = self.row(index.row())
        if row is None:
            return LOADING if role == ACCESSIBLE else None
        return cell_accessible_text(row, column) if role == ACCESSIBLE else cell_text(row, column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """Titles of columns and how they stand; row headers are not shown."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == DISPLAY:
            return COLUMN_TITLES[column]
        if role == ACCESSIBLE:
            return COLUMN_TITLES[column] or "Marks"
        return header_alignment(column) if role == ALIGNMENT else None

    @property
    def ids(self) -> Ids:
        """All ids in order; do not change the array."""
        return self._ids

    def id_at(self, row: int) -> int | None:
        """The id of the memory at a row, None outside."""
        return int(self._ids[row]) if 0 <= row < len(self._ids) else None

    def row_of(self, memory_id: int) -> int | None:
        """The row of a memory, None when it is not among the results."""
        found = np.flatnonzero(self._ids == memory_id)
        return int(found[0]) if found.size else None

    def row(self, position: int) -> MemoryRow | None:
        """The row value at a position; asks for it if it is not there or out of date."""
        loaded = self._loaded(position)
        if loaded is None:
            return None
        return replace(loaded.row, draft=True) if loaded.row.id in self._marked else loaded.row

    def loaded_row(self, memory_id: int) -> LoadedRow | None:
        """What is known of a memory without asking."""
        return self._cache.get(memory_id)

    def set_results(self, results: Results) -> bool:
        """Show results. True: rows may stand elsewhere now, so that selection and scroll have to be put back."""
        self._cache.put(results.rows)
        old, new = self._ids, results.ids
        if len(old) == len(new) and np.array_equal(old, new):
            self._say_changed(0, len(new) - 1)
            return False
        if 0 < len(old) < len(new) and np.array_equal(old, new[: len(old)]):
            self.beginInsertRows(NOWHERE, len(old), len(new) - 1)
            self._ids = new
            self.endInsertRows()
            self._say_changed(0, len(old) - 1)
            return False
        self.beginResetModel()
        self._ids = new
        self._wanted.clear()
        self.endResetModel()
        return True

    def clear(self) -> None:
        """Show nothing and forget all rows: another store, or none."""
        self._token += 1
        self._reading = False
        self.beginResetModel()
        self._ids = np.empty(0, dtype=np.int64)
        self._cache.clear()
        self._wanted.clear()
        self.endResetModel()

    def mark_changed(self, ids: Sequence[int] | None = None) -> None:
        """These memories, or all of them, were written: what is painted of them is read again."""
        self._cache.mark_stale(ids)
        if ids is None or len(ids) > FEW:
            self._say_changed(0, len(self._ids) - 1)
            return
        for memory_id in ids:
            row = self.row_of(memory_id) if memory_id in self._cache else None
            if row is not None:
                self._say_changed(row, row)

    def put_rows(self, rows: Sequence[LoadedRow], asked: Sequence[int] = ()) -> None:
        """Take rows that somebody has read."""
        self._cache.put(rows, asked)
        for loaded in rows[:FEW]:
            row = self.row_of(loaded.row.id)
            if row is not None:
                self._say_changed(row, row)
        if len(rows) > FEW:
            self._say_changed(0, len(self._ids) - 1)

    def _mark_drafts(self) -> None:
        """Unsaved drafts wait for these memories: their rows say so."""
        before, self._marked = self._marked, self._context.drafts.marked
        for memory_id in before ^ self._marked:
            row = self.row_of(memory_id)
            if row is not None:
                self._say_changed(row, row)

    def _loaded(self, position: int) -> LoadedRow | None:
        memory_id = int(self._ids[position])
        if self._cache.needs(memory_id):
            self._wanted.pop(position, None)
            self._wanted[position] = None
            if not self._timer.isActive():
                self._timer.start()
        return self._cache.get(memory_id)

    def _read_wanted(self) -> None:
        """Read what was asked for last: after a burst of jumps only the place where it ended matters."""
        if self._reading or not self._wanted:
            return
        positions = list(self._wanted)
        self._wanted.clear()
        near = [position for position in positions if abs(position - positions[-1]) <= PAGE]
        self._place = (min(near), max(near))
        self._read_around(NEAR)

    def _read_around(self, margin: int) -> None:
        """Read the rows of the present place, and `margin` more at both sides, that are not known."""
        store = self._context.store
        first, last = max(0, self._place[0] - margin), self._place[1] + margin + 1
        ids = tuple(i for i in self._ids[first:last].tolist() if self._cache.needs(i))
        if store is None or not ids:
            return
        self._reading = True
        self.jobs_started += 1
        self._context.jobs.read(
            "Read rows",
            partial(_read_page, store, ids),
            partial(self._take_rows, self._token, ids),
            failed=partial(self._fail, self._token),
        )

    def _take_rows(self, token: int, asked: tuple[int, ...], rows: tuple[LoadedRow, ...]) -> None:
        if token != self._token:
            return
        self._reading = False
        self._cache.put(rows, asked)
        self._say_changed(0, len(self._ids) - 1)
        self.rows_read.emit()
        if self._wanted:
            self._timer.start()
        else:
            self._read_around(AROUND)

    def _fail(self, token: int, error: Exception) -> None:
        if token != self._token:
            return
        self._reading = False
        self._context.report_error(error)

    def _say_changed(self, first: int, last: int) -> None:
        """A change of many rows makes a view repaint once: it costs nothing to name more rows than were read."""
        if 0 <= first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))


def _read_page(
    store: MemoryStore, ids: tuple[int, ...], _report: Report, cancel: CancelToken
) -> tuple[LoadedRow, ...]:
    return read_rows(store, ids, cancel)
