"""Erases the rows of memories and of turns: whatever refers to them goes, or lets go of them.

Follows the tables' own references, so that a table that is added later is not forgotten. Deletes for real; the
caller's operation keeps only that it happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlalchemy import Column, Connection, Table, delete, select, update

from engramma.store.journal.step import Step
from engramma.store.numbering import keep_number
from engramma.store.purging.traces import parts
from engramma.store.tables import (
    entity,
    event,
    image,
    memory,
    metadata,
    provenance,
    session,
)
from engramma.store.vectors.writing import erase_vectors

# Rows that outlive what they refer to: the verdict on a turn is about the turn, evidence keeps its quote.
_LETS_GO: dict[tuple[str, str], dict[str, object]] = {
    ("memory", "superseded_by"): {"superseded_by": None},
    ("memory", "merged_into"): {"merged_into": None},
    ("gate_verdict", "memory_id"): {"memory_id": None, "kept": 0, "reasons": "[]"},
    ("provenance", "event_id"): {"event_id": None, "start_char": None, "end_char": None},
}
_WITHOUT_KEY = "memory_id"


@cache
def references(target: Table) -> tuple[tuple[Table, Column[int]], ...]:
    """Every column of another table, or of its own, that refers to rows of `target`."""
    found = [
        (table, column)
        for table in metadata.sorted_tables
        for column in table.c
        if any(key.column.table is target for key in column.foreign_keys)
    ]
    if target is memory:
        # Drafts and what passes looked at name memories without a key; images are emptied, not deleted.
        found += [
            (table, table.c[_WITHOUT_KEY])
            for table in metadata.sorted_tables
            if _WITHOUT_KEY in table.c and table is not image and not table.c[_WITHOUT_KEY].foreign_keys
        ]
    return tuple(found)


def lets_go(table: Table, column: Column[int]) -> bool:
    """Whether rows of `table` stay when what `column` refers to is erased."""
    return (table.name, column.name) in _LETS_GO


def erase_rows(step: Step, target: Table, ids: Sequence[int]) -> int:
    """Erase rows of `memory` or `event` with all that hangs on them; returns how many of them there were."""
    connection = step.connection
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    for part in parts(ids):
        if target is memory:
            # What a survivor counts of the recalls of those that were merged into it goes with them.
            survivors = select(memory.c.merged_into).where(
                memory.c.id.in_(part), memory.c.merged_into.is_not(None)
            )
            step.touch(int(survivor) for survivor in connection.scalars(survivors).all() if survivor)
        for table, column in references(target):
            if lets_go(table, column):
                values = _LETS_GO[table.name, column.name]
                connection.execute(update(table).where(column.in_(part)).values(**values))
            else:
                _delete(step, table, column, part)
        kind = target.name
        for table in metadata.sorted_tables:
            if "owner_type" in table.c and table.name != "vector":
                connection.execute(
                    delete(table).where(
                        table.c.owner_type.in_(_owner_types(kind)), table.c.owner_id.in_(part)
                    )
                )
        erase_vectors(connection, [(owner_type, row) for owner_type in _owner_types(kind) for row in part])
        if target is memory:
            connection.execute(
                update(image).where(image.c.memory_id.in_(part)).values(before=None, after=None)
            )
    return _delete(step, target, target.c.id, list(ids))


def erase_entities(step: Step, ids: Sequence[int]) -> int:
    """Erase things that nothing is about any more."""
    return _delete(step, entity, entity.c.id, list(ids)) if ids else 0


def fill_quotes(connection: Connection, event_ids: Sequence[int]) -> int:
    """Give evidence that only points into a turn the words it points at, before the turn is erased.

    Returns how many pieces of evidence keep a quote.
    """
    kept = 0
    for part in parts(event_ids):
        rows = connection.execute(
            select(
                provenance.c.id,
                provenance.c.quote,
                provenance.c.start_char,
                provenance.c.end_char,
                event.c.text,
                event.c.session_id,
                provenance.c.session_id.label("own_session"),
            )
            .join(event, event.c.id == provenance.c.event_id)
            .where(provenance.c.event_id.in_(part))
        ).all()
        for row in rows:
            quote = row.quote
            if not quote and row.start_char is not None and row.end_char is not None:
                quote = row.text[row.start_char : row.end_char]
            kept += bool(quote)
            if quote != row.quote or row.own_session is None:
                connection.execute(
                    update(provenance)
                    .where(provenance.c.id == row.id)
                    .values(quote=quote, session_id=row.own_session or row.session_id)
                )
    return kept


def forget_source(connection: Connection, session_id: int) -> None:
    """Empty the saved original of a session whose turns are erased."""
    connection.execute(update(session).where(session.c.id == session_id).values(original=""))


def _owner_types(kind: str) -> tuple[str, ...]:
    return (kind,) if kind == "memory" else (kind, "context")


def _delete(step: Step, table: Table, column: Column[int], values: Sequence[int]) -> int:
    """Delete rows, and the values that the undo journal has of them; how many."""
    connection = step.connection
    if "id" not in table.c:
        return connection.execute(delete(table).where(column.in_(values))).rowcount
    wanted = [*dict.fromkeys((table.c.id, *_others(table, column)))]
    rows = connection.execute(select(*wanted).where(column.in_(values))).all()
    if not rows:
        return 0
    ids = [int(row[0]) for row in rows]
    step.touch({int(end) for row in rows for end in row[1:] if end is not None} - set(values))
    keep_number(connection, table, max(ids))
    for part in parts(ids):
        concerned = (image.c.table_name == table.name, image.c.row_id.in_(part))
        # Those of a memory stay without their values, so that an undo can name what it passes over.
        connection.execute(delete(image).where(*concerned, image.c.memory_id.is_(None)))
        connection.execute(update(image).where(*concerned).values(before=None, after=None))
        connection.execute(delete(table).where(table.c.id.in_(part)))
    return len(ids)


def _others(table: Table, column: Column[int]) -> list[Column[int]]:
    """The columns that name the memory at the other end of a row, whose derived columns change with it."""
    return [table.c[name] for name in ("a_id", "b_id") if name in table.c and table.c[name] is not column]


__all__ = ["erase_entities", "erase_rows", "fill_quotes", "forget_source", "lets_go", "references"]
