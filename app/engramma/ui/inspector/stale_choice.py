"""Shown when a text changed while it was being edited: both wordings and three ways on. Overwrites nothing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_text_role, set_variant, theme
from engramma.ui.widgets import FlowLayout, IconLabel
from engramma.ui.widgets.diff_text import DiffText


class StaleChoice(QWidget):
    """`mine_chosen` writes the edit over the other wording, `theirs_chosen` drops it, `new_chosen` keeps both."""

    mine_chosen = Signal()
    theirs_chosen = Signal()
    new_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self.version = 0
        head = QHBoxLayout()
        head.setSpacing(metrics.space_6)
        head.addWidget(IconLabel("warning", size=metrics.icon, role="warning"))
        title = QLabel("The text changed while you edited it")
        set_text_role(title, TextRole.SECTION, tone="warning")
        head.addWidget(title, 1)
        about = QLabel("From their wording to yours:")
        set_text_role(about, TextRole.CAPTION, tone="muted")
        self._difference = DiffText()
        self._mine = self._button("Keep mine", "primary")
        self._theirs = self._button("Take theirs", "plain")
        self._new = self._button("Save mine as new", "plain")
        self._mine.clicked.connect(self._on_mine)
        self._theirs.clicked.connect(self._on_theirs)
        self._new.clicked.connect(self._on_new)
        buttons = QWidget()
        row = FlowLayout(buttons, gap=metrics.space_6)
        for button in (self._mine, self._theirs, self._new):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addLayout(head)
        column.addWidget(about)
        column.addWidget(self._difference)
        column.addWidget(buttons)

    def show_texts(self, *, mine: str, theirs: str, version: int) -> None:
        """Compare; `version` is the one that keeping mine would write over."""
        self.version = version
        self._difference.set_texts(theirs, mine)

    def _button(self, text: str, variant: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        set_variant(button, "primary" if variant == "primary" else "plain", size="small")
        return button

    def _on_mine(self) -> None:
        self.mine_chosen.emit()

    def _on_theirs(self) -> None:
        self.theirs_chosen.emit()

    def _on_new(self) -> None:
        self.new_chosen.emit()
