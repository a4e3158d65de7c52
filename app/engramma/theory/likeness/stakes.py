"""Finds words by which a mistake would be costly: identity, access, money, health, safety.

Says only what the words are. Whether a memory is pinned, edited by a person or important is known elsewhere.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engramma.theory.likeness.tokens import HAN, fold

KINDS = ("identity", "access", "money", "health", "safety")
READ_AT_MOST = 4_000
_WORDS = re.compile(rf"[{HAN}]+|[^\W\d_{HAN}]+|[$€£¥￥]")


@dataclass(frozen=True, slots=True)
class Stakes:
    """The kinds of high stakes that texts touch, in the order of KINDS, and the words that show it, as written."""

    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def high(self) -> bool:
        """Whether any kind is touched."""
        return bool(self.kinds)


class StakeWords:
    """Words and phrases of high stakes by their first word; of Chinese, pieces of a text."""

    def __init__(self, listed: Mapping[str, Iterator[str] | list[str]]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._beginnings: dict[str, str] = {}
        self._pieces: dict[str, str] = {}
        self._openings: dict[str, str] = {}
        for kind, words in listed.items():
            for word in words:
                self._take(fold(word), kind)
        self._shortest = min(map(len, self._beginnings), default=0)
        self._longest = max(map(len, self._beginnings), default=0)

    def _take(self, word: str, kind: str) -> None:
        if word.startswith("^"):
            self._openings.setdefault(word[1:], kind)
        elif re.match(f"[{HAN}]", word):
            self._pieces.setdefault(word, kind)
        elif word.endswith("*"):
            self._beginnings.setdefault(word[:-1], kind)
        else:
            first, *rest = word.split("_")
            self._phrases.setdefault(first, []).append((tuple(rest), kind))

    def find(self, *texts: str) -> Stakes:
        """What these texts touch."""
        kinds: set[str] = set()
        words: dict[str, None] = {}
        for text in texts:
            for kind, word in self._found(text[:READ_AT_MOST]):
                kinds.add(kind)
                words[word] = None
        return Stakes(tuple(kind for kind in KINDS if kind in kinds), tuple(words))

    def _found(self, text: str) -> Iterator[tuple[str, str]]:
        matches = list(_WORDS.finditer(text))
        folded = [fold(match.group()) for match in matches]
        for place, word in enumerate(folded):
            if word[0] >= "\u3400":
                yield from ((kind, piece) for piece, kind in self._pieces.items() if piece in word)
                yield from ((kind, piece) for piece, kind in self._openings.items() if word.startswith(piece))
                continue
            for rest, kind in self._phrases.get(word, ()):
                if tuple(folded[place + 1 : place + 1 + len(rest)]) == rest:
                    yield kind, text[matches[place].start() : matches[place + len(rest)].end()]
                    break
            else:
                kind = self._by_beginning(word)
                if kind:
                    yield kind, matches[place].group()

    def _by_beginning(self, word: str) -> str:
        for size in range(self._shortest, min(self._longest, len(word)) + 1):
            kind = self._beginnings.get(word[:size])
            if kind:
                return kind
        return ""


def load_stakes(text: str) -> StakeWords:
    """The words of a TOML text: a table for each kind with a list for each language.

    Raises ValueError for text that is not TOML or names a kind that is not known.
    """
    tables = tomllib.loads(text)
    unknown = sorted(set(tables) - {"list", *KINDS})
    if unknown:
        raise ValueError(f"no kind of stakes is called {unknown[0]!r}")
    return StakeWords(
        {
            kind: [word for words in tables.get(kind, {}).values() for word in str(words).split()]
            for kind in KINDS
        }
    )
