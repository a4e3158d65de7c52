"""Checks of segments and of importance: numbers that are none, stretches that are missing or out of order."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sqlalchemy import select, update

from engramma.model.clock import DAY
from engramma.store.doctor.examination import (
    Examination,
    Finding,
    Row,
    counted,
    labelled,
    of_memories,
    select_rows,
    shown,
    sound,
)
from engramma.store.journal.step import Step
from engramma.store.memories.reading import UNKNOWN_IMPORTANCE
from engramma.store.tables import memory, segment

# By its type: of a column that may not be NULL, as which a NaN reads, SQLite takes `IS NULL` to be false unseen.
_NO_NUMBER = "typeof(m.importance) <> 'real' OR NOT m.importance BETWEEN 0 AND 1"
_NO_STRENGTH = (
    "typeof(s.s0) <> 'real' OR NOT s.s0 BETWEEN 0 AND 1 OR (s.half_life IS NOT NULL AND NOT s.half_life > 0)"
)


def check_importance(look: Examination) -> Finding:
    """Importances that are no number from 0 to 1. Those of pinned memories are left to a person."""
    with look.reading() as reading:
        rows = select_rows(
            reading.connection,
            f"SELECT m.id, m.pinned FROM memory m WHERE {shown('m', reading.hidden)} AND ({_NO_NUMBER})",
        )
    if not rows:
        return sound("Every importance is a number from 0 to 1.")
    ids = [int(row[0]) for row in rows]
    free = [int(row[0]) for row in rows if not row[1]]
    detail = f"{counted(len(ids), 'memory has', 'memories have')} an importance that is no number from 0 to 1"
    left = "; set it by hand where the memory is pinned" if len(free) < len(ids) else ""
    return Finding(
        len(ids),
        f"{detail}{labelled(ids)}{left}.",
        "Set it to the nearest that is one, or to 0.50; it cannot be set back by undo." if free else "",
        rows=tuple(("memory", memory_id) for memory_id in free),
        memories=tuple(ids[:20]),
    )


def mend_importance(step: Step, rows: Sequence[Row]) -> None:
    """No image is kept: a value that no store may hold could not be restored."""
    for _table, memory_id in rows:
        found = step.connection.execute(
            select(memory.c.importance, memory.c.pinned).where(memory.c.id == memory_id)
        ).first()
        if found is None or found.pinned or _is_share(found.importance):
            continue
        _set(step, memory_id, importance=_share(found.importance, instead=UNKNOWN_IMPORTANCE))


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and 0.0 <= value <= 1.0


def _share(value: object, *, instead: float) -> float:
    if not isinstance(value, (int, float)) or math.isnan(value):
        return instead
    return min(max(float(value), 0.0), 1.0)


def _set(step: Step, memory_id: int, *, importance: float) -> None:
    step.connection.execute(update(memory).where(memory.c.id == memory_id).values(importance=importance))
    step.touch((memory_id,))
    step.changes += 1


def check_segment_values(look: Examination) -> Finding:
    """Strengths and half-lives of segments that are no such."""
    with look.reading() as reading:
        rows = select_rows(
            reading.connection,
            f"SELECT s.id, s.memory_id FROM segment s WHERE s.removed = 0 AND ({_NO_STRENGTH})",
        )
    if not rows:
        return sound("Every strength in a segment is a number from 0 to 1.")
    ids = sorted({int(row[1]) for row in rows})
    detail = f"{counted(len(rows), 'segment has', 'segments have')} a strength or half-life that is none"
    return Finding(
        len(rows),
        f"{detail}{labelled(ids)}.",
        "Set strengths to the nearest from 0 to 1, half-lives to what the policy says; undo cannot set them back.",
        rows=tuple(("segment", int(row[0])) for row in rows),
        memories=tuple(ids[:20]),
    )


def mend_segment_values(step: Step, rows: Sequence[Row]) -> None:
    """As for importances, without images."""
    for _table, segment_id in rows:
        found = step.connection.execute(
            select(segment.c.memory_id, segment.c.s0, segment.c.half_life, memory.c.tier)
            .join(memory, memory.c.id == segment.c.memory_id)
            .where(segment.c.id == segment_id)
        ).first()
        if found is None:
            continue
        half_life = found.half_life
        if half_life is not None and not 0.0 < half_life < math.inf:
            half_life = step.policy.half_life(found.tier)
        values = {"s0": _share(found.s0, instead=1.0), "half_life": half_life}
        step.connection.execute(update(segment).where(segment.c.id == segment_id).values(**values))
        step.touch((found.memory_id,))
        step.changes += 1


def check_segments_missing(look: Examination) -> Finding:
    """Memories without any segment, whose strength so follows from nothing."""
    with look.reading() as reading:
        rows = select_rows(
            reading.connection,
            f"SELECT m.id FROM memory m WHERE {shown('m', reading.hidden)} AND NOT EXISTS "
            "(SELECT 1 FROM segment s WHERE s.memory_id = m.id AND s.removed = 0)",
        )
    if not rows:
        return sound("Every memory has a segment from which it fades.")
    ids = [int(row[0]) for row in rows]
    what = f"{counted(len(ids), 'memory has', 'memories have')} no segment to fade from"
    return of_memories(ids, what, "Begin a segment with the strength that the memory was last known to have.")


def mend_segments_missing(step: Step, rows: Sequence[Row]) -> None:
    """Begin the segment that the derived columns remember."""
    for _table, memory_id in rows:
        found = step.connection.execute(
            select(memory.c.t0, memory.c.log2_s0, memory.c.half_life).where(memory.c.id == memory_id)
        ).first()
        there = step.connection.scalar(
            select(segment.c.id).where(segment.c.memory_id == memory_id, segment.c.removed == 0).limit(1)
        )
        if found is None or there is not None:
            continue
        s0 = float(2.0 ** min(0.0, found.log2_s0))
        step.insert(
            segment, memory_id=memory_id, t0=found.t0, s0=s0, half_life=found.half_life, reason="restored"
        )


def check_segments_order(look: Examination) -> Finding:
    """Segments that begin before their memory did; a day is allowed for a clock that was set back."""
    with look.reading() as reading:
        rows = select_rows(
            reading.connection,
            "SELECT s.id, m.id FROM segment s JOIN memory m ON m.id = s.memory_id "
            f"WHERE s.removed = 0 AND {shown('m', reading.hidden)} "
            "AND s.t0 < m.created_at - :day AND m.created_at <= :latest",
            {"day": DAY, "latest": look.now + DAY},
        )
    if not rows:
        return sound("No segment begins before its memory.")
    ids = sorted({int(row[1]) for row in rows})
    detail = f"{counted(len(rows), 'segment begins', 'segments begin')} before the memory did{labelled(ids)}."
    return Finding(
        len(rows),
        detail,
        "Let them begin with the memory.",
        rows=tuple(("segment", int(row[0])) for row in rows),
        memories=tuple(ids[:20]),
    )


def mend_segments_order(step: Step, rows: Sequence[Row]) -> None:
    """Move the beginning to that of the memory."""
    for _table, segment_id in rows:
        created_at = step.connection.scalar(
            select(memory.c.created_at)
            .join(segment, segment.c.memory_id == memory.c.id)
            .where(segment.c.id == segment_id, segment.c.t0 < memory.c.created_at)
        )
        if created_at is not None:
            step.update(segment, segment_id, t0=created_at)
