"""Chooses the way into a search: from its rarest condition, or along the order that is wanted.

SQLite cannot know how many rows a full-text word has, so the sizes are counted here, each count cut off at the
point where it no longer matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select, true

from engramma.model.search.tree import Meaning, Node, Or, Phrase, Query, Term, Word, leaves
from engramma.store.search.context import Access, Context
from engramma.store.search.memories import ACTIVE, node_clause
from engramma.store.search.sets import set_of
from engramma.store.search.sources import Index, Source, sources_of
from engramma.store.tables import memory
from engramma.store.visibility import visible

FEW = 2_000
FEW_SHARE = 0.05
DENSE_SHARE = 0.3
DENSE_LEAST = 10_000

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
        "fades",
    }
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How to answer: the clause, and whether the few rows of a rare condition are the way in (`driven`).

    `sizes` are the counted rows of each text source; `most` bounds the number of results if driven.
    """

    clause: ColumnElement[bool]
    driven: bool
    sizes: Mapping[Source, int]
    rows: int
    most: int


def plan(connection: Connection, query: Query, context: Context, *, any_state: bool = False) -> Plan:
    """The plan for `query`; its clause includes visibility and, unless `any_state`, scope."""
    rows = connection.scalar(select(func.max(memory.c.id))) or 0
    few = max(FEW, int(rows * FEW_SHARE))
    dense = max(DENSE_LEAST, int(rows * DENSE_SHARE))
    sizes = {source: _size(connection, source, context, most=dense) for source in _sources(query)}
    bounds = {node: _bound(connection, node, context, sizes=sizes, most=few) for node in query.conjuncts}
    rarest = min(
        (node for node, bound in bounds.items() if bound is not None and bound < few),
        key=lambda node: bounds[node] or 0,
        default=None,
    )
    access = {
        source: Access.PROBE if size >= dense and _cheap_probe(source) else Access.CHECK
        for source, size in sizes.items()
    }
    checked = replace(context, default=Access.CHECK, access=access)
    parts = [visible(memory, context.hidden)]
    if not (any_state or query.names_state):
        parts.append(ACTIVE)
    for node in query.conjuncts:
        if node is rarest:
            parts.append(node_clause(node, replace(context, default=Access.DRIVE, access={})))
        else:
            parts.append(node_clause(node, checked))
    most = rows if rarest is None else bounds[rarest] or 0
    return Plan(and_(true(), *parts), rarest is not None, sizes, rows, most)


def _sources(query: Query) -> list[Source]:
    return list(dict.fromkeys(source for leaf in leaves(query.root) for source in sources_of(leaf)))


def _cheap_probe(source: Source) -> bool:
    """Whether one row can be asked for fast: not where the beginnings of many words must be merged each time."""
    if source.index is Index.WORDS:
        return (
            len(source.match.strip('"*')) <= 3 if source.match.endswith("*") else " OR " not in source.match
        )
    return source.index is not Index.PIECES


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
