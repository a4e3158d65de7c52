"""A list of rows of one height, walked by keys. A table of one column, since a list view of Qt lays out every row."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QStyledItemDelegate, QTableView, QWidget

from engramma.ui.theme import theme


class RowList(QTableView):
    """Its rows are painted by `delegate`, `height` px high at 96 dpi; `start` gives it both once they are made."""

    def __init__(self, accessible_name: str, *, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(accessible_name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(theme().metrics.px(height))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)

    def start(self, model: QAbstractItemModel, delegate: QStyledItemDelegate) -> None:
        """Show the rows of a model; once."""
        self.setModel(model)
        self.setItemDelegate(delegate)

    @property
    def place(self) -> int:
        """The row that the keys are on, -1 without one."""
        return self.currentIndex().row()

    def go_to(self, place: int) -> None:
        """Put the keys on a row, if it is there."""
        if 0 <= place < self.model().rowCount():
            self.setCurrentIndex(self.model().index(place, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the first and the last row."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Home:
            self.go_to(0)
        elif plain and event.key() == Qt.Key.Key_End:
            self.go_to(self.model().rowCount() - 1)
        else:
            super().keyPressEvent(event)
