"""The way from a bundle on the import page to its conflicts: a link that opens the merge of two stores on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QPushButton, QWidget

from engramma.engine.transfer import BUNDLE
from engramma.model.transfer import FileReport
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import set_variant


class DecideEach(QPushButton):
    """Shown for a single bundle that is looked into while a store is open."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__("Decide each conflict…", parent)
        self._context = context
        self._path: Path | None = None
        set_variant(self, "link")
        self.setAccessibleName(self.text())
        self.clicked.connect(self._on_clicked)
        self.hide()

    def offer(self, files: tuple[FileReport, ...]) -> None:
        """Show it if these are one bundle."""
        one = files[0] if len(files) == 1 and files[0].format == BUNDLE and not files[0].error else None
        store = self._context.store
        self._path = Path(one.path) if one is not None and store is not None and not store.read_only else None
        self.setVisible(self._path is not None)

    def _on_clicked(self) -> None:
        if self._path is not None:
            self._context.run("store.merge", path=self._path)
