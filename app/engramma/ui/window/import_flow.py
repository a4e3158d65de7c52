"""Carries out an import: the job, the store that it may need first, the toast with Undo afterwards."""

from __future__ import annotations

import functools
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engramma.ui.bridge import WindowContext
from engramma.ui.window.importing.plan import ImportPlan
from engramma.ui.window.importing.work import ImportOutcome, take_in


class ImportFlow(QObject):
    """`need_store` asks for a new store and then does what it is given. `done` carries the ImportOutcome."""

    done = Signal(object)

    def __init__(self, context: WindowContext, *, need_store: Callable[[Callable[[], None]], None]) -> None:
        super().__init__(context)
        self._context = context
        self._need_store = need_store

    def start(self, plan: ImportPlan) -> None:
        """Import; without a store a new one is asked for first."""
        store = self._context.store
        if store is None:
            self._need_store(functools.partial(self.start, plan))
            return
        title = f"Import {plan.name}"
        self._context.jobs.write(title, functools.partial(take_in, store, plan), self._on_done, quiet=False)

    def _on_done(self, outcome: ImportOutcome) -> None:
        refused = [file for file in outcome.report.files if file.error]
        words = f"Imported {outcome.written:,} items from {outcome.plan.name}"
        if outcome.written == 0:
            words = f"Nothing new in {outcome.plan.name}"
        if refused:
            count = len(refused)
            words += f"; {count} {'file was' if count == 1 else 'files were'} not imported"
        asked = sum(file.asked for file in outcome.report.files)
        if asked:
            words += f"; {asked:,} ask for more in Review"
        undo = outcome.report.operation_id is not None and outcome.written > 0
        self._context.toast(words, icon="download-simple", undo=undo)
        self.done.emit(outcome)
        if self._context.selection.is_empty or outcome.written:
            self._context.open_view("memories" if outcome.memories else "sessions")
