"""Keeps what commands depend on up to date: what can be undone, what is selected. Reads in jobs, decides nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.ui.actions import Situation
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.memory_work import Facts, read_facts
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

LOOK_AFTER, MOST_LOOKED_AT = 60, 2_000


class SituationWatch(QObject):
    """`changed` says that commands may have become available or not."""

    changed = Signal()

    def __init__(self, context: WindowContext, *, rest: Callable[[Situation], Situation]) -> None:
        super().__init__(context)
        self._context = context
        self._rest = rest
        self._undo = self._redo = ""
        self._facts: Facts | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER)
        self._timer.timeout.connect(self._look)
        context.store_changed.connect(self._on_store)
        context.data_changed.connect(self._on_data)
        context.selection_changed.connect(self._on_selection)
        context.query_changed.connect(self.changed)

    @property
    def situation(self) -> Situation:
        """The present situation."""
        context, facts = self._context, self._facts
        store, selection = context.store, context.selection
        now = Situation(
            store_open=store is not None,
            read_only=store is not None and store.read_only,
            selection="none" if selection.is_empty else selection.kind,
            selected=len(selection.ids),
            all_results=selection.all_results,
            query=context.query,
            undo=self._undo,
            redo=self._redo,
        )
        if facts is not None and facts.count:
            now = replace(
                now,
                some_pinned=facts.pinned > 0,
                some_unpinned=facts.pinned < facts.count,
                some_trashed=facts.trashed > 0,
                some_kept=facts.trashed < facts.count,
            )
        elif selection.all_results and not context.parsed_query.names_state:
            now = replace(now, some_trashed=False, some_kept=True)
        return self._rest(now)

    def _on_store(self) -> None:
        self._undo = self._redo = ""
        self._facts = None
        self.changed.emit()
        self._timer.start()

    def _on_data(self, _notice: object) -> None:
        self._timer.start()

    def _on_selection(self) -> None:
        self._facts = None
        self.changed.emit()
        self._timer.start()

    def _look(self) -> None:
        store, selection = self._context.store, self._context.selection
        if store is None:
            return
        work = functools.partial(_labels, store)
        self._context.jobs.read("Look what can be undone", work, self._on_labels, key="undo labels")
        ids = selection.memory_ids
        if ids and not selection.all_results and len(ids) <= MOST_LOOKED_AT:
            facts = functools.partial(read_facts, store, Targets(ids))
            self._context.jobs.read("Look at the selection", facts, self._on_facts, key="selection facts")

    def _on_labels(self, labels: tuple[str, str]) -> None:
        self._undo, self._redo = labels
        self.changed.emit()

    def _on_facts(self, facts: Facts) -> None:
        self._facts = facts
        self.changed.emit()


def _labels(store: MemoryStore, _report: Report, _cancel: CancelToken) -> tuple[str, str]:
    return store.history.undo_label() or "", store.history.redo_label() or ""
