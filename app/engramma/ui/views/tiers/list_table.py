"""The list in Tiers as a table: rows are dragged onto a tier, chosen for the inspector, opened, moved by key."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from engramma.ui.delegates.kit import current_kit
from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.views.tiers.diagram import mime_of
from engramma.ui.views.tiers.list_delegate import TierRowDelegate
from engramma.ui.views.tiers.list_model import TierColumn, TierListModel, TierRow

WIDTHS = {TierColumn.REHEARSED: 154, TierColumn.RELEVANT: 84, TierColumn.EPISODIC: 112, TierColumn.FADES: 68}
ROW = 38
# Below these widths of the list a column makes room for the text.
LEAST = {TierColumn.RELEVANT: 470, TierColumn.EPISODIC: 540, TierColumn.REHEARSED: 330}


class TierTable(QTableView):
    """`chosen`: another selection; `opened` carries an id; the others are keys: T moves, P pins, R rehearses."""

    chosen = Signal()
    opened = Signal(object)
    move_wanted = Signal()
    pin_wanted = Signal()
    rehearse_wanted = Signal()
    menu_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = TierListModel(self)
        self._pressed: QPoint | None = None
        self._quiet = False
        metrics = theme().metrics
        self.setModel(self.rows)
        self.setItemDelegate(TierRowDelegate(self))
        self.setAccessibleName("Memories in the tiers")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(metrics.px(ROW))
        head = self.horizontalHeader()
        head.setFixedHeight(metrics.table_header)
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(TierColumn.MEMORY, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, metrics.px(width))
        self.selectionModel().selectionChanged.connect(self._on_selection)
        self.customContextMenuRequested.connect(self._on_menu)

    def show_rows(self, rows: tuple[TierRow, ...]) -> None:
        """Show rows; what was selected stays so, as far as it is still here."""
        ids, current = set(self.selected_ids()), self._id_of(self.currentIndex())
        self._quiet = True
        if self.rows.show_rows(rows):
            self._select(ids, current)
        self._quiet = False

    def selected_ids(self) -> tuple[int, ...]:
        """The memories that are selected, in the order of the rows."""
        found = {index.row() for index in self.selectionModel().selectedRows()}
        return tuple(row.id for place, row in enumerate(self.rows.rows) if place in found)

    def select_ids(self, ids: tuple[int, ...], current: int | None) -> None:
        """Select these, without telling of it."""
        if set(ids) == set(self.selected_ids()):
            return
        self._quiet = True
        self._select(set(ids), current)
        self._quiet = False

    @property
    def current_id(self) -> int | None:
        """The memory that the keyboard stands on."""
        return self._id_of(self.currentIndex())

    def _id_of(self, index: QModelIndex) -> int | None:
        row = self.rows.row(index.row()) if index.isValid() else None
        return row.id if row is not None else None

    def _select(self, ids: set[int], current: int | None) -> None:
        flags = QItemSelectionModel.SelectionFlag
        selection = QItemSelection()
        for place, row in enumerate(self.rows.rows):
            if row.id in ids:
                selection.select(self.rows.index(place, 0), self.rows.index(place, TierColumn.FADES))
            if row.id == current:
                self.selectionModel().setCurrentIndex(self.rows.index(place, 0), flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)

    def _on_selection(self, _chosen: QItemSelection, _left: QItemSelection) -> None:
        if not self._quiet:
            self.chosen.emit()

    def _on_menu(self, point: QPoint) -> None:
        self.menu_wanted.emit(self.viewport().mapToGlobal(point))

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a row into view so that the first one that is seen is not cut."""
        super().scrollTo(index, hint)
        bar = self.verticalScrollBar()
        cut = bar.value() % max(1, self.verticalHeader().defaultSectionSize())
        if cut:
            bar.setValue(bar.value() - cut + self.verticalHeader().defaultSectionSize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow list shows fewer gates."""
        px = current_kit().px
        for column, least in LEAST.items():
            self.setColumnHidden(column, event.size().width() < px(least))
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; T moves, P pins, R rehearses."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        current = self.current_id
        if plain and current is not None:
            wanted = {Qt.Key.Key_T: self.move_wanted, Qt.Key.Key_P: self.pin_wanted,
                      Qt.Key.Key_R: self.rehearse_wanted}.get(Qt.Key(event.key()))  # fmt: skip
            if wanted is not None:
                wanted.emit()
                return
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.opened.emit(current)
                return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open it."""
        found = self._id_of(self.indexAt(event.position().toPoint()))
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(found)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Something may be dragged from here; a press on what is selected keeps the others selected."""
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton:
            index = self.indexAt(event.position().toPoint())
            if index.isValid():
                self._pressed = event.position().toPoint()
                if event.modifiers() == Qt.KeyboardModifier.NoModifier and self.selectionModel().isSelected(
                    index
                ):
                    return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press on a selected row that dragged nothing selects that one."""
        index = self.indexAt(event.position().toPoint())
        if (
            self._pressed is not None
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
            and index.isValid()
        ):
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._pressed = None
        super().mouseReleaseEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is selected."""
        far = QApplication.startDragDistance()
        point = event.position().toPoint()
        if self._pressed is not None and (point - self._pressed).manhattanLength() >= far:
            self._pressed = None
            self.start_drag()
        elif self._pressed is None:
            super().mouseMoveEvent(event)

    def start_drag(self) -> None:
        """Carry the selected memories off, with a card that says which."""
        ids = self.selected_ids()
        if ids:
            drag = QDrag(self)
            drag.setMimeData(mime_of(ids))
            drag.setPixmap(self._card(ids))
            drag.setHotSpot(QPoint(current_kit().px(12), current_kit().px(12)))
            drag.exec(Qt.DropAction.MoveAction)

    def _card(self, ids: tuple[int, ...]) -> QPixmap:
        kit = current_kit()
        first = next((row.text for row in self.rows.rows if row.id == ids[0]), "")
        words = f"M-{ids[0]}  {first}" if len(ids) == 1 else f"{len(ids):,} memories"
        size = QSize(kit.px(220), kit.px(28))
        ratio = self.devicePixelRatioF()
        image = QPixmap(size * ratio)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(qcolor(kit.tokens.accent))
        painter.setBrush(qcolor(kit.tokens.raised))
        box = image.rect()
        frame = box.adjusted(0, 0, -1, -1)
        frame.setSize(size)
        painter.drawRoundedRect(frame.adjusted(0, 0, -1, -1), 6, 6)
        inner = frame.toRectF().adjusted(kit.px(10), 0, -kit.px(10), 0)
        kit.text(painter, words, rect=inner, pen=kit.pen(TextRole.SMALL), colour=kit.tokens.text)
        painter.end()
        return image
