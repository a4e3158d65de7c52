"""Recomputes what follows from segments, recalls and conflicts: the columns that are in no undo image.

A memory's current fading comes from its newest visible segment; pinned and procedural ones do not fade.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, func, or_, select, update

from engramma.model.clock import DAY
from engramma.model.policy import Policy
from engramma.store.tables import conflict, memory, recall, recall_hit, segment

_BATCH = 500


def fading_columns(
    *, t0: int, s0: float, half_life: float | None, threshold: float
) -> tuple[float, float | None, int | None]:
    """(log2_s0, half_life, fades_at) of a segment: when its strength crosses `threshold`, None if never."""
    log2_s0 = math.log2(max(s0, 1e-9))
    if half_life is None:
        return log2_s0, None, None
    halvings = max(0.0, log2_s0 - math.log2(threshold))
    return log2_s0, half_life, t0 + round(halvings * half_life * DAY)


def derive_memories(connection: Connection, ids: Iterable[int], *, policy: Policy) -> None:
    """Bring the derived columns of the memories `ids` up to date, within the caller's transaction."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), _BATCH):
        _derive_batch(connection, ordered[start : start + _BATCH], policy=policy)


def _derive_batch(connection: Connection, ids: list[int], *, policy: Policy) -> None:
    newest = (
        select(segment.c.memory_id, func.max(segment.c.id).label("segment_id"))
        .where(segment.c.memory_id.in_(ids), segment.c.removed == 0)
        .group_by(segment.c.memory_id)
        .subquery()
    )
    segments = connection.execute(
        select(
            memory.c.id,
            memory.c.pinned,
            memory.c.kind,
            memory.c.created_at,
            segment.c.t0,
            segment.c.s0,
            segment.c.half_life,
        )
        .select_from(memory)
        .outerjoin(newest, newest.c.memory_id == memory.c.id)
        .outerjoin(segment, segment.c.id == newest.c.segment_id)
        .where(memory.c.id.in_(ids))
    ).all()
    recalls = {
        row.memory_id: (row.recalls, row.last_at)
        for row in connection.execute(
            select(
                recall_hit.c.memory_id,
                func.count().label("recalls"),
                func.max(recall.c.at).label("last_at"),
            )
            .join(recall, recall.c.id == recall_hit.c.recall_id)
            .where(recall_hit.c.memory_id.in_(ids), recall_hit.c.removed == 0, recall_hit.c.rehearsed == 1)
            .group_by(recall_hit.c.memory_id)
        )
    }
    disputed = {
        end
        for row in connection.execute(
            select(conflict.c.a_id, conflict.c.b_id).where(
                conflict.c.status == "open",
                conflict.c.removed == 0,
                or_(conflict.c.a_id.in_(ids), conflict.c.b_id.in_(ids)),
            )
        )
        for end in row
    }
    values = []
    for row in segments:
        t0 = row.t0 if row.t0 is not None else row.created_at
        s0 = row.s0 if row.s0 is not None else 1.0
        still = row.pinned or row.kind == "procedural"
        half_life = None if still else (row.half_life or policy.short_term_half_life)
        log2_s0, half_life, fades_at = fading_columns(
            t0=t0, s0=1.0 if still else s0, half_life=half_life, threshold=policy.retrieval_threshold
        )
        count, last_at = recalls.get(row.id, (0, None))
        values.append(
            {
                "the_id": row.id,
                "t0": t0,
                "log2_s0": log2_s0,
                "half_life": half_life,
                "fades_at": fades_at,
                "recalls": count,
                "last_recalled_at": last_at,
                "conflicted": int(row.id in disputed),
            }
        )
    if values:
        connection.execute(update(memory).where(memory.c.id == bindparam("the_id")), values)
