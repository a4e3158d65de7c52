"""Reads by which key memories are equal, many at a time: what merges exact duplicates is told from here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.memories.reading import strength_at
from engramma.store.tables import memory


@dataclass(frozen=True, slots=True)
class EqualRow:
    """A memory as far as it decides with which others it is equal, and who of them stays."""

    id: int
    content_key: bytes
    kind: str
    pinned: bool
    person_edited: bool
    created_at: int
    strength: float


def read_equal_rows(reading: Reading | Step, ids: Sequence[int], *, now: int) -> list[EqualRow]:
    """The active statements among `ids`; a session's summary is none. At most some thousand ids at a time."""
    names = ("id", "content_key", "kind", "pinned", "person_edited", "created_at")
    rows = reading.connection.execute(
        select(*(memory.c[name] for name in names), memory.c.t0, memory.c.log2_s0, memory.c.half_life).where(
            memory.c.id.in_(ids),
            memory.c.state == "active",
            memory.c.removed == 0,
            func.coalesce(memory.c.source_key, "").not_like("summary:%"),
        )
    )
    return [
        EqualRow(
            row.id,
            row.content_key,
            row.kind,
            bool(row.pinned),
            bool(row.person_edited),
            row.created_at,
            strength_at(t0=row.t0, log2_s0=row.log2_s0, half_life=row.half_life, now=now),
        )
        for row in rows
    ]
