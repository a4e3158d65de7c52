"""The head of the settings: how many there are, and the field that finds them, with a way from match to match."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from engramma.ui.delegates.kit import current_kit
from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.widgets import ElidedLabel, IconButton, IconLabel, ViewHead

FIELD = 300


class SettingsHead(ViewHead):
    """`searched` carries the text; `stepped` 1 or -1 to the next match or the one before."""

    searched = Signal(str)
    stepped = Signal(object)
    entered = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__("Settings")
        metrics = theme().metrics
        self._about = ElidedLabel("", TextRole.BODY, tone="secondary")
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find a setting, a command or its keys")
        self.field.setAccessibleName("Find a setting")
        self.field.setProperty("frameless", "true")
        self.field.installEventFilter(self)
        box = FieldFrame(self.field)
        box.setFixedSize(metrics.px(FIELD), metrics.field)
        self._box = box
        self._places = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True, right=True)
        self._up = IconButton("caret-up", "Previous match", keys="Shift+F3", size="small")
        self._down = IconButton("caret-down", "Next match", keys="F3", size="small")
        self._clear = IconButton("x", "Clear the search", keys="Esc", size="small")
        inner = QHBoxLayout(box)
        inner.setContentsMargins(metrics.space_8, 0, metrics.space_4, 0)
        inner.setSpacing(metrics.space_4)
        inner.addWidget(IconLabel("magnifying-glass", size=metrics.icon))
        inner.addWidget(self.field, 1)
        inner.addWidget(self._places)
        for button in (self._up, self._down, self._clear):
            inner.addWidget(button)
            button.hide()
        close = IconButton("x", "Close the settings", keys="Esc")
        self.put(self._about, box, close)
        self.field.textChanged.connect(self.searched)
        self._up.clicked.connect(self._on_up)
        self._down.clicked.connect(self._on_down)
        self._clear.clicked.connect(self.field.clear)
        close.clicked.connect(self.left)

    def say(self, count: int) -> None:
        """How many settings there are."""
        self._about.set_text(f"{count} settings")

    def show_places(self, place: int, count: int) -> None:
        """The place-th of so many matches; none without a search."""
        searching = bool(self.field.text().strip())
        self._places.set_text("" if not searching else f"{place} of {count}" if count else "none")
        for button in (self._up, self._down, self._clear):
            button.setVisible(searching)
        for button in (self._up, self._down):
            button.setEnabled(count > 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows go from match to match, Enter into one, Escape clears; the frame shows where the keys are."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._box.update()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.entered.emit()
                return True
            if key == Qt.Key.Key_Escape and self.field.text():
                self.field.clear()
                return True
        return super().eventFilter(watched, event)

    def _on_up(self) -> None:
        self.stepped.emit(-1)

    def _on_down(self) -> None:
        self.stepped.emit(1)


class FieldFrame(QWidget):
    """The frame around a field and its buttons, in accent while the field has the keys."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__()
        self._field = field

    def paintEvent(self, event: QPaintEvent) -> None:
        """A field's frame."""
        kit = current_kit()
        width, colour = (2, kit.tokens.accent) if self._field.hasFocus() else (1, kit.tokens.field_border)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(colour), width))
        painter.setBrush(qcolor(kit.tokens.base))
        half = width / 2
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, kit.metrics.radius_field, kit.metrics.radius_field)
