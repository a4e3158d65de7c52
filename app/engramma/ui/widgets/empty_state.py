"""What a view shows when it has nothing: why it is empty, and the one action that helps.

Never used for errors.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, icon, set_text_role, set_variant, theme
from engramma.ui.widgets.icon_label import IconLabel

SENTENCE_WIDTH = 380


class EmptyState(QWidget):
    """Icon, title, sentence and at most one button, in the middle of the view."""

    action_triggered = Signal()

    def __init__(
        self,
        icon_name: str,
        title: str,
        *,
        sentence: str,
        action: str = "",
        action_icon: str = "",
        primary: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._icon = IconLabel(icon_name, size=metrics.px(36), role="accent")
        self._title = QLabel(title)
        self._sentence = QLabel(sentence)
        self._action = QPushButton(action)
        set_text_role(self._title, TextRole.TITLE)
        set_text_role(self._sentence, TextRole.SMALL, tone="secondary")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._sentence.setFixedWidth(metrics.px(SENTENCE_WIDTH))
        set_variant(self._action, "primary" if primary else "plain")
        if action_icon:
            self._action.setIcon(icon(action_icon, "on_accent" if primary else "text_secondary"))
            self._action.setIconSize(QSize(metrics.icon, metrics.icon))
        self._action.clicked.connect(self._on_action)
        self._action.setAccessibleName(action)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_24, metrics.space_24, metrics.space_24, metrics.space_24)
        column.addStretch(2)
        middle = Qt.AlignmentFlag.AlignHCenter
        for widget, gap in (
            (self._icon, metrics.space_12),
            (self._title, metrics.space_6),
            (self._sentence, metrics.space_14),
            (self._action, 0),
        ):
            column.addWidget(widget, 0, middle)
            column.addSpacing(gap)
        column.addStretch(3)
        self.set_texts(title, sentence=sentence, action=action)

    def set_texts(self, title: str, *, sentence: str, action: str = "") -> None:
        """Say another reason, and offer another action or none."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._action.setText(action)
        self._action.setAccessibleName(action)
        self._action.setVisible(bool(action))
        # Tab would not get past a hidden one. None is allowed, whatever PySide's stubs say.
        self.setFocusProxy(self._action if action else None)  # type: ignore[arg-type]
        self._fit_sentence()
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the sentence has more lines."""
        super().resizeEvent(event)
        metrics = theme().metrics
        room = event.size().width() - 2 * metrics.space_24
        self._sentence.setFixedWidth(max(1, min(metrics.px(SENTENCE_WIDTH), room)))
        self._fit_sentence()

    def _fit_sentence(self) -> None:
        # A centred label in a box layout gets the height of one line unless it asks for more.
        self._sentence.ensurePolished()
        self._sentence.setMinimumHeight(max(0, self._sentence.heightForWidth(self._sentence.width())))

    def _on_action(self) -> None:
        self.action_triggered.emit()
