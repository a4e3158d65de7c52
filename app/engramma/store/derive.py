"""Recomputes what follows from segments, recalls and conflicts: the columns that are in no undo image.

A memory's current fading comes from its newest segment by (t0, id), with the half-life that its tier has by the
policy in force; pinned and procedural ones do not fade. So a policy change re-values what fades now, nothing closed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, or_, select, update

from engramma.model.clock import DAY
from engramma.model.policy import Policy
from engramma.store.tables import conflict, memory, recall, recall_hit, segment

_BATCH = 500
LONGEST_FADING = 2.0**62

# Built once: they run in every write, and building them takes longer than running them.
_IDS: BindParameter[Sequence[int]] = bindparam("ids", expanding=True)
_CURRENT = (
    select(segment.c.id)
    .where(segment.c.memory_id == memory.c.id, segment.c.removed == 0)
    .order_by(segment.c.t0.desc(), segment.c.id.desc())
    .limit(1)
    .correlate(memory)
    .scalar_subquery()
)
_FADING = (
    select(
        memory.c.id,
        memory.c.pinned,
        memory.c.kind,
        memory.c.tier,
        memory.c.created_at,
        segment.c.t0,
        segment.c.s0,
    )
    .select_from(memory)
    .outerjoin(segment, segment.c.id == _CURRENT)
    .where(memory.c.id.in_(_IDS))
)
_SURVIVORS = select(memory.c.merged_into).where(memory.c.id.in_(_IDS), memory.c.merged_into.is_not(None))
_MEMBERS = select(memory.c.id, memory.c.merged_into).where(
    memory.c.merged_into.in_(_IDS), memory.c.removed == 0
)
_RECALLS = (
    select(recall_hit.c.memory_id, func.count().label("recalls"), func.max(recall.c.at).label("last_at"))
    .join(recall, recall.c.id == recall_hit.c.recall_id)
    .where(recall_hit.c.memory_id.in_(_IDS), recall_hit.c.removed == 0, recall_hit.c.rehearsed == 1)
    .group_by(recall_hit.c.memory_id)
)
_CONFLICTS = select(conflict.c.a_id, conflict.c.b_id).where(
    conflict.c.status == "open",
    conflict.c.removed == 0,
    or_(conflict.c.a_id.in_(_IDS), conflict.c.b_id.in_(_IDS)),
)
_WRITE = update(memory).where(memory.c.id == bindparam("the_id"))


def fading_columns(
    *, t0: int, s0: float, half_life: float | None, threshold: float
) -> tuple[float, float | None, int | None]:
    """(log2_s0, half_life, fades_at) of a segment: when its strength crosses `threshold`, None if never."""
    log2_s0 = math.log2(max(s0, 1e-9))
    if half_life is None:
        return log2_s0, None, None
    halvings = max(0.0, log2_s0 - math.log2(threshold))
    return log2_s0, half_life, t0 + int(min(halvings * half_life * DAY, LONGEST_FADING) + 0.5)


def derive_memories(connection: Connection, ids: Iterable[int], *, policy: Policy) -> None:
    """Bring the derived columns of the memories `ids` up to date, and of those that they were merged into.

    Works within the caller's transaction.
    """
    ordered = sorted(_with_survivors(connection, set(ids)))
    for start in range(0, len(ordered), _BATCH):
        _derive_batch(connection, ordered[start : start + _BATCH], policy=policy)


def _with_survivors(connection: Connection, ids: set[int]) -> set[int]:
    newest = ids
    found = set(ids)
    while newest:
        ordered = sorted(newest)
        survivors: set[int] = set()
        for start in range(0, len(ordered), _BATCH):
            survivors.update(connection.scalars(_SURVIVORS, {"ids": ordered[start : start + _BATCH]}))
        newest = survivors - found
        found |= newest
    return found


def _derive_batch(connection: Connection, ids: list[int], *, policy: Policy) -> None:
    values = derived_values(connection, ids, policy=policy)
    if values:
        connection.execute(_WRITE, values)


def derived_values(connection: Connection, ids: list[int], *, policy: Policy) -> list[dict[str, Any]]:
    """The derived columns as they must be, for each of at most some hundred memories; `the_id` names it."""
    segments = connection.execute(_FADING, {"ids": ids}).all()
    recalls = _recalls(connection, ids)
    disputed = _disputed(connection, ids)
    values: list[dict[str, Any]] = []
    for row in segments:
        t0 = row.t0 if row.t0 is not None else row.created_at
        s0 = row.s0 if row.s0 is not None else 1.0
        still = row.pinned or row.kind == "procedural"
        half_life = None if still else policy.half_life(row.tier)
        log2_s0, half_life, fades_at = fading_columns(
            t0=t0, s0=1.0 if still else s0, half_life=half_life, threshold=policy.retrieval_threshold
        )
        count, last_at = recalls[row.id]
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
    return values


def _recalls(connection: Connection, ids: list[int]) -> dict[int, tuple[int, int | None]]:
    """(how often, when last) of each memory that was recalled, itself or what was merged into it."""
    members: dict[int, list[int]] = {}
    seen = set(ids)
    newest = ids
    while newest:
        rows = connection.execute(_MEMBERS, {"ids": newest}).all()
        for row in rows:
            members.setdefault(row.merged_into, []).append(row.id)
        newest = [row.id for row in rows if row.id not in seen]
        seen.update(newest)
    own = {
        row.memory_id: (int(row.recalls), row.last_at)
        for row in connection.execute(_RECALLS, {"ids": sorted(seen)})
    }
    return {memory_id: _with_members(memory_id, own, members) for memory_id in ids}


def _with_members(
    memory_id: int, own: dict[int, tuple[int, int | None]], members: dict[int, list[int]]
) -> tuple[int, int | None]:
    total, last_at = 0, None
    waiting, seen = [memory_id], {memory_id}
    while waiting:
        current = waiting.pop()
        count, at = own.get(current, (0, None))
        total += count
        last_at = at if last_at is None or (at is not None and at > last_at) else last_at
        fresh = [member for member in members.get(current, ()) if member not in seen]
        waiting.extend(fresh)
        seen.update(fresh)
    return total, last_at


def _disputed(connection: Connection, ids: list[int]) -> set[int]:
    """The memories that take part in an open conflict."""
    rows = connection.execute(_CONFLICTS, {"ids": ids})
    return {end for row in rows for end in row}
