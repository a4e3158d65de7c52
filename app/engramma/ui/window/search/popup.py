"""The list below the search bar: completions with counts, or earlier searches. Focus stays in the bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engramma.model.search import Completion
from engramma.ui.delegates.kit import RIGHT, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, qcolor, theme

ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW, WIDTH, MOST_SHOWN, FRAME = 26, 420, 9, 5


class CompletionModel(QAbstractListModel):
    """Completions, as they come."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: tuple[Completion, ...] = ()

    def set_entries(self, entries: Sequence[Completion]) -> None:
        """Show others."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many."""
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # type: ignore[override]
        """The entry, or its words."""
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{entry.label}, {entry.detail}" if entry.detail else entry.label
        return None


class CompletionDelegate(QStyledItemDelegate):
    """Label at the left, detail muted at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: object) -> QSize:
        """Fixed height."""
        return QSize(option.rect.width(), current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one row."""
        kit, entry = current_kit(), index.data(ENTRY_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box, radius=kit.metrics.radius_row, colour=qcolor(kit.tokens.accent_tint))
        inner = box.adjusted(kit.px(8), 0, -kit.px(8), 0)
        pen = kit.pen(TextRole.BODY)
        label = single_line(entry.label)
        advance = pen.measures.horizontalAdvance(label)
        kit.text(painter, label, rect=inner, pen=pen, colour=kit.tokens.text)
        detail = inner.adjusted(min(advance + kit.px(16), inner.width()), 0, 0, 0)
        if entry.detail and detail.width() > kit.px(24):
            small = kit.pen(TextRole.SMALL, tabular=True)
            text = single_line(entry.detail)
            kit.text(painter, text, rect=detail, pen=small, colour=kit.tokens.text_muted, align=RIGHT)
        painter.restore()


class CompletionPopup(QWidget):
    """A raised card over the window. `chosen` carries the Completion."""

    chosen = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAccessibleName("Completions")
        self._model = CompletionModel(self)
        self._list = QListView(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(CompletionDelegate(self._list))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setUniformItemSizes(True)
        self._list.setAccessibleName("Completions")
        self._list.setStyleSheet("QListView { background: transparent; }")
        self._list.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(FRAME, FRAME, FRAME, FRAME)
        column.addWidget(self._list)
        self.hide()

    @property
    def entries(self) -> tuple[Completion, ...]:
        """What is listed."""
        return self._model.entries

    @property
    def current(self) -> Completion | None:
        """The row that stands out, if any."""
        index = self._list.currentIndex()
        return self._model.entries[index.row()] if index.isValid() else None

    def offer(self, entries: Sequence[Completion], *, below: QWidget, left: int) -> None:
        """List these below a widget, `left` px from its left edge; none: hide."""
        if not entries:
            self.hide()
            return
        metrics = theme().metrics
        self._model.set_entries(entries)
        height = min(len(entries), MOST_SHOWN) * metrics.px(ROW) + 2 * FRAME
        origin = below.mapTo(self._window, QPoint(left, below.height() + metrics.space_2))
        width = min(metrics.px(WIDTH), self._window.width() - origin.x() - metrics.space_8)
        self.setGeometry(origin.x(), origin.y(), width, height)
        self.show()
        self.raise_()

    def step(self, by: int) -> None:
        """Move to the next or previous row; from none to the first or last."""
        count, index = len(self._model.entries), self._list.currentIndex()
        row = (index.row() + by) % count if index.isValid() else (0 if by > 0 else count - 1)
        self._list.setCurrentIndex(self._model.index(row))

    def first(self) -> Completion | None:
        """The current row, or the first."""
        return self.current or next(iter(self._model.entries), None)

    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self._model.entries[index.row()])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        radius = kit.metrics.radius_card
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
