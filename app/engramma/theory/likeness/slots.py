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
_NAMELIKE = ("name", "label", "opening")
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
            if min(one.weight, other_place.weight) < CONTENT or one.before != other_place.before:
                continue
            if _is_subject(one, other_place, valued=valued, held=a.held and b.held):
                return f"{one.atoms[-1].raw} and {other_place.atoms[-1].raw}"
    return ""


def _is_subject(one: _Place, other: _Place, *, valued: bool, held: bool) -> bool:
    """Whether these two runs in one place make the subject of what is said."""
    first, second = one.atoms[-1], other.atoms[-1]
    if one.before != _START and all(atom.action or atom.weight < CONTENT for atom in (*one.atoms, *other.atoms)):
        return False
    if one.after and one.after == other.after:
        if first.group.startswith("choices:") and first.group == second.group:
            return False
        if held:
            return one.before == _START and not (_is_person(first) and _is_person(second))
        return not (first.kind == "path" and second.kind == "path")
    if one.before == _START and first.kind in NAMES and second.kind in NAMES:
        return not held
    return valued and one.atoms[0].manner == "of" == other.atoms[0].manner and not one.after and not other.after


def _is_person(atom: Atom) -> bool:
    """Whether this may be a person's name: the first word, in no list."""
    return atom.start == 0 and atom.text[0] not in "=±" and not atom.group


def other_manner(a: Profile, b: Profile, contrast: Contrast) -> tuple[Atom, Atom] | None:
    """The words behind the same "by", "with" or "as" with which the two end, where nothing else differs."""
    left, right = _places(a, contrast.left, contrast.kin), _places(b, contrast.right, {})
    if len(left) != 1 or len(right) != 1 or left[0].after or right[0].after or left[0].before != right[0].before:
        return None
    one, other = left[0].atoms[0], right[0].atoms[0]
    return one, other


def ends_apart(a: Profile, b: Profile, contrast: Contrast) -> bool:
    """Whether the two end differently behind the same word."""
    last = {(place.before) for place in _places(a, contrast.left, contrast.kin) if not place.after}
    return any(not place.after and place.before in last for place in _places(b, contrast.right, {}))


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
            left_run, left_beside = _run(a.atoms, atom, contrast.left)
            right_run, right_beside = _run(b.atoms, other, contrast.right)
            if left_beside and right_beside:
                continue
            slot = Slot(what, atom, other, contrast.left_weight - left_run, contrast.right_weight - right_run)
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
    if (atom.kind in NAMES and other.kind in _NAMELIKE) or (atom.kind in _NAMELIKE and other.kind in NAMES):
        return "name"
    if atom.weight >= CONTENT and other.weight >= CONTENT and (held or (atom.manner == "=" == other.manner)):
        return "name"
    return ""


def _run(atoms: Sequence[Atom], atom: Atom, alone: Sequence[Atom]) -> tuple[float, bool]:
    """The weight of a name with the further names beside it (Vega-Lite), and whether other content stands beside it."""
    weight, beside = atom.weight, False
    kinds = {one.text: one.kind for one in alone if one.weight > CONTENT}
    first = next(place for place, one in enumerate(atoms) if one.text == atom.text)
    for step in (1, -1):
        place = first + step
        while 0 <= place < len(atoms) and atoms[place].text in kinds:
            if atom.kind == "name" == kinds[atoms[place].text]:
                weight += atoms[place].weight
            else:
                beside = True
                break
            place += step
    return weight, beside


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
