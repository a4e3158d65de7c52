"""Tells of very many memories which would change by a change, and which are pinned, edited or procedural.

One small number a memory, made by SQLite: a hundred thousand rows cost neither memory nor Python's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Integer, and_, case, cast, or_, select

from engramma.model.bulk import BITS, BulkAction, BulkChange, Trait
from engramma.store.database import Reading
from engramma.store.tables import memory, tag
from engramma.store.visibility import visible

AT_ONCE = 2_000


def read_traits(
    reading: Reading, ids: Sequence[int], change: BulkChange, *, each: Callable[[int], None]
) -> dict[int, int]:
    """The byte of `BITS` of each memory that is there; `each` is told how many were looked at."""
    conditions = {
        Trait.PINNED: memory.c.pinned == 1,
        Trait.EDITED: memory.c.person_edited == 1,
        Trait.PROCEDURAL: memory.c.kind == "procedural",
        Trait.SUPERSEDED: memory.c.state == "superseded",
        Trait.TRASHED: memory.c.state == "trashed",
        Trait.CHANGES: _changes(change, reading),
    }
    traits: Any = sum(
        cast(case((condition, BITS[trait]), else_=0), Integer) for trait, condition in conditions.items()
    )
    found: dict[int, int] = {}
    for start in range(0, len(ids), AT_ONCE):
        part = [int(memory_id) for memory_id in ids[start : start + AT_ONCE]]
        rows = reading.connection.execute(
            select(memory.c.id, traits).where(memory.c.id.in_(part), visible(memory, reading.hidden))
        )
        found.update(tuple(row) for row in rows)
        each(start + len(part))
    return found


def visible_ids(reading: Reading, ids: Sequence[int]) -> NDArray[np.int64]:
    """Those of `ids` that are there."""
    found: list[int] = []
    for start in range(0, len(ids), AT_ONCE):
        part = [int(memory_id) for memory_id in ids[start : start + AT_ONCE]]
        chosen = select(memory.c.id).where(memory.c.id.in_(part), visible(memory, reading.hidden))
        found.extend(reading.connection.scalars(chosen))
    return np.array(found, dtype=np.int64)


def _changes(change: BulkChange, reading: Reading) -> ColumnElement[bool]:
    """Whether a memory is not so already."""
    match change.action:
        case BulkAction.PIN:
            return memory.c.pinned == 0
        case BulkAction.UNPIN:
            return memory.c.pinned == 1
        case BulkAction.REHEARSE:
            return memory.c.state == "active"
        case BulkAction.TRASH:
            return memory.c.state != "trashed"
        case BulkAction.RESTORE:
            return memory.c.state == "trashed"
        case BulkAction.TAG:
            lacks = [~_tagged(name, reading) for name in change.add]
            has = [_tagged(name, reading) for name in change.remove]
            return or_(*lacks, *has)
        case _:
            return memory.c[change.action.value] != change.value


def _tagged(name: str, reading: Reading) -> ColumnElement[bool]:
    return (
        select(tag.c.id)
        .where(and_(tag.c.memory_id == memory.c.id, tag.c.name == name, visible(tag, reading.hidden)))
        .correlate(memory)
        .exists()
    )
