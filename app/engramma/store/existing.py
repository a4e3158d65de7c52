"""Whether rows that somebody named are there to be referred to: seen by readers, not hidden or taken back."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table, select

from engramma.model.errors import NotFoundError
from engramma.store.tables import operation

_AT_ONCE = 900
_LARGEST = (1 << 63) - 1


def existing(connection: Connection, table: Table, ids: Sequence[int]) -> frozenset[int]:
    """Those of `ids` that are visible rows of `table`."""
    found: set[int] = set()
    for start in range(0, len(ids), _AT_ONCE):
        part = [row_id for row_id in ids[start : start + _AT_ONCE] if 0 < row_id <= _LARGEST]
        found.update(
            connection.scalars(
                select(table.c.id)
                .join(operation, operation.c.id == table.c.born_op)
                .where(table.c.id.in_(part), table.c.removed == 0, operation.c.status == "done")
            )
        )
    return frozenset(found)


def require(connection: Connection, table: Table, ids: Sequence[int | None], *, what: str = "") -> None:
    """Raise NotFoundError for the first of `ids` that is no visible row of `table`; None refers to nothing."""
    wanted = [int(row_id) for row_id in dict.fromkeys(ids) if row_id is not None]
    found = existing(connection, table, wanted)
    for row_id in wanted:
        if row_id not in found:
            name = f"M-{row_id}" if table.name == "memory" else str(row_id)
            raise NotFoundError(f"There is no {what or table.name} {name}.")
