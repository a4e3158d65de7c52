"""The words that stand for memories: their tags, the names of the things they are about, and their texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import func, literal, select

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import entity, memory, mention, tag
from engramma.store.visibility import visible

_AT_ONCE = 500
_CHARS = 400


@dataclass(frozen=True, slots=True)
class WordOf:
    """A tag, or the name of a thing with its type ("" for tags)."""

    name: str
    type: str


def read_words(reading: Reading, ids: Sequence[int]) -> dict[int, set[WordOf]]:
    """The tags, and the names of things, of each memory among `ids` that has any."""
    found: dict[int, set[WordOf]] = defaultdict(set)
    for start in range(0, len(ids), _AT_ONCE):
        part = ids[start : start + _AT_ONCE]
        tags = select(tag.c.memory_id, tag.c.name, literal("")).where(
            tag.c.memory_id.in_(part), visible(tag, reading.hidden)
        )
        things = (
            select(mention.c.memory_id, entity.c.name, entity.c.type)
            .join(entity, entity.c.id == mention.c.entity_id)
            .where(mention.c.memory_id.in_(part), visible(mention, reading.hidden))
        )
        for statement in (tags, things):
            for memory_id, name, type_ in reading.connection.execute(statement):
                found[memory_id].add(WordOf(name, type_))
    return found


def read_beginnings(reading: Reading, ids: Sequence[int]) -> dict[int, str]:
    """The first 400 characters of each visible memory among `ids`."""
    found: dict[int, str] = {}
    for start in range(0, len(ids), _AT_ONCE):
        rows = reading.connection.execute(
            select(memory.c.id, func.substr(memory.c.text, 1, _CHARS)).where(
                memory.c.id.in_(ids[start : start + _AT_ONCE]), visible(memory, reading.hidden)
            )
        )
        found.update((row[0], row[1]) for row in rows)
    return found


def read_whole_text(reading: Reading, memory_id: int) -> str | None:
    """The text of a visible memory, or None."""
    return reading.connection.scalar(
        select(memory.c.text).where(memory.c.id == memory_id, visible(memory, reading.hidden))
    )
