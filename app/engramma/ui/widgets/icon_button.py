"""A flat button that is an icon: named for screen readers, with its keys in the tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import icon, set_variant, theme
from engramma.ui.theme.properties import ButtonSize
from engramma.ui.widgets.key_names import key_words, keys_now


class IconButton(QToolButton):
    """`IconButton("trash", "Move to Trash", keys="Del")`. The name is its tooltip and accessible name."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        *,
        keys: str = "",
        role: str = "text_secondary",
        size: ButtonSize = "normal",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        side = metrics.button if size == "normal" else metrics.button_small
        glyph = metrics.icon_large if size == "normal" else metrics.icon
        self._role = role
        self.setIcon(icon(icon_name, role))
        self.setIconSize(QSize(glyph, glyph))
        self.setFixedSize(side, side)
        self.setAutoRaise(True)
        self.setProperty("iconOnly", "true")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_variant(self, "flat", size=size)
        self.set_name(name, keys=keys)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it as Space does, like everything else that can be pressed."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def set_name(self, name: str, *, keys: str = "") -> None:
        """Say what it does, and by which keys."""
        self._name, self._keys = name, keys
        self.setAccessibleName(name)
        self.follow_keys()

    def follow_keys(self) -> None:
        """Say the keys that its command has now."""
        now = keys_now(self._keys) if self._keys else ""
        self.setToolTip(tooltip(f"{self._name}  {key_words(now)}" if now else self._name))

    def set_icon_name(self, icon_name: str) -> None:
        """Show another icon in the same colour."""
        self.setIcon(icon(icon_name, self._role))
