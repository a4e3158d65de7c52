"""Lets go of what is selected and is no longer there: erased, or taken back with the import that brought it.

Views show what is selected, so that none of them has to find out for itself. What is in the Trash stays selected.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer

from engramma.model.changes import ChangeNotice
from engramma.ui.bridge.context import WindowContext
from engramma.ui.bridge.selection import Selection

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

LOOK_AFTER = 10


class SelectionKeeper(QObject):
    """One for a window. Looks after changes that may concern the selection, and at the first one in a store."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self._unsure, self._looking = True, False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER)
        self._timer.timeout.connect(self._look)
        context.store_changed.connect(self._on_store)
        context.selection_changed.connect(self._on_selection)
        context.data_changed.connect(self._on_data)

    def _on_store(self) -> None:
        self._unsure, self._looking = True, False

    def _on_selection(self) -> None:
        """The first in a store may be one that was kept from the last time."""
        if self._unsure and not self._context.selection.is_empty:
            self._unsure = False
            self._soon()

    def _on_data(self, notice: ChangeNotice) -> None:
        selection = self._context.selection
        by_id = selection.kind == "memory" and not notice.wide
        if by_id and notice.memory_ids.isdisjoint((*selection.ids, selection.current)):
            return
        self._soon()

    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _look(self) -> None:
        store, selection = self._context.store, self._context.selection
        if store is None or selection.is_empty or selection.kind == "none" or selection.kind == "operation":
            return
        if self._looking:
            self._soon()
            return
        self._looking = True
        ids = selection.ids if selection.current is None else (*selection.ids, selection.current)
        self._context.jobs.read(
            "Look whether what is selected is there",
            functools.partial(read_existing, store, selection.kind, ids),
            functools.partial(self._on_read, selection),
            ended=self._on_ended,
        )

    def _on_read(self, selection: Selection, there: frozenset[int]) -> None:
        if selection is self._context.selection:
            self._context.select(selection.only(there))
        else:
            self._soon()

    def _on_ended(self) -> None:
        self._looking = False


def read_existing(
    store: MemoryStore,
    kind: Literal["memory", "event", "session"],
    ids: tuple[int, ...],
    _report: Report,
    _cancel: CancelToken,
) -> frozenset[int]:
    """Runs on a reader's thread."""
    return store.existing(kind, ids)
