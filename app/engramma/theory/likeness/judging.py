"""Judges two memories: duplicate, conflict or distinct, with the reason in words.

Duplicates need the same frame, the same values and the same sign; conflicts the same frame and one thing that differs;
all else is distinct. A wrong duplicate costs more than a missed one, so doubt makes memories distinct. A similarity
from a model is a hint at most: it moves the confidence and never decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from engramma.theory.likeness.aligning import Contrast, align
from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.lexicon import Lexicon
from engramma.theory.likeness.slots import ends_apart, exchanged, other_manner, other_subject, single_slot
from engramma.theory.likeness.values import CALENDAR, Value

DUPLICATE, CONFLICT, DISTINCT = "duplicate", "conflict", "distinct"
Span = tuple[int, int]

_LEAST_SHARED = 0.55


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two memories relate.

    `kind`: duplicate, conflict or distinct. `what` differs in a conflict: number, date, version, name, value or
    polarity. `confidence` 0..1 in the kind. `detail` is for people. `left` and `right` are the places (end exclusive)
    of what differs in either text.
    """

    kind: str
    what: str = ""
    confidence: float = 1.0
    detail: str = ""
    left: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()


_NOTHING_SHARED = Likeness(DISTINCT, confidence=0.95)


def compare(a: Profile, b: Profile, *, lexicon: Lexicon, similarity: float | None = None) -> Likeness:
    """How two memories relate, by their profiles taken with this lexicon. `similarity` is a cosine, if one is at hand.

    Of kind, what and confidence (b, a) gives the same; detail and places exchange their sides.
    """
    if a.key == b.key:
        return Likeness(DUPLICATE, confidence=1.0, detail="the same text")
    if not (a.whole and b.whole):
        return Likeness(DISTINCT, confidence=0.5, detail="too long to be compared")
    if a.index.keys().isdisjoint(b.index) and not (a.index and b.index and _may_be_kin(a, b)):
        if a.index or b.index or a.values != b.values:
            return _NOTHING_SHARED
    contrast = align(a, b)
    if contrast.shared < _LEAST_SHARED:
        return _NOTHING_SHARED
    return _judged(a, b, contrast)


def _may_be_kin(a: Profile, b: Profile) -> bool:
    return False


def _judged(a: Profile, b: Profile, c: Contrast) -> Likeness:
    lone = min(c.left_weight + len(c.left_values), c.right_weight + len(c.right_values))
    subject = other_subject(a, b, c, valued=bool(c.facing))
    if subject:
        return Likeness(DISTINCT, confidence=0.8, detail=subject)
    if c.facing:
        found = _values_differ(c)
        if found:
            return found
    found = _polarity_differs(a, b, c, lone)
    if found:
        return found
    swapped = exchanged(a, b)
    if swapped and c.cover >= 0.7:
        if swapped in ("from", "von", "de", "从"):
            return Likeness(DISTINCT, confidence=0.7, detail=swapped)
        return Likeness(CONFLICT, "value", 0.6, swapped)
    found = _duplicate(a, b, c)
    if found:
        return found
    found = _slot_differs(a, b, c)
    if found:
        return found
    return Likeness(DISTINCT, confidence=0.6)


def _values_differ(c: Contrast) -> Likeness | None:
    one, other = c.facing[0]
    dated = [pair for pair in c.facing if pair[0].dimension in CALENDAR]
    if len(dated) not in (0, len(c.facing)):
        return Likeness(DISTINCT, confidence=0.7, detail="at different times")
    if any(x.early and y.early for x, y in c.facing) and min(c.left_weight, c.right_weight) >= 0.9:
        return Likeness(DISTINCT, confidence=0.6)
    if dated and all(x.fronted and y.fronted for x, y in dated):
        return Likeness(DISTINCT, confidence=0.7, detail="at different times")
    lone = min(c.left_weight, c.right_weight)
    if c.overlap >= 0.38 and lone <= 1.6:
        return Likeness(
            CONFLICT, one.what, 0.9 if lone < 0.5 else 0.65, f"{one.raw} against {other.raw}",
            tuple((x.start, x.end) for x, _ in c.facing), tuple((y.start, y.end) for _, y in c.facing),
        )
    return Likeness(DISTINCT, confidence=0.6)


def _polarity_differs(a: Profile, b: Profile, c: Contrast, lone: float) -> Likeness | None:
    named = any(l == b.labels.get(k) for k, l in a.labels.items())
    if lone > 1.3 and not named:
        return None
    if lone > 0.7 and not named and ends_apart(a, b, c):
        return None
    if (c.left_weight > 0.7 and c.right_values and not c.left_values) or (c.right_weight > 0.7 and c.left_values and not c.right_values):
        return None
    sides = any(side * b.sides.get(text, 0) < 0 for text, side in a.sides.items())
    if sides and c.cover >= 0.6 and (lone <= 0.7 or named):
        return Likeness(CONFLICT, "polarity", 0.7, "")
    if c.opposed > 0 and c.opposed >= c.agreeing * 0.7 and not c.denied:
        return Likeness(CONFLICT, "polarity", 0.7, "")
    return None


def _telling(atoms: list[Atom]) -> bool:
    return any(atom.group or atom.kind not in ("word", "opening") or atom.manner in ("of", "and") for atom in atoms if atom.weight > 0.5)


def _duplicate(a: Profile, b: Profile, c: Contrast) -> Likeness | None:
    if c.facing or c.left_values or c.right_values:
        return None
    less, more = sorted((c.left_weight, c.right_weight))
    if _telling(c.left) or _telling(c.right):
        return None
    groups = {atom.group for atom in c.left if atom.group}
    if any(atom.group in groups for atom in c.right):
        return None
    if other_manner(a, b, c) and not (c.equal or c.facing or c.opposed):
        if (c.overlap >= 0.5 and c.shared >= 1.9) or (a.exclusive and b.exclusive and c.overlap >= 0.4 and c.shared >= 1.25):
            return Likeness(CONFLICT, "value", 0.4, "")
    if a.changed != b.changed and more > 0.5:
        return None
    allowed = 1.05 if c.equal and c.shared >= 1.9 else 0.33 * c.shared
    if less <= 0.35 and more <= max(0.45, allowed):
        return Likeness(DUPLICATE, confidence=0.9)
    return None


def _slot_differs(a: Profile, b: Profile, c: Contrast) -> Likeness | None:
    slot = single_slot(a, b, c)
    if slot is not None and c.overlap >= 0.25:
        tolerance = 1.0 if slot.left.kind in ("path", "name", "label") and not slot.left.group else 0.5
        if (a.changed != b.changed) or min(slot.left_rest, slot.right_rest) <= tolerance + 0.01:
            return Likeness(CONFLICT, slot.what, 0.6, f"{slot.left.raw} against {slot.right.raw}")
    if a.exclusive and b.exclusive and c.overlap >= 0.6 and min(c.left_weight, c.right_weight) <= 1.05:
        return Likeness(CONFLICT, "value", 0.5, "")
    if other_manner(a, b, c) and not (c.equal or c.facing or c.opposed):
        if (c.overlap >= 0.5 and c.shared >= 1.9) or (a.exclusive and b.exclusive and c.overlap >= 0.4 and c.shared >= 1.25):
            return Likeness(CONFLICT, "value", 0.4, "")
    if a.changed != b.changed and c.overlap >= 0.36:
        return Likeness(CONFLICT, "value", 0.5, "")
    return None
