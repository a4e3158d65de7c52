"""A path or activation that was found comes into the picture; one takes the place of the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from engramma.model.graph_activation import ActivationTrace
from engramma.model.graph_path import MemoryPath
from engramma.model.recall import ItemType
from engramma.ui.views.graph.desk import Follow, GraphDesk
from engramma.ui.views.graph.pathfinding import Pathfinding
from engramma.ui.views.graph.side import GraphSide

ACTIVATED_ADDED = 40
"""So many of the best memories that are activated are drawn, if they are not."""


class Tracing(QObject):
    """`follow` gives the links that are followed now, `shown` is called when other things stand out."""

    def __init__(
        self,
        desk: GraphDesk,
        side: GraphSide,
        paths: Pathfinding,
        *,
        follow: Callable[[], Follow],
        shown: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk, self._side, self._paths = desk, side, paths
        self._follow, self._shown = follow, shown
        paths.found.connect(self._on_path)
        side.path.cleared.connect(self._on_path_cleared)
        side.activation.traced.connect(self._on_trace)

    def end_something(self) -> bool:
        """End the newest of what stands out; False when there is nothing of it."""
        if self._paths.picking or self._side.path.path is not None:
            self._side.path.forget()
        elif self._side.activation.trace is not None:
            self._side.activation.forget()
        else:
            return False
        return True

    def _on_path(self, path: MemoryPath) -> None:
        self._side.activation.forget()
        self._shown()
        self._desk.draw_too(tuple(node.id for node in path.nodes), self._follow())

    def _on_path_cleared(self) -> None:
        self._paths.end()
        self._shown()

    def _on_trace(self, trace: ActivationTrace) -> None:
        if self._side.path.path is not None:
            self._side.path.forget()
        self._side.activation.show_trace(trace, self._desk.drawing.kinds, moving=True)
        memories = [item for item in trace.items if item.type is ItemType.MEMORY]
        best = sorted(memories, key=lambda item: (-item.score, item.id))[:ACTIVATED_ADDED]
        self._desk.draw_too(tuple(item.id for item in best), self._follow())
