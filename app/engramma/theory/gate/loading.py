"""Reads the rules from texts: one names the cues, the others say how each language shows them, one has the weights.

Pure: whoever calls it reads the files. Every mistake in them is a RulesError that names the file and the entry, so
that a person who edits the rules finds it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from engramma.model.errors import EngrammaError
from engramma.model.memory import Category, Kind
from engramma.theory.gate.phrases import PhraseIndex, read_phrase
from engramma.theory.gate.rules import (
    AtLeast,
    Beginning,
    Cue,
    Finder,
    GateRules,
    Language,
    Measure,
    Patterns,
    Range,
)
from engramma.theory.gate.weights import NO_WEIGHTS, Weights, read_weights
from engramma.theory.gate.words import words_of

CUES = "cues"
WEIGHTS = "weights.json"
_APART = 4
_CLASS = re.compile(r"\{([a-z_]+)\}")


class RulesError(EngrammaError):
    """The gate's rules cannot be read."""


def load_rules(texts: Mapping[str, str]) -> GateRules:
    """The rules from TOML texts by name (with or without ".toml"): "cues" and any number of languages.

    With a text "weights.json" its learned points count, else those of the cues. Raises RulesError when a text is no
    TOML or JSON, when cues are missing, or when an entry has an unknown name or value.
    """
    tables = {
        name.removesuffix(".toml"): _parse(name, text) for name, text in texts.items() if name != WEIGHTS
    }
    if CUES not in tables:
        raise RulesError("The gate's rules have no list of cues.", hint=f"Add {CUES}.toml.")
    try:
        weights = read_weights(texts[WEIGHTS]) if WEIGHTS in texts else NO_WEIGHTS
        return _build(tables, weights)
    except (KeyError, TypeError, ValueError, AttributeError, re.error) as error:
        raise RulesError(f"The gate's rules cannot be read: {error}.", hint="Correct the entry.") from error


