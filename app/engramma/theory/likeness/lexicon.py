"""Word lists: what words say in a language, read from the TOML texts under resources/likeness.

The engine reads the files; here their text becomes one table a language, in which a word is looked up once. Nothing
here knows how texts are compared.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from engramma.theory.likeness.tokens import fold

ANY = "any"
_CACHED = 60_000
# What is said of a word as listed and not of its other forms.
_EXACT = ("label", "holder", "version")
_COMPOUND = 8
_LISTS = {"qualifier": "qualifiers", "manner": "manners"}
_LIGHT, _FILLER = 0.3, 0.15
_CLOCKWORK = (
    "morning", "evening", "oclock", "half_past", "half_to", "half_after", "quarter_past", "quarter_to", "days", "of_month",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word says. `atom` is what it is compared by ("" if it has no content), `weight` how much that says.

    `role` is what the word does to a sentence: stop, negator, local, forbid, allow, bound, joint or "". `time` is its
    place in the calendar or on the clock, e.g. ("weekday", 2).
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
    relation: bool = False
    one: bool = False
    after_for: bool = False
    fronted: bool = False
    spans: bool = False
    qualifier: bool = False
    manner: bool = False
    assigning: bool = False
    adding: bool = False
    exclusive: bool = False
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
class Language:
    """The words of one language. `sense` answers for any word, also for those that are in no list."""

    code: str
    decimal: str
    possessives: tuple[str, ...]
    suffixes: tuple[tuple[str, int], ...]
    prefixes: tuple[str, ...]
    links: tuple[str, ...]
    senses: Mapping[str, Sense]
    stems: Mapping[str, Sense]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    apart: Mapping[str, frozenset[str]]
    longest: int
    known: dict[str, Sense] = field(default_factory=dict, repr=False, compare=False)
    compounds: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)

    def sense(self, key: str) -> Sense:
        """The sense of a folded word."""
        found = self.senses.get(key) or self.known.get(key)
        if found is not None:
            return found
        for ending in self.possessives:
            if key.endswith(ending) and len(key) > len(ending):
                return self.sense(key[: -len(ending)])
        stem = self.stem(key)
        found = self.stems.get(stem) or Sense(atom=stem)
        if len(self.known) > _CACHED:
            self.known.clear()
        self.known[key] = found
        return found

    def parts(self, key: str) -> tuple[int, ...]:
        """Where a compound of known words is cut ("bad|heizung"); empty for other words and other languages."""
        if not self.links or len(key) < _COMPOUND or self._knows(key):
            return ()
        cuts = self.compounds.get(key)
        if cuts is None:
            cuts = self._cut(key)
            if len(self.compounds) > _CACHED:
                self.compounds.clear()
            self.compounds[key] = cuts
        return cuts

    def _knows(self, key: str) -> bool:
        return key in self.senses or self.stem(key) in self.stems

    def _cut(self, key: str) -> tuple[int, ...]:
        for place in range(len(key) - 3, 2, -1):
            head, tail = key[:place], key[place:]
            heads = [head, *(head[: -len(link)] for link in self.links if head.endswith(link))]
            if not any(len(part) >= 3 and self._is_part(part) for part in heads):
                continue
            if self._is_part(tail):
                return (place,)
            further = self._cut(tail) if len(tail) >= _COMPOUND - 2 else ()
            if further:
                return (place, *(place + cut for cut in further))
        return ()

    def _is_part(self, word: str) -> bool:
        sense = self.senses.get(word) or self.stems.get(self.stem(word)) or self.stems.get(word)
        return sense is not None and bool(sense.atom) and len(word) >= 3

    def stem(self, key: str) -> str:
        """The word without its ending; equal for the forms of one word, mostly."""
        for prefix in self.prefixes:
            if key.startswith(prefix) and len(key) > len(prefix) + 4 and key[-1] in "nt":
                key = key[len(prefix) :]
        for suffix, least in self.suffixes:
            if key.endswith(suffix) and len(key) - len(suffix) >= least:
                key = key[: -len(suffix)]
                break
        if len(key) > 3 and key[-1] == key[-2]:
            key = key[:-1]
        return key


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All languages, and the signs that hold in each: `units` by symbol as written."""

    languages: Mapping[str, Language]
    units: Mapping[str, tuple[str, float]]
    hints: Mapping[str, tuple[tuple[str, int], ...]]

    @property
    def default(self) -> Language:
        """The language of a text that shows none: the first that was loaded, English as shipped."""
        return next(iter(self.languages.values()))


