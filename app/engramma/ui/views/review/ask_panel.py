"""Asks before something that touches many cards, or that cannot be taken back: says what it is about first."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QVBoxLayout, QWidget

from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.review.deciding import Question
from engramma.ui.widgets import KeyButton

MOST_LISTED = 500
LINES = 6


class AskPanel(QWidget):
    """`agreed` carries the Question that was said yes to; `dropped`: no."""

    agreed = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "card")
        self.question: Question | None = None
        self._title = QLabel()
        self._title.setWordWrap(True)
        set_text_role(self._title, TextRole.SECTION)
        self._list = QListWidget()
        self._list.setAccessibleName("What it is about")
        self._list.setProperty("rows", "plain")
        self._list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._do = KeyButton("Decide", "Return", variant="primary")
        self._cancel = KeyButton("Cancel", "Esc")
        self._do.clicked.connect(self._on_agreed)
        self._cancel.clicked.connect(self.dropped)
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_8)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._do)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addWidget(self._title)
        column.addWidget(self._list)
        column.addLayout(buttons)
        self.hide()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is listed."""
        return tuple(self._list.item(row).text() for row in range(self._list.count()))

    def ask(self, question: Question) -> None:
        """Show it; Enter says yes."""
        self.question = question
        self._title.setText(question.title)
        self.setAccessibleName(question.title)
        self._list.clear()
        for line in question.lines[:MOST_LISTED]:
            self._list.addItem(single_line(line))
        rest = len(question.lines) - MOST_LISTED
        if rest > 0:
            self._list.addItem(f"and {rest:,} more")
        shown = min(LINES, max(1, self._list.count()))
        row = self._list.sizeHintForRow(0) if self._list.count() else 0
        self._list.setFixedHeight(shown * row + 2 * self._list.frameWidth())
        self._list.setVisible(bool(question.lines))
        self._do.setText(question.agree)
        self._do.setAccessibleName(question.agree)
        set_variant(self._do, "danger" if question.final else "primary")
        self.show()
        self._do.setFocus()

    def _on_agreed(self) -> None:
        if self.question is not None:
            self.agreed.emit(self.question)
