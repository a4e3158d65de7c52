"""The gate's rules as values: cues with their points, languages by their marks.

Made by `loading` from text; holds no rule itself. A cue is one thing that a statement can show (it asks to remember,
it names a time, it thanks): how it is recognised, what it is worth, and when it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engramma.model.memory import Category, Kind
from engramma.theory.gate.importance import ImportanceCurve
from engramma.theory.gate.phrases import PhraseIndex
from engramma.theory.gate.wording import Wording

Finder = Callable[[str], re.Match[str] | None]
Patterns = tuple[tuple[int, Finder], ...]


class Measure(StrEnum):
    """What a cue may measure instead of looking for words."""

    SIZE = "size"  # words said; an ideograph counts for 0.6
    NAMES = "names"  # words with a capital inside the statement, where the language keeps capitals for names
    REPEATED = "repeated"  # share (0..1) of the words that the event before has said already
    ANSWERS = "answers"  # 1 when the event before, of another role, ends with a question


@dataclass(frozen=True, slots=True)
class Range:
    """A measured cue: shown when the measure is at least `low` and below `high`."""

    measure: Measure
    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value < self.high


@dataclass(frozen=True, slots=True)
class AtLeast:
    """What a statement with a cue scores at least, said in one of `roles` and without any of the cues `unless`."""

    score: float
    roles: frozenset[str]
    unless: frozenset[int]


@dataclass(frozen=True, slots=True)
class Cue:
    """One group of signs. `points`, set by hand, count for every role that `points_by_role` does not name.

    `stakes` is what it adds at most to what is kept anyhow, as a category may.
    """

    id: str
    name: str
    points: float
    points_by_role: Mapping[str, float]
    category: Category | None
    kind: Kind | None
    roles: frozenset[str]
    shapes: frozenset[str]
    when: frozenset[int]
    unless: frozenset[int]
    finders: tuple[Finder, ...]
    range: Range | None
    carries: bool
    at_least: AtLeast | None = None
    stakes: float = 0.0

    def is_for(self, role: str) -> bool:
        return not self.roles or role in self.roles

    @property
    def is_conditional(self) -> bool:
        """Whether it may be shown by an event of its role and yet not count."""
        return bool(self.shapes or self.when or self.unless)

    def worth(self, role: str) -> float:
        return self.points_by_role.get(role, self.points)


@dataclass(frozen=True, slots=True)
class Language:
    """How a language is recognised and how it shows cues (by their numbers).

    `letters` finds characters that speak for it; None where it has none of its own. Its `patterns` are for a text in
    lower case with ' for every apostrophe. With `capital_nouns` a capital
    inside a sentence is no sign of a name.
    """

    name: str
    letters: re.Pattern[str] | None
    capital_nouns: bool
    phrases: PhraseIndex
    patterns: Patterns


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a statement starts with before any cue counts, by the role of its event.

    With `fixed` its category holds whatever the statement says: what is recorded as a decision is one.
    """

    name: str
    points: float
    category: Category
    kind: Kind
    fixed: bool


@dataclass(frozen=True, slots=True)
class GateRules:
    """Everything `judge` needs. `beginnings` has an entry "" for roles that it does not name.

    Cues are known by their number in `cues`. `patterns` holds, by role with "" for any other, those that a pattern
    shows; `late_patterns` the ones that need a shape or another cue and are looked for last; `measured` those with a
    range; `conditional` those that may be shown and yet not count; `foreign`, by role, those of other roles.

    `start` and `worth` are, by role with "" for any other, the points of the role and of every cue: the learned ones,
    or without any the ones set by hand. `wording` is what was learned of words; `stakes` what a category adds at most
    to what is kept anyhow; `importance` turns how far a sum lies above 0.5 into how far the score does.

    `markers` maps a word to the languages (indexes) that it speaks for; `openers` are words that may stand before a
    phrase bound to the start. A full stop ends no statement after one of `titles`, between a number and one of
    `months`, or after one of `abbreviations` when a small letter or a digit follows.
    """

    cues: tuple[Cue, ...]
    beginnings: Mapping[str, Beginning]
    languages: tuple[Language, ...]
    markers: Mapping[str, tuple[int, ...]]
    openers: frozenset[str]
    titles: frozenset[str]
    abbreviations: frozenset[str]
    months: frozenset[str]
    patterns: Mapping[str, Patterns]
    late_patterns: Mapping[str, Patterns]
    measured: tuple[int, ...]
    conditional: frozenset[int]
    foreign: Mapping[str, frozenset[int]]
    start: Mapping[str, float]
    worth: Mapping[str, tuple[float, ...]]
    stakes: Mapping[Category, float]
    importance: ImportanceCurve
    wording: Wording | None
