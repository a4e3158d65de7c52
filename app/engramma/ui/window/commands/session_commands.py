"""The commands on sessions: search in a transcript, rescue what the gate dropped, close one, delete one."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.errors import InvalidValueError
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.gate import Gated
    from engramma.engine.memories.values import MemoryLine
    from engramma.engine.session_deletion import DeletionPreview


MOST_LINES = 200
"""How many memories of each kind are read for the list; the preview counts all."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """What deleting would do, with the first memories that have no other turn (`bare`), and that have (`resting`)."""

    preview: DeletionPreview
    bare: tuple[MemoryLine, ...]
    resting: tuple[MemoryLine, ...]


class SessionCommands(QObject):
    """`session.find`; `close` and `delete` of the session that is selected, or the one of `session_id`.

    `rescue` is for the turn that is selected, or the statement of `verdict_id`.
    """

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self._context = context
        self._view = view

    def commands(self) -> tuple[Command, ...]:
        """One command of the menu Edit, three of the menu Memory."""
        return (
            Command(
                "session.find",
                "Search in the transcript…",
                self.find,
                menu="Edit",
                icon="magnifying-glass",
                when=may.store_open,
                group=2,
            ),
            Command(
                "session.rescue",
                "Rescue what the gate dropped",
                self.rescue,
                menu="Memory",
                keys=("Ctrl+Shift+R",),
                icon="lifebuoy",
                when=may.each(may.writable, one_turn),
                group=6,
            ),
            Command(
                "session.close",
                "Close session",
                self.close,
                menu="Memory",
                icon="check-circle",
                when=may.each(may.writable, one_session),
                group=6,
            ),
            Command(
                "session.delete",
                "Delete session…",
                self.delete,
                menu="Memory",
                icon="trash",
                when=may.each(may.writable, one_session),
                group=6,
            ),
        )

    def find(self) -> None:
        """Go to Sessions and search in the transcript that is open there."""
        self._context.open_view("sessions")
        search = getattr(getattr(self._view, "front", None), "search_transcript", None)
        if callable(search):
            search()

    def rescue(self, verdict_id: int | None = None) -> None:
        """Keep a statement that the gate dropped, as a memory with this evidence."""
        store, current = self._context.store, self._context.selection.current
        if store is None or (verdict_id is None and current is None):
            return
        job = functools.partial(_rescue, store, current, verdict_id)
        self._context.jobs.write("Rescue a statement", job, self._on_rescued, quiet=False)

    def _on_rescued(self, memory_id: int) -> None:
        self._context.toast(f"Rescued as M-{memory_id}", icon="lifebuoy", undo=True)

    def close(self, session_id: int | None = None) -> None:
        """End a session that an agent left open: the gate reads what it has not read yet."""
        store, current = self._context.store, self._context.selection.current
        chosen = current if session_id is None else session_id
        if store is not None and chosen is not None:
            job = functools.partial(_close, store, chosen)
            self._context.jobs.write("Close a session", job, self._on_closed, quiet=False)

    def _on_closed(self, gated: Gated) -> None:
        kept = len(gated.created) + len(gated.reinforced)
        text = f"Closed; the gate kept {kept:,} of {kept + gated.dropped:,}" if gated.events else "Closed"
        self._context.toast(text, icon="check-circle", undo=True)

    def delete(self, session_id: int | None = None) -> None:
        """Look what rests on it, then ask."""
        store, selection = self._context.store, self._context.selection
        chosen = selection.current if session_id is None else session_id
        if store is not None and chosen is not None:
            job = functools.partial(_look, store, chosen)
            self._context.jobs.read("Look what rests on a session", job, self._ask, key="session deletion")

    def _ask(self, found: Deletion) -> None:
        from engramma.ui.dialogs.session_deletion import SessionDeletionDialog

        dialog = SessionDeletionDialog(self._view, found)
        dialog.finished.connect(dialog.deleteLater)
        dialog.confirmed.connect(functools.partial(self._delete, found.preview.session_id))
        # The same number is another session in another store.
        self._context.store_changed.connect(dialog.reject)
        dialog.open()

    def _delete(self, session_id: int) -> None:
        store = self._context.store
        if store is not None:
            job = functools.partial(_delete, store, session_id)
            self._context.jobs.write("Delete a session", job, self._on_deleted, quiet=False)

    def _on_deleted(self, done: DeletionPreview) -> None:
        self._context.toast(f"Deleted the session “{done.title}”", icon="trash", undo=True)


def one_session(situation: Situation) -> str:
    """Whether a session is selected."""
    return "" if situation.selection == "session" else "no session selected"


def one_turn(situation: Situation) -> str:
    """Whether a turn is selected."""
    return "" if situation.selection == "event" and situation.selected == 1 else "no turn selected"


def _rescue(
    store: MemoryStore, event_id: int | None, verdict_id: int | None, _report: Report, _cancel: CancelToken
) -> int:
    if verdict_id is None and event_id is not None:
        (event,) = store.sessions.events((event_id,))
        if event.verdict is not None and not event.verdict.kept and not event.marks:
            verdict_id = event.verdict.id
    if verdict_id is None:
        raise InvalidValueError("The gate dropped nothing of this turn.", hint="Choose one marked “Dropped”.")
    return store.sessions.rescue(verdict_id)


def _close(store: MemoryStore, session_id: int, _report: Report, _cancel: CancelToken) -> Gated:
    return store.sessions.end(session_id)


def _look(store: MemoryStore, session_id: int, _report: Report, cancel: CancelToken) -> Deletion:
    preview = store.sessions.deletion(session_id)
    cancel.check()
    page, most = store.memories.page, MOST_LINES
    return Deletion(preview, page(preview.bare[:most]), page(preview.resting[:most]))


def _delete(store: MemoryStore, session_id: int, _report: Report, _cancel: CancelToken) -> DeletionPreview:
    return store.sessions.delete(session_id)
