"""The command palette: an overlay of the window in which a few letters find any command or recent memory.

It lists what the command table holds and runs nothing itself: it says what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from engramma.ui.actions.palette_delegate import ROW, ROW_ROLE, SECTION, PaletteDelegate
from engramma.ui.actions.palette_rows import (
    CommandRow,
    MemoryRowEntry,
    PaletteRow,
    SectionRow,
    SeenMemory,
    palette_rows,
)
from engramma.ui.actions.table import CommandTable
from engramma.ui.bridge.selection import Selection
from engramma.ui.delegates.kit import current_kit
from engramma.ui.theme import TextRole, qcolor, set_edge, set_text_role, theme
from engramma.ui.widgets import IconLabel, KeyHint

WIDTH, TOP, MOST_ROWS, SHADOW = 660, 104, 10, 24


class PaletteModel(QAbstractListModel):
    """The rows, as they are."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[PaletteRow, ...] = ()

    def set_rows(self, rows: tuple[PaletteRow, ...]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # type: ignore[override]
        """The row itself, or its words for screen readers."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(row)
        return None


def spoken(row: PaletteRow) -> str:
    """A row in words."""
    match row:
        case SectionRow(title):
            return title
        case CommandRow(title=title, reason=reason, key=key):
            return ", ".join(part for part in (title, reason, key) if part)
        case MemoryRowEntry(memory):
            return f"{memory.label}, {memory.text}"


class Palette(QWidget):
    """Covers the window and dims it; shown by `open`. `command_chosen` and `memory_chosen` carry ids."""

    command_chosen = Signal(object)
    memory_chosen = Signal(object)
    closed = Signal()

    def __init__(
        self, window: QWidget, table: CommandTable, *, memories: Callable[[], Sequence[SeenMemory]]
    ) -> None:
        super().__init__(window)
        self._window = window
        self._table = table
        self._memories = memories
        self._recent: list[str] = []
        self._before: QWidget | None = None
        self.setAccessibleName("Command palette")
        self._card = QWidget(self)
        self._field = QLineEdit()
        self._count = QLabel()
        self._list = QListView()
        self._model = PaletteModel(self)
        self._build()
        window.installEventFilter(self)
        self.hide()

    def _build(self) -> None:
        metrics = theme().metrics
        column = QVBoxLayout(self._card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._build_head())
        self._list.setModel(self._model)
        self._list.setItemDelegate(PaletteDelegate(self._list))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setAccessibleName("Commands found")
        self._list.setProperty("surface", "raised")
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setViewportMargins(metrics.space_6, metrics.space_4, metrics.space_6, metrics.space_4)
        self._list.clicked.connect(self._on_clicked)
        self._list.setStyleSheet("QListView { background: transparent; }")
        column.addWidget(self._list, 1)
        column.addWidget(self._build_foot())

    def _build_head(self) -> QWidget:
        metrics = theme().metrics
        head = QWidget()
        set_edge(head, "bottom")
        row = QHBoxLayout(head)
        row.setContentsMargins(metrics.px(18), 0, metrics.px(16), 0)
        row.setSpacing(metrics.space_12)
        self._field.setProperty("frameless", "true")
        self._field.setFont(theme().font(TextRole.CARD))
        self._field.setStyleSheet(f"font-size: {metrics.text_px(TextRole.CARD)}px;")
        self._field.setPlaceholderText("Type a few letters of a command")
        self._field.setAccessibleName("Find a command")
        self._field.textChanged.connect(self._refresh)
        self._field.installEventFilter(self)
        set_text_role(self._count, TextRole.SMALL, tone="secondary")
        row.addWidget(IconLabel("magnifying-glass", size=metrics.px(19)))
        row.addWidget(self._field, 1)
        row.addWidget(self._count)
        head.setFixedHeight(metrics.px(54))
        return head

    def _build_foot(self) -> QWidget:
        metrics = theme().metrics
        foot = QWidget()
        set_edge(foot, "top")
        row = QHBoxLayout(foot)
        row.setContentsMargins(metrics.px(20), 0, metrics.px(16), 0)
        row.setSpacing(metrics.space_6)
        for keys, words in ((("Up", "Down"), "move"), (("Return",), "run")):
            for key in keys:
                hint = KeyHint({"Up": "↑", "Down": "↓", "Return": "Enter"}[key])
                row.addWidget(hint)
            row.addWidget(_hint_word(words))
            row.addSpacing(metrics.space_8)
        row.addStretch(1)
        row.addWidget(KeyHint("Esc"))
        row.addWidget(_hint_word("close"))
        foot.setFixedHeight(metrics.px(42))
        return foot

    @property
    def field(self) -> QLineEdit:
        """Where the letters are typed."""
        return self._field

    @property
    def rows(self) -> tuple[PaletteRow, ...]:
        """What is listed now."""
        return self._model.rows

    def open(self, letters: str = "") -> None:
        """Show it over the window, ready to type."""
        self._before = QApplication.focusWidget()
        self._field.setText(letters)
        self._refresh()
        self._place()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Close it and give the focus back."""
        if self.isHidden():
            return
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
            self._before = None
        self.closed.emit()

    def _refresh(self) -> None:
        letters = self._field.text()
        rows = palette_rows(self._table, letters, recent=self._recent, memories=self._memories())
        self._model.set_rows(rows)
        found = sum(isinstance(row, CommandRow) for row in rows)
        total = len(self._table)
        self._count.setText(f"{found} of {total} commands" if letters.strip() else f"{total} commands")
        self._step(1, start=-1)
        self._place()

    def _place(self) -> None:
        metrics, window = theme().metrics, self._window
        self.setGeometry(window.rect())
        width = min(metrics.px(WIDTH), self.width() - 2 * metrics.space_24)
        top = min(metrics.px(TOP), self.height() // 8)
        sections = sum(isinstance(row, SectionRow) for row in self._model.rows)
        rows = len(self._model.rows) - sections
        body = min(rows, MOST_ROWS) * metrics.px(ROW) + sections * metrics.px(SECTION) + metrics.space_12
        height = metrics.px(54 + 42) + max(body, metrics.px(ROW)) + 2
        height = min(height, self.height() - top - metrics.space_24)
        self._card.setGeometry((self.width() - width) // 2, top, width, height)
        self.update()  # the shadow of the card as it was reaches beyond what Qt paints anew

    def _step(self, by: int, *, start: int | None = None) -> None:
        at = self._list.currentIndex().row() if start is None else start
        count = len(self._model.rows)
        for _attempt in range(count):
            at = (at + by) % count
            if not isinstance(self._model.rows[at], SectionRow):
                self._list.setCurrentIndex(self._model.index(at))
                if at <= 1:
                    self._list.scrollToTop()
                return

    def _choose(self, row: PaletteRow) -> None:
        if isinstance(row, CommandRow):
            if row.reason:
                return
            self._recent = [row.id, *(used for used in self._recent if used != row.id)][:5]
            self.dismiss()
            self.command_chosen.emit(row.id)
        elif isinstance(row, MemoryRowEntry):
            self.dismiss()
            self.memory_chosen.emit(Selection.one("memory", row.memory.id))

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(self._model.rows[index.row()])

    def _key(self, event: QKeyEvent) -> bool:
        key, page = event.key(), MOST_ROWS - 1
        moves = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_PageUp: -page,
        }
        if key in moves:
            self._step(moves[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            index = self._list.currentIndex()
            if index.isValid():
                self._choose(self._model.rows[index.row()])
        elif key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the field move in the list; the overlay follows the window's size."""
        if watched is self._field and event.type() == QEvent.Type.KeyPress:
            return self._key(event)  # type: ignore[arg-type]
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the card closes it."""
        if not self._card.geometry().contains(event.position().toPoint()):
            self.dismiss()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dim the window, then paint shadow and card."""
        kit = current_kit()
        painter = QPainter(self)
        dim = QColor(kit.tokens.shadow)
        dim.setAlphaF(0.45 if kit.theme.is_dark else 0.28)
        painter.fillRect(self.rect(), dim)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self._card.geometry()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius, margin = kit.metrics.radius_dialog, kit.px(SHADOW)
        shade = QColor(kit.tokens.shadow)
        shade.setAlphaF(0.02 if kit.theme.is_dark else 0.009)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        for spread in range(margin, 0, -1):
            grown = card.adjusted(-spread, -spread + kit.px(6), spread, spread + kit.px(6))
            painter.drawRoundedRect(grown, radius + spread, radius + spread)
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        painter.drawRoundedRect(card, radius, radius)


def _hint_word(text: str) -> QLabel:
    label = QLabel(text)
    set_text_role(label, TextRole.SMALL, tone="secondary")
    return label
