"""A line below the tool bar that stays: why the store is read-only, or what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import IconButton, IconLabel


class Banner(QWidget):
    """Hidden until `tell`. `action_triggered` carries the key of the action that was offered."""

    action_triggered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "fill")
        set_edge(self, "bottom")
        self._action_key = ""
        self._icon = IconLabel("info", size=metrics.icon_large)
        self._text = QLabel()
        self._text.setWordWrap(True)
        set_text_role(self._text, TextRole.BODY)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._action = QPushButton()
        set_variant(self._action, "plain", size="small")
        self._close = IconButton("x", "Hide this notice", size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_14, metrics.space_6, metrics.space_8, metrics.space_6)
        row.setSpacing(metrics.space_8)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(self._action)
        row.addWidget(self._close)
        self._action.clicked.connect(self._on_action)
        self._close.clicked.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text() if not self.isHidden() else ""

    def tell(self, text: str, *, icon_name: str = "info", action: str = "", key: str = "") -> None:
        """Say something until it is taken back or hidden."""
        self._action_key = key
        self._icon.set_icon(icon_name)
        self._text.setText(text)
        self.setAccessibleName(text)
        self._action.setText(action)
        self._action.setAccessibleName(action)
        self._action.setVisible(bool(action))
        self.show()

    def _on_action(self) -> None:
        self.action_triggered.emit(self._action_key)
