"""Counts a store: memories by tier, kind and state, sessions, events, vectors, bytes."""

from __future__ import annotations

from sqlalchemy import Select, and_, case, func, select, union

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import conflict, event, memory, session, vector
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of what is visible; `pinned` and `dormant` are of active memories."""

    total: int
    by_tier: dict[str, int]
    by_kind: dict[str, int]
    by_state: dict[str, int]
    pinned: int
    dormant: int
    sessions: int
    events: int
    vectors: int
    bytes: int


def read_statistics(reading: Reading, *, now: int, size: int) -> Statistics:
    """Count everything in one grouped pass over an index."""
    dormant = and_(memory.c.state == "active", memory.c.fades_at <= now)
    rows = reading.connection.execute(
        select(
            memory.c.state,
            memory.c.tier,
            memory.c.kind,
            func.count().label("rows"),
            func.sum(memory.c.pinned).label("pinned"),
            func.sum(case((dormant, 1), else_=0)).label("dormant"),
        )
        .where(visible(memory, reading.hidden))
        .group_by(memory.c.state, memory.c.tier, memory.c.kind)
    ).all()
    states: dict[str, int] = {"active": 0, "superseded": 0, "trashed": 0}
    tiers: dict[str, int] = {"short_term": 0, "long_term": 0}
    kinds: dict[str, int] = {"episodic": 0, "semantic": 0, "procedural": 0}
    pinned = sleeping = 0
    for row in rows:
        states[row.state] = states.get(row.state, 0) + row.rows
        if row.state == "active":
            tiers[row.tier] += row.rows
            kinds[row.kind] += row.rows
            pinned += row.pinned
            sleeping += row.dormant
    count = select(func.count())
    disputed = union(
        *(
            select(end).where(conflict.c.status == "open", visible(conflict, reading.hidden))
            for end in (conflict.c.a_id, conflict.c.b_id)
        )
    )
    # Apart, so that the pass over all memories needs nothing but its index.
    sleeping -= _count(
        reading,
        count.select_from(memory).where(visible(memory, reading.hidden), dormant, memory.c.id.in_(disputed)),
    )
    return Statistics(
        total=sum(states.values()),
        by_tier=tiers,
        by_kind=kinds,
        by_state=states,
        pinned=pinned,
        dormant=sleeping,
        sessions=_count(reading, count.select_from(session).where(visible(session, reading.hidden))),
        events=_count(reading, count.select_from(event).where(visible(event, reading.hidden))),
        vectors=_count(reading, count.select_from(vector)),
        bytes=size,
    )


def _count(reading: Reading, query: Select[int]) -> int:
    return int(reading.connection.scalar(query) or 0)
