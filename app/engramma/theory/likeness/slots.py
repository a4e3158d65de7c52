"""Finds out what the words that stand on one side only do: do they name another subject, or another value of one?

Both look alike to a bag of words ("the left arm ..." and "the right arm ...", "... in PDF" and "... in HTML"). What
tells them apart: the sets that words belong to, their kind, and what stands around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engramma.theory.likeness.aligning import Contrast
from engramma.theory.likeness.framing import Atom, Profile

NAMES = ("name", "label")
CONTENT = 0.5
_START = "^"


@dataclass(frozen=True, slots=True)
class Slot:
    """One place that the two texts fill differently: `what` is value or name; `rest` is what else is left over."""

    what: str
    left: Atom
    right: Atom
    left_rest: float
    right_rest: float


class _Place(NamedTuple):
    """A run of atoms of one side only, what it weighs, and the shared atoms around it: "^" at the start, "" for none."""

    atoms: tuple[Atom, ...]
    weight: float
    before: str
    after: str


def other_subject(a: Profile, b: Profile, contrast: Contrast, *, valued: bool) -> str:
    """Why the two are about different things, or "". `valued`: they also differ in a value."""
    for group, number in a.labels.items():
        other = b.labels.get(group, number)
        if other != number:
            return f"{number} and {other}"
    if not contrast.left or not contrast.right:
        return ""
    scopes = {atom.group: atom for atom in contrast.left if atom.group.startswith("scopes:")}
    if scopes and a.language == b.language:
        for atom in contrast.right:
            if atom.group in scopes:
                return f"{scopes[atom.group].raw} and {atom.raw}"
    kin = contrast.kin
    theirs = _places(b, contrast.right, {})
    for one in _places(a, contrast.left, kin):
        for other_place in theirs:
            if max(one.weight, other_place.weight) <= CONTENT or one.before != other_place.before:
                continue
            if _is_subject(one, other_place, valued=valued, held=a.held and b.held):
                return f"{one.atoms[-1].raw} and {other_place.atoms[-1].raw}"
    return ""


def _is_subject(one: _Place, other: _Place, *, valued: bool, held: bool) -> bool:
    """Whether these two runs in one place make the subject of what is said."""
    first, second = one.atoms[-1], other.atoms[-1]
    if one.after and one.after == other.after:
        if first.group.startswith("choices:") and first.group == second.group:
            return False
        if one.before == _START:
            return not held
        return not (first.kind == "path" and second.kind == "path")
    if one.before == _START and first.kind in NAMES and second.kind in NAMES:
        return not held
    return valued and one.atoms[0].manner == "of" == other.atoms[0].manner and not one.after and not other.after


def _places(profile: Profile, alone: Iterable[Atom], kin: Mapping[str, str]) -> list[_Place]:
    """The runs of atoms of one side only, in their order; a value ends a run."""
    texts = {atom.text for atom in alone}
    atoms = profile.atoms
    places: list[_Place] = []
    before, index, count = _START, 0, len(atoms)
    while index < count:
        if atoms[index].text not in texts:
            before = kin.get(atoms[index].text, atoms[index].text)
            index += 1
            continue
        first = index
        while index < count and atoms[index].text in texts:
            index += 1
        run = atoms[first:index]
        after = ""
        if index < count and not _value_between(profile, run[-1].end, atoms[index].start):
            after = kin.get(atoms[index].text, atoms[index].text)
        places.append(_Place(run, sum([atom.weight for atom in run]), before, after))
    return places


def _value_between(profile: Profile, start: int, end: int) -> bool:
    return any(start <= value.start < end for value in profile.values)


def single_slot(a: Profile, b: Profile, contrast: Contrast) -> Slot | None:
    """The slot that a value or name fills in both, with the least left over beside it; None if there is none."""
    best: Slot | None = None
    for atom in contrast.left:
        for other in contrast.right:
            what = _fills(atom, other, held=a.held and b.held)
            if not what:
                continue
            slot = Slot(
                what,
                atom,
                other,
                contrast.left_weight - _run(a.atoms, atom, contrast.left),
                contrast.right_weight - _run(b.atoms, other, contrast.right),
            )
            if best is None or _left_over(slot) < _left_over(best):
                best = slot
    return best


def _left_over(slot: Slot) -> float:
    return slot.left_rest + slot.right_rest


def _fills(atom: Atom, other: Atom, *, held: bool) -> str:
    if atom.group.startswith("choices:") and atom.group == other.group:
        return "value"
    if atom.kind == "path" and other.kind == "path":
        return "value"
    if atom.kind in NAMES and other.kind in NAMES:
        return "name"
    if atom.weight > CONTENT and other.weight > CONTENT and (held or (atom.manner == "=" == other.manner)):
        return "name"
    return ""


def _run(atoms: Sequence[Atom], atom: Atom, alone: Sequence[Atom]) -> float:
    """The weight of a name with the further names beside it: Vega-Lite."""
    weight = atom.weight
    if atom.kind != "name":
        return weight
    texts = {one.text for one in alone if one.kind == "name"}
    place = next(place for place, one in enumerate(atoms) if one.text == atom.text)
    for step in (1, -1):
        beside = place + step
        while 0 <= beside < len(atoms) and atoms[beside].text in texts:
            weight += atoms[beside].weight
            beside += step
    return weight


def exchanged(a: Profile, b: Profile) -> str:
    """The word whose two sides are exchanged ("A left of B", "B left of A"), or ""."""
    for word, after in a.relations.items():
        other = b.relations.get(word)
        if other is None or other == after or other not in a.index or after not in b.index:
            continue
        mine, theirs = a.index, b.index
        if other in theirs and after in mine and _first(mine, after, other) != _first(theirs, after, other):
            return word
    return ""


def _first(index: Mapping[str, Atom], one: str, other: str) -> bool:
    return index[one].start < index[other].start
