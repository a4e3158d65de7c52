"""How Engramma looks: colour tokens, metrics, fonts, icons and the style sheet, light and dark, switched
live.

Everything visible takes its colours and sizes from here. Must not know about stores, views or memories.
"""

from __future__ import annotations

from engramma.ui.theme.current import Theme, qcolor, theme
from engramma.ui.theme.glyphs import kind_icon, paint_tier_glyph, tier_icon, tier_pixmap
from engramma.ui.theme.icon_files import app_icon
from engramma.ui.theme.icons import icon, paint_icon, pixmap
from engramma.ui.theme.metrics import Metrics, TextRole
from engramma.ui.theme.properties import (
    set_edge,
    set_field_size,
    set_invalid,
    set_menu,
    set_surface,
    set_text_role,
    set_variant,
)
from engramma.ui.theme.source import ThemeMode, ThemeSource
from engramma.ui.theme.tokens import Tokens

__all__ = [
    "Metrics",
    "TextRole",
    "Theme",
    "ThemeMode",
    "ThemeSource",
    "Tokens",
    "app_icon",
    "icon",
    "kind_icon",
    "paint_icon",
    "paint_tier_glyph",
    "pixmap",
    "qcolor",
    "set_edge",
    "set_field_size",
    "set_invalid",
    "set_menu",
    "set_surface",
    "set_text_role",
    "set_variant",
    "theme",
    "tier_icon",
    "tier_pixmap",
]
