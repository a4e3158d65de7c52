"""The first rows of a search whose words are common: read texts in the order wanted and see which ones fit.

A word that a tenth of a million memories contain would take a copy of all their ids; two thousand texts take a
few milliseconds. What is read is bounded: if too little of it fits, the caller asks the indexes instead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Integer, Select, case, func, literal, literal_column, select

from engramma.model.records import dataclass
from engramma.model.search.sort import Sort, SortKey
from engramma.model.search.tree import And, Leaf, Node, Not, Or, Query, Term, conjunction, leaves
from engramma.store.search.context import Access, Context
from engramma.store.search.memories import ACTIVE, node_clause
from engramma.store.search.sources import Index, Source, folded_letters, folded_words, sources_of
from engramma.store.tables import memory, tag
from engramma.store.visibility import visible

MOST_READ = 6_000
_AT_ONCE = 500
_BETWEEN_TAGS = "\n"

INDEX_OF: Mapping[SortKey, str] = {
    SortKey.NEWEST: "ix_memory_created_at",
    SortKey.CREATED: "ix_memory_created_at",
    SortKey.IMPORTANCE: "ix_memory_importance",
    SortKey.RECALLS: "ix_memory_recalls",
    SortKey.FADES: "ix_memory_fades_at",
}
_COLUMN_OF = {
    SortKey.IMPORTANCE: memory.c.importance,
    SortKey.RECALLS: memory.c.recalls,
    SortKey.FADES: memory.c.fades_at,
}


def first_along(
    connection: Connection, query: Query, context: Context, *, driver: Node | None, sort: Sort, limit: int
) -> NDArray[np.int64] | None:
    """The first `limit` ids by an indexed sort, or None: no words are asked for, or too few of those read fit.

    `driver` is a rare condition of the query by which to come in, if it has one.
    """
    rest = [node for node in query.conjuncts if node is not driver]
    inside = [node for node in rest if driver is None and _follows_index(node, sort)]
    root = conjunction(node for node in rest if node not in inside)
    conditions = list(dict.fromkeys(leaf for leaf in leaves(root) if not sources_of(leaf)))
    words = {leaf: _Matcher.of(leaf) for leaf in leaves(root) if sources_of(leaf)}
    if not words or root is None or (sort.key is SortKey.FADES and sort.descending):
        return None
    found: list[int] = []
    statement = _read(conditions, context, sort=sort, tags=any(m.tags for m in words.values()))
    if not query.names_state:
        statement = statement.where(ACTIVE)
    if driver is None:
        statement = statement.with_hint(memory, f"INDEXED BY {INDEX_OF[sort.key]}", "sqlite")
    for node in inside if driver is None else [driver]:
        statement = statement.where(node_clause(node, replace(context, access=Access.DRIVE)))
    rows = connection.execute(_in_order(statement, sort, indexed=driver is None))
    try:
        while batch := rows.fetchmany(_AT_ONCE):
            for number, text, tags, *answers in batch:
                known = dict(zip(conditions, answers, strict=True))
                if _fits(root, _Text(text, tags or ""), words, known):
                    found.append(number)
                    if len(found) == limit:
                        return np.array(found, dtype=np.int64)
    finally:
        rows.close()
    return None


def _follows_index(node: Node, sort: Sort) -> bool:
    """Whether `node` only bounds the stretch of the sort's index that is read."""
    names = ("created",) if sort.key in (SortKey.NEWEST, SortKey.CREATED) else (sort.key.value,)
    return isinstance(node, Term) and node.field in names


def _read(conditions: list[Leaf], context: Context, *, sort: Sort, tags: bool) -> Select[tuple[Any, ...]]:
    probing = replace(context, access=Access.PROBE)
    names = (
        select(func.group_concat(tag.c.name, _BETWEEN_TAGS))
        .where(tag.c.memory_id == memory.c.id, visible(tag, context.hidden))
        .correlate(memory)
        .scalar_subquery()
    )
    yes, no = literal_column("1", Integer), literal_column("0", Integer)
    answers = [case((node_clause(leaf, probing), yes), else_=no) for leaf in conditions]
    rows = select(memory.c.id, memory.c.text, names if tags else literal(""), *answers)
    rows = rows.where(visible(memory, context.hidden)).limit(MOST_READ)
    return rows.where(memory.c.fades_at.is_not(None)) if sort.key is SortKey.FADES else rows


def _in_order(rows: Select[tuple[Any, ...]], sort: Sort, *, indexed: bool) -> Select[tuple[Any, ...]]:
    column = _COLUMN_OF.get(sort.key, memory.c.created_at)
    # The plus keeps SQLite from walking the sort's index when a rare condition is the way in.
    keys = (column, memory.c.id) if indexed else (literal_column(f"+memory.{column.name}"), memory.c.id)
    return rows.order_by(*(key.desc() if sort.descending else key.asc() for key in keys))


class _Text:
    """A memory's text and tags, folded when first asked for."""

    __slots__ = ("_letters", "_tags", "_words", "tags", "text")

    def __init__(self, text: str, tags: str) -> None:
        self.text = text
        self.tags = tags
        self._letters = self._words = self._tags = ""

    @property
    def letters(self) -> str:
        self._letters = self._letters or folded_letters(self.text)
        return self._letters

    @property
    def words(self) -> str:
        self._words = self._words or folded_words(self.text)
        return self._words

    @property
    def folded_tags(self) -> str:
        self._tags = self._tags or folded_letters(self.tags)
        return self._tags


@dataclass(frozen=True, slots=True)
class _Matcher:
    """The patterns of a leaf by what they are applied to."""

    letters: re.Pattern[str] | None
    words: re.Pattern[str] | None
    tags: re.Pattern[str] | None

    @classmethod
    def of(cls, leaf: Leaf) -> _Matcher:
        sources = sources_of(leaf)
        inside = (Index.TRIGRAMS, Index.PIECES)
        return cls(_pattern(sources, *inside), _pattern(sources, Index.WORDS), _pattern(sources, Index.TAGS))

    def fits(self, text: _Text) -> bool:
        return bool(
            (self.letters and self.letters.search(text.letters))
            or (self.words and self.words.search(text.words))
            or (self.tags and text.tags and self.tags.search(text.folded_tags))
        )


def _pattern(sources: tuple[Source, ...], *indexes: Index) -> re.Pattern[str] | None:
    patterns = [source.pattern for source in sources if source.index in indexes]
    return re.compile("|".join(patterns), re.MULTILINE) if patterns else None


def _fits(node: Node, text: _Text, words: Mapping[Leaf, _Matcher], known: Mapping[Leaf, int]) -> bool:
    match node:
        case Not(inner):
            return not _fits(inner, text, words, known)
        case And(nodes):
            return all(_fits(part, text, words, known) for part in nodes)
        case Or(nodes):
            return any(_fits(part, text, words, known) for part in nodes)
        case _:
            matcher = words.get(node)
            return matcher.fits(text) if matcher is not None else bool(known[node])
