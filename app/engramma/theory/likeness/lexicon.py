"""What words say: a sense for every word of a language, looked up once.

The lists come from resources/likeness (wordlists.py reads their text). Nothing here knows how texts are compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_CACHED = 60_000
_COMPOUND = 8
_PART = 3
# The atom of all words that set a limit; its side is 1 for a lower one ("at least", "over"), -1 for an upper one.
LIMIT = "±limit"
# Stand for any "from" and any "to" among the relations of a text.
FROM, TO = "→", "←"


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word says.

    `atom` is what it is compared by ("" if it has no content of its own), `weight` how much that says. `role` is
    what it does to a sentence: stop, negator, local, forbid, allow, bound, joint or "". `side` is the side that it
    takes in a question of two, 1 or -1. `scope` and `choice` name sets of things that exclude each other. `time` is a
    place in the calendar or on the clock: ("weekday", 2), ("clock", 720). `unit` is a dimension and the factor to its
    base. The flags are described beside the lists in resources/likeness/en.toml.
    """

    atom: str = ""
    weight: float = 1.0
    role: str = ""
    side: int = 0
    action: bool = False
    scope: str = ""
    choice: str = ""
    change: bool = False
    label: bool = False
    version: bool = False
    holder: bool = False
    exclusive: bool = False
    relation: bool = False
    route: str = ""
    qualifier: bool = False
    manner: bool = False
    assigning: bool = False
    adding: bool = False
    title: bool = False
    oblige: bool = False
    only: bool = False
    turning: bool = False
    conditional: bool = False
    preferring: bool = False
    second: bool = False
    tense: str = ""
    one: bool = False
    per: bool = False
    after_for: bool = False
    fronted: bool = False
    spans: bool = False
    number: float | None = None
    fraction: float | None = None
    ordinal: int | None = None
    multiple: float | None = None
    unit: tuple[str, float] | None = None
    time: tuple[str, int] | None = None
    clockwork: str = ""

    @property
    def group(self) -> str:
        """The set of things that exclude each other to which this belongs: scopes:rooms, choices:colours, or ""."""
        return f"scopes:{self.scope}" if self.scope else f"choices:{self.choice}" if self.choice else ""


@dataclass(frozen=True, slots=True)
class Forms:
    """How the words of a language change: endings with the letters that have to be left, and the like."""

    suffixes: tuple[tuple[str, int], ...] = ()
    prefixes: tuple[str, ...] = ()
    possessives: tuple[str, ...] = ()
    links: tuple[str, ...] = ()

    def stem(self, key: str) -> str:
        """A folded word without its ending: mostly equal for all forms of one word."""
        for prefix in self.prefixes:
            if key.startswith(prefix) and len(key) > len(prefix) + 4 and key[-1] in "nt":
                key = key[len(prefix) :]
        for suffix, least in self.suffixes:
            if key.endswith(suffix) and len(key) - len(suffix) >= least:
                key = key[: -len(suffix)]
                break
        if len(key) > _PART and key[-1] == key[-2]:
            key = key[:-1]
        return key


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language: listed ones by word and by stem, phrases by their first word.

    `names` tells how a name looks: "capital" inside a sentence, "mixed" capitals inside the word, "latin" letters.
    `apart` has verbs in two parts that forbid, by the second part. `sense` answers for any word, listed or not.
    """

    code: str
    decimal: str
    names: str
    forms: Forms
    senses: Mapping[str, Sense]
    stems: Mapping[str, Sense]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    apart: Mapping[str, frozenset[str]]
    longest: int
    _met: dict[str, Sense] = field(default_factory=dict, repr=False, compare=False)
    _cuts: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)

    def sense(self, key: str) -> Sense:
        """The sense of a folded word."""
        found = self.senses.get(key) or self._met.get(key)
        if found is not None:
            return found
        for ending in self.forms.possessives:
            if key.endswith(ending) and len(key) > len(ending):
                return self.sense(key[: -len(ending)])
        stem = self.forms.stem(key)
        found = self.stems.get(stem) or Sense(atom=stem)
        if len(self._met) > _CACHED:
            self._met.clear()
        self._met[key] = found
        return found

    def parts(self, key: str) -> tuple[int, ...]:
        """Where a compound of listed words is cut ("bad|heizung"); empty for other words and other languages."""
        if (
            not self.forms.links
            or len(key) < _COMPOUND
            or key in self.senses
            or self.forms.stem(key) in self.stems
        ):
            return ()
        cuts = self._cuts.get(key)
        if cuts is None:
            cuts = self._cut(key)
            if len(self._cuts) > _CACHED:
                self._cuts.clear()
            self._cuts[key] = cuts
        return cuts

    def _cut(self, key: str) -> tuple[int, ...]:
        if len(key) > 64:
            return ()
        for place in range(len(key) - _PART, _PART - 1, -1):
            head, tail = key[:place], key[place:]
            heads = [head, *(head[: -len(link)] for link in self.forms.links if head.endswith(link))]
            if not any(self._is_part(part) for part in heads):
                continue
            if self._is_part(tail):
                return (place,)
            further = self._cut(tail) if len(tail) >= 2 * _PART else ()
            if further:
                return (place, *(place + cut for cut in further))
        return ()

    def _is_part(self, word: str) -> bool:
        if len(word) < _PART:
            return False
        sense = self.senses.get(word) or self.stems.get(self.forms.stem(word)) or self.stems.get(word)
        return sense is not None and bool(sense.atom)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All languages, and what holds in each: `units` by symbol as written.

    `hints` are words with the languages that have them and how much that tells, `letters` those of one alone.
    """

    languages: Mapping[str, Language]
    units: Mapping[str, tuple[str, float]]
    hints: Mapping[str, tuple[tuple[str, int], ...]]
    letters: Mapping[str, str]

    @property
    def default(self) -> Language:
        """The language of a text that shows none: the first, which is English if it is there."""
        return next(iter(self.languages.values()))
