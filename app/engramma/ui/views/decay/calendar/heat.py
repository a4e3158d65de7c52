"""How dark a cell is: the short-term colour mixed into the base by the count; text on it keeps its contrast. Pure."""

from __future__ import annotations

from engramma.ui.theme.contrast import luminance, mix
from engramma.ui.theme.tokens import Tokens

FAINTEST, LIGHT_MOST, DARK_MOST = 0.08, 0.70, 0.49


def heat(tokens: Tokens, count: int, most: int) -> str:
    """The colour of a cell with `count` memories where the fullest has `most`."""
    if count <= 0:
        return tokens.panel
    strongest = LIGHT_MOST if luminance(tokens.base) > 0.5 else DARK_MOST
    share = FAINTEST + (strongest - FAINTEST) * min(1.0, count / max(1, most))
    return mix(tokens.short_term, tokens.base, share)
