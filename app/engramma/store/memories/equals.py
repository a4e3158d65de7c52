"""Finds a memory with equal normalised text by its keyed hash: one that counts, or one that was deleted."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, literal_column, or_, select

from engramma.model.records import dataclass
from engramma.store.tables import memory, operation, tombstone

# With a plus no index is used for it: SQLite would walk all active memories instead of those with the key.
_STATE: ColumnElement[str] = literal_column("+memory.state")

# A session's summary may be one sentence of it, and is no other memory's twin for that.
_STATEMENT = func.coalesce(memory.c.source_key, "").not_like("summary:%")

# Made once: an alias has a copy of every column, in cycles of references that are left to the collector.
_BORN = operation.alias("born")
_TAKEN_BACK = operation.alias("taken_back")


@dataclass(frozen=True, slots=True)
class Equal:
    """An active memory with the same statement; `still`: it does not fade."""

    id: int
    uid: str
    tier: str
    still: bool


def find_active_equal(connection: Connection, key: bytes, *, own: int | None = None) -> Equal | None:
    """The oldest active memory with this content key whose operation is done, or is the running one `own`."""
    row = connection.execute(
        select(memory.c.id, memory.c.uid, memory.c.tier, memory.c.pinned, memory.c.kind)
        .join(operation, operation.c.id == memory.c.born_op)
        .where(
            memory.c.content_key == key,
            _STATE == "active",
            _STATEMENT,
            memory.c.removed == 0,
            or_(operation.c.status == "done", operation.c.id == own),
        )
        .order_by(memory.c.id)
        .limit(1)
    ).first()
    if row is None:
        return None
    return Equal(id=row.id, uid=row.uid, tier=row.tier, still=bool(row.pinned) or row.kind == "procedural")


def find_deleted_equal(connection: Connection, key: bytes) -> int | None:
    """When a memory with this content key was trashed, undone or purged (UTC µs); None if none was."""
    purged = connection.scalar(select(tombstone.c.deleted_at).where(tombstone.c.content_key == key))
    if purged is not None:
        return int(purged)
    row = connection.execute(
        select(memory.c.removed, memory.c.state_at, memory.c.updated_at, _TAKEN_BACK.c.at)
        .join(_BORN, _BORN.c.id == memory.c.born_op)
        .outerjoin(_TAKEN_BACK, _TAKEN_BACK.c.id == _BORN.c.undone_by)
        .where(memory.c.content_key == key, _STATEMENT, or_(_STATE == "trashed", memory.c.removed == 1))
        .order_by(memory.c.id.desc())
        .limit(1)
    ).first()
    if row is None:
        return None
    return int((row.at if row.removed else row.state_at) or row.updated_at)
