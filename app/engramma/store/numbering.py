"""Numbers of erased rows are not given again: history, proposals and people may still name them.

SQLite gives the largest number that is there plus one; so the largest ever is kept when its row is erased.
"""

from __future__ import annotations

from functools import cache

from sqlalchemy import Connection, Integer, Select, Table, cast, delete, func, insert, select

from engramma.store.tables import meta


def next_number(connection: Connection, table: Table) -> int:
    """The number of the next row of `table` within this transaction."""
    largest, kept = connection.execute(_numbers(table)).one()
    return max(largest or 0, kept or 0) + 1


def keep_number(connection: Connection, table: Table, number: int) -> None:
    """See to it that no number up to `number` is given again; before its row is erased."""
    if number >= next_number(connection, table) - 1:
        name = _name(table)
        connection.execute(delete(meta).where(meta.c.name == name))
        connection.execute(insert(meta).values(name=name, value=str(number)))


def _name(table: Table) -> str:
    return f"last_id.{table.name}"


@cache
def _numbers(table: Table) -> Select[int | None, int | None]:
    kept = select(cast(meta.c.value, Integer)).where(meta.c.name == _name(table)).scalar_subquery()
    return select(select(func.max(table.c.id)).scalar_subquery(), kept)
