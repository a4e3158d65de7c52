"""What the Graph finds again at its next start: the choices, what it is drawn around, where the nodes are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engramma.ui.views.graph.choices_part import ChoicesPart
from engramma.ui.views.graph.desk import GraphDesk
from engramma.ui.views.graph.reading import DEEPEST, Wish

MOST_ROOTS = 500


def state_of(desk: GraphDesk, choices: ChoicesPart, *, table: bool) -> dict[str, Any]:
    """As plain values. A part that is drawn around very many is not found again."""
    desk.drawing.keep_places()
    roots = () if desk.wish is None or len(desk.wish.roots) > MOST_ROOTS else desk.wish.roots
    return {
        "choices": choices.save_state(),
        "roots": list(roots),
        "origin": [] if desk.wish is None else list(desk.wish.origin),
        "depth": None if desk.wish is None else desk.wish.depth,
        "table": table,
        **desk.drawing.kept.save(),
    }


def restore(desk: GraphDesk, choices: ChoicesPart, state: Mapping[str, Any]) -> None:
    """Take what `state_of` gave; what does not fit is left out."""
    saved = state.get("choices")
    if isinstance(saved, dict):
        choices.restore_state(saved)
    desk.drawing.kept.restore(state)
    match state:
        case {"roots": [*roots], "origin": [*origin], "depth": int(depth)}:
            whole = all(isinstance(one, int) for one in (*roots, *origin))
            if roots and whole and 0 <= depth <= DEEPEST:
                desk.wish = Wish(tuple(roots), tuple(origin), depth=depth, types=choices.types)
