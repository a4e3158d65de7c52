"""Cuts a statement into the words that phrases are matched against.

One token is a word (lower case), a number with its attached unit, a single ideograph or a single punctuation mark.
Scripts without spaces are cut into characters, so that a phrase of any language is a run of tokens.
"""

from __future__ import annotations

import re

SPACELESS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
IDEOGRAPH_SIZE = 0.6

_FIRST_SPACELESS = "\u3040"
_TOKEN = re.compile(rf"\d+(?:[.,:]\d+)*\w*|[{SPACELESS}]|[^\W{SPACELESS}]+|[^\w\s]")


def words_of(text: str) -> tuple[str, ...]:
    """The tokens of `text` in order, lower case, with every kind of apostrophe as ' ."""
    return tuple(_TOKEN.findall(text.lower().replace("’", "'")))


def is_word(token: str) -> bool:
    """False for punctuation and symbols."""
    return len(token) > 1 or token.isalnum()


def is_spaceless(token: str) -> bool:
    """Whether it is a single character of a script without spaces."""
    return len(token) == 1 and token >= _FIRST_SPACELESS


def size_of(tokens: tuple[str, ...]) -> float:
    """How much is said, in words of a language with spaces; an ideograph counts for less than a word."""
    size = 0.0
    for token in tokens:
        if is_word(token):
            size += IDEOGRAPH_SIZE if is_spaceless(token) else 1.0
    return size
