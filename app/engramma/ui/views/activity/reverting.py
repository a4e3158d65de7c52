"""Takes operations back: one at once, or several that are marked, with what stands in the way said before.

Keeps the marks; the rows paint them. Never decides over a later change: that is asked in the row of the operation.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.operation import Take, UndoResult
from engramma.ui.views.activity.activity_rows import ActivityRows
from engramma.ui.views.activity.loading import revert
from engramma.ui.views.activity.marked_bar import MarkedBar
from engramma.ui.views.activity.several import (
    Prospect,
    Reverted,
    foresee,
    prospect_words,
    revert_all,
    reverted_words,
)

if TYPE_CHECKING:
    from engramma.model.operation import Operation
    from engramma.ui.bridge import WindowContext
    from engramma.ui.views.rows import RowView

ICON = "arrow-counter-clockwise"


class Reverting(QObject):
    """`unfold_wanted` carries the id of an operation whose later changes wait for a choice, in a tuple of one.

    `marking_changed` comes when marking begins or ends.
    """

    unfold_wanted = Signal(object)
    marking_changed = Signal()

    def __init__(
        self, context: WindowContext, rows: ActivityRows, view: RowView, *, bar: MarkedBar, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._rows, self._list, self._bar = context, rows, view, bar
        bar.agreed.connect(self.revert_marked)
        bar.dropped.connect(self.end_marking)

    @property
    def marking(self) -> bool:
        """Whether several are being chosen."""
        return self._rows.marked is not None

    # One

    def revert(self, operation_id: int, take: Take = Take.ASK) -> None:
        """Take one back, or find out what stands in the way."""
        store = self._context.store
        if store is not None:
            self._context.jobs.write(
                "Revert an operation",
                functools.partial(revert, store, operation_id, take),
                self._on_reverted,
                failed=self._context.report_error,
            )

    def leave(self, operation_id: int) -> None:
        """Do not take it back after all."""
        self._rows.conflicts.pop(operation_id, None)
        self._list.row_changed(operation_id)

    def _on_reverted(self, result: UndoResult) -> None:
        if result.operation_id is None and result.conflicts:
            self._ask(result)
            self._list.choose(result.undone)
            self._list.setFocus()
            return
        if self._rows.conflicts.pop(result.undone, None) is not None:
            self._list.row_changed(result.undone)
        self._context.toast(f"Reverted: {result.label}", icon=ICON)

    def _ask(self, result: UndoResult) -> None:
        self._rows.conflicts[result.undone] = result
        self._rows.opened.add(result.undone)
        self.unfold_wanted.emit((result.undone,))
        self._list.row_changed(result.undone)

    # Several

    def begin_marking(self) -> None:
        """Let operations be marked."""
        if self._rows.marked is None:
            self._rows.marked = set()
            self._show()

    def end_marking(self) -> None:
        """No operation is marked any more."""
        if self._rows.marked is not None:
            self._context.jobs.drop("activity.prospect")
            self._rows.marked = None
            self._show()

    def toggle_marking(self) -> None:
        """Begin, or end."""
        if self.marking:
            self.end_marking()
        else:
            self.begin_marking()

    def toggle(self, operation_id: int) -> None:
        """Mark an operation, or take its mark away."""
        if self._rows.marked is not None:
            self._rows.marked.symmetric_difference_update({operation_id})
            self._list.row_changed(operation_id)
            self._look()

    def mark_all(self, operations: Iterable[Operation]) -> None:
        """Mark all of these that can be taken back; again: none."""
        marked = self._rows.marked
        if marked is None:
            return
        wanted = {found.id for found in operations if not found.undone}
        self._rows.marked = set() if wanted <= marked else marked | wanted
        self._show()

    def revert_marked(self) -> None:
        """Take the marked ones back, the newest first."""
        store, marked = self._context.store, self._rows.marked
        if store is None or not marked:
            return
        work = functools.partial(revert_all, store, frozenset(marked))
        self.end_marking()
        self._context.jobs.write("Revert operations", work, self._on_all, failed=self._context.report_error)

    def _show(self) -> None:
        self._bar.setVisible(self.marking)
        self._list.relayout()
        self.marking_changed.emit()
        self._look()

    def _look(self) -> None:
        store, marked = self._context.store, self._rows.marked
        if marked is None:
            return
        self._bar.show_marked(len(marked))
        if store is not None and marked:
            work = functools.partial(foresee, store, frozenset(marked))
            self._context.jobs.read(
                "Look what a revert means", work, self._on_prospect, key="activity.prospect"
            )

    def _on_prospect(self, prospect: Prospect) -> None:
        if frozenset(self._rows.marked or ()) == prospect.ids:
            self._bar.show_marked(len(prospect.ids), *prospect_words(prospect))

    def _on_all(self, reverted: Reverted) -> None:
        for result in reverted.conflicts:
            self._ask(result)
        if reverted.conflicts:
            self._list.choose(reverted.conflicts[0].undone)
            self._list.setFocus()
        self._context.toast(reverted_words(reverted), icon=ICON, operations=reverted.operations)
