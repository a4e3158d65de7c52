"""Reads recalls that were recorded, with their hits."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import and_, select

from engramma.model.recall import ItemType, RecordedHit, RecordedRecall
from engramma.store.database import Reading
from engramma.store.tables import event, memory, recall, recall_hit
from engramma.store.visibility import visible


def read_recalls(
    reading: Reading,
    *,
    before_id: int | None = None,
    operation_ids: Sequence[int] | None = None,
    limit: int,
) -> tuple[RecordedRecall, ...]:
    """The newest recalls, newest first; with `before_id` those before it, with `operation_ids` those of these."""
    query = select(recall).where(visible(recall, reading.hidden)).order_by(recall.c.id.desc()).limit(limit)
    if before_id is not None:
        query = query.where(recall.c.id < before_id)
    if operation_ids is not None:
        query = query.where(recall.c.born_op.in_(operation_ids))
    rows = reading.connection.execute(query).all()
    hits = _hits(reading, [row.id for row in rows])
    return tuple(
        RecordedRecall(
            id=row.id,
            uid=row.uid,
            question=row.question,
            at=row.at,
            actor=row.actor,
            mode=row.mode,
            session_id=row.session_id,
            rehearsed=bool(row.rehearsed),
            hits=tuple(hits.get(row.id, ())),
            operation_id=row.born_op,
            budget=row.budget,
        )
        for row in rows
    )


def _hits(reading: Reading, ids: list[int]) -> dict[int, list[RecordedHit]]:
    found: dict[int, list[RecordedHit]] = {}
    if not ids:
        return found
    rows = reading.connection.execute(
        select(recall_hit, memory.c.text.label("memory_text"), event.c.text.label("event_text"))
        .select_from(recall_hit)
        .outerjoin(memory, and_(memory.c.id == recall_hit.c.memory_id, visible(memory, reading.hidden)))
        .outerjoin(event, and_(event.c.id == recall_hit.c.event_id, visible(event, reading.hidden)))
        .where(recall_hit.c.recall_id.in_(ids), visible(recall_hit, reading.hidden))
        .order_by(recall_hit.c.recall_id, recall_hit.c.rank)
    )
    for row in rows:
        is_memory = row.memory_id is not None
        parts = json.loads(row.parts)
        found.setdefault(row.recall_id, []).append(
            RecordedHit(
                place=row.rank,
                type=ItemType.MEMORY if is_memory else ItemType.EVENT,
                id=row.memory_id if is_memory else row.event_id,
                text=(row.memory_text if is_memory else row.event_text) or "",
                score=row.score,
                parts=tuple((str(name), float(value)) for name, value in parts.items()),
                rehearsed=bool(row.rehearsed),
            )
        )
    return found
