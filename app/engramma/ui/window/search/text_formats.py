"""The formats in which the search line colours its parts.

Loaded for the first letter that is typed: they bring Qt's text engine along.
"""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat, QTextFormat

from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.window.search.syntax import Colour


def format_of(colour: Colour) -> QTextFormat:
    """The format of a part."""
    style = QTextCharFormat()
    tokens = theme().tokens
    if colour == "field":
        style.setForeground(qcolor(tokens.accent))
        style.setFontWeight(theme().font(TextRole.MEDIUM).weight())
    elif colour == "operator":
        style.setForeground(qcolor(tokens.text_muted))
        style.setFontWeight(theme().font(TextRole.MEDIUM).weight())
    elif colour == "quoted":
        style.setForeground(qcolor(tokens.text))
    else:
        style.setForeground(qcolor(tokens.danger))
    return style


def error_format() -> QTextFormat:
    """The format of what cannot be read."""
    style = QTextCharFormat()
    style.setForeground(theme().colour("danger"))
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    style.setUnderlineColor(QColor(theme().tokens.danger))
    return style
