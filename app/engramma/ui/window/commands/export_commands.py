"""The commands that open the export page: on everything, on what the search shows, on the selected memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext

if TYPE_CHECKING:
    from engramma.ui.views.export.scope import Choices, Scope
    from engramma.ui.window.centre import Centre


class ExportCommands(QObject):
    """`centre` makes the page, which takes `begin(choices, scope, came_from=)`."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(context)
        self._context = context
        self._centre = centre

    def commands(self) -> tuple[Command, ...]:
        """What the menus File and Memory have for it."""
        return (
            Command(
                "store.export",
                "Export everything…",
                self.export,
                menu="File",
                keys=("Ctrl+E",),
                icon="export",
                when=may.store_open,
                group=1,
            ),
            Command(
                "store.export_results",
                "Export these results…",
                self.export_results,
                menu="File",
                icon="export",
                when=may.each(may.has_query, may.has_results),
                group=1,
            ),
            Command(
                "memory.export",
                "Export selection…",
                self.export_selection,
                menu="Memory",
                icon="export",
                when=may.some_memories,
                group=3,
            ),
        )

    def export(self) -> None:
        """Everything, with the search and the selection to choose instead."""
        from engramma.ui.views.export.scope import Scope

        self._begin(self._choices(), Scope.ALL)

    def export_results(self) -> None:
        """What the search shows."""
        from engramma.ui.views.export.scope import Scope

        self._begin(self._choices(), Scope.RESULTS)

    def export_selection(self, ids: Sequence[int] | None = None) -> None:
        """The selected memories, or given ones; all results are those of the search."""
        from engramma.ui.views.export.scope import Scope

        choices = self._choices(ids)
        self._begin(choices, Scope.SELECTION if choices.targets is not None else Scope.RESULTS)

    def _choices(self, ids: Sequence[int] | None = None) -> Choices:
        from engramma.ui.views.export.scope import Choices

        return Choices.of(self._context.selection, self._context.query, ids)

    def _begin(self, choices: Choices, scope: Scope) -> None:
        page = self._centre.view("export")
        begin = getattr(page, "begin", None)
        if callable(begin):
            begin(choices, scope, came_from=self._centre.name)
        self._context.open_view("export")
