"""The writes that operations on memories are made of. Rules about who may do what are not here."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import func, select

from engramma.store.journal.step import Step
from engramma.store.memories.rows import Evidence
from engramma.store.memories.segments import begin_segment
from engramma.store.tables import memory, provenance, version


def insert_memory(
    step: Step,
    *,
    uid: str,
    key: bytes,
    text: str,
    kind: str,
    tier: str,
    category: str,
    importance: float,
    created_at: int,
    actor: str,
    pinned: bool = False,
    person_edited: bool = False,
    session_id: int | None = None,
    state: str = "active",
    time_text: str = "",
    time_quality: str = "exact",
    source_key: str | None = None,
    reason: str = "created",
    fading_from: int | None = None,
) -> int:
    """Insert a memory with its first version and segment; returns its id. `text` is normalised already."""
    start = created_at if fading_from is None else fading_from
    half_life = None if pinned or kind == "procedural" else step.policy.half_life(tier)
    memory_id = step.insert(
        memory,
        uid=uid,
        text=text,
        kind=kind,
        tier=tier,
        category=category,
        state=state,
        pinned=int(pinned),
        person_edited=int(person_edited),
        importance=importance,
        created_at=created_at,
        time_text=time_text,
        time_quality=time_quality,
        updated_at=step.at,
        session_id=session_id,
        source_key=source_key,
        content_key=key,
        t0=start,
        half_life=half_life,
    )
    step.insert(version, memory_id=memory_id, number=1, text=text, created_at=start, actor=actor)
    begin_segment(step, memory_id, t0=start, s0=1.0, half_life=half_life, reason=reason)
    return memory_id


def insert_version(step: Step, memory_id: int, *, text: str, actor: str) -> int:
    """Record a wording; returns its number, which no earlier wording of this memory ever had."""
    newest = step.connection.scalar(
        select(func.coalesce(func.max(version.c.number), 0)).where(version.c.memory_id == memory_id)
    )
    number = int(newest or 0) + 1
    step.insert(version, memory_id=memory_id, number=number, text=text, created_at=step.at, actor=actor)
    return number


def insert_versions(step: Step, texts: Mapping[int, str], *, actor: str) -> dict[int, int]:
    """Record a wording of each of many memories; returns their numbers."""
    rows = step.connection.execute(
        select(version.c.memory_id, func.max(version.c.number).label("newest"))
        .where(version.c.memory_id.in_(texts))
        .group_by(version.c.memory_id)
    )
    newest = {int(row.memory_id): int(row.newest) for row in rows}
    numbers = {memory_id: newest.get(memory_id, 0) + 1 for memory_id in texts}
    step.insert_many(
        version,
        [
            {
                "memory_id": memory_id,
                "number": numbers[memory_id],
                "text": text,
                "created_at": step.at,
                "actor": actor,
            }
            for memory_id, text in texts.items()
        ],
    )
    return numbers


def insert_provenance(
    step: Step,
    memory_id: int,
    *,
    session_id: int | None = None,
    event_id: int | None = None,
    start: int | None = None,
    end: int | None = None,
    quote: str = "",
    source_id: int | None = None,
    line: int | None = None,
    original: str = "",
) -> None:
    """Say where a memory came from."""
    step.insert(
        provenance,
        memory_id=memory_id,
        session_id=session_id,
        event_id=event_id,
        start_char=start,
        end_char=end,
        quote=quote,
        source_id=source_id,
        line=line,
        original=original,
    )


def insert_evidence(step: Step, memory_id: int, item: Evidence) -> None:
    """Give a memory the evidence of another one."""
    insert_provenance(
        step,
        memory_id,
        session_id=item.session_id,
        event_id=item.event_id,
        start=item.start,
        end=item.end,
        quote=item.quote,
        source_id=item.source_id,
        line=item.line,
    )
