"""A section of the side bar: a head that folds, and rows that are kept when only their counts change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.model.records import dataclass
from engramma.ui.theme import theme
from engramma.ui.widgets import SectionHeader
from engramma.ui.window.sidebar.nav_row import NavRow, Pressed


@dataclass(frozen=True, slots=True)
class RowSpec:
    """What a row shows. `mark` as in NavRow."""

    key: str
    label: str
    count: int | None = None
    mark: str = ""


class NavSection(QWidget):
    """`pressed_with`, `rename_wanted` and `removal_wanted` pass on what its rows say."""

    pressed_with = Signal(object)
    rename_wanted = Signal(object)
    removal_wanted = Signal(object)
    folded = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        metrics = theme().metrics
        self._title = title
        self._rows: dict[str, NavRow] = {}
        self.header = SectionHeader(title)
        self._body = QWidget()
        self._body.setAccessibleName(title)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.space_8, 0, 0)
        column.setSpacing(0)
        head = QWidget()
        box = QVBoxLayout(head)
        box.setContentsMargins(metrics.space_6, 0, metrics.space_6, 0)
        box.addWidget(self.header)
        column.addWidget(head)
        column.addWidget(self._body)
        self.header.set_content(self._body)
        self.header.toggled.connect(self._on_toggled)

    @property
    def title(self) -> str:
        """The head's words."""
        return self._title

    @property
    def rows(self) -> tuple[NavRow, ...]:
        """The rows, in order."""
        return tuple(self._rows.values())

    def row(self, key: str) -> NavRow:
        """The row with this key. Raises KeyError."""
        return self._rows[key]

    def _on_toggled(self, _expanded: bool) -> None:
        self.folded.emit()

    def show_rows(self, specs: Sequence[RowSpec], icon_of: dict[str, QIcon]) -> None:
        """Show these rows; rows with the same keys in the same order are kept, with their focus."""
        if [spec.key for spec in specs] != list(self._rows):
            for row in self._rows.values():
                row.hide()
                self._column.removeWidget(row)
                row.deleteLater()
            self._rows = {spec.key: self._make(spec, icon_of[spec.key]) for spec in specs}
        for spec in specs:
            row = self._rows[spec.key]
            row.set_label(spec.label)
            row.set_count(spec.count)
            row.set_mark(spec.mark)

    def _make(self, spec: RowSpec, icon: QIcon) -> NavRow:
        row = NavRow(spec.key, spec.label, icon=icon)
        row.pressed_with.connect(self._on_pressed)
        row.rename_wanted.connect(self.rename_wanted)
        row.removal_wanted.connect(self.removal_wanted)
        self._column.addWidget(row)
        return row

    def _on_pressed(self, pressed: Pressed) -> None:
        self.pressed_with.emit(pressed)
