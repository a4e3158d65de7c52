"""The search for private words of the export page: one at a time, and what the newest one came to."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from engramma.engine.exporting.values import Findings, Redaction
from engramma.model.export_parts import LeftOut
from engramma.ui.bridge import WindowContext
from engramma.ui.views.export.scope import Part
from engramma.ui.views.export.work import search

KEY = "export search"


class PrivateSearch(QObject):
    """`done` carries the Findings, `failed` an Exception; `stopped`: it was cancelled. `ended` follows each."""

    done = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    ended = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self._found: Findings | None = None
        self._running = False

    @property
    def found(self) -> Findings | None:
        """What was found, None before a search ended well."""
        return self._found

    @property
    def running(self) -> bool:
        """Whether it is still being searched."""
        return self._running

    def begin(self, part: Part, format: str, redaction: Redaction, *, left_out: LeftOut) -> None:
        """Search what would be written, instead of what was searched before."""
        self.forget()
        store = self._context.store
        if store is None:
            return
        self._running = True
        self._context.jobs.work_beside(
            "Search for private words",
            functools.partial(search, store, part, format, redaction, left_out),
            self._on_done,
            failed=self._on_failed,
            ended=self._on_ended,
            key=KEY,
        )

    def forget(self) -> None:
        """Stop, and forget what was found."""
        self._context.jobs.drop(KEY)
        self._found, self._running = None, False

    def _on_done(self, found: Findings) -> None:
        self._found, self._running = found, False
        self.done.emit(found)

    def _on_failed(self, error: Exception) -> None:
        self._running = False
        self.failed.emit(error)

    def _on_ended(self) -> None:
        if self._running:
            self._running = False
            self.stopped.emit()
        self.ended.emit()
