"""The commands of the Graph: draw it around something, find a path, follow activation, the store as communities."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import Selection, WindowContext

if TYPE_CHECKING:
    from engramma.ui.views.graph.view import GraphView
    from engramma.ui.window.centre import Centre


class GraphCommands(QObject):
    """`centre` makes the view; every command brings it to the front."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(context)
        self._context, self._centre = context, centre

    def commands(self) -> tuple[Command, ...]:
        """A submenu of the menu View."""

        def command(name: str, title: str, run: Callable[..., None], icon: str, **more: Any) -> Command:
            return Command(
                f"graph.{name}", title, run, menu="View", submenu="Graph", icon=icon, group=5, **more
            )

        return (
            command(
                "around",
                "Show in the Graph",
                self.around,
                "share-network",
                keys=("Ctrl+G",),
                when=may.some_memories,
            ),
            command("results", "Graph of the results", self.results, "funnel", when=may.store_open),
            command("whole", "Graph of the whole store", self.whole, "circles-three", when=may.store_open),
            command("path", "Find a path between memories…", self.path, "path", when=may.store_open),
            command("activate", "Animate activation", self.activate, "lightning", when=may.one_memory),
            command("lasso", "Select by lasso", self.lasso, "selection", when=may.store_open),
        )

    def _view(self) -> GraphView:
        self._context.open_view("graph")
        return cast("GraphView", self._centre.view("graph"))

    def around(self, ids: tuple[int, ...] | None = None) -> None:
        """Draw it around what is selected, or around these."""
        if ids:
            self._context.select(Selection("memory", tuple(ids), current=ids[0]))
        self._view().show_selection()

    def results(self) -> None:
        """Draw what the search finds."""
        self._view().show_results()

    def whole(self) -> None:
        """Draw the store as communities."""
        self._view().show_whole()

    def path(self) -> None:
        """Between the two that are selected, or two that are clicked."""
        self._view().find_path()

    def activate(self) -> None:
        """What the selected memory activates."""
        self._view().animate()

    def lasso(self) -> None:
        """Select by a loop."""
        self._view().canvas.set_lasso(True)
