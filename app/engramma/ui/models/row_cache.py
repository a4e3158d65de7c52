"""Rows that were read lately, by memory id, so that sorting and refreshing lose none of them.

No Qt and no reading: it only remembers, drops the least used beyond its size, and knows which rows are out of date.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from engramma.ui.models.memory_rows import LoadedRow

CAPACITY = 8192


class RowCache:
    """A bounded map from memory id to row. Rows marked stale stay readable until fresh ones replace them."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._rows: OrderedDict[int, LoadedRow | None] = OrderedDict()
        self._stale: set[int] = set()

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, memory_id: int) -> bool:
        return memory_id in self._rows

    def get(self, memory_id: int) -> LoadedRow | None:
        """The row, fresh or stale; None while unknown or when the memory is gone."""
        row = self._rows.get(memory_id)
        if row is not None:
            self._rows.move_to_end(memory_id)
        return row

    def needs(self, memory_id: int) -> bool:
        """Whether the row must be read: unknown or stale."""
        return memory_id not in self._rows or memory_id in self._stale

    def put(self, rows: Iterable[LoadedRow], asked: Iterable[int] = ()) -> None:
        """Keep rows. Ids that were asked for and did not come are remembered as gone."""
        found = set()
        for row in rows:
            found.add(row.row.id)
            self._keep(row.row.id, row)
        for memory_id in asked:
            if memory_id not in found:
                self._keep(memory_id, None)
        while len(self._rows) > self._capacity:
            dropped, _row = self._rows.popitem(last=False)
            self._stale.discard(dropped)

    def mark_stale(self, ids: Iterable[int] | None = None) -> None:
        """These rows, or all, must be read again; until then they still show."""
        if ids is None:
            self._stale = set(self._rows)
        else:
            self._stale.update(memory_id for memory_id in ids if memory_id in self._rows)

    def clear(self) -> None:
        """Forget everything: another store."""
        self._rows.clear()
        self._stale.clear()

    def _keep(self, memory_id: int, row: LoadedRow | None) -> None:
        self._rows[memory_id] = row
        self._rows.move_to_end(memory_id)
        self._stale.discard(memory_id)
