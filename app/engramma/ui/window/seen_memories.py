"""The memories a person looked at last, for the palette; read once they are looked at."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from engramma.ui.actions.palette_rows import SeenMemory
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.pacing import PacedTimer

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.changes import ChangeNotice
    from engramma.model.progress import CancelToken, Report

MOST, LOOKED_AT = 12, 700


class SeenMemories(QObject):
    """Newest first. A memory counts once it was selected for a moment."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self._ids: list[int] = []
        self._seen: tuple[SeenMemory, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOKED_AT)
        self._timer.timeout.connect(self._note)
        context.selection_changed.connect(self._timer.start)
        context.store_changed.connect(self._forget)
        self._again = PacedTimer(self, soon=100, gap=1_500)
        self._again.timeout.connect(self._read)
        context.data_changed.connect(self._on_data)

    def all(self) -> tuple[SeenMemory, ...]:
        """What was seen."""
        return self._seen

    @property
    def ids(self) -> tuple[int, ...]:
        """Their ids, for the settings."""
        return tuple(self._ids)

    def restore(self, saved: object) -> None:
        """Take the ids of last time, as they were saved; what does not fit is left out."""
        if isinstance(saved, (list, tuple)):
            self._ids = [item for item in saved if isinstance(item, int)][:MOST]
            self._read()

    def _forget(self) -> None:
        self._ids, self._seen = [], ()

    def _note(self) -> None:
        selection = self._context.selection
        if selection.kind != "memory" or selection.current is None:
            return
        self._ids = [selection.current, *(seen for seen in self._ids if seen != selection.current)][:MOST]
        self._read()

    def _on_data(self, notice: ChangeNotice) -> None:
        if notice.wide or not notice.memory_ids.isdisjoint(self._ids):
            self._again.start()

    def _read(self) -> None:
        store = self._context.store
        if store is not None and self._ids:
            work = functools.partial(_read, store, tuple(self._ids))
            self._context.jobs.read("Read what was seen", work, self._on_read, key="seen memories")

    def _on_read(self, seen: tuple[SeenMemory, ...]) -> None:
        self._seen = seen


def _read(
    store: MemoryStore, ids: tuple[int, ...], _report: Report, _cancel: CancelToken
) -> tuple[SeenMemory, ...]:
    lines = store.memories.page(ids)
    return tuple(SeenMemory(x.memory.id, x.memory.label, x.memory.text, x.memory.tier.value) for x in lines)
