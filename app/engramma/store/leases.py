"""Leases: what only one process at a time may do to a store (an import, a consolidation pass)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import delete, insert, select

from engramma.model.errors import StoreBusyError
from engramma.store.database import Database
from engramma.store.owner import is_alive, own_name
from engramma.store.tables import lease

_held: set[tuple[Path, str]] = set()
_held_lock = threading.Lock()


@contextmanager
def held_lease(database: Database, name: str, *, at: int, what: str) -> Iterator[None]:
    """Hold the lease `name` for the block. Raises StoreBusyError while a living process holds it."""
    owner = own_name()
    mark = (database.path.resolve(), name)
    with _held_lock:
        refused = mark in _held
        _held.add(mark)
    try:
        if refused:
            raise _busy(what)
        with database.write() as connection:
            holder = connection.scalar(select(lease.c.owner).where(lease.c.name == name))
            # One of this very process is left over: giving it back failed, say on a full disk.
            if holder is not None and holder != owner and is_alive(holder):
                raise _busy(what)
            connection.execute(delete(lease).where(lease.c.name == name))
            connection.execute(insert(lease).values(name=name, owner=owner, taken_at=at))
        try:
            yield
        finally:
            with database.write() as connection:
                connection.execute(delete(lease).where(lease.c.name == name, lease.c.owner == owner))
    finally:
        if not refused:
            with _held_lock:
                _held.discard(mark)


def is_held(database: Database, name: str) -> bool:
    """Whether a living process holds the lease `name`."""
    with database.read() as reading:
        holder = reading.connection.scalar(select(lease.c.owner).where(lease.c.name == name))
    return holder is not None and is_alive(holder)


def _busy(what: str) -> StoreBusyError:
    return StoreBusyError(f"{what} is running already.", hint="Wait until it is done, or cancel it.")
