"""Weighs the terms of a session: how often they come up, and how little they do so elsewhere.

`document_frequencies` counts what a store holds, so that `background` and summaries speak of the same terms.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engramma.theory.summary.lexicon import Lexicon
from engramma.theory.summary.said import Said
from engramma.theory.summary.statements import Statement, statements_of
from engramma.theory.summary.words import is_han, is_number, runs

DOCUMENTS = ""
WEAK = 0.3
COMMONEST = 0.3


def terms_of(statement: Statement) -> list[str]:
    """The telling terms of a statement, repeats included; Han text in pairs of signs."""
    language = statement.language
    terms = []
    for word, term in zip(statement.words, statement.singulars, strict=True):
        if is_han(word):
            for piece in language.stop_pattern.split(word):
                terms += list(runs(piece, sizes=(2,)))
        elif len(word) > 1 and not is_number(word) and language.stop.isdisjoint((word, term)):
            terms.append(term)
    return terms


def document_frequencies(sessions: Iterable[Sequence[Said]], lexicon: Lexicon) -> dict[str, int]:
    """In how many sessions each term occurs, and under `DOCUMENTS` how many sessions there are."""
    counts: Counter[str] = Counter()
    for events in sessions:
        counts.update({term for one in statements_of(events, lexicon) for term in terms_of(one)})
        counts[DOCUMENTS] += 1
    return dict(counts)


class Rarity:
    """How much it says that a term occurs: 1 without a background, less for what a store is full of."""

    def __init__(self, background: Mapping[str, int] | None) -> None:
        self._background = background or {}
        counted = self._background.get(DOCUMENTS) or max(self._background.values(), default=0)
        self._documents = max(0, counted)

    def of(self, term: str) -> float:
        if not self._documents:
            return 1.0
        found = max(0, min(self._documents, self._background.get(term, 0)))
        rare = math.log((1.5 + self._documents) / (0.5 + found)) / math.log(3.0 + self._documents)
        return COMMONEST + (1.0 - COMMONEST) * rare


def session_weights(statements: Sequence[Statement], rarity: Rarity) -> dict[str, float]:
    """What each term weighs in this session: in how many events it occurs, times how rare it is elsewhere."""
    events: dict[str, set[int]] = {}
    weak: set[str] = set()
    for statement in statements:
        for term in terms_of(statement):
            events.setdefault(term, set()).add(statement.event)
            if term in statement.language.weak:
                weak.add(term)
    return {
        term: math.log1p(len(places)) * rarity.of(term) * (WEAK if term in weak else 1.0)
        for term, places in events.items()
    }
