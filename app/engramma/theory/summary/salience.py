"""Says how much each statement of a session is worth: who said it, what its phrases promise, what it is about.

Every part is a small number that adds up, so a score can be read; the sizes were set by eye on one half of the
sample sessions. Nothing here compares statements with each other: that is the selection's work.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engramma.model.session import Role
from engramma.theory.summary.lexicon import Cue
from engramma.theory.summary.said import Said
from engramma.theory.summary.standing import stands_alone
from engramma.theory.summary.statements import Statement
from engramma.theory.summary.terms import terms_of
from engramma.theory.summary.words import is_han, is_identifier, is_number

ROLE = {Role.DECISION: 0.90, Role.NOTE: 0.80, Role.ERROR: 0.60, Role.USER: 0.30, Role.AGENT: 0.20}
CUE = {
    Cue.DECISION: 0.35,
    Cue.CORRECTION: 0.15,
    Cue.RESULT: 0.30,
    Cue.RULE: 0.15,
    Cue.REASON: 0.15,
    Cue.INTENT: -0.60,
    Cue.CHATTER: -0.30,
}
CENTRALITY = 1.0
VALUE = 0.08
MOST_VALUES = 3
CLOSING = 0.25
CLOSING_SHARE = 0.85
OPENING = 0.15
FIRST_PERSON = -0.20
SECOND_PERSON = -0.20
EXCLAIMS = -0.25
QUOTES = -0.50
_QUOTED = re.compile('["“„«「][^"”“»」]{25,}["”“»」]')
IDEAL_WORDS = (8, 28)
PER_WORD_SHORT = 0.05
PER_WORD_LONG = 0.02
FULLNESS = 0.4
FULL_SHARE = 0.35


@dataclass(frozen=True, slots=True)
class Scored:
    """A statement that may be quoted, its worth, and the weight of each of its terms in the session."""

    statement: Statement
    score: float
    terms: Mapping[str, float]


def scored(
    events: Sequence[Said], statements: Sequence[Statement], *, weights: Mapping[str, float]
) -> list[Scored]:
    """The statements that stand alone, in order, each with its score."""
    usable = [s for s in statements if s.words and stands_alone(s, events[s.event].role)]
    bags = [{term: weights.get(term, 0.0) for term in terms_of(s)} for s in usable]
    central = [sum(bag.values()) / (6.0 + len(bag)) for bag in bags]
    top = max(central, default=0.0) or 1.0
    return [
        Scored(statement, _own_score(statement, events) + CENTRALITY * share / top, bag)
        for statement, share, bag in zip(usable, central, bags, strict=True)
    ]


def _own_score(statement: Statement, events: Sequence[Said]) -> float:
    role = events[statement.event].role
    cues = statement.language.cues(statement.words, statement.raw.lower())
    score = ROLE.get(role, 0.0) + sum(CUE[cue] for cue in sorted(cues))
    score += _position(statement, role, len(events))
    score += FIRST_PERSON * _says(statement, statement.language.first_person)
    score += SECOND_PERSON * _says(statement, statement.language.second_person)
    if statement.raw.rstrip().endswith(("!", "\uff01")):
        score += EXCLAIMS
    quotes = _QUOTED.search(statement.raw) is not None
    score += QUOTES if quotes else VALUE * min(MOST_VALUES, _values(statement))
    return score + _length(statement) + FULLNESS * _fullness(statement)


def _says(statement: Statement, listed: frozenset[str]) -> bool:
    if statement.language.spaced:
        return not listed.isdisjoint(statement.words)
    return any(word in statement.raw for word in listed)


def _values(statement: Statement) -> int:
    """How many numbers, identifiers and names the sentence holds."""
    values = {word for word in statement.words if is_number(word) or is_identifier(word)}
    if not statement.language.capital_nouns:
        named = zip(statement.surfaces[1:], statement.words[1:], strict=True)
        values.update(word for surface, word in named if surface[0].isupper() and len(word) > 1)
    return len(values)


def _position(statement: Statement, role: Role, count: int) -> float:
    if statement.event == 0:
        return OPENING
    closing = role in (Role.NOTE, Role.AGENT) and statement.event >= (count - 1) * CLOSING_SHARE
    return CLOSING * (1.0 if role is Role.NOTE else 0.5) if closing else 0.0


def _fullness(statement: Statement) -> float:
    """0 for a row of keywords, 1 for a sentence with as many small words as sentences have; 1 for Han text."""
    language = statement.language
    if not language.spaced:
        return 1.0
    share = sum(word in language.stop for word in statement.words) / len(statement.words)
    return min(1.0, share / FULL_SHARE)


def _length(statement: Statement) -> float:
    count = sum((len(word) + 1) // 2 if is_han(word) else 1 for word in statement.words)
    short, long = IDEAL_WORDS
    return -PER_WORD_SHORT * max(0, short - count) - PER_WORD_LONG * max(0, count - long)
