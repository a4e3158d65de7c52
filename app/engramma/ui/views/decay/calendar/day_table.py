"""An opened day as a table of rows with ticks: Space ticks, A ticks all, N none, Enter goes to the memory."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.model.memory import Memory
from engramma.ui.delegates.hover import RowHover
from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor, set_surface, theme
from engramma.ui.theme.icon_names import KIND_ICONS
from engramma.ui.views.decay.calendar.day_model import (
    MAY_FADE_ROLE,
    MEMORY_ROLE,
    TICKED_ROLE,
    DayColumn,
    DayModel,
)
from engramma.ui.views.plan.tick import paint_tick

Index = QModelIndex | QPersistentModelIndex
ROW, TICK, TEXT_LEFT, IMPORTANCE_WIDTH = 30, 16, 58, 52


class DayRowDelegate(QStyledItemDelegate):
    """A tick, the kind, one line of text; the importance at the right."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._hover = RowHover(view)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The height of a row."""
        return QSize(60, current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell."""
        memory = index.data(MEMORY_ROLE)
        if not isinstance(memory, Memory):
            return
        kit = current_kit()
        tokens, box = kit.tokens, QRectF(option.rect)
        ticked = bool(index.data(TICKED_ROLE))
        lit = self._hover.row == index.row()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = tokens.selection if ticked else tokens.hover if lit else tokens.panel
        painter.fillRect(box, qcolor(ground))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        quiet = memory.state != "active" or memory.pinned
        ink = tokens.text_secondary if quiet else tokens.text
        if index.column() == DayColumn.IMPORTANCE:
            rect = box.adjusted(0, 0, -kit.metrics.pane_padding, 0)
            pen = kit.pen(TextRole.SMALL, tabular=True)
            words = f"{memory.importance:.2f}"
            kit.text(painter, words, rect=rect, pen=pen, colour=tokens.text_secondary, align=RIGHT)
        else:
            paint_tick(painter, kit, tick_box(box), state="on" if ticked else "off")
            size = kit.px(13)
            kind = memory.kind.value
            name, colour = KIND_ICONS[kind], tokens.kind(kind)
            if memory.pinned:
                name, colour = "push-pin-fill", tokens.accent
            picture = pixmap(name, size, colour, painter.device().devicePixelRatio())
            painter.drawPixmap(QPointF(box.left() + kit.px(38), box.center().y() - size / 2), picture)
            rect = box.adjusted(kit.px(TEXT_LEFT), 0, -kit.px(6), 0)
            if index.data(MAY_FADE_ROLE):
                ink = tokens.text_muted
                rect.setRight(rect.right() - size - kit.px(6))
                moon = pixmap("moon", size, tokens.text_muted, painter.device().devicePixelRatio())
                painter.drawPixmap(QPointF(rect.right() + kit.px(4), box.center().y() - size / 2), moon)
            pen = kit.pen(TextRole.SMALL)
            kit.text(painter, single_line(memory.text), rect=rect, pen=pen, colour=ink)
        if (
            option.state & QStyle.StateFlag.State_Selected
            and option.widget is not None
            and option.widget.hasFocus()
        ):
            painter.setPen(QPen(qcolor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            left, right = (0.5, 2) if index.column() == DayColumn.MEMORY else (-2, -0.5)
            painter.setClipRect(box)
            painter.drawRect(box.adjusted(left, 0.5, right, -1.5))
        painter.restore()


def tick_box(row: QRectF) -> QRectF:
    """Where the tick of a row is."""
    kit = current_kit()
    side = kit.px(TICK)
    return QRectF(row.left() + kit.metrics.pane_padding, row.center().y() - side / 2, side, side)


class DayTable(QTableView):
    """`current_changed` carries the id of the memory that the keyboard is on, `opened` the id to go to."""

    current_changed = Signal(object)
    opened = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = DayModel(self)
        metrics = theme().metrics
        self.setModel(self.rows)
        self.setItemDelegate(DayRowDelegate(self))
        self.setAccessibleName("Memories of the day")
        set_surface(self, "panel")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(metrics.px(ROW))
        head = self.horizontalHeader()
        head.hide()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(DayColumn.MEMORY, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(DayColumn.IMPORTANCE, metrics.px(IMPORTANCE_WIDTH))
        self.selectionModel().currentRowChanged.connect(self._on_current)

    @property
    def current_id(self) -> int | None:
        """The memory that the keyboard is on."""
        place = self.currentIndex().row()
        return self.rows.rows[place].id if 0 <= place < len(self.rows.rows) else None

    def stand_on(self, place: int) -> None:
        """Put the keyboard on a row, as near as there is one."""
        if self.rows.rows:
            self.setCurrentIndex(self.rows.index(min(max(place, 0), len(self.rows.rows) - 1), 0))

    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and self.current_id is not None:
            self.current_changed.emit(self.current_id)

    def event(self, event: QEvent) -> bool:
        """Del means what is ticked here, not what the window has selected."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if plain and Qt.Key(event.key()) in (Qt.Key.Key_Delete, Qt.Key.Key_Escape):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ticks and Enter; all other keys are for the panel."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        match Qt.Key(event.key()):
            case Qt.Key.Key_Space:
                self.rows.flip(self.currentIndex().row())
            case Qt.Key.Key_A:
                self.rows.tick_all(on=True)
            case Qt.Key.Key_N:
                self.rows.tick_all(on=False)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self.current_id is not None:
                self.opened.emit(self.current_id)
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down | Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                super().keyPressEvent(event)
            case Qt.Key.Key_Home:
                self.stand_on(0)
            case Qt.Key.Key_End:
                self.stand_on(len(self.rows.rows))
            case _:
                # No search by typing here: a letter is a key of the panel.
                event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click at the left ticks."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        reach = current_kit().px(TEXT_LEFT - 20)
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton and event.position().x() <= reach:
            self.rows.flip(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the memory."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.position().x() > current_kit().px(TEXT_LEFT - 20):
            self.opened.emit(self.rows.rows[index.row()].id)
