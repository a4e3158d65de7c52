"""Asks how important memories are, 0 to 1, by a slider and a field that agree."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QPushButton, QSlider, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme

WIDTH, STEPS = 320, 100


class ImportanceField(QWidget):
    """A slider with its number beside it."""

    def __init__(self, value: float = 0.5) -> None:
        super().__init__()
        metrics = theme().metrics
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, STEPS)
        self._slider.setAccessibleName("Importance")
        self._number = QDoubleSpinBox()
        self._number.setRange(0.0, 1.0)
        self._number.setSingleStep(0.05)
        self._number.setDecimals(2)
        self._number.setAccessibleName("Importance as a number")
        self._number.setFixedWidth(metrics.px(74))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_12)
        row.addWidget(self._slider, 1)
        row.addWidget(self._number)
        self.set_value(value)
        self._slider.valueChanged.connect(self._from_slider)
        self._number.valueChanged.connect(self._from_number)

    @property
    def value(self) -> float:
        """0 to 1."""
        return round(self._number.value(), 2)

    def set_value(self, value: float) -> None:
        """Show another value."""
        self._number.setValue(value)
        self._slider.setValue(round(value * STEPS))

    def _from_slider(self, value: int) -> None:
        if round(self._number.value() * STEPS) != value:
            self._number.setValue(value / STEPS)

    def _from_number(self, value: float) -> None:
        self._slider.setValue(round(value * STEPS))


class ImportancePopup(QWidget):
    """`chosen` carries the value as a frozen tuple of one."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, *, count: int, value: float = 0.5) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = "Importance" if count == 1 else f"Importance of {count:,} memories"
        self.setAccessibleName(title)
        set_surface(self, "card")
        metrics = theme().metrics
        label = QLabel(title)
        set_text_role(label, TextRole.SECTION, tone="secondary")
        self.field = ImportanceField(value)
        button = QPushButton("Set")
        button.setAccessibleName("Set the importance")
        set_variant(button, "primary")
        button.clicked.connect(self._accept)
        column = QVBoxLayout(self)
        margin = metrics.space_12
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(metrics.space_8)
        column.addWidget(label)
        column.addWidget(self.field)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
        self.setFixedWidth(metrics.px(WIDTH))

    def _accept(self) -> None:
        self.close()
        self.chosen.emit((self.field.value,))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sets, Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def open_over(self, view: QWidget) -> None:
        """Show it in the upper middle of a view."""
        self.adjustSize()
        place = QPoint((view.width() - self.width()) // 2, view.height() // 5)
        self.move(view.mapToGlobal(place))
        self.show()
        self.field.setFocus()
