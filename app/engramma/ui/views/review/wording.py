"""A field for the wording that a person decides on: the text of a merge, or of a correction."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.inspector.text_editor import TextField
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import KeyButton

LINES = 4


class Wording(QWidget):
    """`written` carries the text in a tuple of one, `dropped` says that nothing is to be done."""

    written = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "card")
        self._title = QLabel()
        set_text_role(self._title, TextRole.SECTION)
        self.field = TextField()
        self.field.setAccessibleName("The wording to keep")
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(LINES * metrics.line_px(TextRole.READING) + metrics.space_14)
        self._save = KeyButton("Keep this wording", "Ctrl+Return", variant="primary")
        self._cancel = KeyButton("Cancel", "Esc")
        self._save.clicked.connect(self._on_save)
        self._cancel.clicked.connect(self.dropped)
        self.field.save_pressed.connect(self._on_save)
        self.field.cancel_pressed.connect(self.dropped)
        self.field.textChanged.connect(self._on_changed)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._save)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addWidget(self._title)
        column.addWidget(self.field)
        column.addLayout(buttons)
        self.hide()

    def ask(self, title: str, text: str) -> None:
        """Begin with this text."""
        self._title.setText(title)
        self.field.setPlainText(text)
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def _on_changed(self) -> None:
        self._save.setEnabled(bool(self.field.toPlainText().strip()))

    def _on_save(self) -> None:
        text = self.field.toPlainText().strip()
        if text:
            self.written.emit((text,))
