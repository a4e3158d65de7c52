"""Looks what became of a memory while its text is written: when others wrote, and when saving was refused."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.changes import ChangeNotice
from engramma.ui.inspector.editing import EditTarget, Fate, Meanwhile, look_again

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext


class FateWatch(QObject):
    """`noticed` carries a Meanwhile when others changed what is watched, `answered` one after `look`."""

    noticed = Signal(object)
    answered = Signal(object)

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._target: EditTarget | None = None
        self._asked = False
        self._key = f"fate {id(self)}"
        context.data_changed.connect(self._on_data_changed)

    def watch(self, target: EditTarget | None) -> None:
        """Watch this from now on, or nothing."""
        self._target = target
        if target is None:
            self._asked = False
            self._context.jobs.drop(self._key)

    def look(self) -> None:
        """Look now, since a person wants to know."""
        self._asked = True
        self.look_quietly()

    def look_quietly(self) -> None:
        """Look whether there is something to say. A question that still waits is answered by it."""
        store, target = self._context.store, self._target
        if store is not None and target is not None:
            job = partial(look_again, store, target)
            self._context.jobs.read("Look at a memory again", job, self._take, key=self._key)

    def _on_data_changed(self, notice: ChangeNotice) -> None:
        target = self._target
        if target is not None and (notice.wide or target.memory.id in notice.memory_ids):
            self.look_quietly()

    def _take(self, meanwhile: Meanwhile) -> None:
        if self._target is None:
            return
        asked, self._asked = self._asked, False
        if asked:
            self.answered.emit(meanwhile)
        elif meanwhile.fate is not Fate.SAME:
            self.noticed.emit(meanwhile)
