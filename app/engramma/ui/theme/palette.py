"""The QPalette of a scheme, so that native parts and unstyled widgets have the right colours too."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from engramma.ui.theme.contrast import mix
from engramma.ui.theme.tokens import Tokens


def build_palette(tokens: Tokens) -> QPalette:
    """A complete palette: roles from tokens, one Disabled group, Inactive like Active."""
    role = QPalette.ColorRole
    colours = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.base,
        role.AlternateBase: tokens.panel,
        role.Text: tokens.text,
        role.PlaceholderText: tokens.text_muted,
        role.Button: tokens.raised,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.danger,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.Highlight: text_selection(tokens),
        role.HighlightedText: tokens.text,
        role.Accent: tokens.accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.Light: tokens.raised,
        role.Midlight: tokens.fill,
        role.Mid: tokens.line,
        role.Dark: tokens.button_border,
        role.Shadow: tokens.shadow,
    }
    palette = QPalette()
    for name, colour in colours.items():
        palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.text_disabled))
    palette.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(tokens.fill))
    return palette


def text_selection(tokens: Tokens) -> str:
    """Background of selected text in fields.

    Strong enough to be seen on any surface, primary text stays readable.
    """
    return mix(tokens.accent, tokens.base, 0.28)
