"""A tinted line above a text with one or two things to do: an unsaved draft waits, or somebody changed the text."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import FlowLayout, IconLabel


class NoteBar(QWidget):
    """Hidden until `tell`. `first_clicked` and `second_clicked` come from its buttons."""

    first_clicked = Signal()
    second_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "card")
        self._icon = IconLabel("pencil-simple", size=metrics.icon, role="text_secondary")
        self._text = QLabel()
        self._text.setWordWrap(True)
        set_text_role(self._text, TextRole.SMALL)
        self._first, self._second = QPushButton(), QPushButton()
        for button in (self._first, self._second):
            set_variant(button, "plain", size="small")
        self._buttons = QWidget()
        flow = FlowLayout(self._buttons, gap=metrics.space_6)
        flow.addWidget(self._first)
        flow.addWidget(self._second)
        column = QVBoxLayout()
        column.setSpacing(metrics.space_6)
        column.addWidget(self._text)
        column.addWidget(self._buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.px(10), metrics.space_8, metrics.px(10), metrics.space_8)
        row.setSpacing(metrics.space_8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self._first.clicked.connect(self._on_first)
        self._second.clicked.connect(self._on_second)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while hidden."""
        return "" if self.isHidden() else self._text.text()

    def tell(
        self,
        text: str,
        *,
        first: str = "",
        second: str = "",
        icon_name: str = "pencil-simple",
        role: str = "text_secondary",
    ) -> None:
        """Say something and offer up to two things to do."""
        self._icon.set_icon(icon_name, role=role)
        self._text.setText(text)
        self.setAccessibleName(text)
        for button, words in ((self._first, first), (self._second, second)):
            button.setText(words)
            button.setAccessibleName(words)
            button.setVisible(bool(words))
        self._buttons.setVisible(bool(first or second))
        self.show()

    def _on_first(self) -> None:
        self.first_clicked.emit()

    def _on_second(self) -> None:
        self.second_clicked.emit()
