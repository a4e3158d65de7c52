"""What the wording of a statement is worth beyond its cues: words, pairs of words and parts of words with points.

The points were learned from labelled statements and are data (`weights.json`); the features they belong to are named
here and nowhere else, so that fitting and judging can't drift apart. A reason quotes only words that the data knows:
what somebody said in confidence never gets into a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engramma.theory.gate.words import is_spaceless, is_word

WORDS_READ = 120
FOR_IT = "its wording"
AGAINST_IT = "its wording, against it"

_CACHED_WORDS = 20_000
_QUOTED = 3
_SHORTEST_PARTS, _LONGEST_PARTS = 2, 4
_FEWEST_LETTERS = 4
_LONGEST_WORD = 24
_START, _END = "^", "$"
_DIGITS = re.compile(r"\d+")

# How strongly a kind of feature counts; with a smaller value the fit needs more evidence to use it.
_WORD, _WORD_OF_ROLE, _WORD_OF_ANSWER, _PAIR, _PART, _LAST = 1.0, 0.7, 0.7, 0.9, 0.24, 0.5
_LENGTH_UNIT, _LONGEST_LENGTH, _LENGTH_STEP, _LENGTH_STEPS = 20, 40, 4, 6
_LENGTH_BAND = 0.5


def plain_words(tokens: Sequence[str]) -> tuple[str, ...]:
    """The words that count, at most 120, with every number as 0: which number it is says nothing."""
    return tuple(_DIGITS.sub("0", token[:_LONGEST_WORD]) for token in tokens[:WORDS_READ])


def features(words: Sequence[str], *, role: str, answers: bool) -> Iterator[tuple[str, float]]:
    """Every feature of a statement's plain words with its value; one may come more than once and then adds up."""
    for word in dict.fromkeys(words):
        yield from _features_of_word(word, role=role, answers=answers)
    for first, second in dict.fromkeys(_pairs(words)):
        yield _pair_name(first, second), _PAIR
    for name, value, _place in _features_of_places(words, role=role):
        yield name, value
    yield from _features_of_length(len(words))


class Wording:
    """Learned points by the name of the feature. Never changes after it was made; keeps what it learned of words."""

    def __init__(self, points: Mapping[str, float]) -> None:
        self._points = points
        self._of_word = lru_cache(maxsize=_CACHED_WORDS)(self._points_of_word)

    def reasons(self, words: Sequence[str], *, role: str, answers: bool) -> list[tuple[str, float]]:
        """What speaks for and what against the statement, each with the words that weigh most; nothing worth 0."""
        own = {word: self._of_word(word, role, answers) for word in dict.fromkeys(words)}
        pairs: dict[tuple[str, str], float] = {}
        for pair in dict.fromkeys(_pairs(words)):
            points = self._points.get(_pair_name(*pair))
            if points:
                pairs[pair] = points * _PAIR
                near = [word for word in pair if word in own]
                for word in near:
                    own[word] += pairs[pair] / len(near)
        for name, value, place in _features_of_places(words, role=role):
            own[words[place]] += self._points.get(name, 0.0) * value
        length = sum(self._points.get(name, 0.0) * value for name, value in _features_of_length(len(words)))
        gained = sum(points for points in own.values() if points > 0) + max(length, 0.0)
        lost = sum(points for points in own.values() if points < 0) + min(length, 0.0)
        return [
            (self._name(name, own, pairs, sign=sign), points)
            for name, points, sign in ((FOR_IT, gained, 1), (AGAINST_IT, lost, -1))
            if points
        ]

    def _points_of_word(self, word: str, role: str, answers: bool) -> float:
        points = self._points
        return sum(
            points.get(name, 0.0) * value
            for name, value in _features_of_word(word, role=role, answers=answers)
        )

    def _name(
        self, name: str, own: Mapping[str, float], pairs: Mapping[tuple[str, str], float], *, sign: int
    ) -> str:
        """The name of a reason with the known words that weigh most; of a script without spaces known pairs."""
        found = [
            (points * sign, word)
            for word, points in own.items()
            if points * sign > 0 and _can_be_quoted(word) and f"w:{word}" in self._points
        ]
        found += [
            (points * sign, "".join(pair))
            for pair, points in pairs.items()
            if points * sign > 0 and all(is_spaceless(word) and is_word(word) for word in pair)
        ]
        found.sort(key=lambda item: (-item[0], item[1]))
        quoted = ", ".join(f"“{word}”" for _, word in found[:_QUOTED])
        return f"{name}: {quoted}" if quoted else name


def _can_be_quoted(word: str) -> bool:
    return word[0].isalpha() and not is_spaceless(word)


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip((_START, *words), (*words, _END), strict=True)


def _pair_name(first: str, second: str) -> str:
    return f"b:{first} {second}"


def _features_of_word(word: str, *, role: str, answers: bool) -> Iterator[tuple[str, float]]:
    yield f"w:{word}", _WORD
    yield f"w{_voice(role)}:{word}", _WORD_OF_ROLE
    if answers:
        yield f"q:{word}", _WORD_OF_ANSWER
    if len(word) >= _FEWEST_LETTERS:
        edged = f"<{word}>"
        for size in range(_SHORTEST_PARTS, _LONGEST_PARTS + 1):
            for start in range(len(edged) - size + 1):
                yield f"g:{edged[start : start + size]}", _PART


def _features_of_places(words: Sequence[str], *, role: str) -> Iterator[tuple[str, float, int]]:
    """Features of the first two words and the last one: name, value, position."""
    for place, word in enumerate(words[:2]):
        yield f"s{place}:{word}", _WORD, place
    if words:
        yield f"r:{role}:{words[0]}", _WORD, 0
        yield f"e:{words[-1]}", _LAST, len(words) - 1


def _features_of_length(count: int) -> Iterator[tuple[str, float]]:
    yield "length", min(count, _LONGEST_LENGTH) / _LENGTH_UNIT
    yield f"length:{min(_LENGTH_STEPS, count // _LENGTH_STEP)}", _LENGTH_BAND


def _voice(role: str) -> str:
    """Whose word it is: notes are words of the user."""
    return "user" if role == "note" else role
