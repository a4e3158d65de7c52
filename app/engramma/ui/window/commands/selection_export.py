"""The command that writes the selected memories into a bundle: asks for a file, then a job with progress."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.store_commands import BUNDLE_SUFFIX, BUNDLES
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.bundles.exporting import ExportReport
    from engramma.model.progress import CancelToken, Report


class SelectionExport(QObject):
    """`memory.export`, for what is selected or for given `ids`; the ids are fixed when it is asked for."""

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self._context = context
        self._view = view

    def command(self) -> Command:
        """The command for the menu Memory."""
        return Command(
            "memory.export",
            "Export selection…",
            self.export,
            menu="Memory",
            icon="export",
            when=may.some_memories,
            group=3,
        )

    def export(self, path: Path | None = None, ids: Sequence[int] | None = None) -> None:
        """Write them to `path`, or ask where."""
        store = self._context.store
        if store is None:
            return
        targets = Targets.of(self._context.selection, self._context.query, ids)
        if path is not None:
            self._write(targets, path)
            return
        dialog = QFileDialog(self._view, "Export the selection")
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(BUNDLES)
        dialog.setDefaultSuffix(BUNDLE_SUFFIX)
        dialog.setDirectory(str(store.path.parent))
        dialog.selectFile(f"{store.name}-selection{BUNDLE_SUFFIX}")
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(functools.partial(self._on_file, targets))
        dialog.open()

    def _on_file(self, targets: Targets, name: str) -> None:
        self._write(targets, Path(name))

    def _write(self, targets: Targets, path: Path) -> None:
        store = self._context.store
        if store is not None:
            job = functools.partial(_export, store, targets, path)
            self._context.jobs.read(f"Export to {path.name}", job, self._on_exported, quiet=False)

    def _on_exported(self, done: tuple[int, ExportReport]) -> None:
        count, report = done
        size = max(1, round(report.bytes / 1000))
        words = "1 memory" if count == 1 else f"{count:,} memories"
        self._context.toast(f"Exported {words} to {report.path.name}, {size:,} kB", icon="export")


def _export(
    store: MemoryStore, targets: Targets, path: Path, report: Report, cancel: CancelToken
) -> tuple[int, ExportReport]:
    ids = targets.resolve(store)
    done = store.transfer.export(path, ids=ids, report=report, cancel=cancel)
    return done.counts.get("memory", 0), done
