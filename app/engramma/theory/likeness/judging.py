"""Judges two memories: duplicate, conflict or distinct, with the reason in words.

Duplicates need the same frame, the same values and the same sign; conflicts the same frame and one thing that
differs; all else is distinct. A wrong duplicate costs more than a missed one, so doubt makes memories distinct. A
similarity from a model moves the confidence and never decides: conflicts are more alike than paraphrases are. A
conflict with a confidence below 0.5 is worth a look and no more.

The thresholds are weights of words of content (1 each, names more, words that say little less), chosen on the tune
split of tests/quality/memory_pairs.jsonl.
"""

from __future__ import annotations

from engramma.theory.likeness.aligning import Contrast, align
from engramma.theory.likeness.finding import CONFLICT, DISTINCT, DUPLICATE, Finding, Likeness
from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.lexicon import FROM, LIMIT, TO, Lexicon
from engramma.theory.likeness.nuances import relation_differs, says_otherwise, sides_exchanged
from engramma.theory.likeness.slots import CONTENT, Lone, Slot, other_subject, single_slot
from engramma.theory.likeness.values import CALENDAR

_LEAST_SHARED = 0.55
_LITTLE = 0.7
_TWO_WORDS, _ONE_WORD = 1.9, -0.3
_CLOSE, _FAR, _HINT = 0.75, 0.4, 0.1

_SAME_TEXT = Likeness(DUPLICATE, detail="the same text")
_TOO_LONG = Likeness(DISTINCT, confidence=0.5, detail="too long to be compared")
_UNRELATED = Likeness(DISTINCT, confidence=0.95)
_NO_REASON = Finding(DISTINCT, confidence=0.6)


