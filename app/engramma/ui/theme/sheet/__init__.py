"""The application's style sheet, written from tokens and metrics. One module a family of widgets.

No colour literals.
"""

from __future__ import annotations

from engramma.ui.theme.current import Theme
from engramma.ui.theme.sheet import bars, buttons, choices, fields, lists, surfaces, text

PARTS = (surfaces, text, bars, buttons, fields, choices, lists)


def build_sheet(theme: Theme) -> str:
    """The whole style sheet of a theme. Pure: the same theme gives the same text."""
    return "\n".join(part.rules(theme) for part in PARTS)
