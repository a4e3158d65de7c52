"""The command that erases memories for good: looks where they stand, asks, erases in a job, and sees it finished."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.targets import Targets, name_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report
    from engramma.model.purging import ErasureStatus, Purged, PurgePreview
    from engramma.ui.dialogs.purge_dialog import PurgeChoice

RETRY_MS = 20_000


class PurgeCommands(QObject):
    """`memory.purge`, for what is selected or for given `ids`. What must wait for a reader is tried again."""

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self._context = context
        self._view = view
        self._retry = QTimer(self)
        self._retry.setInterval(RETRY_MS)
        self._retry.timeout.connect(self._finish)
        context.store_changed.connect(self._retry.stop)

    def command(self) -> Command:
        """The command for the menu Memory."""
        return Command(
            "memory.purge",
            "Purge…",
            self.purge,
            menu="Memory",
            keys=("Shift+Del",),
            icon="eraser",
            when=may.write_some,
            group=4,
        )

    def purge(self, ids: Sequence[int] | None = None) -> None:
        """Look where the memories stand, then ask."""
        store = self._context.store
        if store is not None:
            targets = Targets.of(self._context.selection, self._context.query, ids)
            job = functools.partial(_preview, store, targets)
            self._context.jobs.read("Look for every place", job, self._ask, key="purge asked")

    def _ask(self, preview: PurgePreview | None) -> None:
        if preview is None:
            return
        from engramma.ui.dialogs.purge_dialog import PurgeDialog

        dialog = PurgeDialog(self._view, preview)
        dialog.finished.connect(dialog.deleteLater)
        dialog.confirmed.connect(functools.partial(self._erase, preview.memory_ids))
        # The same numbers are other memories in another store.
        self._context.store_changed.connect(dialog.reject)
        dialog.open()

    def _erase(self, ids: tuple[int, ...], choice: PurgeChoice) -> None:
        store = self._context.store
        if store is not None:
            job = functools.partial(_purge, store, ids, choice)
            self._context.jobs.write("Erase for good", job, self._on_purged, quiet=False)

    def _on_purged(self, done: Purged) -> None:
        words = f"Purged {name_of(done.memory_ids)}"
        if done.still_said:
            words += f"; {name_of(done.still_said)} still {'says' if len(done.still_said) == 1 else 'say'} it"
        if done.status.pending:
            words += f". Some bytes wait to be freed: {done.status.reason}"
            self._retry.start()
        self._context.toast(words, icon="eraser")

    def _finish(self) -> None:
        store = self._context.store
        if store is None:
            self._retry.stop()
            return
        job = functools.partial(_finish, store)
        self._context.jobs.write("Free erased bytes", job, self._on_finished, quiet=True)

    def _on_finished(self, status: ErasureStatus) -> None:
        if not status.pending:
            self._retry.stop()
            self._context.toast("What was purged is now freed from the file, too", icon="eraser")


def _preview(
    store: MemoryStore, targets: Targets, _report: Report, cancel: CancelToken
) -> PurgePreview | None:
    ids = targets.resolve(store)
    cancel.check()
    return store.purging.preview(ids) if ids else None


def _purge(
    store: MemoryStore, ids: tuple[int, ...], choice: PurgeChoice, report: Report, cancel: CancelToken
) -> Purged:
    return store.purging.purge(
        ids,
        keep_source=choice.keep_source,
        include_pinned=choice.include_pinned,
        report=report,
        cancel=cancel,
    )


def _finish(store: MemoryStore, report: Report, cancel: CancelToken) -> ErasureStatus:
    return store.purging.finish(report=report, cancel=cancel)
