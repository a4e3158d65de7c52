"""Names what differs between two memories that are in conflict: a value, a name, a side taken, and where it stands.

Says what, not whether: that has been weighed before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engramma.theory.likeness.aligning import Contrast
from engramma.theory.likeness.finding import Piece
from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.lexicon import FROM, LIMIT, TO
from engramma.theory.likeness.nuances import places_exchanged, relation_differs, sides_exchanged
from engramma.theory.likeness.slots import CONTENT, single_slot

AGAINST = "{0} against {1}"
_NAMES = ("name", "label")


class Difference(NamedTuple):
    """What differs (number, date, version, name, value, polarity), a phrase with {0} and {1}, and the pieces."""

    what: str
    phrase: str
    left: tuple[Piece, ...]
    right: tuple[Piece, ...]


def difference(a: Profile, b: Profile, c: Contrast) -> Difference | None:
    """The most telling difference of two profiles; None when nothing differs that could be a conflict."""
    if c.facing:
        one, other = c.facing[0]
        return Difference(one.what, AGAINST, (one,), (other,))
    return (
        _side(a, b) or _denial(c) or _exchanged(a, b) or _slot(a, b, c) or _later_state(a, b, c) or _rest(c)
    )


def _side(a: Profile, b: Profile) -> Difference | None:
    for text, side in a.sides.items():
        if text != LIMIT and side * b.sides.get(text, 0) < 0:
            return Difference("polarity", AGAINST, (a.index[text],), (b.index[text],))
    return None


def _denial(c: Contrast) -> Difference | None:
    """One affirms what the other denies: a name that is denied for another one, or the whole."""
    if not c.contrary:
        return None
    one, other = max(c.contrary, key=lambda pair: pair[0].weight)
    if len(c.contrary) == 1 and (one.kind in _NAMES or other.kind in _NAMES):
        instead = _telling(c.left if one.sign < 0 else c.right)
        if instead and (len(instead) == 1 or instead[0].kind in _NAMES):
            here, there = ((instead[0],), (other,)) if one.sign < 0 else ((one,), (instead[0],))
            return Difference("name", AGAINST, here, there)
    if c.opposed < 0.5 * c.agreeing and _telling(c.left) and _telling(c.right):
        return None
    return Difference("polarity", "one affirms, the other denies: {0}, {1}", (one,), (other,))


def _exchanged(a: Profile, b: Profile) -> Difference | None:
    found = sides_exchanged(a, b)
    if found is not None and found[0] not in (FROM, TO):
        return Difference("value", "the other way round: {0} and {1}", (found[1],), (found[2],))
    words = relation_differs(a, b)
    if words is not None:
        return Difference("value", AGAINST, *words)
    moved = places_exchanged(a, b)
    if moved is not None:
        what = "polarity" if any(text.startswith("±") for text in a.sides) else "value"
        return Difference(what, "the other way round: {0} and {1}", *moved)
    return None


def _slot(a: Profile, b: Profile, c: Contrast) -> Difference | None:
    slot = single_slot(a, b, c)
    if slot is None:
        return None
    return Difference(slot.what, AGAINST, (slot.left,), (slot.right,))


def _later_state(a: Profile, b: Profile, c: Contrast) -> Difference | None:
    if a.changed == b.changed or not (c.left or c.right):
        return None
    return Difference("value", "a later state: {0}, {1}", tuple(c.left), tuple(c.right))


def _rest(c: Contrast) -> Difference | None:
    left: tuple[Piece, ...] = (*(_telling(c.left) or c.left), *c.left_values)
    right: tuple[Piece, ...] = (*(_telling(c.right) or c.right), *c.right_values)
    if not left or not right:
        return None
    return Difference("value", AGAINST, left, right)


def _telling(atoms: Iterable[Atom]) -> list[Atom]:
    return [atom for atom in atoms if atom.weight >= CONTENT]
