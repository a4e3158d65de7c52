"""What was asked before, by agents whose recalls were recorded: a list to run any of it again."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engramma.model.recall_asking import AskedQuestion
from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.models.dates import age_text
from engramma.ui.theme import TextRole, qcolor, set_surface, set_text_role, theme

ROW, SHOWN, WIDTH = 28, 10, 620
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
NOBODY = "No agent has asked anything yet. Its questions are listed here once it does."


class AskedModel(QAbstractListModel):
    """One row for each question."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._questions: tuple[AskedQuestion, ...] = ()

    def show(self, questions: tuple[AskedQuestion, ...]) -> None:
        """Show others."""
        self.beginResetModel()
        self._questions = questions
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many there are."""
        return 0 if parent.isValid() else len(self._questions)

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The question."""
        if not index.isValid():
            return None
        asked = self._questions[index.row()]
        if role == ROW_ROLE:
            return asked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{single_line(asked.question)}, {asked.actor.removeprefix('agent:')}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(asked.question)
        return None


class AskedDelegate(QStyledItemDelegate):
    """Question at the left; who and when at the right."""

    def __init__(self, parent: QObject, now: int) -> None:
        super().__init__(parent)
        self.now = now

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Fixed."""
        return QSize(200, current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one question."""
        kit, asked = current_kit(), index.data(ROW_ROLE)
        if not isinstance(asked, AskedQuestion):
            return
        tokens, box = kit.tokens, QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        ground = tokens.selection if selected else tokens.hover if hovered else tokens.raised
        painter.fillRect(box, qcolor(ground))
        box.adjust(kit.px(12), 0, -kit.px(12), 0)
        times = f", {asked.times:,}×" if asked.times > 1 else ""
        about = f"{asked.actor.removeprefix('agent:')}, {age_text(asked.at, self.now)}{times}"
        pen, small = kit.pen(TextRole.BODY), kit.pen(TextRole.SMALL, tabular=True)
        width = small.measures.horizontalAdvance(about) + kit.px(8)
        right = QRectF(box.right() - width, box.top(), width, box.height())
        kit.text(painter, about, rect=right, pen=small, colour=tokens.text_secondary, align=RIGHT)
        left = QRectF(box.left(), box.top(), box.width() - width - kit.px(8), box.height())
        kit.text(painter, single_line(asked.question), rect=left, pen=pen, colour=tokens.text)


class AskedPopup(QWidget):
    """`chosen` carries the AskedQuestion."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, *, title: str, now: int) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(title)
        metrics = theme().metrics
        set_surface(self, "card")
        heading = QLabel(title)
        set_text_role(heading, TextRole.SECTION, tone="secondary")
        heading.setContentsMargins(metrics.space_12, metrics.space_8, metrics.space_12, metrics.space_4)
        self.list = QListView()
        self._model = AskedModel(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(AskedDelegate(self.list, now))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(title)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._on_chosen)
        self._none = QLabel(NOBODY)
        self._none.setWordWrap(True)
        set_text_role(self._none, TextRole.SMALL, tone="secondary")
        self._none.setContentsMargins(metrics.space_12, 0, metrics.space_12, metrics.space_12)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, metrics.space_4)
        column.setSpacing(0)
        column.addWidget(heading)
        column.addWidget(self.list)
        column.addWidget(self._none)

    def open_below(self, anchor: QWidget, questions: tuple[AskedQuestion, ...]) -> None:
        """Show the questions below a widget, at most as wide as that."""
        metrics = theme().metrics
        self._model.show(questions)
        self.list.setVisible(bool(questions))
        self._none.setVisible(not questions)
        self.list.setFixedHeight(metrics.px(ROW) * min(len(questions), SHOWN) + 2)
        self.setFixedWidth(min(anchor.width(), metrics.px(WIDTH)))
        self.adjustSize()
        self.move(anchor.mapToGlobal(QPoint(0, anchor.height() + metrics.space_4)))
        self.show()
        if questions:
            self.list.setCurrentIndex(self._model.index(0))
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_chosen(self, index: QModelIndex) -> None:
        asked = index.data(ROW_ROLE)
        self.close()
        if isinstance(asked, AskedQuestion):
            self.chosen.emit(asked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter asks again, Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.list.currentIndex().isValid():
            self._on_chosen(self.list.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
