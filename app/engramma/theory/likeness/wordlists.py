"""Reads the word lists of resources/likeness from their TOML text; the engine reads the files.

A word may stand in several lists; where two say different things of it, the one read first counts. What each list
means is written beside it in resources/likeness/en.toml.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engramma.theory.likeness.lexicon import FROM, LIMIT, TO, Forms, Language, Lexicon, Sense
from engramma.theory.likeness.tokens import fold

ANY = "any"
_LIGHT, _FILLER = 0.3, 0.15
# Said of a word as it is listed, not of its other forms.
_EXACT = ("label", "holder", "version")
# Phrases of which no more is said than this have no content of their own.
_SILENT = {
    "per",
    "after_for",
    "fronted",
    "spans",
    "clockwork",
    "exclusive",
    "qualifier",
    "manner",
    "adding",
    "oblige",
    "only",
    "turning",
    "conditional",
    "preferring",
    "second",
    "tense",
}
_WORDLESS = {"number", "multiple", "one", "time"}
_TELLING_ROLES = ("stop", "negator", "joint", "local")
_CLOCKWORK = (
    "morning", "evening", "oclock", "half_past", "half_to", "half_after", "quarter_past", "quarter_to", "days",
    "of_month",
)  # fmt: skip


def load_lexicon(texts: Iterable[str]) -> Lexicon:
    """The lexicon of these TOML texts: one a language and, if there, one that holds in any.

    Texts of other lists are passed over.

    Raises ValueError for text that is not TOML, names no language or one that another names, or when there is none.
    """
    tables: dict[str, Mapping[str, Any]] = {}
    for text in texts:
        table = tomllib.loads(text)
        if "list" in table:
            continue
        code = table.get("language")
        if not isinstance(code, str) or code in tables:
            raise ValueError(f"a word list names one language of its own, not {code!r}")
        tables[code] = table
    shared = tables.pop(ANY, {})
    if not tables:
        raise ValueError("there is no word list of a language")
    languages = {code: _language(tables[code], shared) for code in sorted(tables, key=_english_first)}
    letters = {letter: code for code in languages for letter in str(tables[code].get("letters", ""))}
    return Lexicon(
        MappingProxyType(languages),
        MappingProxyType(_units(shared)),
        MappingProxyType(_hints(languages)),
        MappingProxyType(letters),
    )


def _english_first(code: str) -> tuple[bool, str]:
    return code != "en", code


def _words(value: object) -> Iterator[str]:
    """The words of a list; hyphens count as the blanks of a phrase."""
    for word in str(value).split():
        yield fold(word).replace("-", "_").strip("_")


def _pairs(value: object) -> Iterator[tuple[str, float]]:
    for entry in str(value).split():
        word, _, number = entry.rpartition("=")
        yield word, float(number)


def _units(table: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    return {
        symbol: (dimension, factor)
        for dimension, listed in table.get("units", {}).items()
        for symbol, factor in _pairs(listed)
    }


class _Gathering:
    """What the lists say of each word; of two statements about one field the first counts."""

    def __init__(self) -> None:
        self.said: defaultdict[str, dict[str, Any]] = defaultdict(dict)

    def say(self, words: Iterable[str], **what: Any) -> None:
        for word in words:
            entry = self.said[word]
            for name, value in what.items():
                entry.setdefault(name, value)

    def join(self, other: _Gathering) -> None:
        for word, entry in other.said.items():
            self.say([word], **entry)


def _language(table: Mapping[str, Any], shared: Mapping[str, Any]) -> Language:
    forms = _forms(table)
    listed, content, foreign = _Gathering(), _Gathering(), _Gathering()
    _say_function(listed, table)
    _say_time(listed, table)
    _say_content(content, table)
    _say_content(foreign, shared)
    stems = _by_stem(content, forms)
    listed.join(content)
    listed.join(foreign)
    for word, entry in listed.said.items():
        if "_" in word and entry.keys() <= _SILENT:
            entry.update(role="stop", atom="", weight=0.0)
        if not entry.keys() & _WORDLESS:
            entry.setdefault("atom", forms.stem(word))
        if "unit" in entry:
            entry.setdefault("weight", _LIGHT)
    senses = {word: Sense(**entry) for word, entry in listed.said.items()}
    return Language(
        code=table["language"],
        decimal=str(table.get("decimal", ".")),
        names=str(table.get("names", "")),
        forms=forms,
        senses=MappingProxyType(senses),
        stems=MappingProxyType(stems),
        phrases=MappingProxyType(_phrases(senses)),
        apart=MappingProxyType(_apart(table.get("modal", {}).get("apart", ""))),
        longest=max(map(len, senses), default=0),
    )


def _by_stem(content: _Gathering, forms: Forms) -> dict[str, Sense]:
    """The senses of other forms of the words of content; makes all words of a light concept light."""
    light = {entry["atom"] for entry in content.said.values() if "weight" in entry and "atom" in entry} | {
        LIMIT
    }
    stems: dict[str, Sense] = {}
    for word, entry in content.said.items():
        if entry.get("atom") in light:
            entry["weight"] = _LIGHT
        if "_" not in word and "side" not in entry:
            stem = forms.stem(word)
            told = {name: value for name, value in entry.items() if name not in _EXACT}
            stems.setdefault(stem, Sense(**{"atom": stem, **told}))
    return stems


def _forms(table: Mapping[str, Any]) -> Forms:
    forms = table.get("forms", {})
    suffixes = []
    for entry in str(forms.get("suffixes", "")).split():
        ending, _, least = entry.partition("=")
        suffixes.append((fold(ending), int(least or 3)))
    suffixes.sort(key=lambda suffix: -len(suffix[0]))
    return Forms(
        tuple(suffixes),
        tuple(_words(forms.get("prefixes", ""))),
        tuple(str(table.get("possessives", "")).split()),
        tuple(_words(forms.get("links", ""))),
    )


def _apart(value: object) -> dict[str, frozenset[str]]:
    """Second parts of verbs in two parts, and their first parts: out -> keep, stay."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for entry in str(value).split():
        first, _, second = entry.partition("+")
        found[fold(second)].add(fold(first))
    return {second: frozenset(firsts) for second, firsts in found.items()}


