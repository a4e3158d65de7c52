"""How every plot looks: base background, hairline grid, no frame, muted axis text of 11 px, all from the theme.

The one place where plots get pens, brushes and fonts. Imports pyqtgraph: import this module on first use only.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from engramma.ui.theme import TextRole, theme

SOLID, DASHED, RULE = 1.8, 1.6, 1.2
DASHES = (5.0, 4.0)
BIRTH_SIZE, RING_SIZE, FORGETTING_SIZE = 7, 7, 8
BAND_SHARE, AREA_SHARE = 0.06, 0.09

pg.setConfigOptions(antialias=True, foreground="k", background=None)


def pen(token: str, width: float = 1.0, *, ratio: float = 1.0, dashed: bool = False) -> QPen:
    """A pen in a token's colour, `width` logical px wide whatever the zoom.

    Such pens count device pixels, so they need the device pixel ratio of what they are drawn on.
    """
    result = QPen(theme().colour(token), width * ratio)
    result.setCosmetic(True)
    if dashed:
        result.setDashPattern([length / width for length in DASHES])
        result.setCapStyle(Qt.PenCapStyle.FlatCap)
    return result


def wash(token: str, share: float) -> QBrush:
    """A brush of a token's colour at a share of its opacity, for areas and bands."""
    colour = QColor(theme().colour(token))
    colour.setAlphaF(share)
    return QBrush(colour)


def fill(token: str) -> QBrush:
    """An opaque brush."""
    return QBrush(theme().colour(token))


def tier_token(tier: str, *, quiet: bool = False) -> str:
    """The token of a tier's line; muted for what is dormant or put away."""
    if quiet or tier not in ("sensory", "short_term", "long_term"):
        return "text_muted"
    return tier


def apply_to_plot(plot: Any, *, surface: str = "base") -> None:
    """Give a pg.PlotWidget the common look; call it again after a switch of the theme."""
    now = theme()
    plot.setBackground(now.colour(surface))
    plot.setFrameStyle(0)
    plot.setMenuEnabled(False)
    plot.hideButtons()
    item = plot.getPlotItem()
    item.setContentsMargins(0, 0, 0, 0)
    item.layout.setContentsMargins(0, 0, 0, 0)
    for name in ("left", "bottom"):
        apply_to_axis(item.getAxis(name))


def apply_to_axis(axis: Any) -> None:
    """Axis text of 11 px, muted; no axis line and no tick marks: the grid says it."""
    now = theme()
    axis.setPen(pg.mkPen(None))
    axis.setTextPen(pg.mkPen(now.colour("text_muted")))
    font = now.font(TextRole.CAPTION, tabular=True)
    axis.setStyle(tickFont=font, tickLength=0, tickAlpha=0, tickTextOffset=now.metrics.px(4))
