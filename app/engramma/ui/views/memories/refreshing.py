"""What a change notice means for the rows that show: read the touched ones again, and the results if they may differ.

Exists so that an agent's write costs one small read and never the selection, the scroll position or an open editor.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.changes import ChangeNotice
from engramma.model.progress import CancelToken, Report
from engramma.model.search import Sort
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.models.memory_rows import LoadedRow, read_rows
from engramma.ui.models.memory_table import MemoryTableModel
from engramma.ui.views.memories.sorting import STEADY_KEYS

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.ui.bridge import WindowContext

REQUERY_AFTER, REQUERY_GAP = 80, 500


class RowRefresher(QObject):
    """Takes notices; `requery_needed` comes, at most once for several of them, when results have to be asked for."""

    requery_needed = Signal()

    def __init__(self, context: WindowContext, model: MemoryTableModel, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._model = context, model
        self._timer = PacedTimer(self, soon=REQUERY_AFTER, gap=REQUERY_GAP)
        self._timer.timeout.connect(self._on_timeout)

    def take(self, notice: ChangeNotice, *, text: str, sort_used: Sort) -> None:
        """Bring rows up to date after a change, for the search `text` in the order `sort_used`."""
        if notice.wide:
            self._model.mark_changed()
            self._timer.start()
            return
        if not notice.memory_ids:
            return
        ids = tuple(sorted(notice.memory_ids))
        steady = not text.strip() and sort_used.key in STEADY_KEYS
        if not steady:
            self._timer.start()
        store = self._context.store
        if store is not None:
            self._context.jobs.read(
                "Read changed rows", partial(_read, store, ids), partial(self._put, ids, steady)
            )

    def _put(self, ids: tuple[int, ...], steady: bool, rows: tuple[LoadedRow, ...]) -> None:
        self._model.put_rows(rows, ids)
        if not steady:
            return
        active = {loaded.row.id for loaded in rows if loaded.active}
        if any((memory_id in active) != (self._model.row_of(memory_id) is not None) for memory_id in ids):
            self._timer.start()

    def _on_timeout(self) -> None:
        self.requery_needed.emit()


def _read(
    store: MemoryStore, ids: tuple[int, ...], _report: Report, cancel: CancelToken
) -> tuple[LoadedRow, ...]:
    return read_rows(store, ids, cancel)
