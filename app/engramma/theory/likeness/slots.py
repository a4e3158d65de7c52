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

CONTENT = 0.5
_NAMES = ("name", "label")
_NAMELIKE = ("name", "label", "opening")
_START = "^"


class Run(NamedTuple):
    """Neighbouring atoms of one side only, their weight, and the shared atoms around them.

    `before` is "^" at the start, `after` is "" at the end and before a value. `heavy`: the atom behind has content.
    `narrows`: it stands right before a shared thing, as in "customer database".
    """

    atoms: tuple[Atom, ...]
    weight: float
    before: str
    after: str
    heavy: bool
    narrows: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """One place that the two texts fill differently: `what` is value or name; `rest` is what else is left over."""

    what: str
    left: Atom
    right: Atom
    left_rest: float
    right_rest: float

    @property
    def rest(self) -> float:
        """What is left over beside the slot on the side that has less."""
        return min(self.left_rest, self.right_rest)


@dataclass(frozen=True, slots=True)
class Lone:
    """The runs of both sides."""

    left: list[Run]
    right: list[Run]

    @classmethod
    def of(cls, a: Profile, b: Profile, contrast: Contrast) -> Lone:
        """The runs of what the contrast leaves over."""
        return cls(_runs(a, contrast.left, contrast.kin), _runs(b, contrast.right, {}))

    @property
    def ends_apart(self) -> bool:
        """Whether the texts end differently behind the same word."""
        last = {run.before for run in self.left if not run.after}
        return any(not run.after and run.before in last for run in self.right)

    @property
    def other_place(self) -> tuple[Run, Run] | None:
        """The runs of the two, where nothing else differs and they stand between the same words, not in front."""
        left = [run for run in self.left if run.weight >= CONTENT]
        right = [run for run in self.right if run.weight >= CONTENT]
        if len(left) != 1 or len(right) != 1:
            return None
        one, other = left[0], right[0]
        if one.before == _START or one.before != other.before or one.after != other.after:
            return None
        return (one, other) if _is_one_thing(one) and _is_one_thing(other) else None

    @property
    def other_end(self) -> tuple[Run, Run] | None:
        """The ends of the two, where nothing else differs and the same word stands before them."""
        if len(self.left) != 1 or len(self.right) != 1:
            return None
        one, other = self.left[0], self.right[0]
        return (one, other) if not (one.after or other.after) and one.before == other.before else None


def _is_one_thing(run: Run) -> bool:
    """Whether a run is one word of content, or one name, and nothing that is done."""
    telling = [atom for atom in run.atoms if atom.weight >= CONTENT]
    return all(atom.kind == "name" for atom in telling) or (len(telling) == 1 and not telling[0].action)


def _runs(profile: Profile, alone: Iterable[Atom], kin: Mapping[str, str]) -> list[Run]:
    """The runs in their order; a value ends one."""
    texts = {atom.text for atom in alone}
    if not texts:
        return []
    atoms = profile.atoms
    runs: list[Run] = []
    before, place, count = _START, 0, len(atoms)
    while place < count:
        text = atoms[place].text
        if text not in texts:
            before = kin.get(text, text)
            place += 1
            continue
        first = place
        while place < count and atoms[place].text in texts:
            place += 1
        run = atoms[first:place]
        after, heavy = "", False
        if place < count and not _value_between(profile, run[-1].end, atoms[place].start):
            after = kin.get(atoms[place].text, atoms[place].text)
            heavy = atoms[place].weight > CONTENT
        narrows = place < count and _narrows(run[-1], atoms[place])
        runs.append(Run(run, sum([atom.weight for atom in run]), before, after, heavy, narrows))
    return runs


def _narrows(last: Atom, shared: Atom) -> bool:
    """Whether an atom stands right before a shared thing, as in "customer database"."""
    return shared.start - last.end <= 1 and shared.weight > CONTENT and not shared.action


def _value_between(profile: Profile, start: int, end: int) -> bool:
    return any(start <= value.start < end for value in profile.values)


