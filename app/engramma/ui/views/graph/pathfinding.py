"""Finds a path between two memories: those that are selected, or two that are clicked one after the other."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from engramma.model.graph_path import MemoryPath
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.graph.path_part import PathPart
from engramma.ui.views.graph.reading import read_path


class Pathfinding(QObject):
    """`found` carries a MemoryPath."""

    found = Signal(object)

    def __init__(self, context: WindowContext, part: PathPart, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._part = context, part
        self._types: frozenset[str] | None = None
        self._picked: list[int] | None = None

    @property
    def picking(self) -> bool:
        """Whether the next click chooses an end of the path."""
        return self._picked is not None

    def begin(self, types: frozenset[str] | None) -> None:
        """Between what is selected, as far as that goes; along links of these types."""
        self._types = types
        ids = self._context.selection.memory_ids
        if len(ids) == 2:
            self._read(ids[0], ids[1])
        elif len(ids) == 1:
            self.begin_from(ids[0], types)
        else:
            self._picked = []
            self._part.ask_for("")

    def begin_from(self, key: int, types: frozenset[str] | None) -> None:
        """From this memory to one that is clicked."""
        self._types = types
        self._picked = [key]
        self._part.ask_for(f"M-{key}")

    def pick(self, key: int) -> None:
        """A memory was clicked."""
        if not self._picked or self._picked[0] == key:
            self.begin_from(key, self._types)
            return
        one = self._picked[0]
        self.end()
        self._context.select(Selection("memory", (one, key), current=key))
        self._read(one, key)

    def end(self) -> None:
        """The next click is a click."""
        self._picked = None

    def _read(self, one: int, other: int) -> None:
        store = self._context.store
        if store is not None:
            work = functools.partial(read_path, store, one, other, self._types)
            self._context.jobs.read("Find a path", work, self._on_path, key="graph.path")

    def _on_path(self, path: MemoryPath) -> None:
        self._part.show_path(path)
        self.found.emit(path)
