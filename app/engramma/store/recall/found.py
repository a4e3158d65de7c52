"""Reads what a recall found in full: texts, where they were said, what stands against them, what they replaced."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, Select, and_, bindparam, or_, select

from engramma.model.recall import OtherSide
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import conflict, event, memory, session, tag
from engramma.store.visibility import visible

# Statements are built once: a question reads few rows, and building costs more than running them.
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """A memory with the event that it came from, if that is given and still there."""

    id: int
    uid: str
    text: str
    kind: str
    tier: str
    importance: float
    pinned: int
    created_at: int
    session_id: int | None
    session_uid: str
    session_title: str


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """An event with its session."""

    id: int
    uid: str
    text: str
    at: int | None
    turn: int
    role: str
    speaker: str
    session_id: int
    session_uid: str
    session_title: str


def read_found_memories(reading: Reading, ids: Sequence[int]) -> dict[int, FoundMemory]:
    """The memories among `ids` that are visible."""
    if not ids:
        return {}
    rows: Any = reading.connection.execute(_memories(reading.hidden), {"ids": list(ids)})
    return {row[0]: FoundMemory(*_filled(row, nullable=(9, 10))) for row in rows}


def _filled(row: Any, *, nullable: tuple[int, ...]) -> tuple[Any, ...]:
    """The values of a row, "" for the texts of a session that is not there."""
    return tuple("" if value is None and place in nullable else value for place, value in enumerate(row))


@lru_cache(maxsize=8)
def _memories(hidden: tuple[int, ...]) -> Select[Any]:
    columns = memory.c
    return (
        select(
            columns.id,
            columns.uid,
            columns.text,
            columns.kind,
            columns.tier,
            columns.importance,
            columns.pinned,
            columns.created_at,
            session.c.id,
            session.c.uid,
            session.c.title,
        )
        .outerjoin(session, and_(session.c.id == columns.session_id, session.c.removed == 0))
        .where(columns.id.in_(_IDS), visible(memory, hidden))
    )


def read_found_events(reading: Reading, ids: Sequence[int]) -> dict[int, FoundEvent]:
    """The events among `ids` that are visible."""
    if not ids:
        return {}
    rows: Any = reading.connection.execute(_events(reading.hidden), {"ids": list(ids)})
    return {row[0]: FoundEvent(*_filled(row, nullable=(8, 9))) for row in rows}


@lru_cache(maxsize=8)
def _events(hidden: tuple[int, ...]) -> Select[Any]:
    columns = event.c
    return (
        select(
            columns.id,
            columns.uid,
            columns.text,
            columns.at,
            columns.turn,
            columns.role,
            columns.speaker,
            columns.session_id,
            session.c.uid,
            session.c.title,
        )
        .outerjoin(session, and_(session.c.id == columns.session_id, session.c.removed == 0))
        .where(columns.id.in_(_IDS), visible(event, hidden))
    )


def read_texts(reading: Reading, *, memories: Sequence[int], events: Sequence[int]) -> dict[int, str]:
    """Texts by the id of the recall words: twice the id of a memory, and one more for an event."""
    found: dict[int, str] = {}
    for table, ids, odd in ((memory, memories, 0), (event, events, 1)):
        if ids:
            rows = reading.connection.execute(select(table.c.id, table.c.text).where(table.c.id.in_(ids)))
            found.update((row[0] * 2 + odd, row[1]) for row in rows)
    return found


def read_opponents(reading: Reading, ids: Sequence[int]) -> dict[int, tuple[OtherSide, ...]]:
    """For each of `ids` the other sides of its open conflicts."""
    if not ids:
        return {}
    ends = conflict.c.a_id, conflict.c.b_id
    edges = reading.connection.execute(
        select(*ends)
        .where(
            conflict.c.status == "open",
            visible(conflict, reading.hidden),
            or_(ends[0].in_(ids), ends[1].in_(ids)),
        )
        .order_by(conflict.c.id)
    ).all()
    sides = _sides(reading, {int(end) for edge in edges for end in edge})
    asked = set(ids)
    found: dict[int, dict[int, OtherSide]] = {}
    for source, target in edges:
        for one, other in ((source, target), (target, source)):
            if one in asked and one in sides and other in sides:
                found.setdefault(one, {})[other] = sides[other]
    return {one: tuple(others.values()) for one, others in found.items()}


def read_superseded(reading: Reading, ids: Sequence[int]) -> dict[int, tuple[OtherSide, ...]]:
    """For each of `ids` what it took the place of by a correction, the newest first."""
    if not ids:
        return {}
    rows = reading.connection.execute(_superseded(reading.hidden), {"ids": list(ids)})
    found: dict[int, tuple[OtherSide, ...]] = {}
    for row in rows:
        found[row[0]] = (*found.get(row[0], ()), OtherSide(*row[1:]))
    return found


@lru_cache(maxsize=8)
def _superseded(hidden: tuple[int, ...]) -> Select[Any]:
    return (
        select(memory.c.superseded_by, memory.c.id, memory.c.uid, memory.c.text, memory.c.created_at)
        .where(memory.c.superseded_by.in_(_IDS), memory.c.merged_into.is_(None), visible(memory, hidden))
        .order_by(memory.c.id.desc())
    )


def read_tagged(reading: Reading, names: Sequence[str]) -> tuple[int, ...]:
    """The memories that carry all of these tags, whatever their case."""
    wanted = {name.casefold() for name in names}
    rows = reading.connection.execute(
        select(tag.c.memory_id, tag.c.name).where(visible(tag, reading.hidden), _any_case(names))
    ).all()
    held: dict[int, set[str]] = {}
    for memory_id, name in rows:
        if name.casefold() in wanted:
            held.setdefault(memory_id, set()).add(name.casefold())
    return tuple(memory_id for memory_id, found in held.items() if found == wanted)


def _any_case(names: Sequence[str]) -> Any:
    spellings = {spelling for name in names for spelling in (name, name.lower(), name.upper(), name.title())}
    return tag.c.name.in_(sorted(spellings))


def _sides(reading: Reading, ids: set[int]) -> dict[int, OtherSide]:
    if not ids:
        return {}
    query = select(memory.c.id, memory.c.uid, memory.c.text, memory.c.created_at).where(
        memory.c.id.in_(sorted(ids)), visible(memory, reading.hidden), memory.c.state == "active"
    )
    return {row[0]: OtherSide(*row) for row in reading.connection.execute(query)}
