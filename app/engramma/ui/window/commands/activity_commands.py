"""The commands on the history of a store: take back several operations. What that means is shown by Activity."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.centre import Centre


class ActivityCommands(QObject):
    """`activity.revert_several` opens Activity, ready to mark operations."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(centre)
        self._context, self._centre = context, centre

    def commands(self) -> tuple[Command, ...]:
        """One command of the menu Edit."""
        return (
            Command(
                "activity.revert_several",
                "Revert several operations…",
                self.revert_several,
                menu="Edit",
                icon="arrow-counter-clockwise",
                when=may.writable,
                group=1,
            ),
        )

    def revert_several(self) -> None:
        """Go to Activity and let operations be marked."""
        self._context.open_view("activity")
        begin = getattr(self._centre.front, "mark_several", None)
        if callable(begin):
            begin()
