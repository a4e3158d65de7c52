"""Fetches completions for the search bar in a reader job, since counts come from the store."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.search import Completion, complete
from engramma.ui.bridge import WindowContext

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

JOB_KEY = "completion"
_AFTER_FIELD = re.compile(r"(?:^|[\s(-])[A-Za-z_]+:(?:\"[^\"]*|[^\s\"]*)$")


def is_after_field(text: str, cursor: int) -> bool:
    """Whether the cursor stands in the value of a field, so that completion should come by itself."""
    return _AFTER_FIELD.search(text[:cursor]) is not None


class Completer(QObject):
    """`found` carries the completions of the newest question as a tuple."""

    found = Signal(object)

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def ask(self, text: str, cursor: int) -> None:
        """Look for completions at `cursor`; older questions are forgotten."""
        store = self._context.store
        if store is None:
            self.found.emit(tuple(complete(text, cursor)))
            return
        work = functools.partial(_complete, store, text, cursor)
        self._context.jobs.read("Complete a search", work, self._on_done, key=JOB_KEY)

    def forget(self) -> None:
        """No answer is wanted any more."""
        self._context.jobs.drop(JOB_KEY)

    def _on_done(self, entries: tuple[Completion, ...]) -> None:
        self.found.emit(entries)


def _complete(
    store: MemoryStore, text: str, cursor: int, _report: Report, cancel: CancelToken
) -> tuple[Completion, ...]:
    cancel.check()
    return tuple(complete(text, cursor, store.search.values))
