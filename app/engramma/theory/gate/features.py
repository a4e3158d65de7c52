"""Reads one statement: which cues of the rules it shows, and its words.

Recognises the language first, since the same word means different things in two of them; a text that speaks for no
language is read in all. Decides nothing: what a cue is worth is counted in `scoring`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engramma.theory.gate.rules import Cue, GateRules, Measure
from engramma.theory.gate.statements import Shape
from engramma.theory.gate.verdicts import Said
from engramma.theory.gate.words import is_word, size_of, words_of

_QUESTION_MARKS = ("?", "？")
_SHORT_WORD = 3
_FEWEST_TELLING = 3
_NAME = re.compile(r"(?<=[\w,;)'’] )[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a statement: the numbers of the cues that count, its tokens, whether it answers."""

    shown: frozenset[int]
    tokens: tuple[str, ...]
    answers: bool


def read_statement(
    text: str,
    *,
    role: str,
    shape: Shape,
    before: Sequence[Said],
    rules: GateRules,
    carried: Collection[int] = (),
) -> Reading:
    """What counts for `text`. `carried` are cues of the line that announces this list item."""
    tokens = words_of(text)
    languages = spoken_languages(text, tokens, rules=rules)
    raw = set(carried)
    opening = _opening(tokens, rules=rules)
    for language in languages:
        raw |= rules.languages[language].phrases.targets_in(tokens, opening=opening)
    answers = _answers(text, role=role, before=before)
    _add_measured(raw, text, tokens, languages=languages, answers=answers, before=before, rules=rules)
    _add_patterned(raw, text, languages=languages, role=role, shape=shape, rules=rules)
    raw -= rules.foreign.get(role, rules.foreign[""])
    conditional = raw & rules.conditional
    counting = raw - conditional
    for number in conditional:
        cue = rules.cues[number]
        if cue.unless.isdisjoint(raw) and _may_count(cue, raw, shape=shape):
            counting.add(number)
    return Reading(frozenset(counting), tokens, answers)


def spoken_languages(text: str, tokens: Sequence[str], *, rules: GateRules) -> tuple[int, ...]:
    """The languages (indexes) that most of the words and letters speak for; all of them when none does."""
    votes = [0] * len(rules.languages)
    for token in tokens:
        for language in rules.markers.get(token, ()):
            votes[language] += 1
    if not text.isascii():
        lowered = text.lower()
        for number, speaking in enumerate(rules.languages):
            if speaking.letters:
                votes[number] += len(speaking.letters.findall(lowered))
    most = max(votes, default=0)
    return tuple(number for number, count in enumerate(votes) if count == most)


def _add_measured(
    raw: set[int],
    text: str,
    tokens: tuple[str, ...],
    *,
    languages: Collection[int],
    answers: bool,
    before: Sequence[Said],
    rules: GateRules,
) -> None:
    capitals = not any(rules.languages[language].capital_nouns for language in languages)
    measures = {
        Measure.SIZE: size_of(tokens),
        Measure.NAMES: float(len(_NAME.findall(text))) if capitals else 0.0,
        Measure.REPEATED: _repeated(tokens, before),
        Measure.ANSWERS: float(answers),
    }
    for number in rules.measured:
        within = rules.cues[number].range
        if within and within.holds(measures[within.measure]):
            raw.add(number)


def _add_patterned(
    raw: set[int], text: str, *, languages: Collection[int], role: str, shape: Shape, rules: GateRules
) -> None:
    lowered = text.lower().replace("’", "'")
    for language in languages:
        for number, find in rules.languages[language].patterns:
            if number not in raw and find(lowered):
                raw.add(number)
    for number, find in rules.patterns.get(role, rules.patterns[""]):
        if number not in raw and find(text):
            raw.add(number)
    for number, find in rules.late_patterns.get(role, rules.late_patterns[""]):
        cue = rules.cues[number]
        if (
            (not cue.when or not cue.when.isdisjoint(raw))
            and (not cue.shapes or shape in cue.shapes)
            and find(text)
        ):
            raw.add(number)


def _may_count(cue: Cue, raw: set[int], *, shape: Shape) -> bool:
    return (not cue.shapes or shape in cue.shapes) and (not cue.when or not cue.when.isdisjoint(raw))


def _opening(tokens: Sequence[str], *, rules: GateRules) -> int:
    for position, token in enumerate(tokens):
        if is_word(token) and token not in rules.openers:
            return position
    return len(tokens)


def _repeated(tokens: Sequence[str], before: Sequence[Said]) -> float:
    """Share of the telling words that the event before has said; 0 when a number is new, since that is the news."""
    if not before:
        return 0.0
    said = set(words_of(before[-1].text))
    telling: set[str] = set()
    for token in tokens:
        if token[0].isdigit() and token not in said:
            return 0.0
        if is_word(token) and (len(token) > _SHORT_WORD or not token.isascii()):
            telling.add(token)
    return len(telling & said) / len(telling) if len(telling) >= _FEWEST_TELLING else 0.0


def _answers(text: str, *, role: str, before: Sequence[Said]) -> bool:
    if not before or before[-1].role == role or text.rstrip().endswith(_QUESTION_MARKS):
        return False
    return before[-1].text.rstrip().endswith(_QUESTION_MARKS)
