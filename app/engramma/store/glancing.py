"""Looks into a store that is not open: how many memories it holds and when it last changed. Writes nothing."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select

from engramma.model.errors import StoreError
from engramma.model.projects import StoreGlance
from engramma.store.opening import open_database
from engramma.store.tables import memory, operation
from engramma.store.visibility import visible


def glance_at(path: Path) -> StoreGlance:
    """What is at `path`; a problem is told in the answer."""
    try:
        database = open_database(path, read_only=True)
    except StoreError as error:
        return StoreGlance(path, problem=str(error))
    try:
        with database.read() as reading:
            count = select(func.count()).select_from(memory).where(visible(memory, reading.hidden))
            memories = int(reading.connection.scalar(count) or 0)
            newest = (
                select(operation.c.at).where(operation.c.status == "done").order_by(operation.c.id.desc())
            )
            changed_at = reading.connection.scalar(newest.limit(1))
    except StoreError as error:
        return StoreGlance(path, problem=str(error))
    finally:
        database.close()
    return StoreGlance(path, memories, changed_at)
