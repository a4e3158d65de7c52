"""Puts tags on memories and takes them off: a tag that comes back is the same row, shown again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select

from engramma.store.journal.rows import update_many
from engramma.store.journal.step import Step
from engramma.store.tables import tag


def add_tags(step: Step, memory_id: int, names: Iterable[str]) -> None:
    """Add tags to one memory."""
    tag_all(step, [memory_id], tuple(names))


def tag_all(step: Step, memory_ids: Sequence[int], names: Sequence[str]) -> set[int]:
    """Add tags that are not there yet; returns the memories that really changed."""
    if not names or not memory_ids:
        return set()
    rows = _rows(step, memory_ids, names)
    there = {(row.memory_id, row.name) for row in rows}
    back = [row for row in rows if row.removed]
    update_many(step, tag, [row.id for row in back], removed=0)
    fresh = [
        (memory_id, name)
        for memory_id in memory_ids
        for name in dict.fromkeys(names)
        if (memory_id, name) not in there
    ]
    step.insert_many(tag, [{"memory_id": memory_id, "name": name} for memory_id, name in fresh])
    return {row.memory_id for row in back} | {memory_id for memory_id, _name in fresh}


def untag_all(step: Step, memory_ids: Sequence[int], names: Sequence[str]) -> set[int]:
    """Take tags off; returns the memories that really changed."""
    if not names or not memory_ids:
        return set()
    rows = [row for row in _rows(step, memory_ids, names) if not row.removed]
    update_many(step, tag, [row.id for row in rows], removed=1)
    return {row.memory_id for row in rows}


def _rows(step: Step, memory_ids: Sequence[int], names: Sequence[str]) -> Sequence[Any]:
    return step.connection.execute(
        select(tag.c.id, tag.c.memory_id, tag.c.name, tag.c.removed).where(
            tag.c.memory_id.in_(memory_ids), tag.c.name.in_(names)
        )
    ).all()
