"""The merge of another store into this one: what comes in, every conflict with a choice, one button that writes.

Nothing is written before that button; the other file is only read. Reading and merging are jobs.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from engramma.model.errors import EngrammaError
from engramma.model.merging_stores import MergePreview
from engramma.model.transfer import CollisionPolicy, ImportReport
from engramma.ui.bridge import WindowContext
from engramma.ui.views.transfer_merge.page_layout import WHAT_IT_IS, StoreMergeLayout
from engramma.ui.views.transfer_merge.page_words import about, merged_words, offer, to_write, verdict_words
from engramma.ui.views.transfer_merge.work import look_into, merge

if TYPE_CHECKING:
    from engramma.model.changes import ChangeNotice

LOOK_KEY, MERGE_KEY = "look into a store", "merge a store"
LOOK_AGAIN, SPARING = 2_000, 10
"""Milliseconds after a change, and how many times as long as the last look took: another store is read whole."""


class StoreMergePage(StoreMergeLayout):
    """`left` carries the view that one came from; `choose_wanted`: another store is to be chosen."""

    view_name = "merge_store"
    left = Signal(str)
    choose_wanted = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        self._path: Path | None = None
        self._came_from = ""
        self._preview: MergePreview | None = None
        self._reading = self._busy = self._outdated = False
        self._stopwatch, self._took = QElapsedTimer(), 0
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self.refresh)
        self.head.left.connect(self.leave)
        self.head.done.connect(self.merge)
        self.empty.action_triggered.connect(self.choose_wanted)
        self.list.decided.connect(self._on_decided)
        self.list.current_changed.connect(self.side.show_row)
        self.side.decide_wanted.connect(self._on_wanted)
        context.data_changed.connect(self._on_data)
        context.store_changed.connect(self._on_store)
        self._offer()

    @property
    def preview(self) -> MergePreview | None:
        """What would be merged, None before the other store was read."""
        return self._preview

    # What the window asks

    def begin(self, path: Path, *, came_from: str = "") -> None:
        """Look into another store, or a bundle."""
        self._forget()
        self._path = path
        self._came_from = came_from if came_from != self.view_name else self._came_from
        self.refresh()

    def activate(self) -> None:
        """It came to the front."""
        self._take_keys()
        self._offer()

    def save_state(self) -> dict[str, Any]:
        """Nothing: it is of the moment."""
        return {}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Nothing."""

    def refresh(self) -> None:
        """Read the other store again; verdicts stay."""
        store = self._context.store
        if store is None or self._path is None or self._busy:
            return
        self._reading, self._outdated = True, False
        self._stopwatch.start()
        if self._preview is None:
            self.empty.set_texts(
                f"Reading {self._path.name}…", sentence="Nothing is written. Cancel it in the status bar."
            )
        self._context.jobs.work_beside(
            f"Look into {self._path.name}",
            functools.partial(look_into, store, self._path),
            self._on_preview,
            failed=self._on_failed,
            ended=self._on_read,
            key=LOOK_KEY,
        )
        self._offer()

    def leave(self) -> None:
        """Stop the merge if it runs, else drop everything and go back."""
        if self._busy:
            self._context.jobs.cancel_key(MERGE_KEY)
            return
        self._forget()
        self.left.emit(self._came_from)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter merges, Escape leaves."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.merge()
        else:
            super().keyPressEvent(event)

    # Reading the other store

    def _on_preview(self, preview: MergePreview) -> None:
        first = self._preview is None
        self._preview = preview
        self.incoming.show_preview(preview)
        self.list.show_conflicts(preview.conflicts)
        self.show_filled(filled=True, conflicts=bool(preview.conflicts))
        if first and self.window().focusWidget() is self:
            self._take_keys()

    def _take_keys(self) -> None:
        """What is not shown cannot have them: without conflicts the page itself listens for Ctrl+Enter."""
        (self.list if self.list.isVisible() else self).setFocus()

    def _on_failed(self, error: Exception) -> None:
        self._preview = None
        words = str(error) if isinstance(error, EngrammaError) else "It met an unexpected error."
        self.show_filled(filled=False)
        self.empty.set_texts("This cannot be merged", sentence=words, action="Choose another…")
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)
        self._reading = False

    def _on_read(self) -> None:
        if self._reading and self._preview is None:
            self._nothing()
        self._reading = False
        self._took = self._stopwatch.elapsed()
        if self._outdated:
            self._look_again()
        self._offer()

    # Deciding and merging

    def _on_decided(self, refused: tuple[int]) -> None:
        count = refused[0]
        if count:
            row = self.list.row
            if count == 1 and row is not None and row.conflict.guarded:
                words = f"Theirs cannot take its place: {row.conflict.guarded}. Keep both instead."
            else:
                words = f"{count:,} of ours {'is' if count == 1 else 'are'} pinned or edited and stay."
            self.notice.tell(words)
        else:
            self.notice.hide()
        self._offer()

    def _on_wanted(self, verdict: CollisionPolicy) -> None:
        self.list.decide(verdict)

    def _offer(self) -> None:
        preview, store = self._preview, self._context.store
        if preview is None:
            self.head.say("Reading…" if self._reading else "Nothing has been written yet")
            self.head.offer("Merge", enabled=False)
            return
        count = to_write(preview, self.verdicts)
        self.count(verdict_words(preview, self.verdicts))
        if store is not None and store.read_only:
            self.head.say("This store is open read-only, so nothing can be merged into it")
            self.head.offer(offer(count), enabled=False)
            return
        self.head.say("Merging…" if self._busy else about(preview))
        self.head.offer("Merging…" if self._busy else offer(count), enabled=count > 0 and not self._busy)
        if self.isVisible():
            self._context.set_results_text(f"{count:,} items to merge, {len(preview.conflicts):,} conflicts")

    def merge(self) -> None:
        """Take it in, as one operation."""
        store, preview = self._context.store, self._preview
        if store is None or preview is None or self._busy or not self.head.primary.isEnabled():
            return
        self._busy = True
        self._again.stop()
        self._context.jobs.drop(LOOK_KEY)
        self._reading = False
        choices = self.verdicts.choices(preview.conflicts)
        self._context.jobs.write(
            f"Merge {preview.path.name}",
            functools.partial(merge, store, preview.path, choices),
            functools.partial(self._on_merged, preview),
            failed=self._on_merge_failed,
            quiet=False,
            key=MERGE_KEY,
        )
        self._offer()

    def _on_merged(self, preview: MergePreview, done: ImportReport | None) -> None:
        self._busy = False
        if done is None:
            self._offer()
            return
        operations = () if done.operation_id is None else (done.operation_id,)
        words = merged_words(preview.path.name, done.files[0], done.operation_id is not None)
        if preview.pinned or preview.procedural or preview.important:
            words += "; what it asks for waits in Review"
        self._context.toast(words, icon="intersect", operations=operations)
        if self._preview is preview:
            self.leave()

    def _on_merge_failed(self, error: Exception) -> None:
        self._busy = False
        self.notice.tell(str(error) if isinstance(error, EngrammaError) else "The merge failed.")
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)
        self._offer()

    # Following the store

    def _on_data(self, _notice: ChangeNotice) -> None:
        if self._preview is None or self._busy or not self.isVisible():
            return
        if self._reading:
            self._outdated = True
        elif not self._again.isActive():
            # Not put off again and again while agents write without a pause.
            self._look_again()

    def _look_again(self) -> None:
        self._again.start(max(LOOK_AGAIN, SPARING * self._took))

    def _on_store(self) -> None:
        """What was being merged is not heard of again."""
        self._busy = False
        self._forget()

    def _forget(self) -> None:
        self._context.jobs.drop(LOOK_KEY)
        self._again.stop()
        self._path = self._preview = None
        self._reading = False
        self.verdicts.forget()
        self.notice.hide()
        self.list.show_conflicts(())
        self._nothing()
        self._offer()

    def _nothing(self) -> None:
        self.show_filled(filled=False)
        self.empty.set_texts("Merge another store", sentence=WHAT_IT_IS, action="Choose a store…")
