"""Tries a change that is not made: has it named, gives it to B, and makes it when the person says so."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.model.pending_change import PendingChange
from engramma.model.plan import Proposal
from engramma.model.policy import Policy
from engramma.model.recall import RecallHit
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.views.recall.other_side import OtherSide
from engramma.ui.views.recall.pending_panel import PendingPanel
from engramma.ui.views.recall.reading import apply_change

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report


@dataclass(frozen=True, slots=True)
class Possible:
    """What else could be changed: the proposals that wait, and the policy in force."""

    proposals: tuple[Proposal, ...]
    policy: Policy


class Trying(QObject):
    """One for a Recall Lab."""

    def __init__(self, context: WindowContext, other: OtherSide, panel: PendingPanel) -> None:
        super().__init__(panel)
        self._context, self._other, self._panel = context, other, panel
        self._making = False
        panel.needed.connect(self._read)
        panel.tried.connect(self._on_tried)
        panel.closed.connect(self._on_closed)

    def begin(self, memories: tuple[RecallHit, ...], current: int | None) -> None:
        """Let a change be named, of one of these memories."""
        self._panel.open_on(memories, current)

    def forget(self) -> None:
        """Another store is shown."""
        self._making = False
        self._panel.hide()
        self._other.set_change(None)

    def apply(self) -> None:
        """Make the change that B is asked with, once."""
        store, change = self._context.store, self._other.change
        if store is not None and change is not None and not self._making:
            self._making = True
            work = functools.partial(apply_change, store, change)
            self._context.jobs.write("Make a change", work, self._on_applied, failed=self._on_failed)

    def _read(self) -> None:
        store = self._context.store
        if store is not None:
            work = functools.partial(_read_possible, store)
            self._context.jobs.read("Read what could change", work, self._take, key="possible changes")

    def _take(self, possible: Possible) -> None:
        self._panel.offer(possible.proposals, possible.policy)

    def _on_tried(self, change: PendingChange) -> None:
        self._panel.hide()
        self._other.set_change(change)

    def _on_closed(self) -> None:
        self._panel.hide()

    def _on_failed(self, error: Exception) -> None:
        self._making = False
        self._context.report_error(error)

    def _on_applied(self, change: PendingChange) -> None:
        self._making = False
        words = change.words
        self._context.toast(f"{words[:1].upper()}{words[1:]}", icon="check", undo=True)
        self._other.set_change(None)


def _read_possible(store: MemoryStore, _report: Report, _cancel: CancelToken) -> Possible:
    return Possible(store.consolidation.proposals(), store.policy())
