"""The store switcher: stores and projects by a few letters, to open one or to send memories there.

It lists what it is given and does nothing itself: it says what was chosen.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_field_size, set_surface, set_text_role, theme
from engramma.ui.widgets import KeyButton, KeyHint
from engramma.ui.window.stores.store_list import ROW, StoreDelegate, StoreModel
from engramma.ui.window.stores.store_rows import Row, StoreRow, found

WIDTH, MOST_ROWS = 520, 8


class Switcher(QWidget):
    """`chosen` carries a Row; `new_wanted` and `file_wanted` ask for a file of a person's own choice."""

    chosen = Signal(object)
    new_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        metrics = theme().metrics
        set_surface(self, "card")
        self.setFixedWidth(metrics.px(WIDTH))
        self._stores: tuple[StoreRow, ...] = ()
        self._now = 0
        self._title = QLabel("")
        set_text_role(self._title, TextRole.STRONG)
        self._note = QLabel("")
        self._note.setWordWrap(True)
        set_text_role(self._note, TextRole.SMALL, tone="secondary")
        self.field = QLineEdit()
        self.field.setPlaceholderText("Type a few letters, or the name of a new project")
        self.field.setAccessibleName("Find a store")
        set_field_size(self.field, "normal")
        self.field.textChanged.connect(self._refresh)
        self.field.installEventFilter(self)
        self.model = StoreModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(StoreDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Stores")
        self.list.setUniformItemSizes(True)
        self.list.setProperty("surface", "raised")
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._on_clicked)
        self.new_button = KeyButton("New store…", icon_name="plus")
        self.file_button = KeyButton("Open a file…", icon_name="folder-open")
        self.new_button.clicked.connect(self._on_new)
        self.file_button.clicked.connect(self._on_file)
        self._place()

    def _place(self) -> None:
        metrics = theme().metrics
        head = QVBoxLayout()
        head.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_8)
        head.setSpacing(metrics.space_8)
        for widget in (self._title, self._note, self.field):
            head.addWidget(widget)
        foot = QWidget()
        set_edge(foot, "top")
        row = QHBoxLayout(foot)
        row.setContentsMargins(metrics.space_14, metrics.space_8, metrics.space_14, metrics.space_8)
        row.setSpacing(metrics.space_8)
        row.addWidget(self.new_button)
        row.addWidget(self.file_button)
        row.addStretch(1)
        for key, words in (("Enter", "choose"), ("Esc", "close")):
            row.addWidget(KeyHint(key))
            label = QLabel(words)
            set_text_role(label, TextRole.SMALL, tone="secondary")
            row.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list)
        column.addWidget(foot)

    def open_over(self, window: QWidget, *, title: str, note: str = "", opens: bool = True) -> None:
        """Show it in the upper middle of a window. `opens`: the chosen store is opened, else memories go there."""
        self._title.setText(title)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.setAccessibleName(title)
        self.file_button.setText("Open a file…" if opens else "Another file…")
        self.file_button.setAccessibleName(self.file_button.text())
        self.field.clear()
        self._refresh()
        corner = window.mapToGlobal(QPoint((window.width() - self.width()) // 2, 0))
        self.move(max(0, corner.x()), corner.y() + min(theme().metrics.px(84), window.height() // 8))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_stores(self, stores: tuple[StoreRow, ...], *, now: int) -> None:
        """List these, what is typed permitting."""
        self._stores, self._now = stores, now
        self._refresh()

    def _refresh(self, _text: str = "") -> None:
        at = self.list.currentIndex().row()
        before = self.model.rows
        rows = found(self._stores, self.field.text())
        self.model.set_rows(rows, now=self._now)
        kept = before == rows or [row.path for row in before] == [row.path for row in rows]
        self._go_to(at if kept and at >= 0 else self._first())
        shown = max(1, min(MOST_ROWS, len(rows)))
        self.list.setFixedHeight(theme().metrics.px(ROW) * shown + theme().metrics.space_8)
        self.adjustSize()

    def _first(self) -> int:
        """The first that is not the one in front, so that Enter at once goes back to the one before."""
        other = [
            n for n, row in enumerate(self.model.rows) if not (isinstance(row, StoreRow) and row.current)
        ]
        return other[0] if other else 0

    def _go_to(self, place: int) -> None:
        if 0 <= place < len(self.model.rows):
            self.list.setCurrentIndex(self.model.index(place))

    def _choose(self, row: Row) -> None:
        if isinstance(row, StoreRow) and row.problem:
            return
        self.close()
        self.chosen.emit(row)

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(self.model.rows[index.row()])

    def _on_new(self) -> None:
        self.close()
        self.new_wanted.emit()

    def _on_file(self) -> None:
        self.close()
        self.file_wanted.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the field move in the list."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return False

    def _key(self, event: QKeyEvent) -> bool:
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 7, Qt.Key.Key_PageUp: -7}
        key = Qt.Key(event.key())
        at, last = self.list.currentIndex().row(), len(self.model.rows) - 1
        if key in moves:
            self._go_to(min(max(at + moves[key], 0), last))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if 0 <= at <= last:
                self._choose(self.model.rows[at])
        elif key == Qt.Key.Key_Escape:
            self.close()
        else:
            return False
        return True
