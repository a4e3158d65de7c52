"""Query tree → SQL clause over `event`: the same language for the turns of sessions.

What an event cannot have (importance, kind, tags …) it does not have: such a term finds none, its negation all.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from sqlalchemy import ColumnElement, and_, false, or_, select, true

from engramma.model.policy import Policy
from engramma.model.search.tree import Leaf, Meaning, Phrase, Query, Term, Word
from engramma.model.search.values import Between, Choice, Compare, Match, Test
from engramma.store.fulltext import event_words, quoted
from engramma.store.identity import normal_text
from engramma.store.search.context import Context
from engramma.store.search.likeness import like_contains, like_matches
from engramma.store.search.memories import combined
from engramma.store.search.moments import moment_clause
from engramma.store.search.sources import Index, sources_of
from engramma.store.search.terms import session_named, session_started, sessions_where, sources_named
from engramma.store.tables import event, provenance, session
from engramma.store.visibility import visible

_OF_SESSION = {"agent": session.c.agent, "project": session.c.project}


def compile_events(
    query: Query, *, now: int, policy: Policy, tz: tzinfo | None = None, hidden: Sequence[int] = ()
) -> ColumnElement[bool]:
    """The clause for the events that `query` finds; visibility is the caller's to add."""
    return events_clause(query, Context(now=now, policy=policy, tz=tz, hidden=hidden))


def events_clause(query: Query, context: Context) -> ColumnElement[bool]:
    """The same within a context."""
    if query.root is None:
        return true()
    return combined(query.root, lambda leaf: _leaf_clause(leaf, context))


def _leaf_clause(leaf: Leaf, context: Context) -> ColumnElement[bool]:
    match leaf:
        case Term("text") | Word() | Phrase() | Meaning():
            return _text(leaf)
        case Term(field, test):
            return _term(field, test, context)
        case _:
            return false()


def _text(leaf: Leaf) -> ColumnElement[bool]:
    sources = sources_of(leaf)
    expressions = [source.match for source in sources if source.index is Index.WORDS]
    if expressions:
        single = isinstance(leaf, Word) and len(normal_text(leaf.text).rstrip("*")) == 1
        expression = quoted(normal_text(leaf.text)) if single and isinstance(leaf, Word) else expressions[0]
        matched = event_words.c[event_words.name].op("MATCH")(expression)
        return event.c.id.in_(select(event_words.c.rowid).where(matched))
    text = leaf.test.text if isinstance(leaf, Term) and isinstance(leaf.test, Match) else ""
    if isinstance(leaf, Word | Phrase | Meaning):
        text = leaf.text
    return like_contains(event.c.text, text) if normal_text(text) else false()


def _term(field: str, test: Test, context: Context) -> ColumnElement[bool]:
    match field, test:
        case "tier", Choice(value):
            return true() if value == "sensory" else false()
        case "role", Choice(value):
            return event.c.role == value
        case "speaker", Match():
            return like_matches(event.c.speaker, test)
        case "session", Match():
            return event.c.session_id.in_(sessions_where(session_named(test), context))
        case (("agent" | "project"), Match()):
            return event.c.session_id.in_(sessions_where(like_matches(_OF_SESSION[field], test), context))
        case "source", Match():
            of_session = sessions_where(like_matches(session.c.source, test), context)
            imported = and_(
                event.c.source_id.is_not(None), event.c.source_id.in_(sources_named(test, context))
            )
            return or_(event.c.session_id.in_(of_session), imported)
        case "created", Compare() | Between():
            return moment_clause(event.c.at, test, now=context.now, tz=context.tz, future=False)
        case "started", Compare() | Between():
            return event.c.session_id.in_(sessions_where(session_started(test, context), context))
        case "state", Choice(value):
            return true() if value in ("any", "active") else false()
        case "is", Choice("active"):
            return true()
        case "is", Choice("promoted"):
            return _became_memory(context)
        case "has", Choice("session"):
            return true()
        case _:
            return false()


def _became_memory(context: Context) -> ColumnElement[bool]:
    return (
        select(provenance.c.id)
        .where(provenance.c.event_id == event.c.id, visible(provenance, context.hidden))
        .correlate(event)
        .exists()
    )
