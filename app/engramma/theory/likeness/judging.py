"""Judges two memories: duplicate, conflict or distinct, with the reason in words.

Weights over the features of their alignment say how probable each kind is; hard rules stand above them. A duplicate
never has a value, a name, a side or a scope that differs, and has to be very probable, since a wrong duplicate costs
more than a missed one. A conflict needs something that differs. A similarity from a model is one feature among many
and decides nothing: conflicts are more alike than paraphrases are.
"""

from __future__ import annotations

from collections.abc import Sequence

from engramma.theory.likeness.aligning import Contrast, align
from engramma.theory.likeness.differences import difference
from engramma.theory.likeness.features import features
from engramma.theory.likeness.finding import CONFLICT, DISTINCT, DUPLICATE, Finding, Likeness
from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.lexicon import LIMIT
from engramma.theory.likeness.nuances import says_against, says_otherwise
from engramma.theory.likeness.slots import CONTENT, Lone, Run, other_subject
from engramma.theory.likeness.values import PER, Value
from engramma.theory.likeness.weighing import Weights

_LEAST_SHARED, _LEAST_OVERLAP, _ADDITION = 0.3, 0.14, 1.6
# What a duplicate needs where one side denies a word that the other does not.
_LEAST_DENYING = 0.9
# What one needs where all words of content are the same.
_LEAST_SAME_WORDS = 0.4
# Two that would be duplicates but for what stands against each other are in conflict, not surer than this.
_EXCLUDING, _LITTLE = 0.6, 0.3
_FILLER, _TWO_WORDS, _MUCH = 0.3, 1.9, 2.5
_NAMES = ("name", "label", "path")

_SAME_TEXT = Likeness(DUPLICATE, detail="the same text")
_TOO_LONG = Likeness(DISTINCT, confidence=0.5, detail="too long to be compared")
_UNRELATED = Likeness(DISTINCT, confidence=0.95)


def compare(a: Profile, b: Profile, *, weights: Weights, similarity: float | None = None) -> Likeness:
    """How two memories relate, by profiles taken with the same lexicon. `similarity` is a cosine, where one is known.

    Kind, what and confidence are the same for (b, a); detail and places exchange their sides.
    """
    if a.key == b.key:
        return _SAME_TEXT
    if not (a.whole and b.whole):
        return _TOO_LONG
    if a.index.keys().isdisjoint(b.index):
        return _UNRELATED
    mirrored = b.key < a.key
    if mirrored:
        a, b = b, a
    contrast = align(a, b)
    if contrast.shared < _LEAST_SHARED or contrast.overlap < _LEAST_OVERLAP:
        return _UNRELATED
    return _judged(a, b, contrast, weights=weights, similarity=similarity).likeness(mirrored=mirrored)


def _judged(a: Profile, b: Profile, c: Contrast, *, weights: Weights, similarity: float | None) -> Finding:
    lone = Lone.of(a, b, c)
    if a.words == b.words and not says_otherwise(a, b):
        return Finding(DUPLICATE, "", 0.99, "the same words")
    if any(b.labels.get(group, number) != number for group, number in a.labels.items()):
        return _distinct(a, b, c, lone=lone, confidence=0.9)
    probable = weights.weigh(features(a, b, c, lone=lone), similarity=similarity)
    denying = bool(c.contrary) or a.denies != b.denies
    if denying:
        least = max(weights.least_duplicate, _LEAST_DENYING)
    else:
        least = _LEAST_SAME_WORDS if _same_content(c) else weights.least_duplicate
    against = more = False
    if probable.duplicate >= min(least, probable.conflict):
        against = _says_against(a, b, c, lone=lone)
        more = _says_more(a, b, c, lone=lone)
    if probable.duplicate >= least and not (against or more):
        return Finding(DUPLICATE, "", probable.duplicate, "the same in other words")
    limits = a.sides.get(LIMIT, 0) * b.sides.get(LIMIT, 0)
    if limits < 0 and c.facing and c.lighter < CONTENT:
        return Finding(DISTINCT, "", probable.distinct, "limits on different sides")
    sure = probable.conflict
    if probable.duplicate >= sure:
        if probable.distinct < _LITTLE and c.heavier < CONTENT and (c.contrary or says_against(a, b)):
            sure = max(sure, _EXCLUDING)
        elif not (against or more):
            sure = 0.0
    if sure >= weights.least_conflict:
        differs = difference(a, b, c)
        if differs is not None:
            return Finding(CONFLICT, differs.what, sure, differs.phrase, differs.left, differs.right)
    return _distinct(a, b, c, lone=lone, confidence=probable.distinct)


