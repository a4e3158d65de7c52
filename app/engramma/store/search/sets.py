"""Sets of memories by a look-up, and the clause that a memory is in one of them.

A set can drive a statement (`id IN`), be checked (`+id IN`: copied once, never chosen as the way in) or be probed
(one index look-up a row: right where few rows are looked at).
"""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    TableClause,
    and_,
    false,
    func,
    literal_column,
    or_,
    select,
    union_all,
)

from engramma.store.fulltext import memory_pieces, memory_trigrams, memory_words
from engramma.store.search.context import Access, Context
from engramma.store.search.likeness import like_begins, like_contains
from engramma.store.search.sources import Index, Source, piece_end
from engramma.store.tables import memory, tag
from engramma.store.visibility import visible

_UNDRIVEN = literal_column("+memory.id", Integer)


def _names_of_tags() -> Select[tuple[str]]:
    """Every tag name once, by jumping from one to the next along the index: fast however many memories bear it."""
    shown = tag.c.removed == literal_column("0")
    names = select(func.min(tag.c.name).label("name")).where(shown).cte("tag_names", recursive=True)
    later = tag.alias("later_tag")
    following = (
        select(func.min(later.c.name))
        .where(later.c.removed == literal_column("0"), later.c.name > names.c.name)
        .scalar_subquery()
    )
    names = names.union_all(select(following).where(names.c.name.is_not(None)))
    return select(names.c.name).where(names.c.name.is_not(None))


TAG_NAMES = _names_of_tags()
_NAME = TAG_NAMES.selected_columns.name


def is_in(ids: Select[tuple[int]], context: Context) -> ColumnElement[bool]:
    """Whether a memory is in `ids`, used as the context says."""
    match context.access:
        case Access.DRIVE:
            return memory.c.id.in_(ids)
        case Access.CHECK:
            return _UNDRIVEN.in_(ids)
        case Access.PROBE:
            owner = ids.selected_columns[0]
            return ids.where(owner == memory.c.id).correlate(memory).exists()


def found_by(sources: tuple[Source, ...], context: Context) -> ColumnElement[bool]:
    """Whether any of `sources` finds a memory; nothing is found by none. Never probed: see along.py."""
    sets = [set_of(source, context) for source in sources]
    if not sets:
        return false()
    if context.access is Access.DRIVE:
        return memory.c.id.in_(sets[0] if len(sets) == 1 else union_all(*sets))
    return or_(*(_UNDRIVEN.in_(ids) for ids in sets))


def set_of(source: Source, context: Context) -> Select[tuple[int]]:
    """The ids of the memories that `source` finds; an id may come twice."""
    match source.index:
        case Index.WORDS:
            return _matching(memory_words, source.match)
        case Index.TRIGRAMS:
            return _matching(memory_trigrams, source.match)
        case Index.PIECES:
            term = memory_pieces.c.term
            return select(memory_pieces.c.doc).where(term >= source.match, term < piece_end(source.match))
        case Index.TAGS:
            return tagged(tag_named(source), context)


def _matching(table: TableClause, expression: str) -> Select[tuple[int]]:
    return select(table.c.rowid).where(table.c[table.name].op("MATCH")(expression))


def tag_named(source: Source) -> ColumnElement[bool]:
    """Whether a tag's name fits the text of a word."""
    like = like_contains if source.anywhere else like_begins
    return tag.c.name.in_(TAG_NAMES.where(like(_NAME, source.match)))


def tagged(names: ColumnElement[bool], context: Context) -> Select[tuple[int]]:
    """The ids of the memories with a tag that fits `names`."""
    return select(tag.c.memory_id).where(and_(visible(tag, context.hidden), names))
