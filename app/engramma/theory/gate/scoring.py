"""Adds up what the shown cues are worth: score, reasons, category and kind of a statement.

The score is a plain sum, so that a person can follow it: where the role begins, then each cue with its points. Where
the sum leaves 0..1, a last reason says what was cut off.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engramma.model.memory import Category, Kind
from engramma.theory.gate.rules import Beginning, Cue, GateRules

AT_MOST = "at most 1"
NOT_BELOW = "not below 0"
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Scored:
    """A verdict without its place in a text. The points in `reasons` sum to `score` (to four decimals)."""

    score: float
    category: Category
    kind: Kind
    reasons: tuple[tuple[str, float], ...]


def score(shown: Collection[int], *, role: str, rules: GateRules) -> Scored:
    """The verdict on a statement of a `role` that shows the cues with these numbers."""
    beginning = rules.beginnings.get(role) or rules.beginnings[""]
    worth = rules.worth.get(role) or rules.worth[""]
    weighed = [(rules.cues[number], points) for number in sorted(shown) if (points := worth[number])]
    reasons = [(beginning.name, beginning.points), *((cue.name, points) for cue, points in weighed)]
    total = sum(points for _, points in reasons)
    if total > 1:
        reasons.append((AT_MOST, round(1 - total, _DIGITS)))
    elif total < 0:
        reasons.append((NOT_BELOW, round(-total, _DIGITS)))
    category = _category(weighed, beginning)
    return Scored(
        score=round(min(1.0, max(0.0, total)), _DIGITS),
        category=category,
        kind=_kind([cue for cue, _ in weighed], category, default=beginning.kind),
        reasons=tuple(reasons),
    )


def _category(weighed: list[tuple[Cue, float]], beginning: Beginning) -> Category:
    """The category of the weightiest cue that has one, of equal ones the first in the rules; or that of the role.

    Not a sum: many small signs of a fact would drown the one sign of a correction.
    """
    best, most = beginning.category, 0.0
    if beginning.fixed:
        return best
    for cue, points in weighed:
        if cue.category and points > most:
            best, most = cue.category, points
    return best


def _kind(cues: list[Cue], category: Category, *, default: Kind) -> Kind:
    """The kind that a cue of the winning category names, else the first that any cue names."""
    fitting = [cue.kind for cue in cues if cue.kind and cue.category is category]
    others = [cue.kind for cue in cues if cue.kind and cue.category is None]
    return (fitting or others or [default])[0]
