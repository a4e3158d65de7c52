"""The command that looks for memories of other tools on this computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.bridge import WindowContext

if TYPE_CHECKING:
    from engramma.ui.window.centre import Centre


class FindingCommands(QObject):
    """`centre` makes the import page, which takes `find_memories()`."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(context)
        self._context, self._centre = context, centre

    def commands(self) -> tuple[Command, ...]:
        """What the menu File has for it."""
        return (
            Command(
                "store.find",
                "Find my memories…",
                self.find,
                menu="File",
                icon="file-search",
                group=1,
            ),
        )

    def find(self) -> None:
        """Open the import page on what is found."""
        self._context.open_view("import")
        find = getattr(self._centre.view("import"), "find_memories", None)
        if callable(find):
            find()
