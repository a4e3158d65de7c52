"""A number with a unit: written as people write it, stepped by keys, and deaf to a wheel that only passes by."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSlider, QStyle, QStyleOptionSlider, QToolTip, QWidget

from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import qcolor, set_field_size, set_invalid, theme
from engramma.ui.views.settings.policy.scale import STEPS, ValueScale


class NumberField(QDoubleSpinBox):
    """A spin box over a scale."""

    def __init__(self, scale: ValueScale, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale = scale
        self.setDecimals(scale.decimals)
        self.setRange(scale.low, scale.high)
        self.setSingleStep(scale.step)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(theme().metrics.px(72))
        set_field_size(self, "small")
        self._wrong = False
        self.lineEdit().textChanged.connect(self._judge)
        self.editingFinished.connect(self._on_left)

    def textFromValue(self, value: float) -> str:
        """Without zeros that say nothing, with the decimal point of the locale."""
        text = self._scale.text(value).replace(",", "")
        return text.replace(".", self.locale().decimalPoint())

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Whatever is typed may stand there: a key that does nothing, or less than was typed, would be worse."""
        state, text, place = super().validate(text, place)
        kept = QValidator.State.Intermediate if state == QValidator.State.Invalid else state
        return kept, text, place

    def _judge(self, text: str) -> None:
        """Mark what is no value and say what would be one; left so, it turns back to the value before."""
        wrong = bool(text.strip()) and not self.hasAcceptableInput()
        if wrong == self._wrong:
            return
        self._wrong = wrong
        set_invalid(self, invalid=wrong)
        if wrong and self.hasFocus():
            words = (
                f"A number from {self._scale.text(self._scale.low)} to {self._scale.text(self._scale.high)}."
            )
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), tooltip(words), self)
        elif not wrong:
            QToolTip.hideText()

    def _on_left(self) -> None:
        # Qt puts the value back without telling of another text.
        self._judge(self.text())

    def event(self, event: QEvent) -> bool:
        """Undo and redo are the store's: after Apply they take the policy back."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Undo) or event.matches(keys.Redo):
                event.ignore()
                return False
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only with the keys in it: else the page scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


KEYS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -5,
    Qt.Key.Key_PageUp: 5,
}


class ValueSlider(QSlider):
    """A slider with a tick at the default; `stepped` carries how many steps a key asked for."""

    stepped = Signal(object)

    def __init__(self, scale: ValueScale, default: float, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._tick = scale.position(default)
        self.setRange(0, STEPS)
        self.setPageStep(100)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only with the keys in it: else the page scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key changes the value by its own step, wherever on the scale it stands."""
        by = KEYS.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(by)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The tick below the handle."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)
        room = self.width() - handle
        metrics = theme().metrics
        at = handle // 2 + round(self._tick / STEPS * room)
        height = metrics.px(12)
        painter = QPainter(self)
        painter.fillRect(at, (self.height() - height) // 2, 1, height, qcolor(theme().tokens.text_secondary))
        painter.end()
        super().paintEvent(event)