def _say_function(into: _Gathering, table: Mapping[str, Any]) -> None:
    modal, naming = table.get("modal", {}), table.get("naming", {})
    silent = {"atom": "", "weight": 0.0}
    into.say(_words(table.get("negators", "")), role="negator", **silent)
    into.say(_words(table.get("local", "")), role="local", **silent)
    into.say(_words(modal.get("forbid", "")), role="forbid", **silent)
    into.say(_words(modal.get("allow", "")), role="allow", **silent)
    bounds = set(_words(table.get("bounds", "")))
    into.say(bounds, role="bound", weight=_LIGHT)
    into.say(_words(table.get("change", "")), change=True, weight=_FILLER)
    into.say(_words(table.get("joints", "")), role="joint", **silent)
    into.say(_words(naming.get("relations", "")), relation=True, role="stop", **silent)
    into.say(_words(naming.get("routes", "")), relation=True, route=FROM, role="stop", **silent)
    into.say(_words(naming.get("targets", "")), relation=True, route=TO, role="stop", **silent)
    into.say((word for word in _words(table.get("stop", "")) if word not in bounds), role="stop", **silent)
    into.say(_words(naming.get("assigning", "")), assigning=True, role="stop", **silent)
    into.say(_words(naming.get("titles", "")), title=True, role="stop", **silent)
    into.say(_words(modal.get("oblige", "")), oblige=True)
    into.say(_words(modal.get("only", "")), only=True)
    into.say(_words(modal.get("past", "")), tense="past")
    into.say(_words(modal.get("future", "")), tense="future")
    into.say(_words(naming.get("turning", "")), turning=True)
    into.say(_words(modal.get("conditions", "")), conditional=True)
    into.say(_words(modal.get("preferring", "")), preferring=True)
    into.say(_words(modal.get("second", "")), second=True)
    into.say(_words(naming.get("qualifiers", "")), qualifier=True)
    into.say(_words(naming.get("manners", "")), manner=True)
    into.say(_words(naming.get("adding", "")), adding=True)
    into.say(_words(naming.get("exclusive", "")), exclusive=True)


def _say_time(into: _Gathering, table: Mapping[str, Any]) -> None:
    numbers, calendar = table.get("numbers", {}), table.get("calendar", {})
    for name, listed in (("number", "words"), ("fraction", "fractions"), ("multiple", "multiples")):
        for word, value in _pairs(numbers.get(listed, "")):
            into.say(_words(word), **{name: value})
    for word, value in _pairs(numbers.get("ordinals", "")):
        into.say(_words(word), ordinal=int(value))
    into.say(_words(numbers.get("ones", "")), one=True)
    into.say(_words(numbers.get("per", "")), per=True)
    into.say(_words(numbers.get("after_for", "")), after_for=True)
    for symbol, unit in _units(table).items():
        into.say(_words(symbol), unit=unit)
    for name in ("weekdays", "months"):
        for place, listed in enumerate(calendar.get(name, ())):
            into.say(_words(listed), time=(name[:-1], place + 1))
    for word, minutes in _pairs(calendar.get("clock", "")):
        into.say(_words(word), time=("clock", int(minutes)))
    into.say(_words(calendar.get("at", "")), clockwork="at", role="stop", atom="", weight=0.0)
    for name in _CLOCKWORK:
        into.say(_words(calendar.get(name, "")), clockwork=name)
    into.say(_words(calendar.get("ranges", "")), spans=True)
    into.say(_words(calendar.get("fronted", "")), fronted=True)


def _say_content(into: _Gathering, table: Mapping[str, Any]) -> None:
    naming = table.get("naming", {})
    for concept, listed in table.get("opposites", {}).items():
        for side, words in zip((1, -1), str(listed).split("|"), strict=False):
            into.say(_words(words), atom=f"±{concept}", side=side)
    for concept, listed in table.get("actions", {}).items():
        into.say(_words(listed), atom=f"={concept}", action=True)
    for concept, listed in table.get("synonyms", {}).items():
        into.say(_words(listed), atom=f"={concept}")
    for group, listed in table.get("scopes", {}).items():
        into.say(_words(listed), scope=group)
    for group, listed in table.get("choices", {}).items():
        into.say(_words(listed), choice=group)
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
    """Words, the languages that have them, and how much that tells: function words and words of one language more."""
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for code, language in languages.items():
        for word, sense in language.senses.items():
            found[word].append((code, 2 if sense.role in _TELLING_ROLES else 1))
    return {
        word: tuple((code, weight + (len(votes) == 1)) for code, weight in votes)
        for word, votes in found.items()
    }
