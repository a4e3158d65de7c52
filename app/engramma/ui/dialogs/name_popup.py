"""Asks for one name, right where it is needed: to save or rename a search. A click outside or Escape closes it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme

WIDTH = 320


class NamePopup(QWidget):
    """`named` carries the name, never an empty one."""

    named = Signal(str)

    def __init__(self, parent: QWidget, *, title: str, name: str = "", action: str = "Save") -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(title)
        set_surface(self, "card")
        metrics = theme().metrics
        column = QVBoxLayout(self)
        margin = metrics.space_12
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(metrics.space_8)
        label = QLabel(title)
        set_text_role(label, TextRole.SECTION, tone="secondary")
        self.field = QLineEdit(name)
        self.field.setAccessibleName(title)
        self.field.setMaxLength(120)
        self.field.selectAll()
        self._button = QPushButton(action)
        self._button.setAccessibleName(action)
        set_variant(self._button, "primary")
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        row.addWidget(self.field, 1)
        row.addWidget(self._button)
        column.addWidget(label)
        column.addLayout(row)
        self.setFixedWidth(metrics.px(WIDTH))
        self.field.textChanged.connect(self._check)
        self.field.returnPressed.connect(self._accept)
        self._button.clicked.connect(self._accept)
        self._check(name)

    def _check(self, text: str) -> None:
        self._button.setEnabled(bool(text.strip()))

    def _accept(self) -> None:
        name = self.field.text().strip()
        if name:
            self.close()
            self.named.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def open_at(self, anchor: QWidget, *, right: bool = False) -> None:
        """Show it below a widget, its left or right edge at the widget's."""
        self.adjustSize()
        left = anchor.width() - self.width() if right else 0
        place = anchor.mapToGlobal(QPoint(left, anchor.height() + theme().metrics.space_4))
        screen = anchor.screen().availableGeometry()
        place.setX(max(screen.left(), min(place.x(), screen.right() - self.width())))
        self.move(place)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
