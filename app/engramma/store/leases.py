"""Leases: what only one process at a time may do to a store (an import, a consolidation pass)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import delete, insert, select

from engramma.model.errors import StoreBusyError
from engramma.store.database import Database
from engramma.store.owner import is_alive, own_name
from engramma.store.tables import lease


@contextmanager
def held_lease(database: Database, name: str, *, at: int, what: str) -> Iterator[None]:
    """Hold the lease `name` for the block. Raises StoreBusyError while a living process holds it."""
    owner = own_name()
    with database.write() as connection:
        holder = connection.scalar(select(lease.c.owner).where(lease.c.name == name))
        if holder is not None and is_alive(holder):
            raise StoreBusyError(f"{what} is running already.", hint="Wait until it is done, or cancel it.")
        connection.execute(delete(lease).where(lease.c.name == name))
        connection.execute(insert(lease).values(name=name, owner=owner, taken_at=at))
    try:
        yield
    finally:
        with database.write() as connection:
            connection.execute(delete(lease).where(lease.c.name == name, lease.c.owner == owner))