def _parse(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{name} is not valid TOML: {error}.", hint="Correct that line.") from error


def _build(tables: Mapping[str, dict[str, Any]], weights: Weights) -> GateRules:
    neutral = tables[CUES]
    spoken = [tables[name] for name in sorted(tables) if name != CUES]
    numbers = {entry["id"]: number for number, entry in enumerate(neutral["cue"])}
    cues = tuple(_cue(entry, numbers) for entry in neutral["cue"])
    beginnings = {entry.get("role", ""): _beginning(entry) for entry in neutral["beginning"]}
    if "" not in beginnings:
        raise ValueError("one beginning has to be without a role")
    roles = {
        *beginnings,
        *weights.roles,
        *(role for cue in cues for role in (*cue.roles, *cue.points_by_role)),
    }
    for unknown in weights.cues.keys() - numbers.keys():
        raise ValueError(f"the weights name the cue {unknown!r}, which does not exist")
    markers: dict[str, tuple[int, ...]] = {}
    for index, table in enumerate(spoken):
        for word in table.get("markers", ()):
            markers[word] = (*markers.get(word, ()), index)
    return GateRules(
        cues=cues,
        beginnings=beginnings,
        languages=tuple(_language(table, numbers) for table in spoken),
        markers=markers,
        openers=frozenset(
            token for table in spoken for word in table.get("openers", ()) for token in words_of(word)
        ),
        titles=_all_words(spoken, "titles"),
        abbreviations=_all_words(spoken, "abbreviations"),
        months=_all_words(spoken, "months"),
        patterns={role: _patterns(cues, role, late=False) for role in roles},
        late_patterns={role: _patterns(cues, role, late=True) for role in roles},
        measured=tuple(number for number, cue in enumerate(cues) if cue.range),
        conditional=frozenset(number for number, cue in enumerate(cues) if cue.is_conditional),
        foreign={
            role: frozenset(number for number, cue in enumerate(cues) if not cue.is_for(role))
            for role in roles
        },
        start={
            role: weights.of_role(role, beginnings.get(role, beginnings[""]).points)
            for role in (*beginnings, *weights.roles)
        },
        worth={role: tuple(weights.of_cue(cue.id, role, cue.worth(role)) for cue in cues) for role in roles},
        stakes={Category(name): float(points) for name, points in neutral.get("stakes", {}).items()},
        importance=weights.importance,
        wording=weights.wording,
    )


def _cue(entry: dict[str, Any], numbers: Mapping[str, int]) -> Cue:
    return Cue(
        id=entry["id"],
        name=entry["name"],
        points=float(entry["points"]),
        points_by_role={role: float(points) for role, points in entry.get("by_role", {}).items()},
        category=Category(entry["category"]) if "category" in entry else None,
        kind=Kind(entry["kind"]) if "kind" in entry else None,
        roles=frozenset(entry.get("roles", ())),
        shapes=frozenset(entry.get("shapes", ())),
        when=frozenset(_number(numbers, other, entry["id"]) for other in entry.get("when", ())),
        unless=frozenset(_number(numbers, other, entry["id"]) for other in entry.get("unless", ())),
        finders=_finders(entry.get("patterns", ()), entry["id"]),
        range=_range(entry),
        carries=bool(entry.get("carries", False)),
        at_least=_at_least(entry, numbers),
        stakes=float(entry.get("stakes", 0.0)),
    )


def _at_least(entry: dict[str, Any], numbers: Mapping[str, int]) -> AtLeast | None:
    if "at_least" not in entry:
        return None
    table = entry["at_least"]
    return AtLeast(
        float(table["score"]),
        frozenset(table["roles"]),
        frozenset(_number(numbers, other, entry["id"]) for other in table.get("unless", ())),
    )


def _range(entry: dict[str, Any]) -> Range | None:
    if "measure" not in entry:
        return None
    return Range(Measure(entry["measure"]), float(entry.get("from", 0.0)), float(entry.get("below", "inf")))


def _beginning(entry: dict[str, Any]) -> Beginning:
    return Beginning(
        name=entry["name"],
        points=float(entry["points"]),
        category=Category(entry["category"]),
        kind=Kind(entry["kind"]),
        fixed=bool(entry.get("fixed", False)),
    )


def _patterns(cues: Sequence[Cue], role: str, *, late: bool) -> Patterns:
    return tuple(
        (number, finder)
        for number, cue in enumerate(cues)
        if cue.is_for(role) and bool(cue.when or cue.shapes) == late
        for finder in cue.finders
    )


def _language(table: dict[str, Any], numbers: Mapping[str, int]) -> Language:
    letters = table.get("letters", "")
    classes: Mapping[str, list[str]] = table.get("classes", {})
    return Language(
        name=table["name"],
        letters=re.compile(f"[{letters}]") if letters else None,
        capital_nouns=bool(table.get("capital_nouns", False)),
        phrases=PhraseIndex(
            phrase
            for cue, group in table.get("phrases", {}).items()
            for written in group
            for phrase in read_phrase(
                _spelt_out(written, classes), target=_number(numbers, cue, table["name"])
            )
        ),
        patterns=tuple(
            (_number(numbers, cue, table["name"]), finder)
            for cue, written in table.get("patterns", {}).items()
            for finder in _finders([_spelt_out(one, classes, around="(?:{})") for one in written], cue)
        ),
    )


def _spelt_out(written: str, classes: Mapping[str, list[str]], *, around: str = "{}") -> str:
    """`written` with each {class} replaced by its words as alternatives, put into `around`."""
    return _CLASS.sub(lambda found: around.format("|".join(classes[found[1]])), written)


def _finders(patterns: Sequence[str], cue: str) -> tuple[Finder, ...]:
    """What looks for the patterns. One bound to the start is not looked for elsewhere.

    Few patterns stay apart: a regular expression that begins with a plain set of characters is much faster than the
    same one among alternatives.
    """
    bound = [pattern for pattern in patterns if pattern.startswith("^")]
    free = [pattern for pattern in patterns if not pattern.startswith("^")]
    apart = free if len(free) <= _APART else ["|".join(f"(?:{pattern})" for pattern in free)]
    try:
        found = [re.compile(pattern).search for pattern in apart]
        return tuple(found + [re.compile(pattern).match for pattern in bound])
    except re.error as error:
        raise ValueError(f"a pattern of {cue!r} is wrong ({error})") from error


def _number(numbers: Mapping[str, int], cue: str, where: str) -> int:
    if cue not in numbers:
        raise ValueError(f"{where!r} names the cue {cue!r}, which does not exist")
    return numbers[cue]


def _all_words(tables: list[dict[str, Any]], key: str) -> frozenset[str]:
    return frozenset(word for table in tables for word in table.get(key, ()))
