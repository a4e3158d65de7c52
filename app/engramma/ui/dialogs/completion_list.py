"""A list of completions: label at the left, count or explanation muted at the right. For popups and tag fields."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engramma.model.search import Completion
from engramma.ui.delegates.kit import RIGHT, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, qcolor

ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW = 26


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
        return QSize(10, current_kit().px(ROW))

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


class CompletionList(QListView):
    """Takes no focus: the field beside it has it, and moves here by `step`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = CompletionModel(self)
        self.setModel(self._model)
        self.setItemDelegate(CompletionDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("QListView { background: transparent; }")

    @property
    def entries(self) -> tuple[Completion, ...]:
        """What is listed."""
        return self._model.entries

    @property
    def current(self) -> Completion | None:
        """The row that stands out, if any."""
        index = self.currentIndex()
        return self._model.entries[index.row()] if index.isValid() else None

    def show_entries(self, entries: Sequence[Completion]) -> None:
        """List others; none stands out."""
        self._model.set_entries(entries)

    def entry_at(self, index: QModelIndex) -> Completion:
        """The entry of a clicked row."""
        return self._model.entries[index.row()]

    def step(self, by: int) -> None:
        """Move to the next or previous row; from none to the first or last."""
        count, index = len(self._model.entries), self.currentIndex()
        if count:
            row = (index.row() + by) % count if index.isValid() else (0 if by > 0 else count - 1)
            self.setCurrentIndex(self._model.index(row))