def compare(a: Profile, b: Profile, *, lexicon: Lexicon, similarity: float | None = None) -> Likeness:
    """How two memories relate, by profiles taken with this lexicon. `similarity` is a cosine, where one is known.

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
    if contrast.shared < _LEAST_SHARED:
        return _UNRELATED
    found = _judged(a, b, contrast)
    if found.kind == CONFLICT and contrast.shared < _TWO_WORDS and _is_loose(contrast):
        found = found.doubted(_ONE_WORD)
    if similarity is not None and found.kind != DISTINCT:
        found = found.doubted(_HINT if similarity >= _CLOSE else -_HINT if similarity < _FAR else 0.0)
    return found.likeness(mirrored=mirrored)


def _is_loose(c: Contrast) -> bool:
    return c.lighter > CONTENT or c.heavier > 1.6


def _judged(a: Profile, b: Profile, c: Contrast) -> Finding:
    lone = Lone.of(a, b, c)
    subjects = other_subject(a, b, c, lone=lone)
    if subjects:
        return Finding(DISTINCT, "", 0.8, "about different things: {0} and {1}", *subjects)
    if c.facing:
        return _values_differ(a, b, c)
    return (
        _polarity_differs(a, b, c, lone)
        or _sides_exchanged(a, b, c)
        or _duplicate(a, b, c, lone)
        or _filling_differs(a, b, c, lone)
        or _NO_REASON
    )


def _values_differ(a: Profile, b: Profile, c: Contrast) -> Finding:
    """Two values of one kind: a conflict, unless they tell when something happened or belong to other things."""
    left, right = tuple(one for one, _ in c.facing), tuple(other for _, other in c.facing)
    dated = [pair for pair in c.facing if pair[0].dimension in CALENDAR]
    times = Finding(DISTINCT, "", 0.7, "at different times: {0} and {1}", left, right)
    if dated and (len(dated) < len(c.facing) or all(one.fronted and other.fronted for one, other in dated)):
        return times
    if c.lighter >= 0.9 and any(one.early and other.early for one, other in c.facing):
        return Finding(DISTINCT, "", 0.6, "about different things: {0} and {1}", left, right)
    if c.lighter <= 0.35 and a.sides.get(LIMIT, 0) * b.sides.get(LIMIT, 0) < 0:
        return Finding(DISTINCT, "", 0.6, "limits on different sides: {0} and {1}", left, right)
    one, other = c.facing[0]
    least = 0.38 if one.dimension == other.dimension or a.changed != b.changed else 0.6
    if c.overlap >= least and c.lighter <= 1.6:
        sure = 0.9 if c.lighter < CONTENT and c.overlap >= 0.6 else 0.65
        return Finding(CONFLICT, one.what, sure, "{0} against {1}", left[:1], right[:1])
    return _NO_REASON


def _exclude_each_other(c: Contrast) -> bool:
    """Whether two lone words are of one set of things that exclude each other."""
    groups = {atom.group for atom in c.left if atom.group}
    return bool(groups) and any(atom.group in groups for atom in c.right)


def _polarity_differs(a: Profile, b: Profile, c: Contrast, lone: Lone) -> Finding | None:
    """One affirms what the other denies, or takes the other side of a question of two."""
    same_label = any(b.labels.get(group) == number for group, number in a.labels.items())
    left = c.left_weight + len(c.left_values)
    right = c.right_weight + len(c.right_values)
    over = min(left, right)
    if not same_label and (over > 1.3 or (over > _LITTLE and lone.ends_apart)):
        return None
    if _value_for_word(c):
        return None
    if c.cover >= 0.6 and (over <= _LITTLE or same_label):
        for text, side in a.sides.items():
            if text != LIMIT and side * b.sides.get(text, 0) < 0:
                return Finding(
                    CONFLICT, "polarity", 0.75, "{0} against {1}", (a.index[text],), (b.index[text],)
                )
    if c.overlap >= 0.45 and c.opposed and c.opposed >= 0.7 * c.agreeing and not c.denied:
        one, other = max(c.contrary, key=_weight)
        return Finding(
            CONFLICT, "polarity", 0.75, "one affirms, the other denies: {0}, {1}", (one,), (other,)
        )
    return None


def _weight(pair: tuple[Atom, Atom]) -> float:
    return pair[0].weight


def _value_for_word(c: Contrast) -> bool:
    """Whether a value on one side stands where the other side has words."""
    if bool(c.left_values) == bool(c.right_values):
        return False
    return (c.left_weight if c.right_values else c.right_weight) > _LITTLE


def _sides_exchanged(a: Profile, b: Profile, c: Contrast) -> Finding | None:
    found = sides_exchanged(a, b) if c.cover >= _LITTLE else None
    if found is None:
        words = relation_differs(a, b) if c.cover >= _LITTLE and c.lighter <= _LITTLE else None
        return words and Finding(CONFLICT, "value", 0.7, "{0} against {1}", *words)
    word, one, other = found
    if word in (FROM, TO):
        return Finding(DISTINCT, "", 0.7, "the other way: {0} and {1}", (one,), (other,))
    return Finding(CONFLICT, "value", 0.6, "the other way round: {0} and {1}", (one,), (other,))


def _duplicate(a: Profile, b: Profile, c: Contrast, lone: Lone) -> Finding | None:
    """The same words and values; what one says beyond the other has to be little and must not narrow or add."""
    if c.left_values or c.right_values or c.lighter > 0.35:
        return None
    allowed = 1.05 if c.equal and c.shared >= 1.9 else 0.33 * c.shared
    if c.heavier > max(0.45, allowed) or (a.changed != b.changed and c.heavier > CONTENT):
        return None
    if any(_tells(atom) for atom in (*c.left, *c.right)) or _exclude_each_other(c):
        return None
    if not c.equal and any(run.narrows and run.weight > CONTENT for run in (*lone.left, *lone.right)):
        return None
    if (c.opposed > c.agreeing and not c.denied) or says_otherwise(a, b):
        return None
    return Finding(DUPLICATE, "", 0.97 if c.heavier <= CONTENT else 0.85, "the same in other words")


def _tells(atom: Atom) -> bool:
    """Whether a word on one side only says too much for a duplicate: a name, a choice, "for X", "and X"."""
    if atom.weight <= CONTENT:
        return False
    return bool(atom.group) or atom.kind not in ("word", "opening") or atom.manner in ("of", "and")


def _filling_differs(a: Profile, b: Profile, c: Contrast, lone: Lone) -> Finding | None:
    """One slot of the same frame is filled differently, or a later state is told."""
    slot = single_slot(a, b, c)
    if slot is not None and c.overlap >= _least_overlap(a, b, slot):
        named = slot.left.kind in ("path", "name", "label") and not slot.left.group
        if a.changed != b.changed or slot.rest <= (1.01 if named else 0.51):
            sure = 0.75 if slot.rest <= CONTENT else 0.55
            return Finding(CONFLICT, slot.what, sure, "{0} against {1}", (slot.left,), (slot.right,))
    left, right = tuple(c.left), tuple(c.right)
    one_of_a_kind = a.exclusive and b.exclusive
    if one_of_a_kind and c.overlap >= 0.6 and c.lighter <= 1.05 and left and right:
        return Finding(CONFLICT, "value", 0.5, "{0} against {1}", left, right)
    place = lone.other_place
    if place and not (c.equal or c.opposed) and c.overlap >= 0.5 and c.shared >= 1.9:
        return Finding(CONFLICT, "value", 0.35, "{0} against {1}", place[0].atoms, place[1].atoms)
    ends = lone.other_end
    if ends and not (c.equal or c.opposed):
        by = ends[0].atoms[0].manner == "by" == ends[1].atoms[0].manner
        if (by and c.overlap >= 0.5 and c.shared >= 1.9) or (
            one_of_a_kind and c.overlap >= 0.4 and c.shared >= 1.25
        ):
            return Finding(CONFLICT, "value", 0.4, "{0} against {1}", ends[0].atoms, ends[1].atoms)
    if (
        a.changed != b.changed
        and (c.lighter <= 1.6 or _begin_alike(a, b))
        and not c.equal
        and c.overlap >= 0.42
    ):
        return Finding(CONFLICT, "value", 0.45, "a later state: {0}, {1}", left, right)
    return None


def _least_overlap(a: Profile, b: Profile, slot: Slot) -> float:
    """How much has to be common for this slot to be one of the same thing."""
    if a.changed != b.changed or slot.left.kind == "path":
        return 0.25
    return 0.3 if slot.rest <= CONTENT else 0.4


def _begin_alike(a: Profile, b: Profile) -> bool:
    """Whether the first word of content is the same."""
    return a.atoms[0].text == b.atoms[0].text
