"""Keyed hashes of what was erased, by which imports, the gate and agents know it again without its words.

A memory is known by each of its wordings, a turn by its outside id.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, insert, select

from engramma.store.purging.traces import parts
from engramma.store.tables import tombstone


def bury(connection: Connection, keys: Iterable[bytes], *, at: int, reason: str = "purged") -> None:
    """Keep these content keys as deleted at `at` (UTC µs)."""
    wanted = sorted(set(keys))
    for part in parts(wanted):
        connection.execute(delete(tombstone).where(tombstone.c.content_key.in_(part)))
        connection.execute(
            insert(tombstone), [{"content_key": key, "deleted_at": at, "reason": reason} for key in part]
        )


def buried(connection: Connection, keys: Sequence[bytes]) -> frozenset[bytes]:
    """Those of the keys whose content was erased."""
    found: set[bytes] = set()
    for part in parts(keys):
        found.update(
            connection.scalars(select(tombstone.c.content_key).where(tombstone.c.content_key.in_(part)))
        )
    return frozenset(found)


def turn_name(uid: str) -> str:
    """What stands for a turn where its key is made: no statement is ever equal to it."""
    return f"turn {uid}"
