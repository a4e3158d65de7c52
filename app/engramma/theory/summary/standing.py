"""Judges whether a sentence can be read without the ones around it.

Questions, greetings, fragments and sentences that open by pointing back cannot; one that points back further on
can when it has named something before. Nothing here asks whether the sentence matters.
"""

from __future__ import annotations

import re

from engramma.model.session import Role
from engramma.theory.summary.lexicon import Language
from engramma.theory.summary.statements import Statement
from engramma.theory.summary.words import is_han

FEWEST_WORDS = 4
FEWEST_HAN = 6
MOST_WORDS = 55
MOST_SIGNS = 400
SHORT_GREETING = 9
OWN_WORDS = 2
TERSE = (Role.DECISION, Role.NOTE, Role.ERROR)

_ASKS = re.compile(r"[?\uff1f][\"'”’»)\]_*`]*\s*$|^\s*¿")
_BREAKS_OFF = re.compile(r"(?:[:\uff1a,\uff0c]|\.\.\.|…|-|–|—)[\"'”’»)\]*_`]*\s*$")
_LETTERS_WANTED = 0.6


def stands_alone(statement: Statement, role: Role) -> bool:
    """Whether the sentence may be quoted by itself."""
    raw, words, language = statement.raw, statement.words, statement.language
    if len(raw) > MOST_SIGNS or len(words) > MOST_WORDS or _ASKS.search(raw) or _BREAKS_OFF.search(raw):
        return False
    if not _is_long_enough(statement, terse=role in TERSE) or _letters(raw) < _LETTERS_WANTED:
        return False
    asks = _opens_with(statement, language.questions) and not raw.rstrip().endswith((".", "。"))
    if (asks and role not in TERSE) or _is_torn(raw):
        return False
    return not _points_back(statement) and not _greets(statement)


def _is_long_enough(statement: Statement, *, terse: bool) -> bool:
    if statement.language.spaced:
        return len(statement.words) >= FEWEST_WORDS - terse
    return sum(len(word) if is_han(word) else 2 for word in statement.words) >= FEWEST_HAN


def _is_torn(raw: str) -> bool:
    """Whether a quotation or a bracket is open at one end, so that the sentence was cut out of something."""
    low, left, right = (raw.count(sign) for sign in "„“”")
    curly = low != left + right if low else left != right
    return curly or raw.count('"') % 2 > 0 or raw.count("(") != raw.count(")")


def _letters(raw: str) -> float:
    """The share of letters among the signs that are not white space."""
    signs = sum(not sign.isspace() for sign in raw)
    return sum(sign.isalpha() for sign in raw) / signs if signs else 0.0


def _opens_with(statement: Statement, listed: frozenset[str]) -> bool:
    if statement.language.spaced:
        return statement.words[0] in listed
    first = statement.words[0]
    return any(first.startswith(word) for word in listed)


def _points_back(statement: Statement) -> bool:
    """Whether the sentence opens with a word for something said before, or uses one before naming anything."""
    language = statement.language
    if _opens_with(statement, language.backward):
        return True
    if not language.spaced:
        return False
    opens_with_article = statement.words[0] in language.backward_before_verb
    if opens_with_article and not language.neighbours.noun_after.isdisjoint(statement.words[1:2]):
        return True
    named = 0
    before = ""
    for word in statement.words:
        if word in language.pronouns:
            return named < OWN_WORDS
        if _names_something(word, language):
            named += OWN_WORDS if before in language.neighbours.noun_before else 1
        before = word
    return named == 0


def _names_something(word: str, language: Language) -> bool:
    return len(word) > 1 and word not in language.stop and word not in language.weak


def _greets(statement: Statement) -> bool:
    if len(statement.words) > SHORT_GREETING and statement.language.spaced:
        return False
    text = statement.raw.lower()
    return any(text.startswith(greeting) for greeting in statement.language.greetings)
