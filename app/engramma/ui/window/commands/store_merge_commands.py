"""The command that merges another store, or a bundle, into the one that is open: asks for it, then opens the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext

if TYPE_CHECKING:
    from engramma.ui.window.centre import Centre

FILES = "Stores and bundles (*.engramma *.engramma-bundle);;All files (*)"


class StoreMergeCommands(QObject):
    """`centre` makes the page, which takes `begin(path, came_from=)`."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(context)
        self._context = context
        self._centre = centre

    def commands(self) -> tuple[Command, ...]:
        """What the menu File has for it."""
        return (
            Command(
                "store.merge",
                "Merge another store…",
                self.merge,
                menu="File",
                icon="intersect",
                when=may.writable,
                group=1,
            ),
        )

    def merge(self, path: Path | None = None) -> None:
        """Open the page on `path`, or ask for one first."""
        if path is not None:
            self._begin(path)
            return
        dialog = QFileDialog(self._centre, "Merge another store")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(FILES)
        store = self._context.store
        if store is not None:
            dialog.setDirectory(str(store.path.parent))
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(self._on_file)
        dialog.open()

    def _on_file(self, name: str) -> None:
        self._begin(Path(name))

    def _begin(self, path: Path) -> None:
        begin = getattr(self._centre.view("merge_store"), "begin", None)
        if callable(begin):
            begin(path, came_from=self._centre.name)
        self._context.open_view("merge_store")
