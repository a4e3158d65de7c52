"""Cuts a long text into passages, so that what stands deep in it is found by meaning, too.

A model reads only the beginning of a text (256 word pieces of the default one); one vector of all of it tells little
of each of its subjects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

WORDS = 100
"""Words of a passage, at most; a text of no more is not cut."""

MOST = 24
"""Passages of one text; what comes after them is found by its words alone."""

_LETTERS = 6
_LONGEST = 2 * WORDS
_WIDE = "\u2e80"
_TAIL = 25
_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")


def passages(text: str) -> tuple[str, ...]:
    """The passages of a text in order, whole sentences where they fit; none of a short text."""
    if len(text) <= WORDS:
        return ()
    made: list[list[str]] = [[]]
    size = 0
    for piece, weight in _pieces(text):
        if size + weight > WORDS and made[-1]:
            if len(made) == MOST:
                break
            made.append([])
            size = 0
        made[-1].append(piece)
        size += weight
    if len(made) > 1 and size < _TAIL:
        made[-2:] = [made[-2] + made[-1]]
    return tuple(" ".join(part) for part in made) if len(made) > 1 else ()


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """Sentences with how many words they have; one that is too long for a passage comes in parts."""
    for sentence in _END.split(text):
        part: list[str] = []
        size = 0
        for word in _words(sentence):
            weight = _weight(word)
            if size + weight > WORDS and part:
                yield " ".join(part), size
                part, size = [], 0
            part.append(word)
            size += weight
        if part:
            yield " ".join(part), size


def _words(sentence: str) -> Iterator[str]:
    """Words as white space parts them; what has none for long (Chinese, a blob) in slices."""
    for word in sentence.split():
        for start in range(0, len(word), _LONGEST):
            yield word[start : start + _LONGEST]


def _weight(word: str) -> int:
    """As how many words it counts: two Chinese or Japanese characters are one."""
    wide = 0 if word.isascii() else sum(character >= _WIDE for character in word)
    return max(1, wide // 2 + (len(word) - wide) // _LETTERS)
