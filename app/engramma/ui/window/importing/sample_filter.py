"""Which sample rows show: all, new, known, changed or skipped ones, with their counts."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engramma.ui.widgets import Segment, SegmentedControl


class SampleFilter(QWidget):
    """`changed` carries the key of the chosen one."""

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Which sample rows")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._control: SegmentedControl | None = None

    @property
    def value(self) -> str:
        """The key of the chosen one."""
        return self._control.value if self._control is not None else ""

    def choose(self, key: str) -> None:
        """Choose by key."""
        if self._control is not None:
            self._control.set_value(key)

    def show_choices(self, choices: tuple[tuple[str, str, int], ...]) -> None:
        """Show (key, word, count); the chosen one stays if it is still there, else the first."""
        old, value = self._control, self.value
        segments = [Segment(key, f"{word} {count:,}") for key, word, count in choices]
        self._control = SegmentedControl(segments, "Which sample rows", value=value)
        self._control.changed.connect(self.changed)
        self._row.addWidget(self._control)
        if old is not None:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
