"""Lays two profiles beside each other: what they share, what stands on one side only, which values face each other.

Measures and pairs up; what follows from it is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.values import CALENDAR, COUNTED, PER, Value

_SAME_START, _SAME_SHARE, _SAME_END = 4, 0.6, 5
_RELATED_AT_MOST = 400
_DATED = CALENDAR - {"clock"}


@dataclass(slots=True)
class Contrast:
    """How two profiles relate. Weights are sums over atoms.

    `shared` is common to both, `left` and `right` stand on one side only; `overlap` is their Dice coefficient,
    `cover` the common share of the lighter side, both 0..1. `agreeing` and `opposed` weigh what is common by its
    sign, `denied` what is negative in both; `contrary` are the opposed atoms. `kin` maps words of the left text to
    related ones of the right. Values are `equal` (a count), `facing` (they could be each other, but differ) or stand
    on one side.
    """

    shared: float
    overlap: float
    cover: float
    left: list[Atom]
    right: list[Atom]
    left_weight: float
    right_weight: float
    agreeing: float
    opposed: float
    denied: float
    contrary: list[tuple[Atom, Atom]]
    kin: dict[str, str]
    equal: int = 0
    facing: list[tuple[Value, Value]] = field(default_factory=list)
    left_values: list[Value] = field(default_factory=list)
    right_values: list[Value] = field(default_factory=list)

    @property
    def lighter(self) -> float:
        """What stands on one side only, of the side that has less."""
        return min(self.left_weight, self.right_weight)

    @property
    def heavier(self) -> float:
        """The same of the side that has more."""
        return max(self.left_weight, self.right_weight)


def align(a: Profile, b: Profile) -> Contrast:
    """The contrast of two profiles."""
    mine, theirs = a.index, b.index
    common = mine.keys() & theirs.keys()
    left = [atom for text, atom in mine.items() if text not in common]
    right = [atom for text, atom in theirs.items() if text not in common]
    pairs = [(mine[text], theirs[text]) for text in mine if text in common]
    kin: dict[str, str] = {}
    if left and right and len(left) * len(right) <= _RELATED_AT_MOST:
        pairs += _take_related(left, right, kin)
    shared = agreeing = opposed = denied = 0.0
    contrary = []
    for pair in pairs:
        one, other = pair
        weight = (one.weight + other.weight) / 2
        shared += weight
        if one.text[0] == "±":
            continue
        if one.sign * other.sign > 0:
            agreeing += weight
            if one.sign < 0:
                denied += weight
        elif one.sign * other.sign < 0:
            opposed += weight
            contrary.append(pair)
    left_weight = sum([atom.weight for atom in left])
    right_weight = sum([atom.weight for atom in right])
    total = 2 * shared + left_weight + right_weight
    smaller = shared + min(left_weight, right_weight)
    overlap = 2 * shared / total if total else 0.0
    cover = shared / smaller if smaller else 0.0
    contrast = Contrast(
        shared,
        overlap,
        cover,
        left,
        right,
        left_weight,
        right_weight,
        agreeing,
        opposed,
        denied,
        contrary,
        kin,
    )
    if a.values or b.values:
        _face_values(contrast, a, b)
    return contrast


def _take_related(left: list[Atom], right: list[Atom], kin: dict[str, str]) -> list[tuple[Atom, Atom]]:
    """Takes words of one origin out of both lists: a long common beginning, the end of a compound."""
    pairs = []
    for one in tuple(left):
        for other in right:
            if _related(one.text, other.text):
                left.remove(one)
                right.remove(other)
                pairs.append((one, other))
                kin[one.text] = other.text
                break
    return pairs


def _related(one: str, other: str) -> bool:
    if one[0] != other[0] and not (one.endswith(other) or other.endswith(one)):
        return False
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if len(shorter) < _SAME_START or not (shorter.isalpha() and longer.isalpha()):
        return False
    if longer.endswith(shorter):
        return len(shorter) >= _SAME_END
    size = 0
    for x, y in zip(shorter, longer, strict=False):
        if x != y:
            break
        size += 1
    return size >= max(_SAME_START, _SAME_SHARE * len(longer), len(shorter) - 2)


def _face_values(contrast: Contrast, a: Profile, b: Profile) -> None:
    """Pairs equal values off; of the rest pairs those that could be one another."""
    left, right = list(a.values), list(b.values)
    contrast.equal = len(_paired(left, right, _equal))
    if left and right:
        kinds = {value.dimension for value in left} & {value.dimension for value in right}
        apart = {atom.text for atom in contrast.left} | {atom.text for atom in contrast.right}

        def alike(one: Value, other: Value) -> bool:
            return one.dimension not in kinds and other.dimension not in kinds and _same_amount(one, other)

        def same_kind(one: Value, other: Value) -> bool:
            return one.dimension == other.dimension and not _count_others(one, other, apart)

        def comparable(one: Value, other: Value) -> bool:
            counts_apart = _counts_apart(one, other, apart) or _counts_apart(other, one, apart)
            return _comparable(one, other) and not counts_apart and not _count_others(one, other, apart)

        contrast.equal += len(_paired(left, right, alike))
        contrast.facing = _paired(left, right, same_kind) + _paired(left, right, comparable)
    contrast.left_values, contrast.right_values = left, right


def _paired(
    left: list[Value], right: list[Value], match: Callable[[Value, Value], bool]
) -> list[tuple[Value, Value]]:
    """Takes the matching pairs out of both lists, each value once."""
    pairs = []
    for one in tuple(left):
        for other in right:
            if match(one, other):
                left.remove(one)
                right.remove(other)
                pairs.append((one, other))
                break
    return pairs


def _equal(one: Value, other: Value) -> bool:
    return one.dimension == other.dimension and one.canon == other.canon


def _same_amount(one: Value, other: Value) -> bool:
    """The same number, once without its unit: 0.07 and 7 %, 30 and 30 s, version 10 and 10."""
    if one.dimension in _DATED or other.dimension in _DATED:
        return False
    if "ratio" in (one.dimension, other.dimension) and one.canon == other.canon:
        return True
    return (one.dimension in COUNTED or other.dimension in COUNTED) and one.bare == other.bare


def _count_others(one: Value, other: Value, apart: set[str]) -> bool:
    """Whether two numbers count different things: 3 nodes, 5 replicas."""
    if one.dimension not in COUNTED or other.dimension not in COUNTED:
        return False
    return one.near != other.near and one.near in apart and other.near in apart


def _counts_apart(one: Value, other: Value, apart: set[str]) -> bool:
    """Whether one counts what only one text speaks of, and the other is an amount with a unit: 500 pages, 2 s."""
    return one.dimension in COUNTED and other.dimension not in COUNTED and one.near in apart


def _comparable(one: Value, other: Value) -> bool:
    """A number with another unit or none; among themselves the forms of a date."""
    if PER in (one.dimension, other.dimension):
        return one.dimension == other.dimension
    dated = (one.dimension in CALENDAR) + (other.dimension in CALENDAR)
    if dated:
        return dated == 2 and (one.dimension == "clock") == (other.dimension == "clock")
    return one.dimension in COUNTED or other.dimension in COUNTED
