"""What memories are looked up by: their telling words, cheaply, without taking a profile.

Taking profiles of a whole store costs seconds; terms cost a tenth of that. They are coarse on purpose: by them a pair
is looked at and never judged.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

from engramma.theory.likeness.lexicon import Lexicon
from engramma.theory.likeness.tokens import HAN, fold

READ_AT_MOST = 2_000
_BEGINNING = 6
_LONG_NUMBER = 3
_CACHED = 200_000
_WORDS = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+")
_JOINED = re.compile(r"[^\W_]+(?:[_./-][^\W_]+)+")
_SILENT_ROLES = frozenset({"stop", "negator", "joint", "local", "bound", "allow", "forbid"})


class TermReader:
    """Gives the terms of texts as numbers: the same number for the same concept, stem or identifier."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._languages = tuple(lexicon.languages.values())
        self._numbers: dict[str, int] = {}
        self._met: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def terms(self, text: str) -> array[int]:
        """The terms of a text, each once, in the order of their first mention."""
        met = self._met
        found: dict[int, None] = {}
        beginning = text[:READ_AT_MOST]
        for word in _WORDS.findall(beginning):
            number = met.get(word)
            if number is None:
                if word[0] >= "\u3400" and len(word) > 1 and _is_han(word):
                    for piece in _pieces(word):
                        found[self._meet(piece)] = None
                    continue
                number = self._meet(word)
            if number >= 0:
                found[number] = None
        for name in _JOINED.findall(beginning):
            number = met.get(name)
            found[self._meet(name, whole=True) if number is None else number] = None
        found.pop(-1, None)
        return array("i", found)

    def _meet(self, word: str, *, whole: bool = False) -> int:
        known = self._met.get(word)
        if known is not None:
            return known
        if len(self._met) > _CACHED:
            self._met.clear()
        key = fold(word) if whole else self._key(fold(word))
        number = self._numbers.setdefault(key, len(self._numbers)) if key else -1
        self._met[word] = number
        return number

    def _key(self, word: str) -> str:
        """The concept of a listed word, the beginning of any other; "" for what says nothing."""
        if word.isdigit():
            return word if len(word) >= _LONG_NUMBER else ""
        for language in self._languages:
            sense = language.senses.get(word)
            if sense is None:
                continue
            if sense.role in _SILENT_ROLES or not sense.atom:
                return ""
            if sense.atom[0] in "=±":
                return sense.atom
            break
        for language in self._languages:
            sense = language.stems.get(language.forms.stem(word))
            if sense is not None and sense.atom[:1] in ("=", "±"):
                return sense.atom
        return word[:_BEGINNING] if len(word) > 1 else ""


def _is_han(word: str) -> bool:
    return "\u3400" <= word[0] <= "\u9fff"


def _pieces(run: str) -> Iterator[str]:
    """The overlapping pairs of a run of Chinese."""
    for place in range(len(run) - 1):
        yield run[place : place + 2]
