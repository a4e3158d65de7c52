"""A list of memories with a number each: what activation reached, the hops of a path. Bars beside the numbers."""

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
    Signal,
)
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ROW = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT, BAR, NUMBER = 24, 52, 38


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A memory, or a turn (`memory_id` None), with a value (None where one begins).

    `share` is that of the bar, 0..1; `kind` gives the mark; `drawn`: it is in the picture.
    """

    memory_id: int | None
    event_id: int | None
    label: str
    text: str
    kind: str
    value: float | None
    share: float
    drawn: bool

    @property
    def words(self) -> str:
        """What a screen reader says."""
        return f"{self.label}, {self.number or 'start'}: {single_line(self.text)}"

    @property
    def number(self) -> str:
        """The value, short; "" for none."""
        return "" if self.value is None else f"{self.value:.2f}"


class ValueModel(QAbstractListModel):
    """The rows."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[ValueRow, ...] = ()

    @property
    def rows(self) -> tuple[ValueRow, ...]:
        """All of them."""
        return self._rows

    def show_rows(self, rows: tuple[ValueRow, ...]) -> None:
        """Show others; the same memories with other values stay where they are."""
        if [row.label for row in rows] == [row.label for row in self._rows] and rows:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = 0) -> object:
        """Row and words."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{row.label}  {row.number}\n{row.text}")
        return None


class ValueDelegate(QStyledItemDelegate):
    """Mark, text, bar, number."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The height of a row."""
        return QSize(60, current_kit().px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        row = index.data(ROW)
        if not isinstance(row, ValueRow):
            return
        kit = current_kit()
        tokens, box = kit.tokens, QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or hovered:
            ground = tokens.selection if chosen else tokens.hover
            rounded(painter, box, radius=kit.metrics.radius_row, colour=qcolor(ground))
        self._mark(painter, kit, row, QPointF(box.left() + kit.px(8), box.center().y() + 0.5))
        number = QRectF(box.right() - kit.px(NUMBER), box.top(), kit.px(NUMBER) - kit.px(4), box.height())
        pen = kit.pen(TextRole.SMALL, tabular=True)
        kit.text(painter, row.number, rect=number, pen=pen, colour=tokens.text_secondary, align=RIGHT)
        track = QRectF(number.left() - kit.px(BAR + 4), box.center().y() - kit.px(3), kit.px(BAR), kit.px(6))
        if row.value is not None:
            rounded(painter, track, radius=kit.px(3), colour=qcolor(tokens.fill))
        if row.share > 0:
            bar = QRectF(track.left(), track.top(), max(kit.px(3), track.width() * row.share), track.height())
            rounded(painter, bar, radius=kit.px(3), colour=qcolor(tokens.accent))
        left = box.left() + kit.px(20)
        words = QRectF(left, box.top(), track.left() - kit.px(8) - left, box.height())
        colour = tokens.text if row.drawn else tokens.text_muted
        text = kit.pen(TextRole.SMALL)
        kit.text(painter, single_line(row.text), rect=words, pen=text, colour=colour, align=LEFT)
        painter.restore()

    def _mark(self, painter: QPainter, kit: Kit, row: ValueRow, middle: QPointF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(kit.tokens.accent if row.drawn else kit.tokens.text_muted))
        r = kit.px(8) / 2
        if row.event_id is not None:
            size = kit.metrics.icon_small
            ratio = painter.device().devicePixelRatioF()
            image = pixmap("chat-circle-text", size, kit.tokens.text_muted, ratio)
            painter.drawPixmap(middle - QPointF(size / 2, size / 2), image)
        elif row.kind == "episodic":
            d = r * 1.25
            corners = (QPointF(0, -d), QPointF(d, 0), QPointF(0, d), QPointF(-d, 0))
            painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
        elif row.kind == "procedural":
            painter.drawRect(QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r))
        else:
            painter.drawEllipse(middle, r, r)


class ValueList(QListView):
    """`chosen` carries the ValueRow that was clicked, or walked to; `opened` that of Enter or a double click."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, name: str, *, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ValueModel(self)
        self._most = most
        self._telling = False
        self.setModel(self._model)
        self.setItemDelegate(ValueDelegate(self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("QListView { background: transparent; border: none; }")
        self.selectionModel().currentChanged.connect(self._on_current)
        self.activated.connect(self._on_activated)

    @property
    def rows(self) -> tuple[ValueRow, ...]:
        """What it shows."""
        return self._model.rows

    def show_rows(self, rows: tuple[ValueRow, ...]) -> None:
        """Show others; nothing is said of it."""
        self._telling = True
        self._model.show_rows(rows)
        if rows and not self.currentIndex().isValid():
            self.selectionModel().clear()
        self._telling = False
        self.setFixedHeight(current_kit().px(ROW_HEIGHT) * min(len(rows), self._most) + 2)

    def _row(self, index: QModelIndex) -> ValueRow | None:
        row = index.data(ROW)
        return row if isinstance(row, ValueRow) else None

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = self._row(index)
        if row is not None and not self._telling:
            self.chosen.emit(row)

    def _on_activated(self, index: QModelIndex) -> None:
        row = self._row(index)
        if row is not None:
            self.opened.emit(row)
