"""The lists of resources/entities as the finder needs them; the engine reads the files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

ANY = "any"


@dataclass(frozen=True, slots=True)
class EntityWords:
    """Word lists, in lower case unless it says otherwise. What each is for is written in resources/entities."""

    services: frozenset[str]
    capital_services: frozenset[str]
    service_endings: frozenset[str]
    ordinary_hyphens: frozenset[str]
    file_endings: frozenset[str]
    dot_files: frozenset[str]
    plain_files: frozenset[str]
    host_endings: frozenset[str]
    standards: frozenset[str]
    numbered_standards: frozenset[str]
    common_capitals: frozenset[str]
    joiners: frozenset[str]
    leading: frozenset[str]
    decorators: frozenset[str]
    first_names: frozenset[str]
    ambiguous_names: frozenset[str]
    places: frozenset[str]
    numbered_words: frozenset[str]
    counted: frozenset[str]
    pronouns: frozenset[str]
    not_names: frozenset[str]
    openers: frozenset[str]
    greetings: frozenset[str]
    titles: frozenset[str]
    kin: frozenset[str]
    named: frozenset[str]
    path_words: frozenset[str]
    noun_markers: frozenset[str]
    other_markers: frozenset[str]
    han_names: re.Pattern[str]
    han_persons: re.Pattern[str]


def parse_entity_words(texts: Iterable[str]) -> EntityWords:
    """The lists of these TOML texts: one of what holds in any language, and one a language.

    Raises ValueError for text that is not TOML, names no language or one that another names, or lacks a list.
    """
    tables: dict[str, Mapping[str, Any]] = {}
    for text in texts:
        table = tomllib.loads(text)
        code = table.get("language")
        if not isinstance(code, str) or code in tables:
            raise ValueError(f"a list of entity words names one language of its own, not {code!r}")
        tables[code] = table
    if ANY not in tables or len(tables) < 2:
        raise ValueError("the entity words need a list for any language and one for each")
    merged: dict[str, set[str]] = {}
    for listed in tables.values():
        for name, value in listed.items():
            if isinstance(value, str) and name != "language":
                merged.setdefault(name, set()).update(_words(value))
    for code, listed in tables.items():
        if code != ANY:
            kind = "noun_markers" if listed.get("capital_nouns") else "other_markers"
            merged.setdefault(kind, set()).update(_words(listed.get("markers", "")))
    both = merged["noun_markers"] & merged["other_markers"]
    merged["noun_markers"] -= both
    merged["other_markers"] -= both
    lists = [field.name for field in fields(EntityWords) if not field.name.startswith("han_")]
    missing = [name for name in lists if name not in merged]
    if missing:
        raise ValueError(f"the entity words have no list {missing[0]!r}")
    han = {
        word
        for name in ("services", "places")
        for word in merged[name]
        if not word.isascii() and _is_han(word)
    }
    return EntityWords(
        **{name: frozenset(merged[name]) for name in lists},
        han_names=_any_of(han),
        han_persons=_persons(tables.values()),
    )


def _words(value: object) -> Iterable[str]:
    return (word.replace("_", " ").lower() for word in str(value).split())


def _is_han(word: str) -> bool:
    return all("\u3400" <= sign <= "\u9fff" for sign in word)


def _any_of(words: set[str]) -> re.Pattern[str]:
    listed = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, listed)) or r"(?!)")


def _persons(tables: Iterable[Mapping[str, Any]]) -> re.Pattern[str]:
    parts = []
    for table in tables:
        if "surnames" in table:
            surname = f"[{table['surnames']}]"
            honour = "|".join(str(table["honorifics"]).split())
            parts.append(
                rf"{surname}(?:{honour})|(?<![\u3400-\u9fff大])[{table['familiar']}]{surname}(?![\u3400-\u9fff]?时)"
            )
            parts.append(rf"(?<=[由给找问跟和让请])[{table['familiar']}]{surname}")
    return re.compile("|".join(parts) or r"(?!)")
