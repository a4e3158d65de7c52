"""The list of the store switcher: name and folder, how much is in it, when it last changed."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engramma.ui.delegates.kit import RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import age_text
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.window.stores.store_rows import NewProjectRow, Row, StoreRow
from engramma.ui.window.welcome.recent_list import memories_text

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW = 46


class StoreModel(QAbstractListModel):
    """The rows, as they are. `now` is the moment that ages are told from."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self.now = 0

    def set_rows(self, rows: tuple[Row, ...], *, now: int) -> None:
        """Show other rows; the same stores with more known of them stay where they are."""
        same = [_key(row) for row in rows] == [_key(row) for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows, self.now = rows, now
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row itself, or its words."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(row, self.now)
        return None


def _key(row: Row) -> object:
    return (type(row), row.path)


def spoken(row: Row, now: int) -> str:
    """A row as a screen reader says it."""
    if isinstance(row, NewProjectRow):
        return f"Make a store for the project {row.name}"
    parts = (row.name, "open now" if row.current else "", row.problem or _count(row), _changed(row, now))
    return ", ".join(part for part in parts if part)


def _count(row: StoreRow) -> str:
    return "" if row.glance is None else memories_text(row.glance.memories)


def _changed(row: StoreRow, now: int) -> str:
    at = None if row.glance is None else row.glance.changed_at
    return "" if at is None else f"changed {age_text(at, now)}"


class StoreDelegate(QStyledItemDelegate):
    """46 high, scaled."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as the list."""
        return QSize(option.rect.width(), current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        kit = current_kit()
        row = index.data(ROW_ROLE)
        model = index.model()
        now = model.now if isinstance(model, StoreModel) else 0
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box, radius=kit.px(6), colour=qcolor(kit.tokens.accent_tint))
        inner = box.adjusted(kit.px(12), 0, -kit.px(12), 0)
        if isinstance(row, NewProjectRow):
            _paint_new(painter, kit, inner, row)
        elif isinstance(row, StoreRow):
            _paint_store(painter, kit, inner, row, now)
        painter.restore()


def _paint_store(painter: QPainter, kit: Kit, box: QRectF, row: StoreRow, now: int) -> None:
    tokens = kit.tokens
    ratio = painter.device().devicePixelRatioF()
    size = kit.metrics.icon_large
    colour = tokens.accent if row.current else tokens.text_secondary
    sign = "check-circle" if row.current else "folder" if row.project else "database"
    at = QPointF(box.left(), box.center().y() - size / 2)
    painter.drawPixmap(at, pixmap(sign, size, colour, ratio))
    left, middle = box.left() + kit.px(30), box.center().y()
    side = float(kit.px(150))
    room = box.right() - side - kit.px(10) - left
    name = QRectF(left, middle - kit.px(18), room, kit.px(18))
    folder = QRectF(left, middle, room, kit.px(16))
    small, medium = kit.pen(TextRole.SMALL), kit.pen(TextRole.MEDIUM)
    ink = tokens.text_muted if row.problem else tokens.text
    kit.text(painter, single_line(row.name), rect=name, pen=medium, colour=ink)
    place = single_line(row.problem or row.place)
    tone = tokens.danger if row.problem else tokens.text_muted
    kit.text(painter, place, rect=folder, pen=small, colour=tone)
    if row.problem:
        return
    figures = kit.pen(TextRole.SMALL, tabular=True)
    count = QRectF(box.right() - side, name.top(), side, name.height())
    when = QRectF(box.right() - side, folder.top(), side, folder.height())
    words = "open now" if row.current else _changed(row, now)
    kit.text(painter, _count(row), rect=count, pen=figures, colour=tokens.text_secondary, align=RIGHT)
    kit.text(painter, words, rect=when, pen=small, colour=tokens.text_muted, align=RIGHT)


def _paint_new(painter: QPainter, kit: Kit, box: QRectF, row: NewProjectRow) -> None:
    size = kit.metrics.icon_large
    at = QPointF(box.left(), box.center().y() - size / 2)
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(at, pixmap("plus", size, kit.tokens.accent, ratio))
    words = box.adjusted(kit.px(30), 0, 0, 0)
    text = f"Make a store for the project “{single_line(row.name)}”"
    kit.text(painter, text, rect=words, pen=kit.pen(TextRole.MEDIUM), colour=kit.tokens.accent)
