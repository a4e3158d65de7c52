"""One transaction of an operation: inserts as row ranges, updates as column images, derived columns at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, select, update

from engramma.model.policy import Policy
from engramma.store.derive import derive_memories
from engramma.store.journal.bulk_insert import insert_rows
from engramma.store.numbering import next_number
from engramma.store.tables import image, metadata, row_range

_DERIVED = frozenset(
    {"t0", "log2_s0", "half_life", "fades_at", "recalls", "last_recalled_at", "conflicted", "updated_at"}
)
# Parents before children, so that a rollback, which goes backwards, deletes children first.
_ORDER = {table.name: index for index, table in enumerate(metadata.sorted_tables)}
# They belong to memories, and no derived column of these follows from them.
_NO_BEARING = frozenset({"mention", "tag"})
# Of a memory's own columns the derived ones follow from these alone.
_BEARING = frozenset({"pinned", "kind", "tier", "created_at", "merged_into", "removed"})


def is_derived(table: Table, column: str) -> bool:
    """Whether a column follows from others, so that it is in no undo image."""
    return table.name == "memory" and column in _DERIVED


def bears(table_name: str, column: str = "removed") -> bool:
    """Whether derived columns of a memory follow from this column; by default, from there being such rows at all."""
    if table_name == "memory":
        return column in _BEARING
    return table_name not in _NO_BEARING


class Step:
    """Writes rows for one operation inside one transaction. Not for use after its transaction ended."""

    def __init__(
        self, connection: Connection, operation_id: int, *, at: int, policy: Policy, numbers: list[int]
    ) -> None:
        self.connection = connection
        self.operation_id = operation_id
        self.at = at
        self.policy = policy
        self._numbers = numbers
        self._touched: set[int] = set()
        self._part = 0
        self._ranges: dict[tuple[int, str, str], list[list[int]]] = {}
        self._images: dict[int, list[dict[str, Any]]] = {}
        self._spans: dict[int, tuple[int, int]] = {}
        self.at_end: Callable[[Mapping[int, tuple[int, int]]], None] | None = None
        self.changes = 0
        self.note = ""
        self.label = ""

    def insert(self, table: Table, **values: Any) -> int:
        """Insert one row that belongs to this operation; returns its id."""
        return self.insert_many(table, [values])[0]

    def insert_many(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> range:
        """Insert rows that belong to this operation; returns their ids, in order. All rows have the same keys."""
        if not rows:
            return range(0)
        first = self.next_id(table)
        numbered = [
            {"id": first + index, "born_op": self.operation_id, **row} for index, row in enumerate(rows)
        ]
        insert_rows(self.connection, table, numbered)
        ids = range(first, first + len(rows))
        self._extend(table.name, "insert", ids)
        if "memory_id" in table.c and bears(table.name):
            self.touch(row["memory_id"] for row in rows if row.get("memory_id"))
        elif table.name == "memory":
            self.touch(ids)
        self.changes += len(rows)
        return ids

    def next_id(self, table: Table) -> int:
        """The id that the next inserted row of `table` will get within this transaction."""
        return next_number(self.connection, table)

    def update(self, table: Table, row_id: int, /, **values: Any) -> tuple[str, ...]:
        """Change columns of one row and keep their images; returns the names of those that really changed."""
        columns = [table.c[name] for name in values]
        wanted = [*columns, table.c.memory_id] if "memory_id" in table.c else columns
        row = self.connection.execute(select(*wanted).where(table.c.id == row_id)).one()
        changed = {
            name: value
            for name, value, before in zip(values, values.values(), row, strict=False)
            if before != value
        }
        if not changed:
            return ()
        memory_id = row_id if table.name == "memory" else getattr(row, "memory_id", None)
        for name, value in changed.items():
            if not is_derived(table, name):
                self.image(
                    table.name,
                    row_id,
                    column=name,
                    before=row._mapping[name],
                    after=value,
                    memory_id=memory_id,
                )
        self.connection.execute(update(table).where(table.c.id == row_id).values(**changed))
        if memory_id is not None and any(bears(table.name, name) for name in changed):
            self.touch((memory_id,))
        self.changes += 1
        return tuple(changed)

    def complete(self, table: Table, row_id: int, /, **values: Any) -> None:
        """Set columns of a row that this very operation inserted; that needs no image."""
        own = table.c.id == row_id, table.c.born_op == self.operation_id
        self.connection.execute(update(table).where(*own).values(**values))

    def image(
        self, table: str, row_id: int, *, column: str, before: object, after: object, memory_id: int | None
    ) -> None:
        """Record that a column was changed; the caller changes it in the same transaction."""
        if column == "merged_into":
            self.touch(value for value in (before, after) if isinstance(value, int))
        self._images.setdefault(self._part, []).append(
            {
                "table_name": table,
                "row_id": row_id,
                "column_name": column,
                "memory_id": memory_id,
                "before": before,
                "after": after,
            }
        )

    def mark_range(self, table: str, ids: range, *, act: str) -> None:
        """Record that the rows `ids` were withdrawn or reinstated."""
        self._extend(table, act, ids)
        self.changes += len(ids)

    def begin_part(self, number: int) -> None:
        """What is written from here on belongs to a part of the operation; 0 is to none.

        `at_end` is given the first and the last number of the images and ranges of each part that wrote any.
        """
        self._part = number

    def touch(self, memory_ids: Iterable[int]) -> None:
        """Have the derived columns of these memories recomputed at the end of the transaction."""
        self._touched.update(memory_ids)

    def finish(self) -> None:
        """Write images, ranges and derived columns. Called by the journal before the commit."""
        parts = dict.fromkeys([*self._images, *(part for part, _table, _act in self._ranges)])
        images: list[dict[str, Any]] = []
        ranges: list[dict[str, Any]] = []
        for part in parts:
            before = self._numbers[0]
            images.extend(self._numbered(row) for row in self._images.get(part, ()))
            ranges.extend(self._numbered(row) for row in self._ranges_of(part))
            self._spans[part] = (before + 1, self._numbers[0])
        if images:
            insert_rows(self.connection, image, images)
        if ranges:
            insert_rows(self.connection, row_range, ranges)
        if self.at_end is not None:
            self.at_end(self._spans)
        if self._touched:
            derive_memories(self.connection, self._touched, policy=self.policy)

    def _numbered(self, row: dict[str, Any]) -> dict[str, Any]:
        self._numbers[0] += 1
        return {"operation_id": self.operation_id, "number": self._numbers[0], **row}

    def _ranges_of(self, part: int) -> list[dict[str, Any]]:
        own = [(table, act, spans) for (of, table, act), spans in self._ranges.items() if of == part]
        return [
            {"table_name": table, "first_id": first, "last_id": last, "act": act}
            for table, act, spans in sorted(own, key=lambda item: (_ORDER[item[0]], item[1]))
            for first, last in spans
        ]

    def _extend(self, table: str, act: str, ids: range) -> None:
        if table not in metadata.tables:
            raise KeyError(table)
        spans = self._ranges.setdefault((self._part, table, act), [])
        if spans and spans[-1][1] + 1 == ids.start:
            spans[-1][1] = ids.stop - 1
        else:
            spans.append([ids.start, ids.stop - 1])
