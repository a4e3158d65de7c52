"""The theme in force: name, colour tokens and metrics in one value, and the one place that holds the
current one.

Exists so that painting code asks `theme()` at paint time and is right after a live switch: applying a theme
changes the application's palette, which repaints every widget. Must not apply anything;
`source.ThemeSource` does.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor, QFont

from engramma.model.records import dataclass
from engramma.ui.theme.fonts import build_font
from engramma.ui.theme.metrics import Metrics, TextRole
from engramma.ui.theme.schemes import LIGHT
from engramma.ui.theme.tokens import Tokens


@lru_cache(maxsize=512)
def qcolor(colour: str) -> QColor:
    """The shared QColor of a `#RRGGBB` string: copy it before changing it."""
    return QColor(colour)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """What everything visible is drawn with. `name` is "light" or "dark". Compared by identity."""

    name: str
    tokens: Tokens
    metrics: Metrics

    @property
    def is_dark(self) -> bool:
        """Whether this is the dark scheme."""
        return self.name == "dark"

    def font(self, role: TextRole, *, tabular: bool = False, struck: bool = False) -> QFont:
        """The shared font of a role of the type scale; copy it before changing it."""
        return build_font(role, self.metrics, tabular=tabular, struck=struck)

    def colour(self, token: str) -> QColor:
        """The shared QColor of a token by field name, such as "text_muted".

        Raises AttributeError if unknown.
        """
        return qcolor(getattr(self.tokens, token))


class _InForce:
    """Holds the one current theme of the process."""

    theme = Theme("light", LIGHT, Metrics())


def theme() -> Theme:
    """The theme in force. Ask at paint time, do not keep it."""
    return _InForce.theme


def set_current(new: Theme) -> None:
    """Put a theme in force without applying it; for the theme source."""
    _InForce.theme = new
