"""Puts a session's summary together: statements, their worth, the few that are quoted, and the topics.

Deterministic and extractive: every sentence was said in the session, and nothing is read but the arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engramma.model.session import Role
from engramma.theory.summary.lexicon import Lexicon
from engramma.theory.summary.said import NOTHING, Excerpt, Said, SessionSummary
from engramma.theory.summary.salience import scored
from engramma.theory.summary.selection import chosen
from engramma.theory.summary.statements import Statement, readable, statements_of
from engramma.theory.summary.terms import Rarity, session_weights
from engramma.theory.summary.topic_counts import terms_in
from engramma.theory.summary.topics import Scene, topics_of
from engramma.theory.summary.words import is_han, runs, words_of


def summarise(
    events: Sequence[Said],
    *,
    lexicon: Lexicon,
    background: Mapping[str, int] | None,
    sentences: int = 3,
    title: str = "",
) -> SessionSummary:
    """Summarise a session in at most `sentences` of its own sentences and five topics.

    `background` is what `document_frequencies` counts in the store, so that topics are what sets the session apart.
    Events that were rewound should be left out. Takes time in proportion to the text.
    """
    statements = statements_of(events, lexicon)
    if not statements:
        return NOTHING
    rarity = Rarity(background)
    weights = session_weights(statements, rarity)
    picked = [one.statement for one in chosen(scored(events, statements, weights=weights), count=sentences)]
    scene = Scene(
        quoted=frozenset((one.event, one.index) for one in picked),
        title=_title_terms(title, lexicon),
        speakers=frozenset(
            word for event in events if event.role is not Role.TOOL for word in words_of(event.speaker)
        ),
    )
    excerpts = tuple(Excerpt(one.event, one.start, one.end, readable(one)) for one in picked)
    return SessionSummary(
        _joined(picked, excerpts), excerpts, topics_of(events, statements, rarity=rarity, scene=scene)
    )


def _title_terms(title: str, lexicon: Lexicon) -> frozenset[str]:
    statements = statements_of([Said(Role.NOTE, "", title)], lexicon)
    found = {term for statement in statements for term in terms_in(statement)}
    found.update(
        pair for s in statements for word in s.words if is_han(word) for pair in runs(word, sizes=(2,))
    )
    return frozenset(found)


def _joined(picked: Sequence[Statement], excerpts: Sequence[Excerpt]) -> str:
    """The sentences in one line, with a space between two unless both languages do without."""
    text = ""
    for one, excerpt in zip(picked, excerpts, strict=True):
        text += (" " if text and (one.language.spaced or not text.endswith("。")) else "") + excerpt.text
    return text
