"""Times that cannot be: in the future by more than a day, or before 1970.

A clock that was wrong once leaves them behind. What is said in a text stays; the time as it was written stays, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engramma.model.clock import DAY
from engramma.store.doctor.examination import (
    Examination,
    Finding,
    Row,
    counted,
    labelled,
    select_rows,
    shown,
    sound,
)
from engramma.store.journal.step import Step
from engramma.store.tables import memory, metadata, operation, segment

_COLUMNS = {
    "memory": ("created_at", "updated_at", "state_at"),
    "segment": ("t0",),
    "session": ("started_at", "ended_at"),
    "event": ("at",),
}


def _outside(alias: str, columns: Sequence[str]) -> str:
    return " OR ".join(f"{alias}.{name} < 0 OR {alias}.{name} > :latest" for name in columns)


def check_times(look: Examination) -> Finding:
    """Memories, segments, sessions and events with such a time. Pinned memories are left to a person."""
    rows: list[Row] = []
    memories: list[int] = []
    pinned = 0
    latest = {"latest": look.now + DAY}
    with look.reading() as reading:
        for table, columns in _COLUMNS.items():
            extra = {"memory": ", t.pinned", "segment": ", t.memory_id"}.get(table, "")
            where = f"{shown('t', reading.hidden)} AND ({_outside('t', columns)})"
            sql = f"SELECT t.id{extra} FROM {table} t WHERE {where}"
            for row in select_rows(reading.connection, sql, latest):
                if extra:
                    memories.append(int(row[0] if table == "memory" else row[1]))
                if table == "memory" and row[1]:
                    pinned += 1
                else:
                    rows.append((table, int(row[0])))
    count = len(rows) + pinned
    if not count:
        return sound("No time lies in the future or before 1970.")
    ids = sorted(set(memories))
    left = "; pinned ones are left as they are" if pinned else ""
    return Finding(
        count,
        f"{counted(count, 'row has', 'rows have')} a time in the future or before 1970{labelled(ids)}{left}.",
        "Take the time at which the row was written instead; of events and sessions, none." if rows else "",
        rows=tuple(rows),
        memories=tuple(ids[:20]),
    )


def mend_times(step: Step, rows: Sequence[Row]) -> None:
    """Set what is outside to when the row was written, by the history, or to nothing."""
    latest = step.at + DAY
    for table_name, row_id in rows:
        table = metadata.tables[table_name]
        found = step.connection.execute(
            select(table, operation.c.at.label("written_at"))
            .outerjoin(operation, operation.c.id == table.c.born_op)
            .where(table.c.id == row_id)
        ).first()
        if found is None:
            continue
        values = found._mapping
        off = [
            name
            for name in _COLUMNS[table_name]
            if values[name] is not None and not 0 <= values[name] <= latest
        ]
        if not off or (table is memory and values["pinned"]):
            continue
        written = values["written_at"] if values["written_at"] is not None else step.at
        instead = written if 0 <= written <= step.at else step.at
        if table is memory or table is segment:
            changes: dict[str, object] = dict.fromkeys(off, instead)
            if "created_at" in off:
                changes["time_quality"] = "inferred"
        else:
            changes = dict.fromkeys(off)
            if "at" in off or "started_at" in off:
                changes["time_quality"] = "none"
        step.update(table, row_id, **changes)
