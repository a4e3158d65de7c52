"""Names what a session was about in three to five tags: key nouns, names and compounds in their plain form.

A tag is scored by how many events speak of it, how rare it is in the store, whether its neighbours and its ending
show a noun, and where it stands: in the title, in the first request, in the summary. Extractive: a word that nobody
said is no topic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engramma.theory.summary.han_topics import count_han, han_pieces
from engramma.theory.summary.said import Said
from engramma.theory.summary.statements import Statement
from engramma.theory.summary.terms import Rarity
from engramma.theory.summary.topic_counts import Tally, count_words, display, terms_in
from engramma.theory.summary.words import is_han, is_identifier, runs

MOST = 5
FEWEST = 3
FAR_BELOW = 0.2
SPREAD = 0.8
IN_TITLE = 2.2
IN_SUMMARY = 1.25
IN_OPENING = 1.35
WEAK = 0.15
IDENTIFIER = 0.4
COMPOUND = 1.4
TOGETHER = 0.6
APART = 0.35
LIFTED = 0.6
LIFT = 1.01
KIN = 5
HAN_LENGTH = 0.3
NOUN_ENDING = 1.15
OTHER_ENDING = 0.5
CAPITAL = 1.2
NO_CAPITAL = 0.4


@dataclass(frozen=True, slots=True)
class Scene:
    """Where topics stand out: the statements that were quoted, the title's words, the speakers' names."""

    quoted: frozenset[tuple[int, int]]
    title: frozenset[str]
    speakers: frozenset[str]


def topics_of(
    events: Sequence[Said], statements: Sequence[Statement], *, rarity: Rarity, scene: Scene
) -> tuple[str, ...]:
    """At most five topics, best first; fewer when the next ones fall far behind."""
    tallies = count_words(events, statements) | count_han(events, statements)
    first = min((s.event for s in statements), default=0)
    quoted = _terms_where(statements, lambda s: (s.event, s.index) in scene.quoted)
    opening = _terms_where(statements, lambda s: s.event == first)
    scores: dict[str, float] = {}
    for term, tally in tallies.items():
        if not scene.speakers.isdisjoint(tally.parts) or not _holds_together(tally, tallies):
            continue
        titled, told = _in(scene.title, tally), _in(quoted, tally)
        if titled or told or tally.count > 1 or tally.is_name:
            score = _own_score(term, tally, rarity)
            score *= IN_TITLE if titled else 1.0
            score *= IN_SUMMARY if told else 1.0
            score *= IN_OPENING if _in(opening, tally) else 1.0
            if score > 0.0:
                scores[term] = score
    _lift_pairs(scores, tallies)
    return tuple(display(term, tallies[term]) for term in _best(scores, tallies))


def _terms_where(statements: Sequence[Statement], wanted: Callable[[Statement], bool]) -> frozenset[str]:
    found: set[str] = set()
    for statement in statements:
        if wanted(statement):
            found.update(terms_in(statement))
            found.update(pair for piece in han_pieces(statement) for pair in runs(piece, sizes=(2,)))
    return frozenset(found)


def _in(terms: frozenset[str], tally: Tally) -> bool:
    part = tally.parts[0]
    if is_han(part):
        return all(pair in terms for pair in runs(part, sizes=(2,)))
    return all(part in terms for part in tally.parts)


def _holds_together(tally: Tally, tallies: Mapping[str, Tally]) -> bool:
    """Whether a pair is more than two words that met once; true of every single word."""
    if len(tally.parts) == 1:
        return True
    first, second = (tallies[part] for part in tally.parts)
    settled = second.noun > 0 or tally.count > 2
    if not settled or tally.count < (3 if tally.language.weak & set(tally.parts) else 2):
        return False
    rarer, commoner = sorted((first.count, second.count))
    return tally.count >= TOGETHER * rarer and tally.count >= APART * commoner


def _lift_pairs(scores: dict[str, float], tallies: Mapping[str, Tally]) -> None:
    """Put a pair before each of its parts that is mostly said within it."""
    for term in [term for term in scores if len(tallies[term].parts) > 1]:
        for part in tallies[term].parts:
            if tallies[term].count >= LIFTED * tallies[part].count:
                scores[term] = max(scores[term], LIFT * scores.get(part, 0.0))


def _own_score(term: str, tally: Tally, rarity: Rarity) -> float:
    score = math.pow(tally.weight, SPREAD) * _nounness(term, tally)
    if is_han(term):
        return (
            score * min(rarity.of(pair) for pair in runs(term, sizes=(2,))) * math.pow(len(term), HAN_LENGTH)
        )
    if len(tally.parts) > 1:
        return score * COMPOUND * max(rarity.of(part) for part in tally.parts)
    if tally.language.weak & {term, *tally.forms}:
        score *= WEAK
    return score * rarity.of(term) * (IDENTIFIER if is_identifier(term) else 1.0)


def _nounness(term: str, tally: Tally) -> float:
    """From 0 for what cannot be a noun to about 1.5, by neighbours, ending and capital letter."""
    language = tally.language
    if is_han(term):
        plain = WEAK if term in language.weak else 1.0
        return plain * (NOUN_ENDING if term.endswith(language.noun_endings) else 1.0)
    share = (tally.noun + 0.5) / (tally.noun + tally.verb + 1.0)
    value = 0.3 + share
    if language.capital_nouns:
        value *= CAPITAL if tally.capital == tally.inside else NO_CAPITAL
    if term.endswith(language.noun_endings):
        return value * NOUN_ENDING
    if term.endswith(language.other_endings):
        return value * OTHER_ENDING if tally.noun else 0.0
    return value


def _best(scores: Mapping[str, float], tallies: Mapping[str, Tally]) -> list[str]:
    order = sorted(scores, key=lambda term: (-scores[term], term))
    taken: list[str] = []
    for term in order:
        if len(taken) == MOST or (len(taken) >= FEWEST and scores[term] < FAR_BELOW * scores[taken[0]]):
            break
        if not any(_akin(tallies[term], tallies[other]) for other in taken):
            taken.append(term)
    return taken


def _akin(one: Tally, other: Tally) -> bool:
    """Whether two tags would say the same: a part of a compound, or words of one stem."""
    if set(one.parts) & set(other.parts):
        return True
    if len(one.parts) + len(other.parts) > 2:
        return False
    a, b = one.parts[0], other.parts[0]
    if is_han(a) or is_han(b):
        return a in b or b in a or not set(runs(a, sizes=(3,))).isdisjoint(runs(b, sizes=(3,)))
    return a[:KIN] == b[:KIN] and min(len(a), len(b)) >= KIN
