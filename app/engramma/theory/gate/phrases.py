"""Finds many short phrases in a statement in one walk over its words.

A phrase is written as words with a small notation:

    merk|denk dir   either word               please| note   the first word may be missing
    prefer*         any word that begins so   line #         # is any number
    not ... but     up to eight words between ^no ,          only where the statement begins   ok $  only at its end

Exists because thousands of phrases as regular expressions would be many times slower. What a phrase stands for is not
known here: it carries a target number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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


def read_phrase(written: str, *, target: int) -> Iterator[Phrase]:
    """Every plain phrase that the notation stands for. Raises ValueError where it stands for nothing."""
    body = written.strip()
    at_start, at_end = body.startswith("^"), body.endswith(" $")
    body = body.removeprefix("^").removesuffix(" $").strip()
    choices = [_alternatives(chunk) for chunk in body.split()]
    for choice in product(*choices):
        tokens = tuple(token for alternative in choice for token in alternative)
        if not tokens or tokens[0] == GAP or tokens[-1] == GAP:
            raise ValueError(f"the phrase {written!r} needs a word at both ends")
        yield Phrase(tokens, at_start, at_end, target)


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
    """Phrases of one language. Never changes after it was made; keeps what it learned about words.

    Phrases of plain words hang in a tree of words. The others are tried one by one, but only where the words that
    they cannot do without all occur.
    """

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._tree = _Node()
        self._by_word: dict[str, list[_Loose]] = {}
        self._by_stem: dict[str, list[_Loose]] = {}
        for phrase in phrases:
            first = phrase.tokens[0]
            if all(map(_is_plain, phrase.tokens)):
                self._tree.grow(phrase)
            elif _is_stem(first):
                self._by_stem.setdefault(first[:-1], []).append(_Loose.of(phrase))
            else:
                self._by_word.setdefault(first, []).append(_Loose.of(phrase))
        self._stem_lengths = sorted({len(stem) for stem in self._by_stem})
        self._loose_from = lru_cache(maxsize=_CACHED_WORDS)(self._look_up)

    def _look_up(self, word: str) -> tuple[_Loose, ...]:
        found = list(self._by_word.get(word, ()))
        if word[0].isdigit():
            found += self._by_word.get(NUMBER, ())
        for length in self._stem_lengths:
            if length > len(word):
                break
            found += self._by_stem.get(word[:length], ())
        return tuple(found)

    def targets_in(self, tokens: Sequence[str], *, opening: int) -> set[int]:
        """Targets of the phrases in `tokens`; one bound to the start begins no later than token `opening`."""
        last = len(tokens)
        while last and not is_word(tokens[last - 1]):
            last -= 1
        words = frozenset(tokens)
        found: set[int] = set()
        branches = self._tree.branches
        for position, token in enumerate(tokens):
            node = branches.get(token)
            end = position + 1
            while node is not None:
                for phrase in node.phrases:
                    if (not phrase.at_start or position <= opening) and (not phrase.at_end or end >= last):
                        found.add(phrase.target)
                node = node.branches.get(tokens[end]) if end < len(tokens) else None
                end += 1
            for loose in self._loose_from(token):
                phrase = loose.phrase
                if (
                    phrase.target in found
                    or not loose.needs <= words
                    or (phrase.at_start and position > opening)
                ):
                    continue
                end = _match(tokens, position + 1, phrase.tokens, index=1)
                if end and (not phrase.at_end or end >= last):
                    found.add(phrase.target)
        return found


@dataclass(slots=True)
class _Node:
    branches: dict[str, _Node] = field(default_factory=dict)
    phrases: list[Phrase] = field(default_factory=list)

    def grow(self, phrase: Phrase) -> None:
        node = self
        for token in phrase.tokens:
            node = node.branches.setdefault(token, _Node())
        node.phrases.append(phrase)


@dataclass(frozen=True, slots=True)
class _Loose:
    phrase: Phrase
    needs: frozenset[str]

    @classmethod
    def of(cls, phrase: Phrase) -> _Loose:
        return cls(phrase, frozenset(filter(_is_plain, phrase.tokens)))


def _is_stem(token: str) -> bool:
    return len(token) > 1 and token[-1] == "*"


def _is_plain(token: str) -> bool:
    return token not in (GAP, NUMBER) and not _is_stem(token)


def _match(tokens: Sequence[str], position: int, wanted: tuple[str, ...], *, index: int) -> int:
    """Where the rest of a phrase ends when it begins at `position`, or 0."""
    while index < len(wanted):
        want = wanted[index]
        if want == GAP:
            for start in range(position, min(position + LONGEST_GAP + 1, len(tokens))):
                if end := _match(tokens, start, wanted, index=index + 1):
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
    if _is_stem(want):
        return token.startswith(want[:-1])
    return token == want
