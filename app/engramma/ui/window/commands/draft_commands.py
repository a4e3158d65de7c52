"""The commands on unsaved drafts: list those that wait, go on with one. Nothing is applied by them."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.draft import REVIEW, TEXT, Draft
from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext


class Panes(Protocol):
    """What the window does for these commands."""

    def show_inspector(self) -> None:
        """Let the inspector be seen."""


class DraftCommands(QObject):
    """`draft.list` and `draft.resume`; the list stands over `view`."""

    def __init__(self, context: WindowContext, view: QWidget, *, panes: Panes) -> None:
        super().__init__(view)
        self._context, self._view, self._panes = context, view, panes

    def commands(self) -> tuple[Command, ...]:
        """Two commands of the menu Memory."""
        return (
            Command(
                "draft.resume",
                "Resume the newest draft",
                self.resume,
                menu="Memory",
                icon="pencil-simple",
                when=may.writable,
                group=5,
            ),
            Command(
                "draft.list",
                "Unsaved drafts…",
                self.show_list,
                menu="Memory",
                icon="note",
                when=may.writable,
                group=5,
            ),
        )

    def show_list(self) -> None:
        """Show the drafts that wait."""
        drafts = self._context.drafts
        if not (drafts.waiting or drafts.elsewhere):
            self._context.toast("There is no unsaved draft.", icon="check")
            return
        # The other window may be gone by now.
        drafts.refresh()
        from engramma.ui.dialogs.draft_list import DraftList

        dialog = DraftList(self._view, self._context)
        dialog.finished.connect(dialog.deleteLater)
        dialog.resumed.connect(self._go_on)
        dialog.show()

    def resume(self, key: str = "") -> None:
        """Go on with the draft of this key, or with the newest one."""
        waiting = self._context.drafts.waiting
        draft = next((draft for draft in waiting if key in ("", draft.key)), None)
        if draft is None and any(key in ("", other.key) for other in self._context.drafts.elsewhere):
            self._context.toast("It is being written in another window.", icon="info")
        elif draft is None:
            self._context.toast("There is no unsaved draft.", icon="check")
        else:
            self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        if draft.editor == TEXT and draft.memory_id is not None:
            self._panes.show_inspector()
            self._context.show_memory(draft.memory_id)
        elif draft.editor == REVIEW:
            self._context.open_view("review")
        self._context.drafts.resume(draft)
