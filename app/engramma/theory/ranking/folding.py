"""Which hits say the same, so that they are shown as one: equal words, numbers included, in any order and case.

Likeness of vectors decides nothing here: two ports or "use" and "do not use" come out nearly alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+")
_ALIKE = 0.9
_MUCH = 0.6
_LONGEST = 4_000
# fmt: off
_DENIALS = frozenset({
    "not", "no", "never", "without", "dont", "don", "doesnt", "doesn", "didnt", "didn", "isnt", "isn", "wont", "won",
    "cant", "can", "t", "nicht", "kein", "keine", "nie", "ohne", "pas", "jamais", "sans", "nunca", "sin", "不", "没",
})
# fmt: on


def words_said(text: str) -> frozenset[str]:
    """The words of a text as they are compared, numbers included."""
    return frozenset(_WORD.findall(text[:_LONGEST].casefold()))


def says_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether at least nine of ten words are common and nothing that tells values or denials apart differs."""
    if not one or not other:
        return one == other
    common = len(one & other)
    if common < _ALIKE * (len(one) + len(other) - common):
        return False
    return not any(_tells(word) for word in one ^ other)


def much_alike(one: str, other: str) -> bool:
    """Whether most words of two texts are common; for a statement and the turn that it was taken from."""
    first, second = words_said(one), words_said(other)
    return len(first & second) >= _MUCH * len(first | second)


def fold(texts: Sequence[str]) -> tuple[int, ...]:
    """For each text, best first, the index of the earlier one that it is shown as; its own when it stands alone."""
    said = [words_said(text) for text in texts]
    sizes = [len(words) for words in said]
    shown: list[int] = []
    heads: list[int] = []
    for index, words in enumerate(said):
        least, most = _ALIKE * sizes[index], sizes[index] / _ALIKE
        for head in heads:
            if not least <= sizes[head] <= most:
                continue
            if says_the_same(said[head], words) and _in_order(texts[head], texts[index]):
                shown.append(head)
                break
        else:
            heads.append(index)
            shown.append(index)
    return tuple(shown)


def _in_order(one: str, other: str) -> bool:
    """The same words in another order may say something else: Ann paid Bob, Bob paid Ann."""
    first, second = _WORD.findall(one.casefold()[:_LONGEST]), _WORD.findall(other.casefold()[:_LONGEST])
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _ALIKE


def _tells(word: str) -> bool:
    return any(character.isdigit() for character in word) or word in _DENIALS
