"""The way of every change of memories: few go straight through, many and protected ones are previewed and asked for.

The ids are fixed by the preview; writing is a job with progress and cancel, one operation, with a toast and Undo.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.bulk import BulkChange, BulkPreview, Trait
from engramma.model.progress import Cancelled, CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.memory_work import Written
from engramma.ui.window.commands.targets import Targets, name_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.ui.views.bulk.preview_dialog import BulkChoice

FEW = 20
KEY = "bulk preview"
STOPPED = Written(0, "Cancelled: everything is as it was", "prohibit")


@dataclass(frozen=True, slots=True)
class Wording:
    """A job's title, a sentence with {} for the memories, and an icon by name."""

    title: str
    verb: str
    icon: str


class BulkChanges(QObject):
    """Dialogs stand over `view`."""

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self._context = context
        self._view = view

    def ask(self, change: BulkChange, wording: Wording, targets: Targets) -> None:
        """Make a change at once, or show first what it would do."""
        store = self._context.store
        if store is None:
            return
        few = not targets.whole_query and len(targets.ids) < FEW
        if few and not change.protects:
            self._write(BulkWrite(store, change, wording, targets.ids))
            return
        look = functools.partial(_preview, store, targets, change)
        done = functools.partial(self._on_preview, wording)
        self._context.jobs.read(f"{wording.title}: look first", look, done, quiet=few, key=KEY)

    def _on_preview(self, wording: Wording, preview: BulkPreview) -> None:
        store = self._context.store
        if store is None:
            return
        if len(preview.ids) < FEW and not preview.holds_back:
            self._write(BulkWrite(store, preview.change, wording, preview.ids))
        elif not preview.changing(frozenset(Trait)):
            self._context.toast("Nothing to change: it is so already.", icon="info")
        else:
            self._show(wording, preview)

    def _show(self, wording: Wording, preview: BulkPreview) -> None:
        from engramma.ui.views.bulk.preview_dialog import BulkPreviewDialog

        dialog = BulkPreviewDialog(self._view, preview)
        dialog.finished.connect(dialog.deleteLater)
        dialog.confirmed.connect(functools.partial(self._on_confirmed, wording))
        # The same numbers are other memories in another store.
        self._context.store_changed.connect(dialog.reject)
        dialog.open()

    def _on_confirmed(self, wording: Wording, choice: BulkChoice) -> None:
        store = self._context.store
        if store is not None:
            preview = choice.preview
            self._write(BulkWrite(store, preview.change, wording, (), preview, choice.included))

    def _write(self, work: BulkWrite) -> None:
        quiet = work.preview is None
        self._context.jobs.write(work.wording.title, work, self._on_written, quiet=quiet)

    def _on_written(self, done: Written) -> None:
        if done == STOPPED:
            self._context.toast(done.words, icon=done.icon)
        elif done.changed:
            self._context.toast(done.words, icon=done.icon, undo=True)
        else:
            self._context.toast("Nothing to change: it is so already.", icon="info")


@dataclass(frozen=True, slots=True)
class BulkWrite:
    """A job's work: the change of `ids`, or of what a preview fixed."""

    store: MemoryStore
    change: BulkChange
    wording: Wording
    ids: tuple[int, ...]
    preview: BulkPreview | None = None
    included: frozenset[Trait] = frozenset()

    def __call__(self, report: Report, cancel: CancelToken) -> Written:
        """Runs on the writer thread."""
        from engramma.engine.memories.bulk import Running

        ids, run = self.ids, Running(report, cancel)
        try:
            cancel.check()
            if self.preview is not None:
                # What was pinned or edited while the dialog stood is protected, too.
                ids = self.preview.chosen(self.included)
                again = self.store.memories.preview_bulk(ids, self.change, report=report, cancel=cancel)
                ids = again.chosen(self.included)
            changed = self.store.memories.apply_bulk(ids, self.change, run=run) if ids else 0
        except Cancelled:
            return STOPPED
        whole = changed in (len(ids), 0)
        shown = name_of(ids) if ids and whole else f"{changed:,} of {len(ids):,} memories"
        return Written(changed, self.wording.verb.format(shown), self.wording.icon)


def _preview(
    store: MemoryStore, targets: Targets, change: BulkChange, report: Report, cancel: CancelToken
) -> BulkPreview:
    ids = targets.resolve(store)
    cancel.check()
    return store.memories.preview_bulk(ids, change, report=report, cancel=cancel)
