"""Finds the merge by which memories came into another one, newest first, and the one that it went into itself."""

from __future__ import annotations

from sqlalchemy import func, select

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import image, memory, operation


@dataclass(frozen=True, slots=True)
class FoundMerge:
    """The newest merge into `survivor_id` that still holds. `whole`: the operation did nothing else."""

    operation_id: int
    survivor_id: int
    member_ids: tuple[int, ...]
    whole: bool


def merged_into(reading: Reading, memory_id: int) -> int | None:
    """What a memory was merged into and still is; None if it stands for itself or is not there."""
    found: int | None = reading.connection.scalar(
        select(memory.c.merged_into).where(memory.c.id == memory_id, memory.c.removed == 0)
    )
    return found


def newest_merge(reading: Reading, survivor_id: int) -> FoundMerge | None:
    """The newest merge into a memory of which at least one member is still there."""
    rows = reading.connection.execute(
        select(image.c.operation_id, image.c.row_id, operation.c.kind)
        .join(memory, memory.c.id == image.c.row_id)
        .join(operation, operation.c.id == image.c.operation_id)
        .where(
            memory.c.merged_into == survivor_id,
            memory.c.removed == 0,
            image.c.table_name == "memory",
            image.c.column_name == "merged_into",
            image.c.after == survivor_id,
            operation.c.status == "done",
            operation.c.undone_by.is_(None),
        )
        .order_by(image.c.operation_id.desc(), image.c.row_id)
    ).all()
    # A redo of a merge has images of its own; what it did again is the merge that it names.
    if not rows:
        return None
    newest = rows[0]
    members = tuple(int(row.row_id) for row in rows if row.operation_id == newest.operation_id)
    alone = newest.kind in ("merge", "redo") and _survivors(reading, newest.operation_id) == 1
    return FoundMerge(int(newest.operation_id), survivor_id, members, alone)


def _survivors(reading: Reading, operation_id: int) -> int:
    """How many memories an operation merged others into."""
    found = reading.connection.scalar(
        select(func.count(image.c.after.distinct())).where(
            image.c.operation_id == operation_id,
            image.c.table_name == "memory",
            image.c.column_name == "merged_into",
            image.c.after.is_not(None),
        )
    )
    return int(found or 0)
