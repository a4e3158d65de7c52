"""Chooses the way into a search: from its rarest condition, or along the order that is wanted.

SQLite cannot know how many rows a full-text word has, so the sizes are counted here, each count cut off at the
point where it no longer matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select, true

from engramma.model.records import dataclass
from engramma.model.search.tree import Meaning, Node, Or, Phrase, Query, Term, Word, leaves
from engramma.store.search.context import Access, Context
from engramma.store.search.memories import ACTIVE, node_clause
from engramma.store.search.sets import set_of
from engramma.store.search.sources import Source, sources_of
from engramma.store.tables import memory
from engramma.store.visibility import visible

FEW = 2_000
FEW_SHARE = 0.05
_COUNTED_FIELDS = frozenset(
    {
        "tag",
        "session",
        "agent",
        "about",
        "source",
        "project",
        "id",
        "importance",
        "recalls",
        "created",
        "started",
        "fades",
    }
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How to answer: the clause, and `driver`, the rare condition that is the way in, if there is one.

    `sizes` are the counted rows of each text source; `most` bounds the number of results.
    """

    clause: ColumnElement[bool]
    driver: Node | None
    sizes: Mapping[Source, int]
    most: int


def plan(connection: Connection, query: Query, context: Context, *, any_state: bool = False) -> Plan:
    """The plan for `query`; its clause includes visibility and, unless `any_state`, scope."""
    rows = connection.scalar(select(func.max(memory.c.id))) or 0
    few = max(FEW, int(rows * FEW_SHARE))
    sizes = {source: _size(connection, source, context, most=few) for source in _sources(query)}
    bounds = {node: _bound(connection, node, context, sizes=sizes, most=few) for node in query.conjuncts}
    rarest = min(
        (node for node, bound in bounds.items() if bound is not None and bound < few),
        key=lambda node: bounds[node] or 0,
        default=None,
    )
    parts = [visible(memory, context.hidden)]
    if not (any_state or query.names_state):
        parts.append(ACTIVE)
    for node in query.conjuncts:
        access = Access.DRIVE if node is rarest else Access.CHECK
        parts.append(node_clause(node, replace(context, access=access)))
    most = rows if rarest is None else bounds[rarest] or 0
    return Plan(and_(true(), *parts), rarest, sizes, most)


def _sources(query: Query) -> list[Source]:
    return list(dict.fromkeys(source for leaf in leaves(query.root) for source in sources_of(leaf)))


def _size(connection: Connection, source: Source, context: Context, *, most: int) -> int:
    return _counted(connection, set_of(source, context), most=most)


def _counted(connection: Connection, rows: Select[tuple[int]], *, most: int) -> int:
    return connection.scalar(select(func.count()).select_from(rows.limit(most).subquery())) or 0


def _bound(
    connection: Connection, node: Node, context: Context, *, sizes: Mapping[Source, int], most: int
) -> int | None:
    """At most how many memories `node` finds, or None if that is not cheap to tell."""
    match node:
        case Or(nodes):
            bounds = [_bound(connection, part, context, sizes=sizes, most=most) for part in nodes]
            known = [bound for bound in bounds if bound is not None]
            return sum(known) if len(known) == len(bounds) else None
        case Term(field) if field in _COUNTED_FIELDS:
            found = select(memory.c.id).where(visible(memory, context.hidden), node_clause(node, context))
            return _counted(connection, found, most=most)
        case Word() | Phrase() | Meaning() | Term("text"):
            return sum(sizes[source] for source in sources_of(node))
        case _:
            return None
