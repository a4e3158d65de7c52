"""Undo and redo by name, everything selected, and what happens when undoing meets a later change."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.operation import Take, UndoResult
from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import Selection, WindowContext

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report


class EditCommands(QObject):
    """The menu Edit, but for searching."""

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self._context = context
        self._view = view

    def commands(self) -> tuple[Command, ...]:
        """Undo, redo, select all."""
        return (
            Command(
                "edit.undo",
                "Undo",
                self.undo,
                menu="Edit",
                keys=("Ctrl+Z",),
                icon="arrow-u-up-left",
                when=may.can_undo,
                label=undo_title,
            ),
            Command(
                "edit.redo",
                "Redo",
                self.redo,
                menu="Edit",
                keys=("Ctrl+Shift+Z", "Ctrl+Y"),
                icon="arrow-u-up-right",
                when=may.can_redo,
                label=redo_title,
            ),
            Command(
                "edit.select_all",
                "Select all results",
                self.select_all,
                menu="Edit",
                keys=("Ctrl+A",),
                icon="selection-all",
                when=may.has_results,
                group=1,
            ),
        )

    def undo(self, operation_id: int | None = None, take: Take = Take.ASK) -> None:
        """Take back the newest step of this window, or the one named."""
        store = self._context.store
        if store is not None:
            job = functools.partial(_undo, store, operation_id, take)
            done = functools.partial(self._on_undone, operation_id)
            self._context.jobs.write("Undo", job, done)

    def redo(self, take: Take = Take.ASK) -> None:
        """Bring back what was undone last."""
        store = self._context.store
        if store is not None:
            self._context.jobs.write("Redo", functools.partial(_redo, store, take), self._on_redone)

    def select_all(self) -> None:
        """All results, however many."""
        current = self._context.selection.current if self._context.selection.kind == "memory" else None
        self._context.open_view("memories")
        self._context.select(Selection("memory", all_results=True, current=current))

    def _on_undone(self, operation_id: int | None, result: UndoResult) -> None:
        if result.operation_id is None and result.conflicts:
            self._ask(result, redo=False)
            return
        self._context.toast(f"Undid the {result.label}{_passed_over(result)}", icon="arrow-u-up-left")

    def _on_redone(self, result: UndoResult) -> None:
        if result.operation_id is None and result.conflicts:
            self._ask(result, redo=True)
            return
        self._context.toast(f"Redid the {result.label}{_passed_over(result)}", icon="arrow-u-up-right")

    def _ask(self, result: UndoResult, *, redo: bool) -> None:
        from engramma.ui.dialogs.undo_conflict import UndoConflictDialog

        dialog = UndoConflictDialog(self._view, result, redo=redo)
        dialog.finished.connect(dialog.deleteLater)
        if redo:
            dialog.chosen.connect(self.redo)
        else:
            dialog.chosen.connect(functools.partial(self.undo, result.undone))
        dialog.show()


def _passed_over(result: UndoResult) -> str:
    """Which memories were erased for good since, so that nothing was done about them."""
    if not result.erased:
        return ""
    names = f"M-{result.erased[0]}" if len(result.erased) == 1 else f"{len(result.erased):,} memories"
    return f", but for {names}, erased for good"


def undo_title(situation: Situation) -> str:
    """ "Undo edit of M-12"."""
    return f"Undo {situation.undo}".strip()


def redo_title(situation: Situation) -> str:
    """ "Redo edit of M-12"."""
    return f"Redo {situation.redo}".strip()


def _undo(
    store: MemoryStore, operation_id: int | None, take: Take, _report: Report, _cancel: CancelToken
) -> UndoResult:
    return store.history.undo(operation_id, take=take)


def _redo(store: MemoryStore, take: Take, _report: Report, _cancel: CancelToken) -> UndoResult:
    return store.history.redo(take=take)
