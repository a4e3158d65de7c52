"""Finds many short phrases in a statement in one walk over its words.

A phrase is written as words with a small notation:

    merk|denk dir   either word               please| note   the first word may be missing
    prefer*         any word that begins so   line #         # is any number
    not ... but     up to eight words between ^no ,          only where the statement begins   ok $  only at its end

Exists because thousands of phrases as regular expressions would be some fifty times slower. What a phrase stands for
is not known here: each carries a target number and the number of its language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from engramma.theory.gate.words import is_word, words_of

GAP = "..."
NUMBER = "#"
LONGEST_GAP = 8
_CACHED_WORDS = 50_000


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way of saying something. `tokens` may hold GAP, NUMBER and words that end in `*`."""

    tokens: tuple[str, ...]
    at_start: bool
    at_end: bool
    target: int
    language: int


def read_phrase(written: str, *, target: int, language: int) -> Iterator[Phrase]:
    """Every plain phrase that the notation stands for. Raises ValueError where it stands for nothing."""
    body = written.strip()
    at_start, at_end = body.startswith("^"), body.endswith(" $")
    body = body.removeprefix("^").removesuffix(" $").strip()
    choices = [_alternatives(chunk) for chunk in body.split()]
    for choice in product(*choices):
        tokens = tuple(token for alternative in choice for token in alternative)
        if not tokens or tokens[0] == GAP or tokens[-1] == GAP:
            raise ValueError(f"the phrase {written!r} needs a word at both ends")
        yield Phrase(tokens, at_start, at_end, target, language)


def _alternatives(chunk: str) -> list[tuple[str, ...]]:
    if chunk == GAP:
        return [(GAP,)]
    found: list[tuple[str, ...]] = []
    for alternative in chunk.split("|"):
        if alternative.startswith(NUMBER):
            found.append((NUMBER,))
        elif len(alternative) > 1 and alternative.endswith("*"):
            *first, last = words_of(alternative[:-1])
            found.append((*first, f"{last}*"))
        else:
            found.append(words_of(alternative))
    return found


class PhraseIndex:
    """Phrases by their first word. Never changes after it was made; keeps what it learned about words."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._by_word: dict[str, list[Phrase]] = {}
        self._by_stem: dict[str, list[Phrase]] = {}
        for phrase in phrases:
            first = phrase.tokens[0]
            if first.endswith("*") and len(first) > 1:
                self._by_stem.setdefault(first[:-1], []).append(phrase)
            else:
                self._by_word.setdefault(first, []).append(phrase)
        self._stem_lengths = sorted({len(stem) for stem in self._by_stem})
        self._starting_with = lru_cache(maxsize=_CACHED_WORDS)(self._look_up)

    def _look_up(self, word: str) -> tuple[Phrase, ...]:
        found = list(self._by_word.get(word, ()))
        if word[0].isdigit():
            found += self._by_word.get(NUMBER, ())
        for length in self._stem_lengths:
            if length > len(word):
                break
            found += self._by_stem.get(word[:length], ())
        return tuple(found)

    def find(self, tokens: Sequence[str], *, opening: int) -> Iterator[Phrase]:
        """Every phrase in `tokens`; one bound to the start may begin at or before token number `opening`."""
        last = len(tokens)
        while last and not is_word(tokens[last - 1]):
            last -= 1
        for position, token in enumerate(tokens):
            for phrase in self._starting_with(token):
                if phrase.at_start and position > opening:
                    continue
                if len(phrase.tokens) == 1:
                    end = position + 1
                else:
                    end = _match(tokens, position + 1, phrase.tokens, 1)
                if end and (not phrase.at_end or end >= last):
                    yield phrase


def _match(tokens: Sequence[str], position: int, wanted: tuple[str, ...], index: int) -> int:
    """Where the rest of a phrase ends when it begins at `position`, or 0."""
    while index < len(wanted):
        want = wanted[index]
        if want == GAP:
            for start in range(position, min(position + LONGEST_GAP + 1, len(tokens))):
                if end := _match(tokens, start, wanted, index + 1):
                    return end
            return 0
        if position >= len(tokens) or not _fits(tokens[position], want):
            return 0
        position += 1
        index += 1
    return position


def _fits(token: str, want: str) -> bool:
    if want == NUMBER:
        return token[0].isdigit()
    if want[-1] == "*" and len(want) > 1:
        return token.startswith(want[:-1])
    return token == want
