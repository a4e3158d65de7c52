"""In which colour each curve of a decay plot is drawn, and whether it has marks and a number. Pure.

A few curves have a colour each, their tier's where it is free, and a number that says the same; many have their
tier's colour and thin lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from engramma.model.records import dataclass
from engramma.ui.plots.decay_what_if import Life

FEW, MARKED = 5, 24
SERIES = ("long_term", "episodic", "short_term", "procedural", "sensory")
TIERS = frozenset({"short_term", "long_term"})


@dataclass(frozen=True, slots=True)
class CurveLook:
    """A token, a number (0 for none), line widths in px, and whether its marks are drawn."""

    token: str
    number: int
    solid: float
    dashed: float
    marked: bool


def looks_of(lives: Sequence[Life]) -> tuple[CurveLook, ...]:
    """A look for each."""
    if len(lives) > FEW:
        marked = len(lives) <= MARKED
        width = 1.2 if marked else 1.0
        return tuple(CurveLook(_tier(life), 0, width, 1.0, marked) for life in lives)
    numbered = len(lives) > 1
    return tuple(
        CurveLook(token, number if numbered else 0, 1.8, 1.6, True)
        for number, token in enumerate(_own_colours(lives), 1)
    )


def _own_colours(lives: Sequence[Life]) -> list[str]:
    wanted = {life.memory.tier.value for life in lives} & TIERS
    # What is no tier's colour here comes first, so that a curve never has another's tier.
    free = sorted((name for name in SERIES if name not in wanted), key=TIERS.__contains__)
    taken: set[str] = set()
    found = []
    for life in lives:
        tier = life.memory.tier.value
        token = (
            tier if tier in SERIES and tier not in taken else next((n for n in free if n not in taken), tier)
        )
        taken.add(token)
        found.append(token)
    return found


def _tier(life: Life) -> str:
    return "text_muted" if life.curve.quiet else life.memory.tier.value
