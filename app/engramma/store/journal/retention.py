"""Lets go of undo images that are too old or too many; merges keep theirs, since a split needs them.

An operation without its images is sealed: it stays in the history and can no longer be undone.
"""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, func, insert, or_, select

from engramma.model.clock import DAY
from engramma.model.policy import Policy
from engramma.store.database import Database
from engramma.store.tables import image, meta, operation, row_range

LARGEST_BYTES = 1_000_000_000
_SEALED = "sealed_before"
_KEPT_KIND = "merge"
ERASING_KINDS = ("purge", "expire")
_ROWS = 2_000
_BYTES_A_ROW = 48


def sealed_before(connection: Connection) -> int:
    """Operations with a smaller id cannot be undone any more, merges apart; 0 when none is sealed."""
    value = connection.scalar(select(meta.c.value).where(meta.c.name == _SEALED))
    return int(value or 0)


def is_sealed(connection: Connection, operation_id: int, *, kind: str) -> bool:
    """Whether the images of an operation are gone, or never were kept since it erased for good."""
    return kind in ERASING_KINDS or (kind != _KEPT_KIND and operation_id < sealed_before(connection))


def seal_old(database: Database, *, policy: Policy, now: int, largest: int = LARGEST_BYTES) -> int:
    """Seal what is older than the policy says or exceeds `largest` bytes; returns the number of images deleted."""
    with database.read() as reading:
        boundary = max(
            _first_recent(reading.connection, now - round(policy.image_retention * DAY)),
            _first_within(reading.connection, largest),
        )
        if boundary <= sealed_before(reading.connection):
            return 0
    with database.write() as connection:
        connection.execute(delete(meta).where(meta.c.name == _SEALED))
        connection.execute(insert(meta).values(name=_SEALED, value=str(boundary)))
    deleted = 0
    while True:
        with database.write() as connection:
            part = _delete_part(connection, boundary)
        deleted += part
        if part < _ROWS:
            return deleted


def _first_recent(connection: Connection, cutoff: int) -> int:
    """The first operation that is not older than `cutoff`; open ones are never passed.

    Not the last older one: a clock that was wrong once gives a new operation an old time.
    """
    first_recent = connection.scalar(
        select(func.min(operation.c.id)).where(or_(operation.c.at >= cutoff, operation.c.status == "open"))
    )
    if first_recent is not None:
        return int(first_recent)
    return int(connection.scalar(select(func.max(operation.c.id))) or -1) + 1


def _first_within(connection: Connection, largest: int) -> int:
    """The first operation from which on all images together stay below `largest` bytes."""
    size = (
        func.sum(func.coalesce(func.length(image.c.before), 0) + func.coalesce(func.length(image.c.after), 0))
        + func.count() * _BYTES_A_ROW
    )
    total = 0
    for row in connection.execute(
        select(image.c.operation_id, size.label("size"))
        .group_by(image.c.operation_id)
        .order_by(image.c.operation_id.desc())
    ):
        total += int(row.size)
        if total > largest:
            return int(row.operation_id) + 1
    return 0


def _delete_part(connection: Connection, boundary: int) -> int:
    old = (
        select(image.c.operation_id, image.c.number)
        .join(operation, operation.c.id == image.c.operation_id)
        .where(image.c.operation_id < boundary, operation.c.kind != _KEPT_KIND)
        .limit(_ROWS)
    )
    rows = connection.execute(old).all()
    for row in rows:
        connection.execute(
            delete(image).where(and_(image.c.operation_id == row.operation_id, image.c.number == row.number))
        )
    if len(rows) < _ROWS:
        kept = select(operation.c.id).where(operation.c.kind == _KEPT_KIND)
        connection.execute(
            delete(row_range).where(
                row_range.c.operation_id < boundary, row_range.c.operation_id.not_in(kept)
            )
        )
    return len(rows)
