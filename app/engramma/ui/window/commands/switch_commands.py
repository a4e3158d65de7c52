"""The commands between stores: switch to another one, copy or move memories to another one."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.ui.window.main_window import MainWindow


class SwitchCommands(QObject):
    """`store.switch`, `memory.copy_to_store`, `memory.move_to_store`."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def commands(self) -> tuple[Command, ...]:
        """One of the menu File, two of the menu Memory."""
        return (
            Command(
                "store.switch",
                "Switch store…",
                self._switch,
                menu="File",
                keys=("Ctrl+Shift+O",),
                icon="swap",
            ),
            Command(
                "memory.copy_to_store",
                "Copy to store…",
                functools.partial(self._send, move=False),
                menu="Memory",
                icon="copy",
                when=may.some_memories,
                group=3,
            ),
            Command(
                "memory.move_to_store",
                "Move to store…",
                functools.partial(self._send, move=True),
                menu="Memory",
                icon="arrow-square-right",
                when=may.write_some,
                group=3,
            ),
        )

    def _switch(self) -> None:
        self._window.switching.switch()

    def _send(self, ids: Sequence[int] | None = None, *, move: bool) -> None:
        context = self._window.context
        targets = Targets.of(context.selection, context.query, ids)
        self._window.switching.ask_where(targets, move=move)
