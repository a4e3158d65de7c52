"""Whether the key to the masks is kept beside the export, and under which name."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from engramma.engine.exporting.mask_key import key_path
from engramma.ui.theme import TextRole, theme
from engramma.ui.widgets import ElidedLabel


class KeyBox(QWidget):
    """`changed`: it is to be kept, or not."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self.box = QCheckBox("Keep the key to the masks beside it")
        self.box.setAccessibleName(self.box.text())
        self.box.setToolTip(
            "A file that says which value stands behind each mask. It is not to be passed on."
        )
        self._name = ElidedLabel("", TextRole.CAPTION, tone="muted", middle=True)
        self._name.hide()
        below = QHBoxLayout()
        below.setContentsMargins(metrics.px(24), 0, 0, 0)
        below.addWidget(self._name, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_2)
        column.addWidget(self.box)
        column.addLayout(below)
        self.box.toggled.connect(self._on_toggled)

    @property
    def wanted(self) -> bool:
        """Whether it is to be kept."""
        return self.box.isChecked()

    def tell(self, target: Path) -> None:
        """The export goes to `target`."""
        self._name.set_text(key_path(target).name)

    def _on_toggled(self, on: bool) -> None:
        self._name.setVisible(on)
        self.changed.emit()
