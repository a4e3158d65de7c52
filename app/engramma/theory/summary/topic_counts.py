"""Counts what could be a topic of a session: words by their singular, pairs of words that go together.

For each the neighbours are noted that show a noun or a verb. Nothing here decides; Han text is counted in han_topics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engramma.model.session import Role
from engramma.theory.summary.lexicon import Language
from engramma.theory.summary.said import Said
from engramma.theory.summary.statements import Statement
from engramma.theory.summary.words import is_han, is_number

VOICE = {Role.DECISION: 1.3, Role.NOTE: 1.2, Role.ERROR: 1.1, Role.USER: 1.0, Role.AGENT: 0.9}
AGAIN_IN_EVENT = 0.3
SHORTEST = 3
MODIFIER = 0.4
JOINT = "-"


@dataclass(slots=True)
class Tally:
    """What was seen of one word or pair. `weight` counts events by who spoke, repeats within one a little."""

    language: Language
    parts: tuple[str, ...]
    weight: float = 0.0
    count: int = 0
    last_event: int = -1
    noun: float = 0.0
    verb: int = 0
    inside: int = 0
    capital: int = 0
    forms: Counter[str] = field(default_factory=Counter)

    def add(self, statement: Statement, voice: float, form: str) -> None:
        self.weight += voice * (AGAIN_IN_EVENT if statement.event == self.last_event else 1.0)
        self.last_event = statement.event
        self.count += 1
        self.forms[form] += 1

    @property
    def is_name(self) -> bool:
        """Whether it is written with a capital also where no sentence starts."""
        return self.inside > 0 and self.capital == self.inside


def count_words(events: Sequence[Said], statements: Sequence[Statement]) -> dict[str, Tally]:
    """Tallies of words and pairs, by singular, in the order in which they came up."""
    tallies: dict[str, Tally] = {}
    for statement in statements:
        voice = VOICE.get(events[statement.event].role, 1.0)
        before: tuple[int, str] | None = None
        for place, word in enumerate(statement.words):
            if not _could_be(word, statement.surfaces[place], statement.language):
                continue
            term = statement.singulars[place]
            if term in statement.language.stop:
                continue
            tally = tallies.setdefault(term, Tally(statement.language, (term,)))
            tally.add(statement, voice, word)
            _look_around(tally, statement, place)
            if before and before[0] == place - 1 and before[1] != term and _touch(statement, place):
                pair = JOINT.join((before[1], term))
                both = tallies.setdefault(pair, Tally(statement.language, (before[1], term)))
                both.add(statement, voice, pair)
            before = (place, term)
    return tallies


def terms_in(statement: Statement) -> Iterator[str]:
    """The terms of a statement as `count_words` calls them, pairs left out."""
    for word, term in zip(statement.words, statement.singulars, strict=True):
        if not is_han(word) and word not in statement.language.stop:
            yield term


def _could_be(word: str, surface: str, language: Language) -> bool:
    if is_han(word) or is_number(word) or word in language.stop:
        return False
    return len(word) >= SHORTEST or (len(word) == SHORTEST - 1 and surface.isupper())


def _touch(statement: Statement, place: int) -> bool:
    """Whether only a space stands between the word at `place` and the one before."""
    return f"{statement.surfaces[place - 1]} {statement.surfaces[place]}" in statement.raw


def _look_around(tally: Tally, statement: Statement, place: int) -> None:
    words, near = statement.words, statement.language.neighbours
    modifies = statement.language.head_last and place + 1 < len(words) and _means(statement, place + 1)
    if place:
        tally.inside += 1
        tally.capital += statement.surfaces[place][0].isupper()
        tally.noun += (words[place - 1] in near.noun_before) * (MODIFIER if modifies else 1.0)
        tally.verb += words[place - 1] in near.verb_before
    if place + 1 < len(words):
        tally.noun += words[place + 1] in near.noun_after
        tally.verb += words[place + 1] in near.verb_after


def _means(statement: Statement, place: int) -> bool:
    """Whether the word at `place` carries meaning and follows the one before without a comma."""
    return statement.words[place] not in statement.language.stop and _touch(statement, place)


def display(term: str, tally: Tally) -> str:
    """The tag as it is shown: the singular, unless the word is a name that only looks like a plural."""
    named = tally.is_name and not tally.language.capital_nouns
    if len(tally.parts) == 1 and named and term not in tally.forms:
        return max(tally.forms, key=lambda form: (tally.forms[form], form))
    return term
