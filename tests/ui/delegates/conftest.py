"""A row to vary, a small model of rows that answers by role, and a way to paint one cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTableView
from pytestqt.qtbot import QtBot

from engramma.ui.delegates import COLUMN_ROLE, COLUMN_WIDTHS, ROW_ROLE, Column, MemoryRow
from engramma.ui.delegates.memory_row_delegate import MemoryRowDelegate
from engramma.ui.theme import ThemeSource

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
RowMaker = Callable[..., MemoryRow]
CellPainter = Callable[..., QImage]

PLAIN_ROW = MemoryRow(
    id=12,
    label="M-12",
    text="Checkout totals are integer cents in every layer.",
    kind="semantic",
    tier="long_term",
    category="decision",
    state="active",
    pinned=False,
    dormant=False,
    conflict=False,
    importance=0.82,
    strength=0.78,
    threshold=0.1,
    fades_text="6 mo",
    fades_soon=False,
    recalls=11,
    tags=("checkout", "money"),
    session_title="Cart rewrite",
    created_text="28 May 2026",
    spark=((0.0, 1.0), (0.5, 0.6), (0.5, 1.0), (1.0, 0.78)),
)


class RowModel(QAbstractTableModel):
    """Rows by role, as the delegates read them; None is a row whose page is not loaded."""

    def __init__(self, rows: Sequence[MemoryRow | None]) -> None:
        super().__init__()
        self.rows = list(rows)
        self.columns = list(Column)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == ROW_ROLE:
            return self.rows[index.row()]
        return self.columns[index.column()] if role == COLUMN_ROLE else None


@pytest.fixture
def row() -> RowMaker:
    """A plain row with the given fields changed."""

    def make(**changes: object) -> MemoryRow:
        return replace(PLAIN_ROW, **changes)  # type: ignore[arg-type]

    return make


@pytest.fixture
def table(qtbot: QtBot, theme_source: ThemeSource) -> Callable[[Sequence[MemoryRow | None]], QTableView]:
    """A table view over the given rows with the delegate installed, shown at 1200 × 500."""

    def make(rows: Sequence[MemoryRow | None]) -> QTableView:
        view = QTableView()
        qtbot.addWidget(view)
        model = RowModel(rows)
        model.setParent(view)
        view.setModel(model)
        MemoryRowDelegate.install(view)
        view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        for position, column in enumerate(model.columns):
            view.setColumnWidth(position, COLUMN_WIDTHS[column])
        view.resize(1200, 500)
        view.show()
        return view

    return make


@pytest.fixture
def paint_cell(table: Callable[[Sequence[MemoryRow | None]], QTableView]) -> CellPainter:
    """Paints one cell of a row into an image at a device pixel ratio."""

    def paint(
        shown: MemoryRow | None,
        column: Column,
        *,
        ratio: float = 1.0,
        width: int = 0,
        selected: bool = False,
        compact: bool = False,
    ) -> QImage:
        view = table([shown])
        delegate = view.itemDelegate()
        assert isinstance(delegate, MemoryRowDelegate)
        delegate.set_compact(compact=compact)
        size = (width or COLUMN_WIDTHS[column], delegate.row_height)
        image = QImage(round(size[0] * ratio), round(size[1] * ratio), QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.magenta)
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, *size)
        option.state = QStyle.StateFlag.State_Enabled
        if selected:
            option.state |= QStyle.StateFlag.State_Selected
        painter = QPainter(image)
        delegate.paint(painter, option, view.model().index(0, list(Column).index(column)))
        painter.end()
        return image

    return paint
