"""Which sessions a query finds: by their own title, topics and time, or by one of their events or memories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import ColumnElement, and_, false, or_, select

from engramma.model.policy import Policy
from engramma.model.search import Phrase, Query, Term, Word
from engramma.model.search.tree import Leaf, leaves, positive_leaves
from engramma.model.search.values import Match, Test
from engramma.store.identity import normal_text
from engramma.store.search import compile_events, compile_memories
from engramma.store.search.context import Context
from engramma.store.search.likeness import like_contains, like_matches
from engramma.store.search.memories import combined
from engramma.store.search.terms import session_named, session_started
from engramma.store.tables import event, memory, session
from engramma.store.visibility import visible


def find_sessions(query: Query, *, now: int, policy: Policy, hidden: Sequence[int]) -> ColumnElement[bool]:
    """A clause over `session`: it fits by itself, or one of its events or memories does."""
    said = select(event.c.session_id).where(
        visible(event, hidden), compile_events(query, now=now, policy=policy, hidden=hidden)
    )
    kept = select(memory.c.session_id).where(
        visible(memory, hidden),
        memory.c.session_id.is_not(None),
        compile_memories(query, now=now, policy=policy, hidden=hidden),
    )
    own = _own_clause(query, Context(now=now, policy=policy, hidden=hidden))
    return or_(session.c.id.in_(said), session.c.id.in_(kept), own)


def _own_clause(query: Query, context: Context) -> ColumnElement[bool]:
    """Whether a session fits by what it is itself, without a look at what was said in it.

    A query that asks for anything else, or for a text that is not there, says nothing about a session alone.
    """
    if query.root is None or not all(_is_own(leaf) for leaf in leaves(query.root)) or _refuses_text(query):
        return false()
    return combined(query.root, lambda leaf: _own_leaf(leaf, context))


def _is_own(leaf: Leaf) -> bool:
    return isinstance(leaf, Word | Phrase) or (isinstance(leaf, Term) and leaf.field in _RULES)


def _refuses_text(query: Query) -> bool:
    asked = list(positive_leaves(query.root))
    return any(isinstance(leaf, Word | Phrase) and leaf not in asked for leaf in leaves(query.root))


def _own_leaf(leaf: Leaf, context: Context) -> ColumnElement[bool]:
    match leaf:
        case Word(text) | Phrase(text):
            words = normal_text(text).strip("*")
            if not words:
                return false()
            return or_(like_contains(session.c.title, words), like_contains(session.c.topics, words))
        case Term(field, test):
            return _RULES[field](test, context)
        case _:
            return false()


def _matches(column: ColumnElement[str]) -> Callable[[Test, Context], ColumnElement[bool]]:
    def rule(test: Test, _context: Context) -> ColumnElement[bool]:
        assert isinstance(test, Match)
        return like_matches(column, test)

    return rule


def _named(test: Test, _context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    return session_named(test)


def _started(test: Test, context: Context) -> ColumnElement[bool]:
    return and_(session.c.started_at.is_not(None), session_started(test, context))


_RULES: Mapping[str, Callable[[Test, Context], ColumnElement[bool]]] = {
    "session": _named,
    "agent": _matches(session.c.agent),
    "project": _matches(session.c.project),
    "started": _started,
}
