"""What the inspector shows while nothing is selected: what it is for, and the keys that begin."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import IconLabel

TITLE = "Nothing selected"
SENTENCE = "Select a memory, a turn or an operation to see where it comes from and how it fades."


class NothingForm(QWidget):
    """A quiet page, as narrow as the pane may be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        self._title, self._sentence = QLabel(), QLabel()
        set_text_role(self._title, TextRole.TITLE, tone="secondary")
        set_text_role(self._sentence, TextRole.SMALL, tone="muted")
        for label in (self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_24, metrics.space_24, metrics.space_24, metrics.space_24)
        column.setSpacing(metrics.space_8)
        column.addStretch(2)
        mark = IconLabel("hand-pointing", size=metrics.px(28), role="text_muted")
        column.addWidget(mark, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._title)
        column.addWidget(self._sentence)
        column.addStretch(3)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing is selected."""
        self._say(TITLE, SENTENCE)

    def show_gone(self, sentence: str) -> None:
        """What was selected cannot be shown, and why."""
        self._say("It cannot be shown", sentence)

    def _say(self, title: str, sentence: str) -> None:
        self._title.setText(title)
        self._sentence.setText(sentence)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
