"""Describes how two profiles relate by numbers that a person can read, for the weights to add up.

The same for (a, b) and (b, a). Measures only: what follows from the numbers is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engramma.theory.likeness.aligning import Contrast
from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.lexicon import LIMIT
from engramma.theory.likeness.nuances import relation_differs, says_otherwise
from engramma.theory.likeness.slots import CONTENT, Lone, Run, single_slot
from engramma.theory.likeness.values import CALENDAR

_NAMES = ("name", "label", "path")
_WITH_FACING = (
    "nouns_both",
    "nouns_more",
    "names_both",
    "actions_both",
    "overlap",
    "other_opening",
    "lighter",
    "heavier",
    "no_rest_on_one",
    "changed_one",
    "template",
    "other_limit",
    "of_both",
)
_WITHOUT_VALUES = (
    "nouns_both",
    "names_both",
    "actions_both",
    "lighter",
    "overlap",
    "no_rest_on_one",
    "other_opening",
    "changed_one",
    "template",
    "other_ending",
    "other_beginning",
    "exclusive",
    "other_choice",
)


def features(a: Profile, b: Profile, c: Contrast, *, lone: Lone) -> dict[str, float]:
    """The features of a pair by name; all finite, most in 0..1, weights of words cut at 3."""
    left, right = _Side(a, c.left), _Side(b, c.right)
    total = c.shared + c.left_weight + c.right_weight
    dated = [pair for pair in c.facing if pair[0].dimension in CALENDAR]
    same_kind = [pair for pair in c.facing if pair[0].dimension == pair[1].dimension]
    opens = bool(left.first and right.first)
    scopes = {atom.group for atom in c.left if atom.group.startswith("scopes:")}
    choices = {atom.group for atom in c.left if atom.group.startswith("choices:")}
    labels = [group for group, number in a.labels.items() if b.labels.get(group, number) != number]
    same_label = any(b.labels.get(group) == number for group, number in a.labels.items())
    sides = [text for text, side in a.sides.items() if side * b.sides.get(text, 0) < 0]
    place, ends = lone.other_place, lone.other_end
    surface = 2 * len(a.forms & b.forms) / max(1, len(a.forms) + len(b.forms))
    contrary_names = [pair for pair in c.contrary if pair[0].kind in _NAMES or pair[1].kind in _NAMES]
    prefix, suffix, middle = _template(a, b)
    slot = single_slot(a, b, c)
    parallel = _parallel(lone)
    told = dict.fromkeys(("facing_fronted", "facing_mixed", "facing_early"), 0.0) | {
        "overlap": c.overlap,
        "cover": c.cover,
        "shared": min(c.shared, 5.0),
        "shares_little": float(c.shared < 1.2),
        "surface": surface,
        "lighter": min(c.lighter, 3.0),
        "heavier": min(c.heavier, 3.0),
        "nouns_both": min(left.nouns, right.nouns, 3.0),
        "nouns_more": min(max(left.nouns, right.nouns), 3.0),
        "actions_both": min(left.actions, right.actions, 3.0),
        "actions_more": min(max(left.actions, right.actions), 3.0),
        "names_both": min(left.names, right.names, 3.0),
        "names_more": min(max(left.names, right.names), 3.0),
        "no_rest": float(c.heavier < CONTENT),
        "no_rest_on_one": float(c.lighter < CONTENT),
        "equal_values": float(bool(c.equal)),
        "facing": float(bool(c.facing)),
        "facing_same_kind": float(bool(same_kind)),
        "facing_dates": float(bool(dated)),
        "facing_several": float(len(c.facing) > 1),
        "facing_and_equal": float(bool(c.facing) and bool(c.equal)),
        "values_on_both": float(bool(c.left_values) and bool(c.right_values)),
        "values_on_one": float(bool(c.left_values) != bool(c.right_values)),
        "other_label": float(bool(labels)),
        "same_label": float(same_label),
        "other_scope": float(any(atom.group in scopes for atom in c.right)),
        "other_choice": float(any(atom.group in choices for atom in c.right)),
        "scope_on_one": float(left.scoped != right.scoped),
        "other_opening": float(opens),
        "other_opening_names": float(opens and left.first_named and right.first_named),
        "other_opening_facing": float(opens and bool(c.facing)),
        "same_opening": float(bool(a.atoms) and bool(b.atoms) and a.atoms[0].text == b.atoms[0].text),
        "opening_narrows": float(
            opens and any(_narrow(run) for run in (*left.opening(lone.left), *lone.right[:1]))
        ),
        "other_place": float(place is not None),
        "other_place_facing": float(place is not None and bool(c.facing)),
        "other_end": float(ends is not None),
        "ends_apart": float(lone.ends_apart),
        "parallel": float(parallel > 0),
        "parallel_facing": float(parallel > 0 and bool(c.facing)),
        "parallel_two": float(parallel >= 2),
        "narrower": float(any(run.narrows for run in lone.left) != any(run.narrows for run in lone.right)),
        "narrower_both": float(
            any(run.narrows for run in lone.left) and any(run.narrows for run in lone.right)
        ),
        "adds": float(left.adds != right.adds),
        "of_both": float(left.of and right.of),
        "of_one": float(left.of != right.of),
        "by_both": float(left.by and right.by),
        "changed_one": float(a.changed != b.changed),
        "changed_both": float(a.changed and b.changed),
        "held": float(a.held and b.held),
        "exclusive": float(a.exclusive and b.exclusive),
        "opposed": min(c.opposed, 3.0),
        "opposed_share": c.opposed / (c.opposed + c.agreeing) if c.opposed else 0.0,
        "opposed_all": float(c.opposed > 0 and c.opposed >= 0.7 * c.agreeing and not c.denied),
        "opposed_name": float(bool(contrary_names)),
        "opposed_no_rest": float(c.opposed > 0 and c.lighter < CONTENT),
        "denied": float(c.denied > 0),
        "other_side": float(any(text != LIMIT for text in sides)),
        "other_limit": float(LIMIT in sides),
        "other_side_no_rest": float(bool(sides) and c.lighter < CONTENT),
        "only_one": float(a.only != b.only),
        "obliged_one": float(a.obliged != b.obliged),
        "allowed_one": float(a.allowed != b.allowed),
        "says_otherwise": float(says_otherwise(a, b)),
        "other_relation": float(relation_differs(a, b) is not None),
        "clauses_differ": float(a.simple != b.simple),
        "length_ratio": min(a.weight, b.weight) / (max(a.weight, b.weight) or 1.0),
        "long": min(total, 12.0) / 12.0,
        "other_language": float(a.language != b.language),
        "paths_both": float(left.paths and right.paths),
        "slot_name": float(slot is not None and slot.what == "name"),
        "slot_value": float(slot is not None and slot.what == "value"),
        "slot_no_rest": float(slot is not None and slot.rest <= CONTENT),
        "slot_little_left": float(slot is not None and slot.left_rest + slot.right_rest <= CONTENT),
        "denies_one": float(a.denies != b.denies),
        "denies_both": float(a.denies and b.denies),
        "condition_one": float(a.conditional != b.conditional),
        "prefix": prefix,
        "suffix": suffix,
        "template": min(prefix + suffix, 1.0),
        "other_beginning": float(prefix == 0.0 and suffix >= 0.5),
        "other_ending": float(suffix == 0.0 and prefix >= 0.5),
        "middle": min(middle, 6) / 6.0,
    }
    facing = bool(c.facing)
    if facing:
        told["facing_fronted"] = float(any(one.fronted and other.fronted for one, other in dated))
        told["facing_mixed"] = float(0 < len(dated) < len(c.facing))
        told["facing_early"] = float(any(one.early and other.early for one, other in c.facing))
    for name in _WITH_FACING:
        told[f"facing*{name}"] = told[name] if facing else 0.0
    for name in _WITHOUT_VALUES:
        told[f"bare*{name}"] = 0.0 if facing or c.left_values or c.right_values else told[name]
    told["opposed*nouns_both"] = told["nouns_both"] if c.opposed else 0.0
    told["opposed*nouns_more"] = told["nouns_more"] if c.opposed else 0.0
    told["names*nouns_both"] = min(told["names_both"], 1.0) * min(told["nouns_both"], 1.0)
    told["changed*both"] = told["changed_one"] * min(told["lighter"], 2.0)
    return told


class _Side:
    """What stands on one side only, summed up by kind."""

    def __init__(self, profile: Profile, alone: Sequence[Atom]) -> None:
        self.nouns = self.actions = self.names = 0.0
        texts = set()
        for atom in alone:
            texts.add(atom.text)
            if atom.kind in _NAMES:
                self.names += atom.weight
            elif atom.action:
                self.actions += atom.weight
            elif atom.weight >= CONTENT:
                self.nouns += atom.weight
        self.paths = "path" in {atom.kind for atom in alone}
        manners = {atom.manner for atom in alone if atom.weight >= CONTENT and atom.manner}
        self.adds, self.of, self.by = "and" in manners, "of" in manners, "by" in manners
        self.scoped = any(atom.group.startswith("scopes:") for atom in alone)
        first = None
        for atom in profile.atoms:
            if atom.weight >= CONTENT and not atom.action:
                first = atom
                break
        self.first = first is not None and first.text in texts
        self.first_named = self.first and first is not None and first.kind in (*_NAMES, "opening")

    def opening(self, runs: Iterable[Run]) -> list[Run]:
        return [run for run in runs if run.before == "^"]


def _narrow(run: Run) -> bool:
    return run.before == "^" and run.narrows


def _parallel(lone: Lone) -> int:
    """How often something stands between the same two words in both."""
    around = {(run.before, run.after) for run in lone.left if run.weight >= CONTENT}
    return sum([(run.before, run.after) in around for run in lone.right if run.weight >= CONTENT])


def _template(a: Profile, b: Profile) -> tuple[float, float, int]:
    """How much of the longer text is a common beginning and end; the words between, of the shorter."""
    one, other = a.words, b.words
    shorter, longer = sorted((len(one), len(other)))
    if not shorter:
        return 0.0, 0.0, 0
    begin = 0
    while begin < shorter and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < shorter - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    return begin / longer, end / longer, shorter - begin - end
