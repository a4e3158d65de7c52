"""The command that opens find and replace on the selection, or on all that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.merge_commands import begin_on
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.ui.window.centre import Centre


class ReplaceCommands(QObject):
    """`centre` makes the page, which takes `begin(targets, came_from=)`."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(context)
        self._context = context
        self._centre = centre

    def commands(self) -> tuple[Command, ...]:
        """What the menu Edit has for it."""
        return (
            Command(
                "memory.replace",
                "Find and replace…",
                self.replace,
                menu="Edit",
                keys=("Ctrl+H",),
                icon="swap",
                when=may.writable,
                group=3,
            ),
        )

    def replace(self, ids: Sequence[int] | None = None) -> None:
        """Open the page on two or more selected memories, else on all that is shown."""
        targets = Targets.of(self._context.selection, self._context.query, ids)
        if ids is None and not targets.whole_query and len(targets.ids) < 2:
            targets = Targets(query=self._context.query, whole_query=True)
        begin_on(self._centre, "replace", targets)
        self._context.open_view("replace")
