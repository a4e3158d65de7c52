"""Reads one statement: which cues of the rules it shows.

Recognises the language first, since the same word means different things in two of them; a text that speaks for no
language is read in all. Decides nothing: what a cue is worth is counted in `scoring`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engramma.theory.gate.rules import ANY_LANGUAGE, GateRules, Measure
from engramma.theory.gate.statements import Shape
from engramma.theory.gate.verdicts import Said
from engramma.theory.gate.words import is_word, size_of, words_of

_QUESTION_MARKS = ("?", "？")
_TELLING_LENGTH = 3


def shown_cues(
    text: str, *, role: str, shape: Shape, before: Sequence[Said], rules: GateRules, carried: Collection[int] = ()
) -> frozenset[int]:
    """Numbers of the cues that count for `text`. `carried` are cues of the line that announces this list item."""
    tokens = words_of(text)
    languages = spoken_languages(text, tokens, rules=rules)
    raw = set(carried)
    for phrase in rules.phrases.find(tokens, opening=_opening(tokens, rules=rules)):
        if phrase.language == ANY_LANGUAGE or phrase.language in languages:
            raw.add(phrase.target)
    cues = rules.cues
    for number in rules.patterned:
        pattern = cues[number].pattern
        if number not in raw and pattern and pattern.search(text):
            raw.add(number)
    for language in languages:
        for number, pattern in rules.languages[language].patterns:
            if number not in raw and pattern.search(text):
                raw.add(number)
    capitals = not any(rules.languages[language].capital_nouns for language in languages)
    measures = {
        Measure.SIZE: size_of(tokens),
        Measure.NAMES: _names(text) if capitals else 0.0,
        Measure.REPEATED: _repeated(tokens, before),
        Measure.ANSWERS: _answers(text, role=role, before=before),
    }
    for number in rules.measured:
        within = cues[number].range
        if within and within.holds(measures[within.measure]):
            raw.add(number)
    return frozenset(number for number in raw if _counts(number, raw, role=role, shape=shape, rules=rules))


def spoken_languages(text: str, tokens: Sequence[str], *, rules: GateRules) -> tuple[int, ...]:
    """The languages (indexes) that most of the words and letters speak for; all of them when none does."""
    votes = [0] * len(rules.languages)
    for token in tokens:
        for language in rules.markers.get(token, ()):
            votes[language] += 1
    if not text.isascii():
        for number, language in enumerate(rules.languages):
            if language.letters:
                votes[number] += len(language.letters.findall(text.lower()))
    most = max(votes, default=0)
    return tuple(number for number, count in enumerate(votes) if count == most)


def _counts(number: int, raw: set[int], *, role: str, shape: Shape, rules: GateRules) -> bool:
    cue = rules.cues[number]
    return (
        (not cue.roles or role in cue.roles)
        and (not cue.shapes or shape in cue.shapes)
        and (not cue.when or not cue.when.isdisjoint(raw))
        and cue.unless.isdisjoint(raw)
    )


def _opening(tokens: Sequence[str], *, rules: GateRules) -> int:
    for position, token in enumerate(tokens):
        if is_word(token) and token not in rules.openers:
            return position
    return len(tokens)


def _names(text: str) -> float:
    """Words that begin with a capital and go on in small letters, where no sentence begins."""
    count = 0
    previous = ""
    for word in text.split():
        bare = word.strip("\"'“”«»„()[]*_`,.;:!?…")
        fresh = not previous or previous[-1] in ".!?…:–—-\"“«„(>•"
        if not fresh and len(bare) > 1 and bare[0].isupper() and bare[1:2].islower():
            count += 1
        previous = word
    return float(count)


def _repeated(tokens: Sequence[str], before: Sequence[Said]) -> float:
    if not before:
        return 0.0
    telling = {token for token in tokens if is_word(token) and (len(token) > _TELLING_LENGTH or not token.isascii())}
    if len(telling) < _TELLING_LENGTH:
        return 0.0
    return len(telling & set(words_of(before[-1].text))) / len(telling)


def _answers(text: str, *, role: str, before: Sequence[Said]) -> float:
    if not before or before[-1].role == role or text.rstrip().endswith(_QUESTION_MARKS):
        return 0.0
    return float(before[-1].text.rstrip().endswith(_QUESTION_MARKS))
