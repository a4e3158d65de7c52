"""The bar under the list while operations are marked: how many, what taking them back means, and the buttons."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.widgets import ElidedLabel, IconLabel, KeyButton

HINT = "Mark operations by Space or a click, then take them back together."


class MarkedBar(QWidget):
    """`agreed`, `dropped` and `all_wanted` are what its buttons ask for."""

    agreed = Signal()
    dropped = Signal()
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "top")
        self.setAccessibleName("Marked operations")
        self._count = ElidedLabel("", TextRole.STRONG, tabular=True)
        self._what = ElidedLabel("", TextRole.BODY, tone="secondary")
        self._sign = IconLabel("warning", size=metrics.icon, role="warning")
        self._later = ElidedLabel("", TextRole.SMALL, tone="warning")
        self._all = KeyButton("Mark all listed", "A", variant="flat")
        self._cancel = KeyButton("Cancel", "Esc")
        self._do = KeyButton("Revert", "Ctrl+Return", icon_name="arrow-counter-clockwise", variant="primary")
        self._all.clicked.connect(self.all_wanted)
        self._cancel.clicked.connect(self.dropped)
        self._do.clicked.connect(self.agreed)
        first = QHBoxLayout()
        first.setSpacing(metrics.space_8)
        first.addWidget(self._count)
        first.addWidget(self._what, 1)
        second = QHBoxLayout()
        second.setSpacing(metrics.space_6)
        second.addWidget(self._sign)
        second.addWidget(self._later, 1)
        words = QVBoxLayout()
        words.setSpacing(metrics.space_2)
        words.addLayout(first)
        words.addLayout(second)
        row = QHBoxLayout(self)
        row.setContentsMargins(
            metrics.pane_padding, metrics.space_8 + 1, metrics.pane_padding, metrics.space_8
        )
        row.setSpacing(metrics.space_8)
        row.addLayout(words, 1)
        for button in (self._all, self._cancel, self._do):
            row.addWidget(button)
        self.hide()

    @property
    def words(self) -> tuple[str, str, str]:
        """What it says: how many, what, and the warning."""
        return self._count.text, self._what.text, self._later.text

    def show_marked(self, count: int, what: str = "", later: str = "") -> None:
        """Say how many are marked, what goes back, and what was changed since."""
        self._count.set_text(f"{count:,} marked" if count else "Nothing is marked")
        self._what.set_text(what if count else HINT)
        self._later.set_text(later)
        self._sign.setVisible(bool(later))
        self._later.setVisible(bool(later))
        self._do.setEnabled(count > 0)
        self._do.setText(f"Revert {count:,}" if count else "Revert")
        self._do.setAccessibleName(self._do.text())
        self._do.updateGeometry()
