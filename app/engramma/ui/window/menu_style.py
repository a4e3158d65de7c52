"""The menu bar's style: letters are underlined while Alt is held, not all the time."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenuBar, QProxyStyle, QStyle, QStyleHintReturn, QStyleOption, QWidget


class CalmMenuStyle(QProxyStyle):
    """Belongs to the menu bar that it is given to."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        """Underline only while Alt is held."""
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            return int(bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier))
        return super().styleHint(hint, option, widget, returnData)


def calm(bar: QMenuBar) -> None:
    """Give the menu bar this style."""
    style = CalmMenuStyle("Fusion")
    style.setParent(bar)
    bar.setStyle(style)
