"""Recalls by moment and actor, which memories they sent, and how many woke."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Select, func, select

from engramma.model.search import Query
from engramma.store.database import Reading
from engramma.store.search.arrays import parsed
from engramma.store.search.plan import Plan
from engramma.store.tables import memory, recall, recall_hit, segment
from engramma.store.visibility import visible


def first_recall(reading: Reading) -> int | None:
    """When the first recall was, UTC µs; None without any."""
    found: int | None = reading.connection.scalar(
        select(func.min(recall.c.at)).where(visible(recall, reading.hidden))
    )
    return found


def recalls_by_actor(
    reading: Reading, query: Query, way: Plan, *, start: int, end: int
) -> dict[str, NDArray[np.int64]]:
    """The moments (UTC µs) of the recalls from `start` up to `end` by who asked.

    With an empty query all of them, else those that sent a memory which `way` finds.
    """
    rows = select(recall.c.actor, recall.c.at).where(
        recall.c.at >= start, recall.c.at < end, visible(recall, reading.hidden)
    )
    if not query.is_empty:
        rows = rows.where(recall.c.id.in_(_hits(reading, way, start=start, end=end)))
    listed = rows.limit(-1).subquery()
    grouped = select(listed.c.actor, func.group_concat(listed.c.at)).group_by(listed.c.actor)
    return {actor: parsed(text) for actor, text in reading.connection.execute(grouped)}


def recalled_ids(
    reading: Reading, way: Plan, *, start: int, end: int, actor: str = "", limit: int
) -> list[int]:
    """At most `limit` ids of the memories that were sent from `start` up to `end`, by one actor or by any."""
    hits = _hits(reading, way, start=start, end=end).with_only_columns(recall_hit.c.memory_id).distinct()
    if actor:
        hits = hits.where(recall.c.actor == actor)
    return list(reading.connection.scalars(hits.order_by(recall_hit.c.memory_id).limit(limit)))


def count_woken(reading: Reading, way: Plan, *, since: int) -> int:
    """How many of the memories found were revived since then: recalled while dormant."""
    woken = (
        select(func.count(func.distinct(segment.c.memory_id)))
        # The sum makes SQLite look through the segments first, few of which are asked for.
        .join(memory, memory.c.id == segment.c.memory_id + 0)
        .where(
            segment.c.reason == "revived", segment.c.t0 >= since, visible(segment, reading.hidden), way.clause
        )
    )
    return int(reading.connection.scalar(woken) or 0)


def _within(reading: Reading, *, start: int, end: int) -> tuple[ColumnElement[bool], ...]:
    return (
        recall.c.at >= start,
        recall.c.at < end,
        recall_hit.c.memory_id.is_not(None),
        visible(recall, reading.hidden),
        visible(recall_hit, reading.hidden),
    )


def _hits(reading: Reading, way: Plan, *, start: int, end: int) -> Select[tuple[int]]:
    return (
        select(recall.c.id)
        .join(recall_hit, recall_hit.c.recall_id == recall.c.id)
        .join(memory, memory.c.id == recall_hit.c.memory_id + 0)
        .where(*_within(reading, start=start, end=end), way.clause)
    )
