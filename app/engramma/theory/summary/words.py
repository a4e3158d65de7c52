"""Cuts text into words: runs of letters and digits, identifiers whole, Han characters in runs of their own.

Nothing here knows a language; whether a word means anything is decided where the lexicon is at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_HAN_CLASS = "぀-ヿ㐀-䶿一-鿿豈-﫿\U00020000-\U0003134f"
HAN = re.compile(f"[{_HAN_CLASS}]+")
_WORD = re.compile(rf"[{_HAN_CLASS}]+|[^\W_{_HAN_CLASS}]+(?:[-_./]+[^\W_{_HAN_CLASS}]+)*")
LONGEST_WORD = 40


def surfaces_of(text: str) -> tuple[str, ...]:
    """The words as they are written, in order; what is too long to be one (keys, hashes) is left out."""
    return tuple(word for word in _WORD.findall(text) if len(word) <= LONGEST_WORD or HAN.match(word))


def words_of(text: str) -> tuple[str, ...]:
    """The words in lower case."""
    return surfaces_of(text.lower())


def is_han(word: str) -> bool:
    return HAN.match(word) is not None


def is_number(word: str) -> bool:
    """Whether a word is only digits, such as 49, 3.12 or 2024-05-01."""
    return not any(sign.isalpha() for sign in word)


def is_identifier(word: str) -> bool:
    """Whether a word looks like part of a program: a path, a dotted or underscored name, letters with digits."""
    joined = any(sign in word for sign in "_./")
    mixed = any(sign.isdigit() for sign in word) and any(sign.isalpha() for sign in word)
    return joined or mixed


def runs(text: str, *, sizes: tuple[int, ...]) -> Iterator[str]:
    """Every substring of the given sizes, as words are formed where no spaces part them."""
    for size in sizes:
        for start in range(len(text) - size + 1):
            yield text[start : start + size]
