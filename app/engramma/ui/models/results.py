"""The results of a search as an array of ids, and the reading of them in jobs: first rows fast, then all.

The work functions run on worker threads and hold no Qt object. The loader delivers frozen values on the GUI thread; a
newer search silences an older one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Sort
from engramma.ui.models.memory_rows import LoadedRow, read_rows

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.ui.bridge import WindowContext

FIRST_IDS = 500
FIRST_ROWS = 48
KEY = "memories.order"

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Memory ids in order. `complete` False: more follow. `total` counts the whole store; None: not counted yet.

    `rows` are some that were read along, so that the first paint needs no second job.
    """

    text: str
    ids: Ids
    complete: bool
    sort_used: Sort
    total: int | None
    rows: tuple[LoadedRow, ...]


class ResultsLoader(QObject):
    """Asks the store for results. `arrived` carries `Results`, of a new search a part first; `failed` an error."""

    arrived = Signal(object)
    failed = Signal(object)

    def __init__(self, context: WindowContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._pending = False
        self._asked: tuple[str, Sort] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(0)
        self._rest.timeout.connect(self._load_rest)

    @property
    def pending(self) -> bool:
        """Whether results are still to come."""
        return self._pending

    def load(self, text: str, sort: Sort) -> None:
        """Begin a new search: first rows fast, then the rest."""
        self._start(_read_first, text, sort)

    def reload(self, text: str, sort: Sort) -> None:
        """Ask again for a search that shows already: all at once, so that nothing shrinks in between."""
        self._start(_read_all, text, sort)

    def stop(self) -> None:
        """Want no results any more."""
        self._context.jobs.drop(KEY)
        self._rest.stop()
        self._pending = False

    def _start(self, read: Reader, text: str, sort: Sort) -> None:
        store = self._context.store
        if store is None:
            self.stop()
            return
        self._pending = True
        self._asked = (text, sort)
        self._rest.stop()
        self._context.jobs.read(
            "Search",
            partial(read, store, text, sort),
            partial(self._take, text, sort),
            failed=self._fail,
            key=KEY,
        )

    def _take(self, text: str, sort: Sort, results: Results) -> None:
        self._pending = not results.complete
        if not results.complete:
            self._rest.start()
        self.arrived.emit(results)

    def _load_rest(self) -> None:
        """The rest is read once the first rows were painted: both at once would take turns with Python's lock."""
        if self._asked is not None:
            self.reload(*self._asked)

    def _fail(self, error: Exception) -> None:
        self._pending = False
        self.failed.emit(error)


Reader = Callable[["MemoryStore", str, Sort, Report, CancelToken], Results]


def _read_first(store: MemoryStore, text: str, sort: Sort, _report: Report, cancel: CancelToken) -> Results:
    ordered = store.search.order(text, sort=sort, limit=FIRST_IDS)
    cancel.check()
    rows = read_rows(store, ordered.ids[:FIRST_ROWS].tolist(), cancel)
    total = _total(store, text, ordered.ids) if ordered.total_known else None
    return Results(text, ordered.ids, ordered.total_known, ordered.sort_used, total, rows)


def _read_all(store: MemoryStore, text: str, sort: Sort, _report: Report, cancel: CancelToken) -> Results:
    ordered = store.search.order(text, sort=sort)
    cancel.check()
    rows = read_rows(store, ordered.ids[:FIRST_ROWS].tolist(), cancel)
    return Results(text, ordered.ids, True, ordered.sort_used, _total(store, text, ordered.ids), rows)


def _total(store: MemoryStore, text: str, ids: Ids) -> int:
    return len(ids) if not text.strip() else store.search.count("")
