"""Where memories come from, and what hangs on them: spans beyond their text, rows whose owner is not there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

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
from engramma.store.doctor.integrity import broken_references
from engramma.store.identity import UidSource
from engramma.store.journal.step import Step
from engramma.store.tables import event, metadata, session

RECOVERED = "Recovered turns"

_OWNED = {
    "segment": "segments",
    "version": "wordings",
    "tag": "tags",
    "provenance": "quotes",
    "recall_hit": "recall hits",
    "gate_verdict": "gate verdicts",
    "conflict": "conflicts",
    "memory": "memories",
    "event": "events",
    "recall": "recalls",
}
_SUCCESSION = frozenset({("memory", "superseded_by"), ("memory", "merged_into")})
_SPANNED = ("provenance", "gate_verdict")
# SQLite's length ends at a NUL, so that what it finds is measured again.
_BEYOND = """
    SELECT p.id, p.memory_id, p.start_char, p.end_char, e.text FROM {table} p JOIN event e ON e.id = p.event_id
    WHERE {shown} AND (p.start_char IS NOT NULL OR p.end_char IS NOT NULL) AND (
        p.start_char IS NULL OR p.end_char IS NULL OR p.start_char < 0 OR p.end_char < p.start_char
        OR p.end_char > length(e.text))
"""


def check_spans(look: Examination) -> Finding:
    """Spans that do not lie within the turn that they are of."""
    rows: list[Row] = []
    memories: set[int] = set()
    with look.reading() as reading:
        for name in _SPANNED:
            sql = _BEYOND.format(table=name, shown=shown("p", reading.hidden))
            for row in select_rows(reading.connection, sql):
                if not _is_within(row[2], row[3], row[4]):
                    rows.append((name, int(row[0])))
                    memories.update([int(row[1])] if row[1] is not None else [])
    if not rows:
        return sound("Every quoted place lies within its turn.")
    ids = sorted(memories)
    place = counted(len(rows), "quoted place lies", "quoted places lie")
    return Finding(
        len(rows),
        f"{place} beyond the turn it is of{labelled(ids)}.",
        "Look for the quote in the turn; where it is not, keep the quote without a place.",
        rows=tuple(rows),
        memories=tuple(ids[:20]),
    )


def _is_within(start: int | None, end: int | None, text: str) -> bool:
    return start is not None and end is not None and 0 <= start <= end <= len(text)


def mend_spans(step: Step, rows: Sequence[Row]) -> None:
    """Find the quote again, or let go of the place."""
    for name, row_id in rows:
        table = metadata.tables[name]
        quote: Any = table.c.quote if "quote" in table.c else event.c.id
        found = step.connection.execute(
            select(table.c.start_char, table.c.end_char, quote, event.c.text)
            .join(event, event.c.id == table.c.event_id)
            .where(table.c.id == row_id)
        ).first()
        if found is None or _is_within(found[0], found[1], found[3]):
            continue
        words = found[2] if isinstance(found[2], str) else ""
        at = found[3].find(words) if words else -1
        if at >= 0:
            step.update(table, row_id, start_char=at, end_char=at + len(words))
        else:
            step.update(table, row_id, start_char=None, end_char=None)


def check_orphans(look: Examination) -> Finding:
    """Tags, quotes, wordings, recall hits and more whose memory, turn or session is not there."""
    found: dict[str, list[Row]] = {}
    with look.reading() as reading:
        for name, row_id, _other, column in broken_references(look):
            if name not in _OWNED or column == "born_op" or (name, column) in _SUCCESSION:
                continue
            table = metadata.tables[name]
            removed = reading.connection.scalar(select(table.c.removed).where(table.c.id == row_id))
            if removed == 0:
                found.setdefault(name, []).append((name, row_id))
    rows = sorted({row for part in found.values() for row in part})
    if not rows:
        return sound("Everything that hangs on something has what it hangs on.")
    listed = ", ".join(f"{len(set(part)):,} {_OWNED[name]}" for name, part in found.items())
    row = counted(len(rows), "row hangs", "rows hang")
    return Finding(
        len(rows),
        f"{row} on what is not there ({listed}).",
        "Empty the reference or put the row away; turns without a session get one of their own.",
        rows=tuple(rows),
    )


def mend_orphans(step: Step, rows: Sequence[Row]) -> None:
    """Empty references that may be empty; withdraw rows of which one may not. Turns get a session of their own."""
    homes: dict[int, int] = {}
    for name, row_id in rows:
        table = metadata.tables[name]
        row = step.connection.execute(select(table).where(table.c.id == row_id)).first()
        if row is None or row.removed:
            continue
        for column in table.c:
            value = row._mapping[column.name]
            if value is None or column.name == "born_op" or (name, column.name) in _SUCCESSION:
                continue
            for key in column.foreign_keys:
                other = key.column.table
                there = step.connection.scalar(select(other.c.id).where(other.c.id == value))
                if there is not None:
                    continue
                if name == "event" and column.name == "session_id":
                    if value not in homes:
                        uid = UidSource().next(step.at)
                        homes[value] = step.insert(session, uid=uid, title=RECOVERED, time_quality="none")
                    step.update(table, row_id, session_id=homes[value])
                elif column.nullable and name != "recall_hit":
                    step.update(table, row_id, **{column.name: None})
                else:
                    step.update(table, row_id, removed=1)
