"""The commands on stores and files: new, open, sample, close, import, quit.

Files are chosen in dialogs that stop nothing; the work itself is done by the window's jobs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from engramma.ui.actions import Command, CommandTable
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext

SUFFIX = ".engramma"
STORES = f"Engramma stores (*{SUFFIX});;All files (*)"


class Stores(Protocol):
    """What the window does with stores and files."""

    def open_store(self, path: Path) -> None:
        """Open a file as the store."""

    def create_store(self, path: Path) -> None:
        """Make an empty store and open it."""

    def open_sample(self) -> None:
        """Open the sample store."""

    def close_store(self) -> None:
        """Go back to the welcome page."""

    def look_into(self, paths: tuple[Path, ...]) -> None:
        """Show what files hold."""

    def close(self) -> None:
        """Close the window."""


class StoreCommands(QObject):
    """The menus File and Store."""

    def __init__(
        self, context: WindowContext, stores: Stores, window: QWidget, *, table: CommandTable
    ) -> None:
        super().__init__(window)
        self.table = table
        self._context, self._stores, self._window = context, stores, window

    def commands(self) -> tuple[Command, ...]:
        """New, open, sample, close, import, quit."""
        c = functools.partial(Command, menu="File")
        return (
            c("store.new", "New store…", self.new, keys=("Ctrl+Shift+N",), icon="plus"),
            c("store.open", "Open a store…", self.open, keys=("Ctrl+O",), icon="folder-open"),
            c(
                "store.sample",
                "Open the sample store",
                self._stores.open_sample,
                keys=("Ctrl+D",),
                icon="storefront",
            ),
            c(
                "store.import",
                "Import…",
                self.choose_files,
                keys=("Ctrl+I",),
                icon="download-simple",
                group=1,
            ),
            c(
                "store.close",
                "Close the store",
                self._stores.close_store,
                keys=("Ctrl+W",),
                icon="x",
                when=may.store_open,
                group=2,
            ),
            c("app.quit", "Quit", self._stores.close, keys=("Ctrl+Q",), icon="power", group=3),
        )

    def new(self, chosen: Callable[[Path], None] | None = None) -> None:
        """Ask where an empty store is to be made."""
        dialog = self._dialog("New store", QFileDialog.FileMode.AnyFile, STORES)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX)
        dialog.selectFile(f"memory{SUFFIX}")
        self._show(dialog, chosen or self._stores.create_store)

    def open(self, path: Path | None = None) -> None:
        """Open the store at `path`, or ask for one."""
        if path is not None:
            self._stores.open_store(path)
            return
        self._show(
            self._dialog("Open a store", QFileDialog.FileMode.ExistingFile, STORES), self._stores.open_store
        )

    def locate(self, name: str, found: Callable[[Path], None]) -> None:
        """Ask where a store went."""
        self._show(self._dialog(f"Where is {name}?", QFileDialog.FileMode.ExistingFile, STORES), found)

    def choose_files(self) -> None:
        """Ask for files to look into."""
        dialog = self._dialog("Look into files", QFileDialog.FileMode.ExistingFiles, "All files (*)")
        dialog.filesSelected.connect(self._on_files)
        dialog.open()

    def _on_files(self, names: list[str]) -> None:
        self._stores.look_into(tuple(Path(name) for name in names))

    def _dialog(self, title: str, mode: QFileDialog.FileMode, name_filter: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setFileMode(mode)
        dialog.setNameFilter(name_filter)
        dialog.finished.connect(dialog.deleteLater)
        store = self._context.store
        if store is not None:
            dialog.setDirectory(str(store.path.parent))
        return dialog

    def _show(self, dialog: QFileDialog, chosen: Callable[[Path], None]) -> None:
        dialog.fileSelected.connect(functools.partial(_pass_path, chosen))
        dialog.open()


def _pass_path(chosen: Callable[[Path], None], name: str) -> None:
    chosen(Path(name))
