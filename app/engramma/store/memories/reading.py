"""Reads memories as values, singly or by the page, with strength computed for a given moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, and_, select

from engramma.model.clock import DAY
from engramma.model.memory import Category, Kind, Memory, Segment, State, Tier
from engramma.store.database import Reading
from engramma.store.tables import memory, segment, session, tag
from engramma.store.visibility import visible

UNKNOWN_IMPORTANCE = 0.5


def _selected() -> Select[Any]:
    shown = and_(session.c.id == memory.c.session_id, session.c.removed == 0)
    return select(
        memory, session.c.id.label("shown_session"), session.c.title.label("session_title")
    ).outerjoin(session, shown)


def known_importance(stored: float | None) -> float:
    """An importance as it is stored, or what counts in its place where a damaged store has none from 0 to 1."""
    return UNKNOWN_IMPORTANCE if stored is None else min(max(stored, 0.0), 1.0)


def strength_at(*, t0: int, log2_s0: float, half_life: float | None, now: int) -> float:
    """Retrievability in 0..1 at `now` of the fading that began at `t0`; a `t0` to come counts as just begun."""
    if half_life is None:
        return 1.0
    elapsed = max(0, now - t0) / (half_life * DAY)
    return float(min(1.0, max(0.0, 2.0 ** (log2_s0 - elapsed))))


def read_memories(reading: Reading, ids: Sequence[int], *, now: int) -> dict[int, Memory]:
    """The memories among `ids` that are visible, by id."""
    if not ids:
        return {}
    rows = reading.connection.execute(
        _selected().where(memory.c.id.in_(ids), visible(memory, reading.hidden))
    ).all()
    tags = read_tags(reading, [row.id for row in rows])
    return {row.id: _memory(row, tags=tags.get(row.id, ()), now=now) for row in rows}


def read_memory(reading: Reading, memory_id: int, *, now: int) -> Memory | None:
    """One memory, or None when it does not exist or is not visible."""
    return read_memories(reading, [memory_id], now=now).get(memory_id)


def read_tags(reading: Reading, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Tags in alphabetical order, by memory id."""
    found: dict[int, list[str]] = {}
    rows = reading.connection.execute(
        select(tag.c.memory_id, tag.c.name)
        .where(tag.c.memory_id.in_(ids), visible(tag, reading.hidden))
        .order_by(tag.c.memory_id, tag.c.name)
    )
    for memory_id, name in rows:
        found.setdefault(memory_id, []).append(name)
    return {memory_id: tuple(names) for memory_id, names in found.items()}


def read_segments(reading: Reading, ids: Sequence[int]) -> dict[int, tuple[Segment, ...]]:
    """The segments of each memory from birth on; the last, which is open, has the half-life in force now."""
    found: dict[int, list[Segment]] = {}
    in_force: dict[int, float | None] = {}
    rows = reading.connection.execute(
        select(segment, memory.c.half_life.label("in_force"))
        .join(memory, memory.c.id == segment.c.memory_id)
        .where(segment.c.memory_id.in_(ids), visible(segment, reading.hidden))
        .order_by(segment.c.memory_id, segment.c.t0, segment.c.id)
    )
    for row in rows:
        in_force[row.memory_id] = row.in_force
        found.setdefault(row.memory_id, []).append(
            Segment(t0=row.t0, s0=row.s0, half_life=row.half_life, reason=row.reason, id=row.id)
        )
    return {
        memory_id: (*parts[:-1], replace(parts[-1], half_life=in_force[memory_id]))
        for memory_id, parts in found.items()
    }


def _memory(row: Any, *, tags: tuple[str, ...], now: int) -> Memory:
    dormant = (
        row.state == "active" and not row.conflicted and row.fades_at is not None and row.fades_at <= now
    )
    return Memory(
        id=row.id,
        uid=row.uid,
        text=row.text,
        kind=Kind(row.kind),
        tier=Tier(row.tier),
        category=Category(row.category),
        state=State(row.state),
        pinned=bool(row.pinned),
        importance=known_importance(row.importance),
        tags=tags,
        created_at=row.created_at,
        updated_at=row.updated_at,
        time_quality=row.time_quality,
        session_id=row.shown_session,
        session_title=row.session_title or "",
        recalls=row.recalls,
        last_recalled_at=row.last_recalled_at,
        fades_at=row.fades_at,
        strength=strength_at(t0=row.t0, log2_s0=row.log2_s0, half_life=row.half_life, now=now),
        dormant=dormant,
        conflicted=bool(row.conflicted),
        person_edited=bool(row.person_edited),
        version=row.version,
        superseded_by=row.superseded_by,
        merged_into=row.merged_into,
    )