def other_subject(
    a: Profile, b: Profile, contrast: Contrast, *, lone: Lone
) -> tuple[tuple[Atom, ...], tuple[Atom, ...]] | None:
    """The words by which the two are about different things, or None."""
    if a.labels and b.labels:
        for group, number in a.labels.items():
            if b.labels.get(group, number) != number:
                return _in_group(a.atoms, group), _in_group(b.atoms, group)
    if not lone.left or not lone.right:
        return None
    if a.language == b.language:
        scopes = {atom.group: atom for atom in contrast.left if atom.group.startswith("scopes:")}
        for atom in contrast.right if scopes else ():
            if atom.group in scopes:
                return (scopes[atom.group],), (atom,)
    valued, held = bool(contrast.facing), a.held and b.held
    if not valued and lone.other_place:
        return None
    for one in lone.left:
        for other in lone.right:
            if one.before != other.before or min(one.weight, other.weight) < CONTENT:
                continue
            if _is_subject(one, other, valued=valued, held=held):
                return one.atoms, other.atoms
    return None


def _in_group(atoms: Sequence[Atom], group: str) -> tuple[Atom, ...]:
    return tuple(atom for atom in atoms if atom.kind == "label" and atom.group == group)[:1]


def _is_subject(one: Run, other: Run, *, valued: bool, held: bool) -> bool:
    """Whether two runs behind the same word make the subject of what is said."""
    first, second = one.atoms[-1], other.atoms[-1]
    opening = one.before == _START
    if not opening and all(atom.action or atom.weight < CONTENT for atom in (*one.atoms, *other.atoms)):
        return False
    if one.after and one.after == other.after:
        if (
            first.group.startswith("choices:")
            and first.group == second.group
            and not (valued or (one.heavy and opening))
        ):
            return False
        if held:
            return opening and not (_may_be_person(first) and _may_be_person(second))
        return not (first.kind == "path" and second.kind == "path")
    if opening and first.kind in _NAMES and second.kind in _NAMES:
        return not held
    return (
        valued and one.atoms[0].manner == "of" == other.atoms[0].manner and not one.after and not other.after
    )


def _may_be_person(atom: Atom) -> bool:
    """Whether this may be a person's name: the first word, in no list."""
    return atom.start == 0 and atom.text[0] not in "=±" and not atom.group


def single_slot(a: Profile, b: Profile, contrast: Contrast) -> Slot | None:
    """The slot that a value or name fills in both, with the least left over beside it; None if there is none."""
    best: Slot | None = None
    held = a.held and b.held
    for atom in contrast.left:
        for other in contrast.right:
            what = _fills(atom, other, held=held)
            if not what:
                continue
            left_weight, left_beside = _filling(a.atoms, atom, contrast.left)
            right_weight, right_beside = _filling(b.atoms, other, contrast.right)
            if left_beside and right_beside:
                continue
            slot = Slot(
                what, atom, other, contrast.left_weight - left_weight, contrast.right_weight - right_weight
            )
            if best is None or slot.left_rest + slot.right_rest < best.left_rest + best.right_rest:
                best = slot
    return best


def _fills(atom: Atom, other: Atom, *, held: bool) -> str:
    if atom.group.startswith("choices:") and atom.group == other.group:
        return "value"
    if atom.kind == "path" and other.kind == "path":
        return "value"
    if (atom.kind in _NAMES and other.kind in _NAMELIKE) or (atom.kind in _NAMELIKE and other.kind in _NAMES):
        return "name"
    if atom.weight >= CONTENT and other.weight >= CONTENT and (held or atom.manner == "=" == other.manner):
        return "name"
    return ""


def _filling(atoms: Sequence[Atom], atom: Atom, alone: Sequence[Atom]) -> tuple[float, bool]:
    """The weight of a name with the further names beside it (Vega-Lite); whether other content stands beside it."""
    weight, beside = atom.weight, False
    kinds = {one.text: one.kind for one in alone if one.weight > CONTENT}
    first = next(place for place, one in enumerate(atoms) if one.text == atom.text)
    for step in (1, -1):
        place = first + step
        while 0 <= place < len(atoms) and atoms[place].text in kinds:
            if not atom.kind == "name" == kinds[atoms[place].text]:
                beside = True
                break
            weight += atoms[place].weight
            place += step
    return weight, beside
