"""Which memories an operation made or changed that were erased since: an undo passes them over and names them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from engramma.store.tables import image, memory, row_range

_MOST_NAMED = 1_000
_AT_ONCE = 500


def erased_targets(connection: Connection, operation_ids: Sequence[int]) -> tuple[int, ...]:
    """The ids of memories that these operations touched and that are not there any more; at most a thousand."""
    changed = connection.scalars(
        select(image.c.memory_id)
        .outerjoin(memory, memory.c.id == image.c.memory_id)
        .where(image.c.operation_id.in_(operation_ids), image.c.memory_id.is_not(None), memory.c.id.is_(None))
        .distinct()
        .limit(_MOST_NAMED)
    )
    gone = set(changed)
    spans = connection.execute(
        select(row_range.c.first_id, row_range.c.last_id).where(
            row_range.c.operation_id.in_(operation_ids), row_range.c.table_name == memory.name
        )
    ).all()
    for first, last in spans:
        for start in range(first, last + 1, _AT_ONCE):
            part = range(start, min(last, start + _AT_ONCE - 1) + 1)
            there = set(
                connection.scalars(select(memory.c.id).where(memory.c.id.between(part.start, part.stop - 1)))
            )
            gone.update(memory_id for memory_id in part if memory_id not in there)
            if len(gone) >= _MOST_NAMED:
                return tuple(sorted(gone)[:_MOST_NAMED])
    return tuple(sorted(gone))
