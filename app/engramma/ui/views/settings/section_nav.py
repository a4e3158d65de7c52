"""The sections of the settings as a list: icon, name, and how many rows fit a search or are not applied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engramma.ui.delegates.kit import CENTRE, current_kit, rounded
from engramma.ui.theme import TextRole, pixmap, qcolor, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.widgets import lead_keys

ROW = 28
KEY_ROLE, ICON_ROLE, COUNT_ROLE, FAINT_ROLE = (int(Qt.ItemDataRole.UserRole) + place for place in range(4))
WHOSE = "Policy, steps and watched folders belong to the open store. All else belongs to this computer."
Index = QModelIndex | QPersistentModelIndex


class SectionNav(QWidget):
    """`chosen` carries the key of a section; `typed` a letter, as somebody begins to search."""

    chosen = Signal(object)
    typed = Signal(str)

    def __init__(self, sections: Sequence[type[SettingsSection]]) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "right")
        self.list = QListWidget()
        self.list.setAccessibleName("Sections of the settings")
        self.list.setItemDelegate(NavDelegate(self.list))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setProperty("rows", "plain")
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_surface(self.list, "panel")
        set_surface(self.list.viewport(), "panel")
        for section in sections:
            item = QListWidgetItem(section.title)
            item.setData(KEY_ROLE, section.key)
            item.setData(ICON_ROLE, section.icon_name)
            item.setData(COUNT_ROLE, 0)
            self.list.addItem(item)
        whose = QLabel(WHOSE)
        set_text_role(whose, TextRole.SMALL, tone="secondary")
        whose.setWordWrap(True)
        padding = metrics.space_8
        column = QVBoxLayout(self)
        column.setContentsMargins(padding, padding, padding + 1, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addWidget(self.list, 1)
        column.addWidget(whose)
        lead_keys(self, self.list)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Letters begin a search."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            text, held = event.text(), event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if text.strip() and text.isprintable() and held == Qt.KeyboardModifier.NoModifier:
                self.typed.emit(text)
                return True
        return super().eventFilter(watched, event)

    @property
    def current(self) -> str:
        """The key of the chosen section."""
        item = self.list.currentItem()
        return "" if item is None else str(item.data(KEY_ROLE))

    def choose(self, key: str) -> None:
        """Choose a section; an unknown key changes nothing."""
        for item in self._items():
            if item.data(KEY_ROLE) == key:
                self.list.setCurrentItem(item)

    def show_counts(self, counts: dict[str, int], *, searching: bool) -> None:
        """Numbers in badges; while searching, sections without a match are faint."""
        for item in self._items():
            count = counts.get(item.data(KEY_ROLE), 0)
            item.setData(COUNT_ROLE, count)
            item.setData(FAINT_ROLE, searching and not count)
            what = f"{count} found" if searching else f"{count} changed"
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {what}" if count else item.text()
            )

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _on_current(self, current: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if current is not None:
            self.chosen.emit(current.data(KEY_ROLE))


class NavDelegate(QStyledItemDelegate):
    """Fixed height."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """As wide as the list."""
        return QSize(current_kit().px(80), current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background by state, icon, name, badge."""
        kit = current_kit()
        tokens, metrics = kit.tokens, kit.metrics
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect).adjusted(0, 1, 0, -1)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            rounded(painter, box, radius=metrics.radius_row, colour=qcolor(tokens.accent_tint))
            if option.state & QStyle.StateFlag.State_HasFocus:
                painter.setPen(QPen(qcolor(tokens.accent), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), metrics.radius_row, metrics.radius_row)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            rounded(painter, box, radius=metrics.radius_row, colour=qcolor(tokens.fill))
        faint = bool(index.data(FAINT_ROLE))
        size = metrics.icon_large
        colour = tokens.text_disabled if faint else tokens.accent if chosen else tokens.text_secondary
        ratio = painter.device().devicePixelRatioF()
        image = pixmap(index.data(ICON_ROLE), size, colour, ratio)
        painter.drawPixmap(round(box.left() + kit.px(8)), round(box.center().y() - size / 2), image)
        right = self._badge(painter, box, count=int(index.data(COUNT_ROLE) or 0))
        left = box.left() + kit.px(8) + size + kit.px(8)
        room = QRectF(left, box.top(), max(0.0, right - kit.px(6) - left), box.height())
        pen = kit.pen(TextRole.STRONG if chosen else TextRole.BODY)
        ink = tokens.text_muted if faint else tokens.text
        kit.text(painter, str(index.data(Qt.ItemDataRole.DisplayRole)), rect=room, pen=pen, colour=ink)
        painter.restore()

    def _badge(self, painter: QPainter, box: QRectF, *, count: int) -> float:
        kit = current_kit()
        if not count:
            return box.right()
        text, tint = kit.tokens.badge("warning")
        pen = kit.pen(TextRole.BADGE, tabular=True)
        width = max(kit.px(20), pen.measures.horizontalAdvance(f"{count}") + kit.px(12))
        badge = QRectF(box.right() - kit.px(6) - width, box.center().y() - kit.px(9), width, kit.px(18))
        rounded(painter, badge, radius=kit.metrics.radius_badge, colour=qcolor(tint))
        kit.text(painter, f"{count}", rect=badge, pen=pen, colour=text, align=CENTRE)
        return badge.left()
