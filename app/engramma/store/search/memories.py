"""Query tree → SQL clause over `memory`, every value a bound parameter.

No clause is ever NULL, so that NOT means the opposite. Who may be seen (`visible`) is the caller's to add.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo

from sqlalchemy import ColumnElement, and_, false, literal_column, not_, or_, true

from engramma.model.policy import Policy
from engramma.model.search.tree import And, Leaf, Meaning, Node, Not, Or, Phrase, Query, Term, Word
from engramma.store.search.context import Context
from engramma.store.search.sets import found_by
from engramma.store.search.sources import sources_of
from engramma.store.search.terms import term_clause

# The plus keeps SQLite from reading a million rows by their state when a better way in is there.
ACTIVE: ColumnElement[bool] = literal_column("(+memory.state = 'active')")


def compile_memories(
    query: Query, *, now: int, policy: Policy, tz: tzinfo | None = None, hidden: Sequence[int] = ()
) -> ColumnElement[bool]:
    """The clause for the memories that `query` finds, its scope included.

    `now` is UTC microseconds; `tz` None is the local zone; `hidden` are the open operations.
    """
    return scoped(query, Context(now=now, policy=policy, tz=tz, hidden=hidden))


def scoped(query: Query, context: Context) -> ColumnElement[bool]:
    """The clause of `query` with its scope: active memories only, unless it names a state."""
    found = true() if query.root is None else node_clause(query.root, context)
    return found if query.names_state else and_(ACTIVE, found)


def node_clause(node: Node, context: Context) -> ColumnElement[bool]:
    """The clause of a part of a query, without scope."""
    return combined(node, lambda leaf: _leaf_clause(leaf, context))


def combined(node: Node, rule: Callable[[Leaf], ColumnElement[bool]]) -> ColumnElement[bool]:
    """The clauses that `rule` makes of the leaves, joined as the tree says."""
    match node:
        case Not(inner):
            return not_(combined(inner, rule))
        case And(nodes):
            return and_(*(combined(part, rule) for part in nodes))
        case Or(nodes):
            return or_(*(combined(part, rule) for part in nodes))
        case _:
            return rule(node)


def _leaf_clause(leaf: Leaf, context: Context) -> ColumnElement[bool]:
    match leaf:
        case Word() | Phrase() | Meaning():
            return found_by(sources_of(leaf), context)
        case Term("text"):
            return found_by(sources_of(leaf), context)
        case Term(field, test):
            return term_clause(field, test, context)
        case _:
            return false()