def _same_content(c: Contrast) -> bool:
    """Whether both have the same words of content, at least two."""
    return c.heavier < _FILLER and c.shared >= _TWO_WORDS


def _distinct(a: Profile, b: Profile, c: Contrast, *, lone: Lone, confidence: float) -> Finding:
    subjects = other_subject(a, b, c, lone=lone)
    if subjects:
        return Finding(DISTINCT, "", confidence, "about different things: {0} and {1}", *subjects)
    return Finding(DISTINCT, "", confidence)


def _says_against(a: Profile, b: Profile, c: Contrast, *, lone: Lone) -> bool:
    """Whether something stands against something else that no wording explains: never a duplicate then."""
    if c.facing or (c.opposed > c.agreeing and not c.denied):
        return True
    choices = {atom.group for atom in c.left if atom.group.startswith("choices:")}
    if any(atom.group in choices for atom in c.right) or (_named(c.left) and _named(c.right)):
        return True
    if c.contrary and _telling(c.left) and _telling(c.right):
        return True
    return _one_place(lone) or says_against(a, b)


def _says_more(a: Profile, b: Profile, c: Contrast, *, lone: Lone) -> bool:
    """Whether one narrows or adds to what the other says, or is about something else: no duplicate either."""
    if not all(_hardly_counts(value, c) for value in (*c.left_values, *c.right_values)):
        return True
    scopes = {atom.group for atom in c.left if atom.group.startswith("scopes:")}
    if any(atom.group in scopes for atom in c.right):
        return True
    if c.lighter < CONTENT:
        if any(_adds(atom) for atom in (*c.left, *c.right)):
            return True
        if not c.equal and (
            c.heavier > max(_ADDITION, c.shared) or any(map(_narrows, (*lone.left, *lone.right)))
        ):
            return True
    if c.shared < _MUCH and _has_unknown(c.left) and _has_unknown(c.right):
        return True
    if not c.equal and c.shared < _TWO_WORDS and _has_thing(c.left) and _has_thing(c.right):
        return True
    if a.changed != b.changed and c.heavier > CONTENT:
        return True
    return says_otherwise(a, b)


def _has_unknown(alone: list[Atom]) -> bool:
    """Whether a thing is among these of which no list tells what it means."""
    return any(atom.weight > CONTENT and not atom.action and atom.text[0] not in "=±" for atom in alone)


def _hardly_counts(value: Value, c: Contrast) -> bool:
    """Whether this may stand in words on the other side: "one at a time", "between two requests", "per day"."""
    if value.dimension == PER:
        return True
    return value.dimension == "count" and (value.canon == "1" or (value.canon == "2" and bool(c.equal)))


def _one_place(lone: Lone) -> bool:
    """Whether a thing stands in each text at the place where another one stands in the other."""
    left = {(run.before, run.after) for run in lone.left if _has_thing(run.atoms)}
    return any((run.before, run.after) in left for run in lone.right if _has_thing(run.atoms))


def _has_thing(alone: Sequence[Atom]) -> bool:
    return any(atom.weight > CONTENT and not atom.action and atom.text[0] != "±" for atom in alone)


def _adds(atom: Atom) -> bool:
    """Whether a thing is added where all else is the same: "the office in Lima", "and Portuguese"."""
    if atom.weight <= CONTENT or atom.action or atom.text[0] == "±":
        return False
    return atom.manner in ("of", "and") or (atom.kind in _NAMES and atom.text[0] != "=")


def _narrows(run: Run) -> bool:
    """Whether a thing or name stands right before a shared one, as in "customer database"."""
    return run.narrows and run.weight > CONTENT and not run.atoms[-1].action and run.atoms[-1].text[0] != "±"


def _telling(alone: list[Atom]) -> bool:
    return any(atom.weight >= CONTENT and not atom.action for atom in alone)


def _named(alone: list[Atom]) -> bool:
    return any(atom.kind in _NAMES and atom.weight >= CONTENT for atom in alone)
