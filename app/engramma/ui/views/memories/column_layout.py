"""Puts a column choice onto the table's head: which sections show, how wide, in what order, and the sort caret."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHeaderView

from engramma.ui.delegates import Column
from engramma.ui.models.memory_table import COLUMNS
from engramma.ui.theme import theme
from engramma.ui.views.memories.columns import ColumnChoice
from engramma.ui.views.memories.table import MemoryTable


class ColumnLayout(QObject):
    """One for a table. `changed` comes when other columns show, be it by choice or by width."""

    changed = Signal()

    def __init__(self, table: MemoryTable) -> None:
        super().__init__(table)
        self._table = table
        self._choice = ColumnChoice()
        self._visible: frozenset[Column] = frozenset()
        self._placing = False
        header = self._header = table.head
        header.setAccessibleName("Columns")
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(theme().metrics.gutter)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setFixedHeight(theme().metrics.table_header)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        for section, column in enumerate(COLUMNS):
            header.setSectionResizeMode(section, _resize_mode(column))
        header.sectionResized.connect(self._on_resized)
        header.sectionMoved.connect(self._on_moved)
        table.width_changed.connect(self.place)
        self.place()

    @property
    def choice(self) -> ColumnChoice:
        """What a person chose."""
        return self._choice

    @property
    def visible(self) -> frozenset[Column]:
        """The columns that show now."""
        return self._visible

    def set_choice(self, choice: ColumnChoice) -> None:
        """Show columns as chosen."""
        self._choice = choice
        self.place()
        self.changed.emit()

    def reset(self) -> None:
        """Let the width choose, with the usual widths and order."""
        self.set_choice(ColumnChoice())

    def place(self) -> None:
        """Fit the columns to the table's present width."""
        metrics = theme().metrics
        visible = self._choice.visible(self._table.width() / metrics.scale)
        self._placing = True
        try:
            for section, column in enumerate(COLUMNS):
                self._header.setSectionHidden(section, column not in visible)
                if column is not Column.MEMORY:
                    self._header.resizeSection(section, metrics.px(self._choice.width(column)))
            for position, column in enumerate(self._choice.order):
                self._header.moveSection(self._header.visualIndex(COLUMNS.index(column)), position)
        finally:
            self._placing = False
        if visible != self._visible:
            self._visible = visible
            self._table.set_columns(visible)
            self.changed.emit()

    def show_sort(self, column: Column | None, *, descending: bool) -> None:
        """Put the caret at a column, or nowhere."""
        self._header.show_sort(None if column is None else COLUMNS.index(column), descending=descending)

    def _on_resized(self, section: int, _old: int, new: int) -> None:
        if not self._placing and new > 0 and COLUMNS[section] is not Column.MEMORY:
            width = round(new / theme().metrics.scale)
            self._choice = self._choice.with_width(COLUMNS[section], width)

    def _on_moved(self, _section: int, _old: int, _new: int) -> None:
        if not self._placing:
            order = tuple(COLUMNS[self._header.logicalIndex(place)] for place in range(len(COLUMNS)))
            self._choice = self._choice.with_order(order)


def _resize_mode(column: Column) -> QHeaderView.ResizeMode:
    if column is Column.GUTTER:
        return QHeaderView.ResizeMode.Fixed
    if column is Column.MEMORY:
        return QHeaderView.ResizeMode.Stretch
    return QHeaderView.ResizeMode.Interactive
