"""How one row looks.

Its colours and state, decided once from the row and the view's state for all its cells.
"""

from __future__ import annotations

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import Kit
from engramma.ui.delegates.row import MemoryRow


@dataclass(frozen=True, slots=True)
class RowState:
    """What the view knows of a row: selected, under the mouse, current with or without keyboard focus."""

    selected: bool = False
    hovered: bool = False
    current: bool = False
    focused: bool = False


@dataclass(frozen=True, slots=True)
class RowLook:
    """Colours (`#RRGGBB`) of one row. `struck` is for superseded text."""

    background: str
    text: str
    detail: str
    muted: str
    tier: str
    fill: str
    struck: bool


def row_look(row: MemoryRow, state: RowState, *, kit: Kit) -> RowLook:
    """Selected rows take the selection colour and chips of the base colour.

    Dormant, superseded, trashed are muted.
    """
    tokens = kit.tokens
    background = tokens.selection if state.selected else tokens.hover if state.hovered else tokens.base
    quiet = row.dormant or row.state != "active"
    tier = tokens.tier(row.tier) if row.tier in ("sensory", "short_term", "long_term") else tokens.sensory
    return RowLook(
        background=background,
        text=tokens.text_muted if quiet else tokens.text,
        detail=tokens.text_muted if quiet else tokens.text_secondary,
        muted=tokens.text_muted,
        tier=tokens.text_muted if quiet else tier,
        fill=tokens.base if state.selected else tokens.fill,
        struck=row.state == "superseded",
    )
