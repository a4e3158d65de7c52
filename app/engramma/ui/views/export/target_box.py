"""Where the export goes: its name, a button that chooses a place, and what speaks against it."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_invalid, set_text_role, theme
from engramma.ui.views.export.target import Objection, objection
from engramma.ui.widgets import ElidedLabel, IconButton


class TargetBox(QWidget):
    """`changed`: another place, or another answer about the file that is there."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._folder = Path()
        self._is_folder = False
        self._own = False
        self._settled: Path | None = None
        self._objection: Objection | None = None
        self.field = QLineEdit()
        self.field.setAccessibleName("Name of the file")
        self._choose = IconButton("folder-open", "Choose where to")
        self._place = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._wrong = QLabel()
        self._wrong.setTextFormat(Qt.TextFormat.PlainText)
        self._wrong.setWordWrap(True)
        set_text_role(self._wrong, TextRole.SMALL, tone="danger")
        self.replace_box = QCheckBox("Replace it")
        self.replace_box.setAccessibleName("Replace the file that is there")
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        row.addWidget(self.field, 1)
        row.addWidget(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addLayout(row)
        column.addWidget(self._place)
        column.addWidget(self._wrong)
        column.addWidget(self.replace_box)
        self.field.textEdited.connect(self._on_edited)
        self._choose.clicked.connect(self.choose)
        self.replace_box.toggled.connect(self._on_replace)
        self.check()

    @property
    def path(self) -> Path:
        """Where to; a name may bring a path of its own along, in which `..` means what a person sees."""
        return Path(os.path.normpath(self._folder / Path(self.field.text().strip()).expanduser()))

    @property
    def folder(self) -> Path:
        """The folder that a bare name is meant in."""
        return self._folder

    @property
    def own(self) -> bool:
        """Whether a person named it."""
        return self._own

    @property
    def may_replace(self) -> bool:
        """Whether a person said that the file there gives way."""
        return self.replace_box.isChecked() and self._objection is not None and self._objection.replaceable

    @property
    def is_right(self) -> bool:
        """Whether something can be written there."""
        return self._objection is None or self.may_replace

    def propose(self, path: Path, *, is_folder: bool) -> None:
        """Show a place that nobody chose."""
        self._own = False
        self._show(path, is_folder=is_folder)

    def take(self, path: Path) -> None:
        """Show a place that a person chose."""
        self._own = True
        self._show(path, is_folder=self._is_folder)
        self.changed.emit()

    def fit_format(self, suffixes: tuple[str, ...], suffix: str, *, is_folder: bool) -> None:
        """A name of a person's own gets the ending of another format."""
        name = self.field.text().strip()
        known = next(
            (end for end in sorted(suffixes, key=len, reverse=True) if end and name.endswith(end)), ""
        )
        if known or not Path(name).suffix:
            name = (name[: -len(known)] if known else name) + suffix
        self.field.setText(name)
        self._is_folder = is_folder
        self.check()

    def settle(self) -> None:
        """What lies there now was written by this page: no objection until something else is chosen."""
        self._settled = self.path
        self.check()

    def _show(self, path: Path, *, is_folder: bool) -> None:
        self._folder, self._is_folder = path.parent, is_folder
        self.field.setText(path.name)
        self.field.setCursorPosition(0)
        self.replace_box.setChecked(False)
        self.check()

    def check(self) -> None:
        """Look at the place again."""
        path = self.path
        if path == self._settled:
            self._objection = None
        else:
            self._settled = None
            self._objection = objection(path, is_folder=self._is_folder)
        found = self._objection
        self._place.set_text(f"in {_short(path.parent)}")
        self._wrong.setVisible(found is not None)
        self._wrong.setText("" if found is None else found.words)
        self.replace_box.setVisible(found is not None and found.replaceable)
        set_invalid(self.field, invalid=not self.is_right)
        self.field.setAccessibleDescription("" if found is None else found.words)

    def _on_edited(self, _text: str) -> None:
        self._own = True
        self.replace_box.setChecked(False)
        self.check()
        self.changed.emit()

    def _on_replace(self, _on: bool) -> None:
        set_invalid(self.field, invalid=not self.is_right)
        self.changed.emit()

    def choose(self) -> None:
        """Ask for a place, in a dialog that stops nothing; whether it may replace is asked here, not there."""
        dialog = QFileDialog(self, "Export to")
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDirectory(str(self._folder))
        dialog.selectFile(self.field.text())
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(functools.partial(_pass_path, self.take))
        dialog.open()


def _pass_path(take: Callable[[Path], None], name: str) -> None:
    take(Path(name))


def _short(folder: Path) -> str:
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder != home and folder.is_relative_to(home) else str(folder)
