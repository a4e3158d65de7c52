"""Adds up what was found in a statement: score, reasons, category and kind.

The score is a plain sum, so that a person can follow it: where the role begins, each cue with its points, the
wording, what is at stake. How surely a statement is kept says little about how important it is: above the border of
the verdict a reason takes off what is mere sureness. Where the sum leaves 0..1, a last one says what was cut off.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engramma.model.memory import Category, Kind
from engramma.theory.gate.features import Reading
from engramma.theory.gate.rules import Beginning, Cue, GateRules
from engramma.theory.gate.wording import plain_words

AT_MOST = "at most 1"
NOT_BELOW = "not below 0"
SMALL_SIGNS = "small signs"
AT_LEAST = "is always kept"
AT_STAKE = "more is at stake"
MERELY_SURE = "sure, which is not yet important"
UNDECIDED = 0.5

_DIGITS = 4
_SMALL = 0.003
_STAKES_STEEPNESS = 2.0

Reasons = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Scored:
    """A verdict without its place in a text. The points in `reasons` sum to `score` (to four decimals)."""

    score: float
    category: Category
    kind: Kind
    reasons: tuple[tuple[str, float], ...]


def score(reading: Reading, *, role: str, rules: GateRules) -> Scored:
    """The verdict on a statement of a `role` in which this was found."""
    beginning = rules.beginnings.get(role) or rules.beginnings[""]
    cues = [rules.cues[number] for number in sorted(reading.shown)]
    category = _category(cues, beginning, role=role)
    reasons = _signs(reading, beginning, role=role, rules=rules)
    _weigh(reasons, category, cues=cues, rules=rules)
    _keep_at_least(reasons, reading.shown, role=role, rules=rules)
    _bound(reasons)
    return Scored(
        score=round(min(1.0, max(0.0, _total(reasons))), _DIGITS),
        category=category,
        kind=_kind(cues, category, default=beginning.kind),
        reasons=tuple(reasons),
    )


def raw_output(rules: GateRules) -> Scored:
    """The verdict on output of a tool of which nothing was looked at."""
    return score(Reading(frozenset(), (), answers=False), role="tool", rules=rules)


def _signs(reading: Reading, beginning: Beginning, *, role: str, rules: GateRules) -> Reasons:
    """The points of the role, the cues and the wording, rounded; what is next to nothing as one reason."""
    worth = rules.worth.get(role) or rules.worth[""]
    found: Reasons = [(rules.cues[number].name, worth[number]) for number in sorted(reading.shown)]
    if rules.wording:
        words = plain_words(reading.tokens)
        found += rules.wording.reasons(words, role=role, answers=reading.answers)
    small = [points for _, points in found if points and abs(points) < _SMALL]
    reasons = [(beginning.name, rules.start.get(role, rules.start[""]))]
    reasons += [(name, points) for name, points in found if abs(points) >= _SMALL]
    if len(small) > 1:
        reasons.append((SMALL_SIGNS, sum(small)))
    rounded = [(name, round(points, _DIGITS)) for name, points in reasons]
    return [rounded[0], *((name, points) for name, points in rounded[1:] if points)]


def _weigh(reasons: Reasons, category: Category, *, cues: list[Cue], rules: GateRules) -> None:
    """What is worth keeping anyhow counts for more where more depends on it, and else for less; turns no verdict."""
    above = round(_total(reasons) - UNDECIDED, _DIGITS)
    if above <= 0:
        return
    most = max([rules.stakes.get(category, 0.0), *(cue.stakes for cue in cues)])
    if most:
        reasons.append((AT_STAKE, round(min(most, above * _STAKES_STEEPNESS), _DIGITS)))
    surplus = round(above - rules.importance.of(above), _DIGITS)
    if surplus:
        reasons.append((MERELY_SURE, -surplus))


def _keep_at_least(reasons: Reasons, shown: Collection[int], *, role: str, rules: GateRules) -> None:
    floors = [
        floor.score
        for number in shown
        if (floor := rules.cues[number].at_least) and role in floor.roles and floor.unless.isdisjoint(shown)
    ]
    if floors and (missing := max(floors) - _total(reasons)) > 0:
        reasons.append((AT_LEAST, round(missing, _DIGITS)))


def _bound(reasons: Reasons) -> None:
    total = _total(reasons)
    if total > 1:
        reasons.append((AT_MOST, round(1 - total, _DIGITS)))
    elif total < 0:
        reasons.append((NOT_BELOW, round(-total, _DIGITS)))


def _total(reasons: Reasons) -> float:
    return sum(points for _, points in reasons)


def _category(cues: list[Cue], beginning: Beginning, *, role: str) -> Category:
    """The category of the weightiest cue that has one, of equal ones the first in the rules; or that of the role.

    Not a sum: many small signs of a fact would drown the one sign of a correction. What a cue was set to by hand
    decides, since what was learned says how much is worth keeping, not what it is.
    """
    best, most = beginning.category, 0.0
    if beginning.fixed:
        return best
    for cue in cues:
        points = cue.worth(role)
        if cue.category and points > most:
            best, most = cue.category, points
    return best


def _kind(cues: list[Cue], category: Category, *, default: Kind) -> Kind:
    """The kind that a cue of the winning category names, else the first that any cue names."""
    fitting = [cue.kind for cue in cues if cue.kind and cue.category is category]
    others = [cue.kind for cue in cues if cue.kind and cue.category is None]
    return (fitting or others or [default])[0]