def load_lexicon(texts: Iterable[str]) -> Lexicon:
    """The word lists of these TOML texts, one a language and one for `any`; English, if there, becomes the default.

    Raises ValueError for text that is not TOML, names no language or names one twice.
    """
    tables: dict[str, Mapping[str, Any]] = {}
    for text in texts:
        table = tomllib.loads(text)
        code = table.get("language")
        if not isinstance(code, str) or code in tables:
            raise ValueError(f"a word list names one language of its own, not {code!r}")
        tables[code] = table
    shared = tables.pop(ANY, {})
    if not tables:
        raise ValueError("there is no word list of a language")
    codes = sorted(tables, key=lambda code: (code != "en", code))
    languages = {code: _language(tables[code], shared) for code in codes}
    return Lexicon(MappingProxyType(languages), MappingProxyType(_units(shared)), MappingProxyType(_hints(languages)))


def _words(value: object) -> Iterator[str]:
    """The entries of a list; hyphens count as the blanks of a phrase."""
    for word in str(value).split():
        yield fold(word).replace("-", "_").strip("_")


def _pairs(value: object) -> Iterator[tuple[str, float]]:
    for entry in str(value).split():
        word, _, number = entry.rpartition("=")
        yield word, float(number)


def _apart(value: object) -> dict[str, frozenset[str]]:
    """Second parts of verbs in two parts and their first parts: out -> keep, stay."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for entry in str(value).split():
        first, _, second = entry.partition("+")
        found[fold(second)].add(fold(first))
    return {second: frozenset(firsts) for second, firsts in found.items()}


def _suffixes(value: object) -> Iterator[tuple[str, int]]:
    """Endings and the letters that have to be left; three unless told."""
    for entry in str(value).split():
        ending, _, least = entry.partition("=")
        yield fold(ending), int(least or 3)


def _length(suffix: tuple[str, int]) -> int:
    return len(suffix[0])


def _units(table: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    return {
        symbol: (dimension, factor)
        for dimension, listed in table.get("units", {}).items()
        for symbol, factor in _pairs(listed)
    }


class _Collector:
    """Gathers what the lists say about a word; of two statements about one field the first counts."""

    def __init__(self) -> None:
        self.said: defaultdict[str, dict[str, Any]] = defaultdict(dict)

    def say(self, words: Iterable[str], **what: Any) -> None:
        for word in words:
            entry = self.said[word]
            for name, value in what.items():
                entry.setdefault(name, value)

    def senses(self) -> dict[str, Sense]:
        return {word: Sense(**entry) for word, entry in self.said.items()}


def _language(table: Mapping[str, Any], shared: Mapping[str, Any]) -> Language:
    forms = table.get("forms", {})
    bare = Language(
        code=table["language"],
        decimal=str(table.get("decimal", ".")),
        possessives=tuple(str(table.get("possessives", "")).split()),
        suffixes=tuple(sorted(_suffixes(forms.get("suffixes", "")), key=_length, reverse=True)),
        prefixes=tuple(_words(forms.get("prefixes", ""))),
        links=tuple(_words(forms.get("links", ""))),
        senses={},
        stems={},
        phrases={},
        apart=_apart(table.get("modal", {}).get("apart", "")),
        longest=0,
    )
    collected = _Collector()
    _function_words(collected, table)
    _time_words(collected, table)
    content, foreign = _Collector(), _Collector()
    _content_words(content, table)
    _content_words(foreign, shared)
    light = {entry["atom"] for entry in content.said.values() if "weight" in entry and "atom" in entry}
    for entry in content.said.values():
        if entry.get("atom") in light:
            entry["weight"] = _LIGHT
    stems: dict[str, Sense] = {}
    for word, entry in content.said.items():
        if "_" not in word and "side" not in entry:
            stem = bare.stem(word)
            told = {name: value for name, value in entry.items() if name not in _EXACT}
            stems.setdefault(stem, Sense(**{"atom": stem, **told}))
    for word, entry in (*content.said.items(), *foreign.said.items()):
        for name, value in entry.items():
            collected.said[word].setdefault(name, value)
    for word, entry in collected.said.items():
        if not entry.keys() & {"number", "multiple", "one", "time"}:
            entry.setdefault("atom", bare.stem(word))
        if "unit" in entry:
            entry.setdefault("weight", _LIGHT)
    senses = collected.senses()
    values = {f.name: getattr(bare, f.name) for f in fields(Language) if f.init}
    values.update(senses=senses, stems=stems, phrases=_phrases(senses), longest=max(map(len, senses), default=0))
    return Language(**values)


def _function_words(into: _Collector, table: Mapping[str, Any]) -> None:
    modal = table.get("modal", {})
    into.say(_words(table.get("negators", "")), role="negator", atom="", weight=0.0)
    into.say(_words(table.get("local", "")), role="local", atom="", weight=0.0)
    into.say(_words(modal.get("forbid", "")), role="forbid", atom="", weight=0.0)
    into.say(_words(modal.get("allow", "")), role="allow", atom="", weight=0.0)
    into.say(_words(table.get("bounds", "")), role="bound", weight=_LIGHT)
    into.say(_words(table.get("change", "")), change=True, weight=_FILLER)
    into.say(_words(table.get("joints", "")), role="joint", atom="", weight=0.0)
    into.say(_words(table.get("naming", {}).get("relations", "")), relation=True, role="stop", atom="", weight=0.0)
    into.say(_words(table.get("stop", "")), role="stop", atom="", weight=0.0)


def _time_words(into: _Collector, table: Mapping[str, Any]) -> None:
    numbers, calendar = table.get("numbers", {}), table.get("calendar", {})
    for name, listed in (("number", "words"), ("fraction", "fractions"), ("multiple", "multiples")):
        for word, value in _pairs(numbers.get(listed, "")):
            into.say(_words(word), **{name: value})
    for word, value in _pairs(numbers.get("ordinals", "")):
        into.say(_words(word), ordinal=int(value))
    into.say(_words(numbers.get("ones", "")), one=True)
    into.say(_words(numbers.get("after_for", "")), after_for=True)
    for symbol, unit in _units(table).items():
        into.say(_words(symbol), unit=unit)
    for name in ("weekdays", "months"):
        for place, listed in enumerate(calendar.get(name, ())):
            into.say(_words(listed), time=(name[:-1], place + 1))
    for word, minutes in _pairs(calendar.get("clock", "")):
        into.say(_words(word), time=("clock", int(minutes)))
    into.say(_words(calendar.get("at", "")), clockwork="at", role="stop", atom="", weight=0.0)
    into.say(_words(calendar.get("of_month", "")), clockwork="of_month")
    into.say(["of_the_month"], atom="")
    for name in _CLOCKWORK:
        into.say(_words(calendar.get(name, "")), clockwork=name)
    into.say(_words(calendar.get("ranges", "")), spans=True)
    into.say(_words(calendar.get("fronted", "")), fronted=True)
    into.say(_words(table.get("naming", {}).get("assigning", "")), role="stop", atom="", weight=0.0)
    for name in ("qualifier", "manner", "assigning", "adding", "exclusive"):
        into.say(_words(table.get("naming", {}).get(_LISTS.get(name, name), "")), **{name: True})


def _content_words(into: _Collector, table: Mapping[str, Any]) -> None:
    naming = table.get("naming", {})
    for concept, listed in table.get("opposites", {}).items():
        for side, words in zip((1, -1), str(listed).split("|"), strict=False):
            into.say(_words(words), atom=f"±{concept}", side=side)
    for concept, listed in table.get("actions", {}).items():
        into.say(_words(listed), atom=f"={concept}", action=True)
    for concept, listed in table.get("synonyms", {}).items():
        into.say(_words(listed), atom=f"={concept}")
    for name in ("scopes", "choices"):
        for group, listed in table.get(name, {}).items():
            into.say(_words(listed), **{name[:-1]: group})
    into.say(_words(naming.get("labels", "")), label=True)
    into.say(_words(naming.get("versions", "")), version=True)
    into.say(_words(naming.get("holders", "")), holder=True)
    into.say(_words(table.get("light", "")), weight=_LIGHT)


def _phrases(senses: Mapping[str, Sense]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """By first word, the further words of each phrase, the longest first."""
    found: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for word in senses:
        first, *rest = word.split("_")
        if rest:
            found[first].append(tuple(rest))
    return {first: tuple(sorted(rests, key=len, reverse=True)) for first, rests in found.items()}


def _hints(languages: Mapping[str, Language]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Words, the languages that have them, and how much that tells: function words twice as much as others."""
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for code, language in languages.items():
        for word, sense in language.senses.items():
            found[word].append((code, 2 if sense.role in ("stop", "negator", "joint", "local") else 1))
    return {word: tuple(votes) for word, votes in found.items()}
